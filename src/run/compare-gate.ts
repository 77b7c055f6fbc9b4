import type { ComparedGate, ComparedInput, ComparedPair } from '../core/index.ts';

/**
 * A gate on the headlines of the later inputs against the first's: it fails on a significant drop after correction. A
 * headline that cannot be compared, or that a refused input has not, is not judged, and the gate does not pass.
 */
export function gateOf(pairs: readonly ComparedPair[], inputs: readonly ComparedInput[]): ComparedGate {
  const drops: { task: string; second: number }[] = [];
  const notJudged: { task: string; second: number; why: string }[] = [];
  for (const { first, second, task, verdict, measures } of pairs) {
    if (first !== 0) continue;
    const headline = measures.find((measure) => measure.headline);
    if (headline === undefined || headline.refused !== null || headline.difference === null) {
      const why = verdict === 'not-comparable' ? verdict : (headline?.refused ?? 'there is no headline');
      notJudged.push({ task, second, why });
      continue;
    }
    const better = headline.direction === 'higher-is-better' ? headline.difference : -headline.difference;
    if (headline.significant === true && better < 0) drops.push({ task, second });
  }
  for (const [second, { refused = [] }] of inputs.entries()) {
    if (second === 0) continue;
    for (const { task, code } of refused) {
      const tasks = task === null ? (inputs[0]?.tasks ?? []) : [task];
      for (const one of tasks) notJudged.push({ task: one, second, why: `it is refused: ${code}` });
    }
  }
  return { passed: drops.length === 0 && notJudged.length === 0, drops, notJudged };
}
