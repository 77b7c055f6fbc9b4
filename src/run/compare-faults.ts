import { type ComparedInput, type ErrorCode, QuadratError } from '../core/index.ts';

/** Faults of the command, and of the program: they are about no input alone. */
const NOT_OF_AN_INPUT: readonly ErrorCode[] = [
  'usage',
  'unknown-task',
  'unknown-setting',
  'invalid-setting',
  'interrupted',
  'internal',
];

/** Inputs that could not be read, and are left out by name. */
export interface InputFaults {
  /** Whether an input is left out, of this task or of all. */
  has(input: number, task: string): boolean;
  /** Leaves an input out; throws where the fault ends the comparison. */
  add(input: number, task: string | null, error: unknown): void;
  /** What the work gives; undefined: the input is left out. */
  guard<Value>(input: number, task: string, work: () => Promise<Value>): Promise<Value | undefined>;
  /** The fault that was found first. */
  first(): QuadratError | undefined;
  /** What is to be said of an input. */
  refusedOf(input: number): NonNullable<ComparedInput['refused']>;
}

/**
 * @param reference the input with which each other one is compared: without it nothing can be; null: there is none
 */
export function collectFaults(reference: number | null): InputFaults {
  const found: { readonly input: number; readonly task: string | null; readonly error: QuadratError }[] = [];
  const has = (input: number, task: string) =>
    found.some((fault) => fault.input === input && (fault.task === null || fault.task === task));
  const add = (input: number, task: string | null, error: unknown): void => {
    if (!isOfInput(error) || input === reference) throw error;
    found.push({ input, task, error });
  };
  return {
    has,
    add,
    async guard(input, task, work) {
      if (has(input, task)) return undefined;
      try {
        return await work();
      } catch (error) {
        add(input, task, error);
        return undefined;
      }
    },
    first: () => found[0]?.error,
    refusedOf: (input) =>
      found
        .filter((fault) => fault.input === input)
        .map(({ task, error }) => ({ task, code: error.code, message: error.describe() })),
  };
}

/** Whether an error is about one input, which can be left out. */
export function isOfInput(error: unknown): error is QuadratError {
  return error instanceof QuadratError && !NOT_OF_AN_INPUT.includes(error.code);
}
