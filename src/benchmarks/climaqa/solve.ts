import { type Ask, type Context, type Decoding, QuadratError } from '../../core/index.ts';
import { drawExamples } from '../../data/few-shot.ts';
import type { ClimaItem } from './data.ts';
import { askJudge } from './judge.ts';
import { drawsExamples, templateOf } from './own-templates.ts';
import { type Passage, retrieve } from './passages.ts';
import { pickAnswer } from './pick-answer.ts';
import { blockOf, promptOf } from './prompts.ts';
import type { ClimaqaSettings } from './settings.ts';
import { outputLimit } from './settings.ts';
import { shownOptions, shownOrder } from './shown.ts';
import { similaritiesOf } from './similarity.ts';
import { type Solution, solutionOf } from './solution.ts';
import { type Solved, type Template, templateHash } from './templates.ts';

/** Examples in a few-shot prompt. */
export const SHOTS = 5;
/** Alternatives of the first token that are asked for. */
const TOP_LOGPROBS = 5;

/** Answers one question by the settings; a model that writes no text picks the nearest option, word or sentence. */
export async function solve(
  item: ClimaItem,
  ask: Ask,
  settings: ClimaqaSettings,
  context: Context,
): Promise<Solution> {
  const { kind } = item.origin;
  if (settings.setting === 'few-shot' && !context.abilities.has('text')) {
    throw new QuadratError('unsuitable-model', 'a model that writes no text is shown no examples', {
      next: 'Leave setting=few-shot away, or take a language model.',
    });
  }
  const order = settings.rotate && item.options !== null ? shownOrder(item, context.seed) : undefined;
  const options = order === undefined ? item.options : shownOptions(item.options, order);
  const passages =
    settings.setting === 'rag' ? await retrieve(blockOf(item.question, options), ask, settings, context) : [];
  const answered = context.abilities.has('text')
    ? await askModel(item, ask, settings, context, options, passages)
    : await pickAnswer(item, ask, options, passages);
  const solution: Solution = {
    ...answered,
    ...(order === undefined ? {} : { order }),
    ...(settings.setting === 'rag'
      ? { passages: passages.map(ledgerEntry), ...sourceShown(item, passages) }
      : {}),
  };
  if (kind === 'cloze')
    return { ...solution, ...(await similaritiesOf(item, solution, ask, settings, context)) };
  if (kind === 'freeform')
    return { ...solution, ...(await askJudge(item, solution, ask, settings, context)) };
  return solution;
}

async function askModel(
  item: ClimaItem,
  ask: Ask,
  settings: ClimaqaSettings,
  context: Context,
  options: ReadonlyMap<string, string> | null,
  passages: readonly Passage[],
): Promise<Solution> {
  const { kind } = item.origin;
  const template = await templateOf(kind, settings, context);
  const answer = await ask({
    role: 'candidate',
    messages: promptOf(
      template,
      {
        question: item.question,
        options,
        passages: passages.map(({ text }) => text),
        examples: examplesFor(item, template, context.seed),
      },
      settings.mask,
    ),
    decoding: decodingOf(settings, outputLimit(settings, kind)),
    ...(kind === 'mcq' ? { topLogprobs: TOP_LOGPROBS } : {}),
  });
  return { ...solutionOf(answer), templateHash: templateHash(template) };
}

/**
 * The examples of an item's prompt: the template's own, else five of Silver, the same ones for every item, but for one
 * that asks the item's question.
 */
export function examplesFor(item: ClimaItem, template: Template, seed: number): readonly Solved[] {
  if (template.examples !== undefined) return template.examples;
  if (!drawsExamples(template)) return [];
  return drawExamples(item.origin.examples ?? [], item, { count: SHOTS, seed });
}

/** What is sent beside the messages; `preset=paper` sends nothing. */
export function decodingOf(settings: ClimaqaSettings, maxOutputTokens: number): Decoding {
  return settings.preset === 'paper' ? {} : { maxOutputTokens, temperature: settings.temperature ?? 0 };
}

/** Characters of a passage that are looked for in the text that the question was made from. */
const PROBE = 120;

/** Whether a passage overlaps the text that the question was made from, where the data hold that text. */
function sourceShown(
  { context }: ClimaItem,
  passages: readonly Passage[],
): { readonly sourceShown?: boolean } {
  if (context === null) return {};
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();
  const source = plain(context);
  const probes = (text: string) =>
    [text.slice(0, PROBE), text.slice(-PROBE)].filter((probe) => probe.length === PROBE);
  const shown = passages.some(({ text }) => {
    const passage = plain(text);
    return (
      probes(passage).some((probe) => source.includes(probe)) ||
      probes(source).some((probe) => passage.includes(probe))
    );
  });
  return { sourceShown: shown };
}

function ledgerEntry({ id, book, page, relevance }: Passage) {
  return { id, book, page, relevance };
}
