import { QuadratError } from '../../../core/index.ts';
import type { Content, StandIn } from '../items.ts';
import type { TaskId } from '../task-specs.ts';

/** One item of a public set, before it is one. */
export interface FormRow {
  readonly id: string;
  readonly content: Content;
  readonly meta?: ReadonlyMap<string, unknown>;
  /** Gold spans whose offsets do not give their text. */
  readonly wrongOffsets?: number;
}

/** What an adapter made of a file. */
export interface FormRows {
  readonly rows: readonly FormRow[];
  readonly standIn: StandIn;
  /** The shipped task file that the set's labels belong to, where it is not the task's own. */
  readonly spec?: 'sentiment-smp2020' | 'fraud-ner-theft';
  /** The published file itself holds U+FFFD: it is kept, and a result says so. */
  readonly replacementCharacters?: boolean;
}

/** Reads a public set in its own form; undefined: the file is in another. */
export type Form = (text: string, file: string, task: TaskId) => FormRows | undefined;

export function badForm(
  file: string,
  line: number | undefined,
  message: string,
  item?: string,
): QuadratError {
  return new QuadratError('invalid-format', message, {
    file,
    ...(line === undefined ? {} : { line }),
    ...(item === undefined ? {} : { item }),
    next: 'docs/benchmarks/cpsdbench.md lists the public sets and their forms.',
  });
}

export function badLabel(
  file: string,
  line: number | undefined,
  label: string,
  known: readonly string[],
): QuadratError {
  return new QuadratError('unknown-label', `"${label}" is no label of this set`, {
    file,
    ...(line === undefined ? {} : { line }),
    next: `Its labels are ${known.join(', ')}.`,
  });
}

/** A property of a JSON object as text; undefined: it is none. */
export function textAt(value: unknown, key: string): string | undefined {
  const found: unknown =
    typeof value === 'object' && value !== null
      ? Object.getOwnPropertyDescriptor(value, key)?.value
      : undefined;
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' ? found : undefined;
}

export function listAt(value: unknown, key: string): readonly unknown[] {
  const found: unknown =
    typeof value === 'object' && value !== null
      ? Object.getOwnPropertyDescriptor(value, key)?.value
      : undefined;
  return Array.isArray(found) ? found : [];
}

/** The value of a text that is JSON as a whole; undefined: it is none. */
export function wholeJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
