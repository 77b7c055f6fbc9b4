import type { Baseline, Context } from '../../core/index.ts';
import { rotatedOrder } from '../../data/option-order.ts';
import { bleu } from '../../metrics/text/bleu.ts';
import { characterBleu } from './bleu.ts';
import type { ClimaItem, Origin } from './data.ts';
import type { ClimaqaSettings } from './settings.ts';
import { randomTerm } from './similarity.ts';
import type { Value } from './values.ts';

/** What needs no model: chance and the commonest letter; for texts the question itself and another item's answer. */
export function baselinesOf(items: readonly ClimaItem[], settings: ClimaqaSettings): Baseline[] {
  const origin = items[0]?.origin;
  if (origin === undefined) return [];
  const n = items.length;
  if (origin.kind === 'mcq') {
    const chance = items.reduce((sum, { options }) => sum + 1 / Math.max(1, options?.size ?? 1), 0) / n;
    // Rotation makes every place as likely as any other.
    const commonest = settings.rotate ? null : shareOf(commonestLetter(origin), items);
    return [
      { name: 'random', protocol: 'standard', id: 'accuracy', value: chance, n },
      ...(commonest === null
        ? []
        : [{ name: 'majority', protocol: 'standard', id: 'accuracy', value: commonest, n } as const]),
    ];
  }
  if (origin.kind === 'cloze') {
    const value = shareOf(majorityTerm(items), items);
    return [{ name: 'majority', protocol: 'standard', id: 'em', value, n }];
  }
  const references = items.map(({ answer }) => answer);
  const others = references.map((_, at) => references[(at + 1) % n] ?? '');
  return [
    ...textBaselines(
      'echo',
      items.map(({ question }) => question),
      references,
    ),
    ...textBaselines('another-answer', others, references),
  ];
}

function textBaselines(
  name: string,
  hypotheses: readonly string[],
  references: readonly string[],
): Baseline[] {
  const n = references.length;
  return [
    { name, protocol: 'standard', id: 'bleu', value: bleu(hypotheses, references)?.score ?? null, n },
    { name, protocol: 'standard', id: 'bleu.char', value: characterBleu(hypotheses, references), n },
  ];
}

/** Answers of the models that read nothing: `gold`, `echo` (the question), `random`, `majority`. */
export function trivialValue(
  name: string,
  item: ClimaItem,
  items: readonly ClimaItem[],
  context: Context,
): Value | undefined {
  const { kind } = item.origin;
  if (kind === 'mcq') return trivialLetter(name, item, context);
  const text = trivialText(name, item, items, context);
  if (text === undefined) return undefined;
  return kind === 'cloze' ? { kind, text, raw: text } : { kind, text, raw: text };
}

function trivialLetter(name: string, item: ClimaItem, context: Context): Value | undefined {
  const keys = [...(item.options?.keys() ?? [])];
  const gold = item.answer;
  const letters = new Map<string, string | undefined>([
    ['gold', gold],
    ['random', keys[rotatedOrder(`${item.id}|random`, keys.length, context.seed)[0] ?? 0]],
    ['majority', commonestLetter(item.origin)],
    ['echo', keys[0]],
  ]);
  const letter = letters.get(name);
  return letter === undefined
    ? undefined
    : { kind: 'mcq', letter, gold, from: 'answer', paper: letter, card: letter };
}

function trivialText(
  name: string,
  item: ClimaItem,
  items: readonly ClimaItem[],
  context: Context,
): string | undefined {
  const cloze = item.origin.kind === 'cloze';
  switch (name) {
    case 'gold':
      return item.answer;
    case 'echo':
      return item.question;
    case 'random': {
      if (cloze) return randomTerm(item, context.seed);
      const others = items.filter(({ id }) => id !== item.id);
      return others[rotatedOrder(`${item.id}|random`, others.length, context.seed)[0] ?? 0]?.answer;
    }
    case 'majority':
      return majorityTerm(items);
    default:
      return undefined;
  }
}

/** The letter that is most often right in the whole file, whichever of its items are drawn; the first of equal ones. */
function commonestLetter({ letters }: Origin): string | undefined {
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** Share of items with this gold answer. */
function shareOf(answer: string | undefined, items: readonly ClimaItem[]): number {
  return items.filter((item) => item.answer === answer).length / items.length;
}

/** The commonest gold answer; the first of equal ones. */
function majorityTerm(items: readonly ClimaItem[]): string {
  const counts = new Map<string, number>();
  for (const { answer } of items) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}
