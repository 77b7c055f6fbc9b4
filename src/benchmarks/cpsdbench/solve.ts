import {
  type Ask,
  type Context,
  type ItemDiagnostic,
  type Parsed,
  QuadratError,
  type StopReason,
} from '../../core/index.ts';
import { codePointLength, sliceCodePoints } from '../../text/code-points.ts';
import { type CpsItem, textOf } from './items.ts';
import { askJudge, type Judgement } from './judge.ts';
import { kindModule } from './kinds/index.ts';
import { promptOf } from './prompts.ts';
import { type CpsSettings, OUTPUT_LIMITS } from './settings.ts';

/** What a model wrote. */
export interface TextSolution {
  readonly kind: 'text';
  readonly text: string;
  /** Why there is no usable answer; null: there is one. */
  readonly stop: StopReason | null;
  /** Cut at the output limit. */
  readonly cut: boolean;
  /** The input was shortened before it was sent. */
  readonly shortened?: boolean;
  /** What a judge said of it, where one was asked. */
  readonly judgement?: Judgement;
}

/** What a model that only orders texts gives: an answer that needs no reading. */
export interface DirectSolution {
  readonly kind: 'direct';
  readonly answer: unknown;
  readonly judgement?: Judgement;
}

export type Solution = TextSolution | DirectSolution;

/** One call an item, none where the model writes no text; and one to the judge, if there is one. */
export async function solve(
  item: CpsItem,
  ask: Ask,
  settings: CpsSettings,
  context: Context,
): Promise<Solution> {
  const solution = await answer(item, ask, settings, context);
  if (settings.judge === undefined) return solution;
  return { ...solution, ...(await askJudge(item, parse(solution, item, settings), ask, settings, context)) };
}

async function answer(item: CpsItem, ask: Ask, settings: CpsSettings, context: Context): Promise<Solution> {
  const kind = kindModule(item.kind);
  if (!context.abilities.has('text')) return { kind: 'direct', answer: await kind.rank(item, ask) };
  const whole = textOf(item);
  const text = fitted(whole, settings);
  if (text === null) return { kind: 'text', text: '', stop: 'input-too-long', cut: false };
  const given = await ask({
    role: 'candidate',
    messages: promptOf(item, text, kind.constraints(item)),
    decoding: {
      temperature: settings.temperature,
      maxOutputTokens: settings['max-output-tokens'] ?? OUTPUT_LIMITS[item.kind],
      seed: context.seed,
    },
  });
  return {
    kind: 'text',
    text: given.text,
    stop: given.stop,
    cut: given.finish === 'length',
    ...(text === whole ? {} : { shortened: true }),
  };
}

/** The text as it may be sent; null: it is too long and may not be cut. */
export function fitted(
  text: string,
  settings: Pick<CpsSettings, 'max-input-characters' | 'too-long'>,
): string | null {
  const limit = settings['max-input-characters'];
  const length = limit === undefined ? 0 : codePointLength(text);
  if (limit === undefined || length <= limit) return text;
  if (settings['too-long'] === 'fail') return null;
  if (settings['too-long'] === 'cut-tail') return sliceCodePoints(text, 0, limit);
  const head = Math.ceil(limit / 2);
  return `${sliceCodePoints(text, 0, head)}\n……\n${sliceCodePoints(text, length - (limit - head))}`;
}

/** Reads a solution: one reading an item, with what happened counted apart. */
export function parse(
  solution: Solution,
  item: CpsItem,
  settings: Pick<CpsSettings, 'strict-format'>,
): Parsed<unknown> {
  const parsed = judged(read(solution, item, settings), solution);
  const shortened = solution.kind === 'text' && solution.shortened === true;
  return {
    ...parsed,
    diagnostics: [...(parsed.diagnostics ?? []), ...outcomeDiagnostics(parsed, shortened)],
  };
}

/** The judge's word goes with the text that it is about. */
function judged(parsed: Parsed<unknown>, { judgement }: Solution): Parsed<unknown> {
  if (parsed.outcome !== 'scored' || judgement === undefined) return parsed;
  return { ...parsed, value: { ...(parsed.value as object), judgement } };
}

function read(
  solution: Solution,
  item: CpsItem,
  settings: Pick<CpsSettings, 'strict-format'>,
): Parsed<unknown> {
  const kind = kindModule(item.kind);
  if (solution.kind === 'direct') return { outcome: 'scored', value: fromAnswer(solution.answer, item) };
  const { text, stop, cut } = solution;
  const nothing = kind.fromNothing === undefined ? {} : { value: kind.fromNothing(item) };
  if (stop === 'empty') return { outcome: 'stopped', reason: cut ? 'truncated' : 'empty', ...nothing };
  if (stop !== null) return { outcome: 'stopped', reason: stop };
  if (text.trim() === '') return { outcome: 'stopped', reason: cut ? 'truncated' : 'empty', ...nothing };
  const parsed = kind.read(text, item, { strict: settings['strict-format'], cut });
  if (parsed.outcome === 'scored') return cut ? { ...parsed, truncated: true } : parsed;
  // What was cut before it said anything is no wrong answer, but none.
  const lost = parsed.outcome === 'unparsed' ? parsed.reason === 'invalid' : parsed.reason === 'empty';
  if (!cut || !lost) return parsed;
  return {
    outcome: 'stopped',
    reason: 'truncated',
    ...(parsed.value === undefined ? {} : { value: parsed.value }),
  };
}

/** An answer that was read already; a fault names the item. */
export function fromAnswer(answer: unknown, item: CpsItem): unknown {
  try {
    return kindModule(item.kind).fromAnswer(answer, item);
  } catch (error) {
    if (!(error instanceof QuadratError)) throw error;
    throw new QuadratError(error.code, error.message, {
      item: item.id,
      ...(error.next === undefined ? {} : { next: error.next }),
    });
  }
}

/** Counts that every set shows, whatever its kind. */
export const OUTCOME_DIAGNOSTICS = [
  'refusal',
  'filtered',
  'empty',
  'invalid',
  'ambiguous',
  'shortened-inputs',
] as const;

function outcomeDiagnostics(parsed: Parsed<unknown>, shortened: boolean): ItemDiagnostic[] {
  const reason = parsed.outcome === 'scored' ? null : parsed.reason;
  const happened: Readonly<Record<(typeof OUTCOME_DIAGNOSTICS)[number], boolean>> = {
    refusal: reason === 'refusal',
    filtered: reason === 'filtered-input' || reason === 'filtered-output',
    empty: reason === 'empty',
    invalid: reason === 'invalid',
    ambiguous: reason === 'ambiguous',
    'shortened-inputs': shortened,
  };
  return OUTCOME_DIAGNOSTICS.map((id) => ({ id, value: happened[id] ? 1 : 0, n: 1 }));
}
