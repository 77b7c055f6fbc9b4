import {
  type Answer,
  type Ask,
  type Context,
  type ItemValues,
  type Parsed,
  QuadratError,
  type SetMeasure,
} from '../../core/index.ts';
import { answerText } from '../../parse/reasoning.ts';
import type { CpsItem, GenerationItem } from './items.ts';
import type { TextValue } from './kinds/generation.ts';
import { describe } from './kinds/kind.ts';
import { BUILT_IN, fill, judgeHash, type Prompts } from './prompts.ts';
import type { CpsSettings } from './settings.ts';

/** What a judge said of a text. */
export interface Judgement {
  readonly supported: boolean;
  /** The judge's own words. */
  readonly raw: string;
}

/** A text with the judge's word on it. */
export interface JudgedValue extends TextValue {
  readonly judgement?: Judgement;
}

const MAX_OUTPUT_TOKENS = 1024;

/**
 * Asks the judge whether a text is supported by its references. A text without a reference is not judged, and no answer
 * that is not one.
 *
 * @param parsed the candidate's answer, read
 * @throws QuadratError `judge-failed` if a verdict could not be read twice: never a score
 */
export async function askJudge(
  item: CpsItem,
  parsed: Parsed<unknown>,
  ask: Ask,
  settings: Pick<CpsSettings, 'max-output-tokens'>,
  { seed }: Context,
): Promise<{ readonly judgement?: Judgement }> {
  if (item.kind !== 'generation' || item.references.length === 0) return {};
  if (!ask.planning && parsed.outcome !== 'scored') return {};
  const text = (parsed.value as TextValue | undefined)?.text ?? '';
  // Who raises the limit for models that reason first raises it for the judge.
  const maxOutputTokens = Math.max(MAX_OUTPUT_TOKENS, settings['max-output-tokens'] ?? 0);
  const put = (attempt: number): Promise<Answer> =>
    ask({
      role: 'judge',
      messages: judgePrompt(item, text),
      decoding: { temperature: 0, maxOutputTokens, seed: seed + attempt },
      step: attempt === 0 ? 'judge' : 'judge again',
      exportId: null,
    });
  const first = await put(0);
  if (ask.planning) return {};
  const judgement = judgementOf(first) ?? judgementOf(await put(1));
  if (judgement !== undefined) return { judgement };
  throw new QuadratError('judge-failed', 'the judge’s verdict could not be read twice', {
    item: item.id,
    next: 'Run the same command again, or choose another judge.',
  });
}

function judgementOf({ text, stop }: Answer): Judgement | undefined {
  const supported = stop === null ? readVerdict(text) : undefined;
  return supported === undefined ? undefined : { supported, raw: text };
}

/** What the judge reads; no text can close its fence. */
export function judgePrompt({ input, references, prompts }: GenerationItem, text: string) {
  const reference =
    references.length === 1
      ? (references[0] ?? '')
      : references.map((one, at) => `参考${at + 1}：${one}`).join('\n');
  return fill((prompts ?? BUILT_IN).judge, {}, { material: input, reference, text });
}

const LEAD = /^(?:(?:判断|判断结果|核对结果|结果|结论|答案|verdict)\s*:)?\s*/u;
const VERDICTS: readonly (readonly [pattern: RegExp, supported: boolean])[] = [
  [/^(?:不支持|unsupported|not supported)(?![\p{L}\p{N}])/u, false],
  // A verdict that takes itself back is none.
  [/^(?:支持|supported)(?![\p{L}\p{N}])(?!.*(?:不支持|unsupported|not supported))/su, true],
];

/** The judge's word at the start of its answer, from a closed list; undefined: it gave none. */
export function readVerdict(text: string): boolean | undefined {
  const plain = answerText(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[*"“”'‘’「」`]/gu, '')
    .trim()
    .replace(LEAD, '');
  return VERDICTS.find(([pattern]) => pattern.test(plain))?.[1];
}

/** The share of texts that a judge finds supported; there is none without a judge. */
export function judgeMeasures(
  judge: string | undefined,
  prompts: Prompts | null,
): SetMeasure<GenerationItem>[] {
  if (judge === undefined) return [];
  return [
    {
      description: describe(
        'factual-accuracy.binary',
        'share of supported texts',
        'Share of items whose text the judge finds supported by the reference; an item without a usable text is not. Values of two judges, or of two prompts, do not compare.',
        { empty: 'no value without a reference, and for texts that no judge saw' },
      ),
      protocol: 'standard',
      params: { judge, judgePrompt: judgeHash(prompts) },
      aggregate: 'mean',
      interval: 'wilson',
    },
  ];
}

/** The values of an item with the judge's. */
export function withVerdict(values: ItemValues, value: unknown, item: CpsItem): ItemValues {
  if (item.kind !== 'generation') return values;
  const judgement = (value as JudgedValue | undefined)?.judgement;
  const verdict = judgement === undefined ? null : judgement.supported ? 1 : 0;
  const known = item.references.length === 0 ? null : value === undefined ? 0 : verdict;
  return { ...values, standard: { ...values.standard, 'factual-accuracy.binary': known } };
}
