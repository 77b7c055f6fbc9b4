import { QuadratError, type TokenLogprob } from '../../core/index.ts';
import type { JsonValue } from '../../data/json-map.ts';
import { pythonStrip } from '../../text/python.ts';
import type { ClimaItem } from './data.ts';
import { becomesMissing } from './missing.ts';
import { cosine, phraseSimilarity } from './phrase.ts';
import type { ClimaqaSettings } from './settings.ts';
import type { Solution } from './solution.ts';

/** Where a field stands, for messages. */
interface FieldPlace {
  readonly item: ClimaItem;
  readonly settings: ClimaqaSettings;
  readonly file: string;
  readonly line: number;
}

/**
 * Alternatives of a first token, best first; null where there are none, or the field has another form: an answer does
 * not become worse by a broken list beside it.
 */
export function tokensOf(value: JsonValue | undefined): readonly TokenLogprob[] | null {
  if (!Array.isArray(value)) return null;
  const found = value.flatMap((entry): TokenLogprob[] => {
    const token = entry instanceof Map ? entry.get('token') : undefined;
    const logprob = entry instanceof Map ? entry.get('logprob') : undefined;
    return typeof token === 'string' && typeof logprob === 'number' ? [{ token, logprob }] : [];
  });
  return found.length === 0 ? null : found.sort((a, b) => b.logprob - a.logprob);
}

/**
 * What a judge, a scorer or an embedder said of an answer: `judgeTopLogprobs` and `judgeOutput`; `bertscore`
 * (`{precision, recall, f1}`) with `scorer`; `phraseVectors` (`{gold, prediction, random?, raw?}`) with `embedder`. The names
 * must be those of the settings, so that two are never mixed.
 *
 * @throws QuadratError `invalid-format` with the line
 */
export function importedFields(fields: JsonValue, place: FieldPlace): Partial<Solution> {
  if (!(fields instanceof Map)) return {};
  const { kind } = place.item.origin;
  if (kind === 'freeform') return { ...judgementFrom(fields, place), ...bertScoreFrom(fields, place) };
  return kind === 'cloze' ? similaritiesFrom(fields, place) : {};
}

type Fields = ReadonlyMap<string, JsonValue>;

function fault(message: string, next: string, { file, line, item }: FieldPlace): QuadratError {
  return new QuadratError('invalid-format', message, { file, line, item: item.id, next });
}

/** The name that a field gives must be the one that the settings give. */
function checkName(fields: Fields, key: 'judge' | 'scorer' | 'embedder', place: FieldPlace): void {
  const given = fields.get(key);
  const wanted = place.settings[key];
  if (given === undefined && (wanted !== undefined || key === 'judge')) return;
  if (given !== undefined && given === wanted) return;
  const named = typeof given === 'string' ? given : 'NAME';
  throw fault(
    given === undefined
      ? `the line does not say which ${key} made its values`
      : `its values were made by the ${key} ${JSON.stringify(given)}, the result is for ${wanted === undefined ? 'none that was named' : JSON.stringify(wanted)}`,
    `Values of two are never mixed: name the one with --set ${key}=${named}.`,
    place,
  );
}

function judgementFrom(fields: Fields, place: FieldPlace): Partial<Solution> {
  const output = fields.get('judgeOutput');
  const given = fields.get('judgeTopLogprobs');
  if (given === undefined && output === undefined) return {};
  if (place.settings.judge !== undefined || fields.has('judge')) checkName(fields, 'judge', place);
  const alternatives = tokensOf(given);
  if (alternatives === null && given !== undefined && output === undefined) {
    throw fault(
      '`judgeTopLogprobs` is no list of {token, logprob}',
      'It holds the alternatives of the first token of the judge’s answer.',
      place,
    );
  }
  return { judgements: [{ text: typeof output === 'string' ? output : '', alternatives }] };
}

function bertScoreFrom(fields: Fields, place: FieldPlace): Partial<Solution> {
  const given = fields.get('bertscore');
  if (given === undefined || given === null) return {};
  checkName(fields, 'scorer', place);
  const part = (name: string): number | null => {
    const value = given instanceof Map ? given.get(name) : undefined;
    if (typeof value === 'number' && value >= -1 && value <= 1 + 1e-9) return value;
    if (value === undefined || value === null) return null;
    throw fault(`\`bertscore.${name}\` is no number from -1 to 1`, 'Give {precision, recall, f1}.', place);
  };
  if (!(given instanceof Map))
    throw fault('`bertscore` is no object', 'Give {precision, recall, f1}.', place);
  return { bertScore: { precision: part('precision'), recall: part('recall'), f1: part('f1') } };
}

function similaritiesFrom(fields: Fields, place: FieldPlace): Partial<Solution> {
  const given = fields.get('phraseVectors');
  if (given === undefined || given === null) return {};
  checkName(fields, 'embedder', place);
  const vector = (name: string): readonly number[] | null => {
    const value = given instanceof Map ? given.get(name) : undefined;
    if (value === undefined) return null;
    if (Array.isArray(value) && value.length > 0 && value.every((number) => typeof number === 'number'))
      return value;
    throw fault(`\`phraseVectors.${name}\` is no list of numbers`, 'Give {gold, prediction}.', place);
  };
  const [gold, prediction, random, raw] = ['gold', 'prediction', 'random', 'raw'].map(vector);
  if (!gold || !prediction)
    throw fault('`phraseVectors` needs `gold` and `prediction`', 'Give both vectors.', place);
  if ([prediction, random, raw].some((other) => other && other.length !== gold.length))
    throw fault('the vectors differ in length', 'Vectors of one embedder have one length.', place);
  const similar = (other: readonly number[] | null | undefined) => {
    const cos = other ? cosine(gold, other) : null;
    return cos === null ? null : phraseSimilarity(cos);
  };
  const answer = fields.get('output') ?? fields.get('answer');
  const missing = becomesMissing(pythonStrip(String(answer ?? ''))) || becomesMissing(place.item.answer);
  const standard = similar(prediction);
  return {
    similarities: {
      standard,
      paper: missing ? null : raw ? similar(raw) : standard,
      random: similar(random),
    },
  };
}
