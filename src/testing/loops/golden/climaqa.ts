import { CHARACTER_BLEU, characterBleu, weightedLevels } from '../../../benchmarks/climaqa/bleu.ts';
import { scoreClozeExactMatch, scoreClozePartial, scoreMcq } from '../../../benchmarks/climaqa/card.ts';
import { factualAccuracy, labelLogprobs, paperFactualAccuracy } from '../../../benchmarks/climaqa/factual.ts';
import { BAD_ANSWER, paperLetter, standardLetter } from '../../../benchmarks/climaqa/letters.ts';
import { LEVELS } from '../../../benchmarks/climaqa/levels.ts';
import { becomesMissing } from '../../../benchmarks/climaqa/missing.ts';
import { parseOptions } from '../../../benchmarks/climaqa/options.ts';
import { cosine, phraseSimilarity, phrasesOf } from '../../../benchmarks/climaqa/phrase.ts';
import { relevanceOf, squaredDistance, THRESHOLD } from '../../../benchmarks/climaqa/relevance.ts';
import { spreadText, summariseRepeats } from '../../../benchmarks/climaqa/repeats.ts';
import type { Row, TokenLogprob } from '../../../core/index.ts';
import { bleu, nltkBleu, nltkSentenceBleu, sentenceBleu } from '../../../metrics/text/index.ts';
import { pythonSplit, pythonStrip } from '../../../text/python.ts';
import {
  asList,
  asNumber,
  asObject,
  asText,
  at,
  type JsonObject,
  listAt,
  numberAt,
  numbersAt,
  objectAt,
  textAt,
  textsAt,
} from '../json.ts';
import { firstDifference, type LoopReport, runCases } from '../report.ts';
import type { GoldenFolder } from './folder.ts';

type Runner = (input: JsonObject) => unknown;

/** Absolute tolerance of 1e-9 also for percentages. */
const TOLERANCE = { tolerance: 1e-11 };

function wordBleu(hypotheses: readonly string[], references: readonly string[]): number | null {
  return nltkBleu(
    hypotheses.map(pythonSplit),
    references.map((reference) => [pythonSplit(reference)]),
    { method: 1 },
  );
}

function mcqToken(input: JsonObject): unknown {
  const [token, gold] = [textAt(input, 'first_token'), textAt(input, 'gold')];
  const answer = paperLetter(token, textsAt(input, 'option_keys'));
  return {
    paper_answer: answer,
    paper_correct: answer === gold ? 1 : 0,
    card_correct: scoreMcq(token, gold),
  };
}

function mcqText(input: JsonObject): unknown {
  const output = textAt(input, 'output');
  const options = new Map(
    Object.entries(objectAt(input, 'options')).map(([key, text]) => [key, asText(text, key)]),
  );
  return {
    letter: standardLetter(output, undefined, options).letter,
    card_correct_if_gold_b: scoreMcq(output, 'b'),
  };
}

function clozeEm(input: JsonObject): unknown {
  const [raw, gold] = [textAt(input, 'raw_output'), textAt(input, 'gold')];
  return {
    paper_em: pythonStrip(raw) === gold ? 1 : 0,
    card_em: scoreClozeExactMatch(raw, gold),
    card_ps: scoreClozePartial(raw, gold),
  };
}

function phrase(input: JsonObject): unknown {
  const phrases = phrasesOf(textAt(input, 'question'), textAt(input, 'gold'), textAt(input, 'pred'), {
    each: numberAt(input, 'window_words_each_side'),
  });
  if (phrases === null) return { paper_phrases: null, paper_result: null };
  const words = [...new Set([phrases.gold, phrases.prediction].flatMap(pythonSplit))];
  // The toy embedder counts words.
  const embed = (text: string) => words.map((word) => pythonSplit(text).filter((one) => one === word).length);
  const cos = cosine(embed(phrases.gold), embed(phrases.prediction));
  return {
    paper_phrases: {
      window: phrases.window,
      gold_phrase: phrases.gold,
      pred_phrase: phrases.prediction,
    },
    toy_cosine: cos,
    score_with_toy_embedder: cos === null ? null : phraseSimilarity(cos),
  };
}

