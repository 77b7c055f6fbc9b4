import { type ChoiceStatus, parseChoice, parseChoices } from '../../../parse/choice.ts';
import { parseJson } from '../../../parse/json.ts';
import { parseLabels } from '../../../parse/labels.ts';
import { parseRanking } from '../../../parse/ranking.ts';
import { lastNumber } from '../../../text/numbers.ts';
import { at, type JsonObject, numberAt, textAt, textsAt } from '../json.ts';
import type { Surface, Surfaces } from './surface.ts';

/** The case files call an empty answer, and one with two letters, `none`. */
const statusOf = (status: ChoiceStatus): string =>
  status === 'ambiguous' || status === 'empty' ? 'none' : status;

function choice(input: JsonObject): unknown {
  const finishReason = at(input, 'finishReason');
  const { answer, status } = parseChoice(textAt(input, 'text'), textsAt(input, 'labels'), {
    ...(typeof finishReason === 'string' ? { finishReason } : {}),
  });
  return { answer, status: statusOf(status) };
}

/** Readers of model answers. */
export const PARSE_SURFACES: Surfaces = new Map<string, Surface>([
  ['parse.choice', choice],
  ['parse.choices', (input) => parseChoices(textAt(input, 'text'), textsAt(input, 'labels'))],
  ['parse.json', (input) => parseJson(textAt(input, 'text'))],
  ['parse.labels', (input) => ({ labels: parseLabels(textAt(input, 'text'), textsAt(input, 'labels')) })],
  ['parse.ranking', (input) => parseRanking(textAt(input, 'text'), numberAt(input, 'n'))],
  ['parse.number', (input) => ({ value: lastNumber(textAt(input, 'text')) })],
]);
