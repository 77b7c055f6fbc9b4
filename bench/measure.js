// User time of a piece of work in this process, after one warm-up, and beside it that of a loop of known size.

function userSecondsOf(work) {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1e6;
}

function sumOfDoubles() {
  let sum = 0;
  for (let index = 0; index < 1e8; index += 1) sum += index * 0.5;
  return sum;
}

/** User seconds of the calibration loop: the sum of 10^8 doubles. */
export function calibration() {
  userSecondsOf(sumOfDoubles);
  return userSecondsOf(sumOfDoubles);
}

/**
 * Measures one piece of work.
 *
 * @param name what is measured
 * @param work does it once
 * @param target user seconds that it may take
 * @param note where the target comes from
 */
export function measured(name, work, target, note) {
  userSecondsOf(work);
  const userSeconds = userSecondsOf(work);
  return { name, userSeconds, ratioToCalibration: userSeconds / calibration(), target, note };
}