function bleuPair(input: JsonObject): unknown {
  const [reference, hypothesis] = [textAt(input, 'reference'), textAt(input, 'hypothesis')];
  return {
    paper_bleu_char_method1: characterBleu([hypothesis], [reference]),
    nltk_bleu_whitespace_method1: wordBleu([hypothesis], [reference]),
    sacrebleu_sentence_13a_exp_percent: sentenceBleu(hypothesis, reference).score,
    sacrebleu_corpus_13a_percent: bleu([hypothesis], [reference])?.score,
  };
}

function bleuCorpus(input: JsonObject): unknown {
  const [references, hypotheses] = [textsAt(input, 'references'), textsAt(input, 'hypotheses')];
  const sentences = hypotheses.map((text, place) =>
    nltkSentenceBleu(text, [references[place] ?? ''], { method: 1 }),
  );
  return {
    paper_bleu_char_method1: characterBleu(hypotheses, references),
    mean_of_sentence_bleu_char: sentences.reduce((sum, score) => sum + score, 0) / sentences.length,
    nltk_bleu_whitespace_method1: wordBleu(hypotheses, references),
    sacrebleu_corpus_13a_percent: bleu(hypotheses, references)?.score,
  };
}

function bleuOverall(input: JsonObject): unknown {
  const [references, hypotheses] = [textsAt(input, 'references'), textsAt(input, 'hypotheses')];
  const groups = objectAt(input, 'groups');
  const places = LEVELS.map((level) => numbersAt(groups, level));
  const of = (list: readonly number[]) =>
    characterBleu(
      list.map((place) => hypotheses[place] ?? ''),
      list.map((place) => references[place] ?? ''),
    );
  const rows = hypotheses.map((value) => ({ value }) as Row);
  const placeOf = (row: Row) => rows.indexOf(row);
  const weighted = weightedLevels(
    (row) => CHARACTER_BLEU.counts(hypotheses[placeOf(row)] ?? '', references[placeOf(row)] ?? ''),
    (row) => places.findIndex((list) => list.includes(placeOf(row))),
    CHARACTER_BLEU,
  );
  const counts = rows.map((row) => weighted.counts(row) ?? []);
  const sums = (counts[0] ?? []).map((_, column) =>
    counts.reduce((sum, list) => sum + (list[column] ?? 0), 0),
  );
  const [base = [], reasoning = [], hypothetical = []] = places;
  return {
    Base: of(base),
    Reasoning: of(reasoning),
    Hypothetical: of(hypothetical),
    paper_Overall_size_weighted: weighted.value(sums),
    pooled_corpus_bleu_char: characterBleu(hypotheses, references),
  };
}

function factual(input: JsonObject): unknown {
  const alternatives = listAt(input, 'top_logprobs').map((pair): TokenLogprob => {
    const [token, logprob] = asList(pair, 'top_logprobs');
    return { token: asText(token, 'a token'), logprob: asNumber(logprob, 'a log-probability') };
  });
  const labels = labelLogprobs(alternatives, {
    supports: textAt(input, 'supports_first_token'),
    refutes: textAt(input, 'refutes_first_token'),
  });
  const paper = paperFactualAccuracy(labels);
  return {
    paper_score: paper,
    'binary_gt_0.5': paper > 0.5 ? 1 : 0,
    closed_form_sigmoid: factualAccuracy(labels),
  };
}

function aggregateMcq(input: JsonObject): unknown {
  const rows = listAt(input, 'rows').map((entry) => asObject(entry, 'rows'));
  const percent = (list: readonly JsonObject[]) =>
    list.length === 0
      ? null
      : (100 * list.filter((row) => textAt(row, 'LLM Answer') === textAt(row, 'Answer')).length) /
        list.length;
  const level = (name: string) => percent(rows.filter((row) => textAt(row, 'Complexity') === name));
  return {
    Base: level('BASE'),
    Reasoning: level('REASONING'),
    Hypothetical: level('HYPOTHETICAL'),
    Overall: percent(rows),
    bad_answers: rows.filter((row) => textAt(row, 'LLM Answer') === BAD_ANSWER).length,
  };
}

