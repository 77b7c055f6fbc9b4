import { type BleuOptions, type BleuScore, bleu, sentenceBleu } from '../../../metrics/text/bleu.ts';
import { type ChrfOptions, chrf, sentenceChrf } from '../../../metrics/text/chrf.ts';
import * as edit from '../../../metrics/text/edit.ts';
import { jaro, jaroWinkler } from '../../../metrics/text/jaro.ts';
import { type NltkBleuOptions, nltkSentenceBleu } from '../../../metrics/text/nltk-bleu.ts';
import { clozeOverlap } from '../../../metrics/text/overlap.ts';
import { rouge } from '../../../metrics/text/rouge.ts';
import { squadExactMatch, squadF1, squadF1V1, squadNormalized } from '../../../metrics/text/squad.ts';
import { BLEU_TOKENIZERS, bleuLine, bleuTokens } from '../../../text/bleu-tokens.ts';
import { porterStem } from '../../../text/porter-stemmer.ts';
import {
  asNumber,
  at,
  booleanAt,
  type JsonObject,
  numberAt,
  numbersAt,
  objectAt,
  textAt,
  textListsAt,
  textsAt,
} from '../json.ts';
import { NOT_COVERED } from '../report.ts';
import type { CaseRunner, VectorAdapter } from './adapter.ts';

const SMOOTHINGS = ['exp', 'floor', 'add-k', 'none'] as const;
const METHODS = [0, 1, 2, 3, 4] as const;

function oneOf<Value>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((known) => known === value);
}

const tokenize: CaseRunner = (entry) => {
  const tokenizer = oneOf(BLEU_TOKENIZERS, at(entry, 'tokenizer'));
  if (tokenizer === undefined) return NOT_COVERED;
  const text = textAt(entry, 'text');
  return { line: bleuLine(text, tokenizer), tokens: bleuTokens(text, tokenizer) };
};

/** Runs a BLEU case whose options we have. */
function bleuRunner(score: (entry: JsonObject, options: BleuOptions) => BleuScore | null): CaseRunner {
  return (entry) => {
    const options = objectAt(entry, 'options');
    const tokenizer = oneOf(BLEU_TOKENIZERS, at(options, 'tokenize'));
    const smoothing = oneOf(SMOOTHINGS, at(options, 'smooth_method'));
    if (tokenizer === undefined || smoothing === undefined) return NOT_COVERED;
    const value = at(options, 'smooth_value');
    const result = score(entry, {
      tokenizer,
      smoothing,
      smoothingValue: value === null ? null : asNumber(value, 'smooth_value'),
      lowercase: booleanAt(options, 'lowercase'),
      effectiveOrder: booleanAt(options, 'effective_order'),
      maxOrder: numberAt(options, 'max_ngram_order'),
    });
    return {
      score: result?.score,
      precisions: result?.precisions,
      bp: result?.brevityPenalty,
      sys_len: result?.hypothesisLength,
      ref_len: result?.referenceLength,
      counts: result?.counts,
      totals: result?.totals,
    };
  };
}

function chrfOptions(entry: JsonObject): ChrfOptions {
  const options = objectAt(entry, 'options');
  return {
    charOrder: numberAt(options, 'char_order'),
    wordOrder: numberAt(options, 'word_order'),
    beta: numberAt(options, 'beta'),
    lowercase: booleanAt(options, 'lowercase'),
    whitespace: booleanAt(options, 'whitespace'),
    epsSmoothing: booleanAt(options, 'eps_smoothing'),
  };
}

const nltk: CaseRunner = (entry) => {
  const method = oneOf(METHODS, at(entry, 'method'));
  if (method === undefined) return NOT_COVERED;
  const options: NltkBleuOptions = { method, weights: numbersAt(entry, 'weights') };
  return { score: nltkSentenceBleu(textsAt(entry, 'hypothesis'), textListsAt(entry, 'references'), options) };
};

const editMeasures: CaseRunner = (entry) => {
  const a = textAt(entry, 'a');
  const b = textAt(entry, 'b');
  return {
    levenshtein: edit.levenshtein(a, b),
    normalized_distance: edit.normalizedLevenshtein(a, b),
    normalized_similarity: edit.levenshteinSimilarity(a, b),
    indel_distance: edit.indelDistance(a, b),
    indel_ratio: edit.indelRatio(a, b),
    lcs_length: edit.lcsLength(a, b),
    jaro: jaro(a, b),
    jaro_winkler: jaroWinkler(a, b),
  };
};

const squad: CaseRunner = (entry) => {
  const prediction = textAt(entry, 'prediction');
  const golds = textsAt(entry, 'golds');
  return {
    normalized_prediction: squadNormalized(prediction),
    normalized_golds: golds.map(squadNormalized),
    exact_match: squadExactMatch(prediction, golds),
    f1: squadF1(prediction, golds),
    f1_v1: squadF1V1(prediction, golds),
  };
};

export const textVectors: VectorAdapter = {
  file: 'text.json',
  runners: new Map<string, CaseRunner>([
    ['bleu_tokenize', tokenize],
    [
      'bleu_corpus',
      bleuRunner((entry, options) =>
        bleu(textsAt(entry, 'hypotheses'), textListsAt(entry, 'references'), options),
      ),
    ],
    [
      'bleu_sentence',
      bleuRunner((entry, options) =>
        sentenceBleu(textAt(entry, 'hypothesis'), textsAt(entry, 'references'), options),
      ),
    ],
    [
      'chrf_sentence',
      (entry) => ({
        score: sentenceChrf(textAt(entry, 'hypothesis'), textsAt(entry, 'references'), chrfOptions(entry)),
      }),
    ],
    [
      'chrf_corpus',
      (entry) => ({
        score: chrf(textsAt(entry, 'hypotheses'), textListsAt(entry, 'references'), chrfOptions(entry)),
      }),
    ],
    ['nltk_sentence_bleu', nltk],
    [
      'rouge',
      (entry) =>
        rouge(textAt(entry, 'prediction'), textAt(entry, 'target'), {
          tokens: booleanAt(entry, 'use_stemmer') ? 'stems' : 'words',
        }),
    ],
    [
      'rouge_codepoint',
      (entry) => rouge(textAt(entry, 'prediction'), textAt(entry, 'target'), { tokens: 'code-points' }),
    ],
    ['porter_stem', (entry) => textsAt(entry, 'words').map(porterStem)],
    ['edit', editMeasures],
    ['squad', squad],
    [
      'cloze_partial',
      (entry) => ({ score: clozeOverlap(textAt(entry, 'prediction'), textAt(entry, 'gold')) }),
    ],
  ]),
};
