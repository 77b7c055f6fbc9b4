import type { ItemDiagnostic, ResultWarning, SetCheck } from '../../core/index.ts';
import { cohenKappa, confusionMatrix, countClasses, krippendorffAlpha } from '../../metrics/index.ts';
import type { ClimaItem, Origin } from './data.ts';
import type { ClimaqaSettings } from './settings.ts';
import type { FreeformValue, McqValue, Value } from './values.ts';
import { majority } from './verdicts.ts';

/** What only shows over the whole set: counts of rows and letters, agreement, and what the figures do not mean. */
export function checkSet(
  values: ReadonlyMap<string, Value>,
  _items: readonly ClimaItem[],
  surplus: readonly string[],
  settings: ClimaqaSettings,
  planned: readonly ClimaItem[],
): SetCheck {
  const origin = planned[0]?.origin;
  if (origin === undefined) return { errors: [], warnings: surplusWarning(surplus) };
  const freeform = [...withoutTexts(values)];
  return {
    errors: [],
    warnings: [
      ...origin.warnings,
      ...surplusWarning(surplus),
      ...(origin.kind === 'mcq' ? tokenWarning([...values.values()]) : []),
      ...(origin.kind === 'freeform' ? absentWarnings(freeform, settings) : []),
      ...(origin.kind === 'cloze' ? similarityWarning(values) : []),
      ...leakWarning(origin),
      ...corpusWarning(origin, settings),
      ...cardWarnings(origin, settings),
    ],
    diagnostics: [
      ...rowCounts(origin),
      ...letterPositions(values, origin),
      ...(origin.shownInPrompt === null
        ? []
        : [{ id: 'few-shot-in-data', value: origin.shownInPrompt.length, n: planned.length }]),
      ...(settings.setting === 'few-shot' && origin.shownInPrompt === null
        ? [
            {
              id: 'few-shot-overlap-left-out',
              value: origin.overlap,
              n: (origin.examples?.length ?? 0) + origin.overlap,
            },
          ]
        : []),
      ...(settings.verdicts === undefined ? [] : expertDiagnostics(planned, new Map(freeform))),
    ],
  };
}

/** Free-form values one by one, with empty texts where there are any: all of those together may not fit into memory. */
function* withoutTexts(values: ReadonlyMap<string, Value>): Generator<[string, FreeformValue]> {
  for (const [id, value] of values)
    if (value.kind === 'freeform') yield [id, { ...value, text: value.text === null ? null : '', raw: '' }];
}

function surplusWarning(surplus: readonly string[]): ResultWarning[] {
  if (surplus.length === 0) return [];
  const named = surplus.slice(0, 5).join(', ');
  return [
    {
      code: 'surplus-items',
      message: `${surplus.length} predictions are of no item of these data: ${named}${surplus.length > 5 ? ', …' : ''}.`,
    },
  ];
}

/** Which books the passages are from, so that two corpora are told apart whatever their files are called. */
function corpusWarning({ corpus }: Origin, settings: ClimaqaSettings): ResultWarning[] {
  if (corpus === null) return [];
  const { chunks, books, sha256 } = corpus;
  const named = books.slice(0, 3).join(', ');
  return [
    {
      code: 'corpus',
      message: `Passages are from the corpus “${settings.corpus}”: ${chunks} chunks of ${books.length} ${books.length === 1 ? 'book' : 'books'} (${named}${books.length > 3 ? ', …' : ''}), SHA-256 ${sha256}.`,
    },
  ];
}

/** Examples of a prompt of one's own that ask what is scored. */
function leakWarning({ shownInPrompt }: Origin): ResultWarning[] {
  if (shownInPrompt === null || shownInPrompt.length === 0) return [];
  const named = shownInPrompt.slice(0, 5).join(', ');
  return [
    {
      code: 'few-shot-leak',
      message: `The examples of the prompt hold the questions of ${shownInPrompt.length} items that are scored: ${named}${shownInPrompt.length > 5 ? ', …' : ''}.`,
    },
  ];
}

function rowCounts({ rows, rejected, whole }: Origin): ItemDiagnostic[] {
  return [
    { id: 'rejected-rows', value: rejected, n: rows },
    ...(whole === null ? [] : [{ id: 'scored-rows-of-the-split', value: whole.scored, n: whole.rows }]),
  ];
}

/** How often each letter is right, and how often it was chosen: a model that prefers a place shows here. */
function letterPositions(values: ReadonlyMap<string, Value>, origin: Origin): ItemDiagnostic[] {
  if (origin.kind !== 'mcq') return [];
  const read = [...values.values()].filter((value): value is McqValue => value.kind === 'mcq');
  return [...origin.letters.keys()].flatMap((letter) => [
    {
      id: `right-letter ${letter}`,
      value: read.filter(({ gold }) => gold === letter).length,
      n: read.length,
    },
    {
      id: `chosen-letter ${letter}`,
      value: read.filter((value) => value.letter === letter).length,
      n: read.length,
    },
  ]);
}

function tokenWarning(values: readonly Value[]): ResultWarning[] {
  const read = values.filter((value): value is McqValue => value.kind === 'mcq');
  const without = read.filter(({ from, card }) => from !== 'first-token' && card.length > 1).length;
  if (without === 0) return [];
  return [
    {
      code: 'first-token',
      message: `For ${without} of ${read.length} answers no first token decides: standard reads their text, and paper takes the leading word for the token where none is known.`,
    },
  ];
}

function similarityWarning(values: ReadonlyMap<string, Value>): ResultWarning[] {
  for (const value of values.values())
    if (value.kind === 'cloze' && typeof value.similarity === 'number') return [];
  return [
    {
      code: 'no-phrase-similarity',
      message:
        'Phrase similarity has no value: no embedder was named (--embedder), or the predictions hold no vectors.',
    },
  ];
}