function trials(input: JsonObject): unknown {
  const values = numbersAt(input, 'trial_scores');
  const { mean, sdPopulation, sdSample } = summariseRepeats(values);
  return { mean, std_population: sdPopulation, std_sample: sdSample, paper_text_2dp: spreadText(values, 2) };
}

function relevance(input: JsonObject): unknown {
  const cos = numberAt(input, 'cosine_unit_vectors');
  const value = relevanceOf(cos);
  return {
    squared_l2: squaredDistance(cos),
    relevance: value,
    'kept_at_0.5': value >= THRESHOLD,
    'kept_at_0.85': value >= 0.85,
  };
}

const RUNNERS: ReadonlyMap<string, Runner> = new Map<string, Runner>([
  ['mcq_first_token', mcqToken],
  ['mcq_text_mode', mcqText],
  ['cloze_em', clozeEm],
  [
    'cloze_card_ps',
    (input) => ({ card_ps: scoreClozePartial(textAt(input, 'pred'), textAt(input, 'gold')) }),
  ],
  ['phrase_similarity', phrase],
  ['phrase_similarity_transform', (input) => ({ score: phraseSimilarity(numberAt(input, 'cosine')) })],
  ['bleu_pair', bleuPair],
  ['bleu_corpus', bleuCorpus],
  ['bleu_overall', bleuOverall],
  ['factual_accuracy', factual],
  ['aggregate_mcq', aggregateMcq],
  ['aggregate_trials', trials],
  ['options_parse', (input) => ({ options: parseOptions(textAt(input, 'Options')) })],
  ['csv_roundtrip', (input) => ({ becomes_NaN: becomesMissing(textAt(input, 'llm_answer_written')) })],
  ['rag_relevance', relevance],
]);

/** Whether cases of a conformance file are of this benchmark. */
export function isClimaqa(root: JsonObject): boolean {
  const cases = at(root, 'cases');
  return (
    Array.isArray(cases) && cases.some((entry) => at(asObject(entry, 'cases'), 'group') === 'mcq_first_token')
  );
}

/** The cases of `conformance.json`: what each protocol makes of single answers and small sets. */
export function runClimaqaConformance(root: JsonObject): Promise<LoopReport> {
  const cases = listAt(root, 'cases').map((value) => {
    const entry = asObject(value, 'cases');
    const run = RUNNERS.get(textAt(entry, 'group'));
    return {
      id: textAt(entry, 'id'),
      want: at(entry, 'expected'),
      run: run === undefined ? undefined : () => run(objectAt(entry, 'input')),
    };
  });
  return runCases('conformance.json', cases, (want, got) => firstDifference(want, got, TOLERANCE));
}

/** `notebook_repro.json`: one reference, five answers, the BLEUs that the authors printed and their exact values. */
export async function runClimaqaNotebook(folder: GoldenFolder): Promise<LoopReport> {
  const file = 'notebook_repro.json';
  const root = asObject(JSON.parse(await folder.readText(file)), file);
  const reference = textAt(root, 'reference');
  const cases = listAt(root, 'rows').map((value) => {
    const row = asObject(value, 'rows');
    const answer = textAt(row, 'answer');
    const want = Object.fromEntries(Object.entries(row).filter(([key]) => key.includes('bleu')));
    return {
      id: textAt(row, 'model'),
      want,
      run: () => {
        const score = characterBleu([answer], [reference]);
        return {
          bleu_printed: Number(score?.toFixed(3)),
          bleu_char_recomputed: score,
          bleu_word_recomputed: wordBleu([answer], [reference]),
          sacrebleu_sentence_percent: sentenceBleu(answer, reference).score,
        };
      },
    };
  });
  return runCases(file, cases, (want, got) => firstDifference(want, got, TOLERANCE));
}
