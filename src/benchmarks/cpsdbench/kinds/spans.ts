import { QuadratError } from '../../../core/index.ts';

/** A text field of an answer that was read already. */
export function answerText(entry: unknown, name: string): string {
  const value: unknown =
    entry instanceof Map
      ? entry.get(name)
      : typeof entry === 'object' && entry !== null
        ? Object.getOwnPropertyDescriptor(entry, name)?.value
        : undefined;
  if (typeof value === 'string') return value;
  throw new QuadratError('invalid-format', `an entry of the answer needs the text \`${name}\``);
}

export function answerList(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer;
  throw new QuadratError('invalid-format', 'the answer must be a list');
}