function absentWarnings(
  values: readonly (readonly [string, FreeformValue])[],
  settings: ClimaqaSettings,
): ResultWarning[] {
  const warnings: ResultWarning[] = [];
  const answers = values.filter(([, { text }]) => text !== null);
  const unscored = answers.filter(([, { bertScore }]) => typeof bertScore?.f1 !== 'number').length;
  if (settings.scorer === undefined || (unscored > 0 && unscored === answers.length)) {
    warnings.push({
      code: 'no-bertscore',
      message: `BERTScore has no value: ${settings.scorer === undefined ? 'no scorer was named (--scorer)' : 'the scorer gave none'}. It is never approximated.`,
    });
  } else if (unscored > 0) {
    warnings.push({
      code: 'partly-scored',
      message: `${unscored} of ${answers.length} answers have no BERTScore: its means leave them out.`,
    });
  }
  const judged = values.flatMap(([, value]) => (value.judged === undefined ? [] : [value.judged]));
  if (judged.length === 0) {
    warnings.push({
      code: 'no-judge',
      message:
        'Factual accuracy has no value: no judge was named (--judge), or the predictions hold no judgements.',
    });
    return warnings;
  }
  const unjudged = answers.filter(([, value]) => value.judged === undefined).length;
  if (unjudged > 0) {
    warnings.push({
      code: 'partly-judged',
      message: `${unjudged} of ${answers.length} answers have no judgement: factual accuracy leaves them out.`,
    });
  }
  const unreadable = judged.reduce((sum, one) => sum + (one.unreadable ?? 0), 0);
  if (unreadable > 0) {
    warnings.push({
      code: 'unreadable-verdicts',
      message: `${unreadable} judgements hold no verdict that can be read, SUPPORTS or REFUTES: factual-accuracy.binary leaves them out.`,
    });
  }
  const without = judged.filter(({ closed }) => closed === null).length;
  if (without > 0) {
    warnings.push({
      code: 'no-log-probabilities',
      message: `The judge gave no log-probabilities for ${without} of ${judged.length} answers: factual-accuracy leaves them out, factual-accuracy.binary stands beside it.`,
    });
  }
  const missing = judged.reduce((sum, one) => sum + one.missing, 0);
  if (missing > 0) {
    warnings.push({
      code: 'missing-labels',
      message: `${missing} labels were not among the judge’s first tokens and count with log-probability -100${settings['supports-token'] === 'auto' ? '' : '; check supports-token and refutes-token'}.`,
    });
  }
  return warnings;
}

/** Where the card warns. */
function cardWarnings({ kind, split }: Origin, settings: ClimaqaSettings): ResultWarning[] {
  const warnings: ResultWarning[] = [];
  if (kind === 'freeform') {
    warnings.push({
      code: 'generator-style',
      message:
        'BLEU and BERTScore favour the style of gpt-3.5-turbo, which wrote questions and references: do not compare models of its family with others by them.',
    });
  }
  if (kind !== 'cloze') {
    warnings.push({
      code: 'forced-choice',
      message:
        'Free-form and multiple-choice figures of one model do not compare: its free-form scores on reasoning questions are often higher.',
    });
  }
  if (settings.setting === 'rag' && settings.corpus === 'source') {
    warnings.push({
      code: 'source-corpus',
      message:
        'Passages come from the books that the questions were made from: that raises scores. Compare with corpus=held-out, and with no other setting.',
    });
  }
  if (split === 'silver') {
    warnings.push({
      code: 'silver',
      message:
        'Silver was checked by no expert, and models may have been trained on it: its figures stand apart from Gold.',
    });
  }
  return warnings;
}

/** Agreement of the experts among themselves and with the judge. */
function expertDiagnostics(
  items: readonly ClimaItem[],
  values: ReadonlyMap<string, FreeformValue>,
): ItemDiagnostic[] {
  const sheet = items.filter(({ verdicts }) => verdicts.length > 0);
  const decided = sheet.map((item) => ({ item, verdict: majority(item.verdicts) }));
  const reviewers = [
    ...new Set(sheet.flatMap(({ verdicts }) => verdicts.map(({ reviewer }) => reviewer))),
  ].sort();
  const ratings = reviewers.map((reviewer) =>
    sheet.map(({ verdicts }) => verdicts.find((one) => one.reviewer === reviewer)?.verdict ?? null),
  );
  const alpha = reviewers.length < 2 ? null : krippendorffAlpha(ratings, 'nominal');
  const pairs = decided.flatMap(({ item, verdict }) => {
    const binary = values.get(item.id)?.judged?.binary ?? null;
    return verdict === null || binary === null
      ? []
      : [[verdict, binary === 1 ? 'supports' : 'refutes'] as const];
  });
  const kappa = pairs.length === 0 ? null : kappaOf(pairs);
  return [
    {
      id: 'expert-undecided',
      value: decided.filter(({ verdict }) => verdict === null).length,
      n: sheet.length,
    },
    ...(alpha === null ? [] : [{ id: 'expert-alpha', value: alpha, n: sheet.length }]),
    ...(pairs.length === 0
      ? []
      : [
          {
            id: 'expert-judge-agreement',
            value: pairs.filter(([expert, judge]) => expert === judge).length,
            n: pairs.length,
          },
        ]),
    ...(kappa === null ? [] : [{ id: 'expert-judge-kappa', value: kappa, n: pairs.length }]),
  ];
}

function kappaOf(pairs: readonly (readonly [expert: string, judge: string])[]): number | null {
  const counts = countClasses(
    pairs.map(([expert]) => expert),
    pairs.map(([, judge]) => judge),
    ['supports', 'refutes'],
  );
  return cohenKappa(confusionMatrix(counts));
}
