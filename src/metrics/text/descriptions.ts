import { describeProportion, type MeasureDescription } from '../../core/measure.ts';

const SACREBLEU = 'sacreBLEU 2.6.0';
const NLTK = 'NLTK 3.10.3';
const ROUGE_SCORE = 'Lin 2004; rouge_score (google-research)';
const RAPIDFUZZ = 'RapidFuzz 3.14';
const BERT_SCORE = 'Zhang et al. 2020; bert_score 0.3.13';

function percent(
  id: string,
  name: string,
  summary: string,
  source: string,
  empty: string,
): MeasureDescription {
  return { ...describeProportion(id, name, summary, source, empty), range: [0, 100], unit: 'percent' };
}

const NO_TEXT = '0 for an empty text; no value (null) for an empty corpus';
const NO_TOKEN = '0 where one side has no token';
const BOTH_EMPTY = '1 for two empty texts, 0 where one is empty';

const BLEU: readonly MeasureDescription[] = [
  percent(
    'bleu',
    'BLEU',
    'Geometric mean of the precisions of 1- to 4-grams over a corpus, with a brevity penalty. The tokenizer, 13a unless named, is a parameter.',
    `Papineni et al. 2002; ${SACREBLEU}`,
    NO_TEXT,
  ),
  describeProportion(
    'bleu.char',
    'BLEU over characters',
    'BLEU whose tokens are code points, blanks and case included, with the smoothing named in the parameters.',
    `Papineni et al. 2002; ${NLTK}, corpus_bleu on texts`,
    NO_TEXT,
  ),
  describeProportion(
    'bleu.nltk',
    'BLEU of token lists',
    'BLEU of given tokens as NLTK computes it; a missing order is replaced as the smoothing method says.',
    `Papineni et al. 2002; ${NLTK}`,
    NO_TEXT,
  ),
  percent(
    'chrf',
    'chrF',
    'F-score with recall weighted twice over character n-grams of 1 to 6, white space left out.',
    `Popović 2015; ${SACREBLEU}`,
    NO_TEXT,
  ),
  percent(
    'chrf++',
    'chrF++',
    'The F-score of chrF with n-grams of one and two words among the orders.',
    `Popović 2017; ${SACREBLEU}`,
    NO_TEXT,
  ),
];

const ROUGE: readonly MeasureDescription[] = [
  describeProportion(
    'rouge1',
    'ROUGE-1',
    'F1 of single words; words are runs of ASCII letters and digits.',
    ROUGE_SCORE,
    NO_TOKEN,
  ),
  describeProportion(
    'rouge2',
    'ROUGE-2',
    'F1 of pairs of words; words are runs of ASCII letters and digits.',
    ROUGE_SCORE,
    '0 where one side has fewer than two tokens',
  ),
  describeProportion(
    'rougel',
    'ROUGE-L',
    'F1 of the longest common subsequence of words; words are runs of ASCII letters and digits.',
    ROUGE_SCORE,
    NO_TOKEN,
  ),
  describeProportion(
    'rougelsum',
    'ROUGE-Lsum',
    'F1 of the joined longest common subsequences of lines; words are runs of ASCII letters and digits.',
    ROUGE_SCORE,
    NO_TOKEN,
  ),
  describeProportion(
    'rouge1.char',
    'ROUGE-1 over characters',
    'F1 of single code points, white space left out.',
    ROUGE_SCORE,
    NO_TOKEN,
  ),
  describeProportion(
    'rouge2.char',
    'ROUGE-2 over characters',
    'F1 of pairs of code points, white space left out.',
    ROUGE_SCORE,
    '0 where one side has fewer than two tokens',
  ),
  describeProportion(
    'rougel.char',
    'ROUGE-L over characters',
    'F1 of the longest common subsequence of code points, white space left out.',
    ROUGE_SCORE,
    NO_TOKEN,
  ),
  describeProportion(
    'rougel.words',
    'ROUGE-L over segmented words',
    'F1 of the longest common subsequence of words; the segmenter is a parameter.',
    ROUGE_SCORE,
    NO_TOKEN,
  ),
];

const ANSWERS: readonly MeasureDescription[] = [
  describeProportion(
    'squad.em',
    'exact match of SQuAD',
    'Share of answers that equal a gold answer after lower-casing and without ASCII punctuation and articles.',
    'Rajpurkar et al. 2018, evaluation script v2.0',
    BOTH_EMPTY,
  ),
  describeProportion(
    'squad.f1',
    'F1 of SQuAD',
    'F1 over the words of the normalised answer and gold answer, the best over the gold answers.',
    'Rajpurkar et al. 2018, evaluation script v2.0',
    BOTH_EMPTY,
  ),
  describeProportion(
    'char.f1',
    'F1 over characters',
    'F1 over the letters and digits of answer and gold answer, the best over the gold answers.',
    'CJRC (Duan et al. 2019); LawBench 2-5',
    BOTH_EMPTY,
  ),
  describeProportion(
    'token-overlap',
    'word overlap',
    'Distinct words that answer and gold share, over the number of words of the gold.',
    'card of ClimaQA, score_cloze_ps',
    '0 where one side has no word',
  ),
];

const EDITS: readonly MeasureDescription[] = [
  {
    id: 'levenshtein',
    name: 'Levenshtein distance',
    summary: 'Least number of code points to insert, delete or replace.',
    range: [0, Number.POSITIVE_INFINITY],
    direction: 'lower-is-better',
    unit: 'count',
    source: `Levenshtein 1966; ${RAPIDFUZZ}`,
    empty: '0 for two empty texts, else the length of the other one',
  },
  describeProportion(
    'levenshtein.similarity',
    'normalised Levenshtein similarity',
    '1 less the Levenshtein distance over the longer length, in code points.',
    RAPIDFUZZ,
    BOTH_EMPTY,
  ),
  describeProportion(
    'indel.ratio',
    'indel ratio',
    'Twice the longest common subsequence over both lengths, in code points.',
    RAPIDFUZZ,
    BOTH_EMPTY,
  ),
  describeProportion(
    'jaro',
    'Jaro similarity',
    'Mean of the shares of matching code points on both sides and of matches in order.',
    `Jaro 1989; ${RAPIDFUZZ}`,
    BOTH_EMPTY,
  ),
  describeProportion(
    'jaro-winkler',
    'Jaro-Winkler similarity',
    'Jaro similarity, above 0.7 raised by a tenth of the rest for each of up to four equal first code points.',
    `Winkler 1990; ${RAPIDFUZZ}`,
    BOTH_EMPTY,
  ),
];

const EMBEDDED: readonly MeasureDescription[] = (['precision', 'recall', 'f1'] as const).map((part) => ({
  ...describeProportion(
    `bertscore.${part}`,
    `BERTScore ${part === 'f1' ? 'F1' : part}`,
    'Cosine of each token with the most similar one of the other text, averaged. The embedder is a parameter; scores of two embedders do not compare.',
    BERT_SCORE,
    '0 where a text is empty; no value (null) where it was not computed or is undefined',
  ),
  range: [-1, 1],
}));

/** What each text measure is, for lists, legends and docs. */
export const TEXT_MEASURES: readonly MeasureDescription[] = [
  ...BLEU,
  ...ROUGE,
  ...ANSWERS,
  ...EDITS,
  ...EMBEDDED,
];
