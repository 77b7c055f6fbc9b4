import { parseJson } from '../../../parse/json.ts';
import { parseRanking } from '../../../parse/ranking.ts';
import { lastNumber } from '../../../text/numbers.ts';
import { numberAt, textAt } from '../json.ts';
import type { Surface, Surfaces } from './surface.ts';

/** Readers of model answers. */
export const PARSE_SURFACES: Surfaces = new Map<string, Surface>([
  ['parse.json', (input) => parseJson(textAt(input, 'text'))],
  ['parse.ranking', (input) => parseRanking(textAt(input, 'text'), numberAt(input, 'n'))],
  ['parse.number', (input) => ({ value: lastNumber(textAt(input, 'text')) })],
]);
