import { type Command, InvalidArgumentError, Option } from 'commander';
import { benchmarks } from '../benchmarks/index.ts';
import { type AnyTask, type Benchmark, PROTOCOLS, type Protocol, QuadratError } from '../core/index.ts';

/** An option that may be repeated: a list, empty by default, which the help calls `shownDefault`. */
export function repeatable(flags: string, description: string, shownDefault: string): Option {
  return new Option(flags, description)
    .argParser((value: string, known: readonly string[]) => [...known, value])
    .default([], shownDefault);
}

/** A whole number from `least` up. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text.trim()) || !Number.isSafeInteger(value) || value < least) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} up.`);
    }
    return value;
  };
}

export function positiveNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}

/** Timers hold no longer time: 24 days. */
const MOST_SECONDS = Math.floor((2 ** 31 - 1) / 1000);

/** A time in seconds. */
export function seconds(text: string): number {
  const value = positiveNumber(text);
  if (value > MOST_SECONDS) throw new InvalidArgumentError(`It must be at most ${MOST_SECONDS} seconds.`);
  return value;
}

export function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return value;
}

/** Calls in flight: a whole number, or `auto`. */
export function concurrency(text: string): number | 'auto' {
  return text === 'auto' ? 'auto' : wholeNumber(1)(text);
}

export function protocolsFrom(names: readonly string[] | undefined): readonly Protocol[] | undefined {
  if (names === undefined || names.length === 0) return undefined;
  return names
    .flatMap((text) => text.split(','))
    .map((name) => {
      const found = PROTOCOLS.find((protocol) => protocol === name);
      if (found === undefined) {
        throw new QuadratError('usage', `there is no protocol "${name}"`, {
          next: `There are: ${PROTOCOLS.join(', ')}.`,
        });
      }
      return found;
    });
}

/** Whether a task has no data of its own: it scores files of outputs that hold their gold, and is not run. */
export function isScoreOnly(task: AnyTask): boolean {
  return task.files.length === 0;
}

/** Tasks named by task id, benchmark id or `all`; each once, in order. Score-only tasks only by their own id. */
export function tasksFrom(names: readonly string[]): readonly AnyTask[] {
  const tasks = new Map<string, AnyTask>();
  for (const name of names) {
    const found =
      name === 'all'
        ? benchmarks.flatMap((benchmark) => benchmark.tasks).filter((task) => !isScoreOnly(task))
        : (benchmarks.find(({ id }) => id === name)?.tasks.filter((task) => !isScoreOnly(task)) ??
          benchmarks.flatMap((benchmark) => benchmark.tasks).filter(({ id }) => id === name));
    if (found.length === 0) throw unknownTask(name);
    for (const task of found) tasks.set(task.id, task);
  }
  return [...tasks.values()];
}

export function benchmarkFrom(name: string): Benchmark {
  const found = benchmarks.find(({ id }) => id === name);
  if (found === undefined) {
    throw new QuadratError('unknown-task', `there is no benchmark "${name}"`, {
      next: `There are: ${benchmarks.map(({ id }) => id).join(', ')}.`,
    });
  }
  return found;
}

export function benchmarkOf(task: AnyTask): Benchmark {
  return benchmarkFrom(task.id.split('/')[0] ?? '');
}

function unknownTask(name: string): QuadratError {
  const all = benchmarks.flatMap((benchmark) => benchmark.tasks.map(({ id }) => id));
  const near = all.filter((id) => id.includes(name) || name.includes(id.split('/')[1] ?? '\0'));
  return new QuadratError('unknown-task', `there is no task or benchmark "${name}"`, {
    next: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'See them with `quadrat list`.',
  });
}

/** Options that several commands share. */
export function withSettings(command: Command): Command {
  return command
    .addOption(repeatable('--set <key=value>', 'a setting of the task; may be repeated', 'none'))
    .option('--split <name>', 'which split of the data')
    .option('--seed <n>', 'seed of samples and shuffles', wholeNumber(0), 42);
}
