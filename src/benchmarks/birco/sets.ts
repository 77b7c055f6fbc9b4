import type { SourceFile } from '../../core/index.ts';

/** What one of the five sets is, in our words; facts from the authors' repository at the pinned commit. */
export interface BircoSet {
  readonly id: 'doris-mae' | 'arguana' | 'wtb' | 'clinical-trial' | 'relic';
  readonly title: string;
  /** What the query is, and what a passage is, for prompts. */
  readonly queryIs: string;
  readonly passageIs: string;
  /** The objective as one or two sentences for prompts. */
  readonly objective: string;
  readonly sizes: Readonly<Record<string, number>>;
  /** Hashes and sizes at the pinned commit; a git blob hash where the authors' file was never hashed otherwise. */
  readonly files: Readonly<Record<string, { sha256?: string; gitBlobSha1?: string; bytes?: number }>>;
}

const COMMIT = '84b2b05c862cff6f6a80c06a6a11e6a7cd12e838';
const BASE = `https://raw.githubusercontent.com/BIRCO-benchmark/BIRCO/${COMMIT}`;
/** No data file of the five sets comes near this size. */
const MAX_BYTES = 64 * 1024 * 1024;

export const SETS: readonly BircoSet[] = [
  {
    id: 'doris-mae',
    title: 'DORIS-MAE',
    queryIs: 'a paragraph in which a researcher describes what they are looking for',
    passageIs: 'the abstract of a scientific paper',
    objective:
      'Find the papers that meet the research needs described in the query. A paper is the better, the more of the described aspects it covers and the more fully it covers them.',
    sizes: { test: 60, dev: 40 },
    files: {
      test: { gitBlobSha1: '261526c56f7c30f3f8277ea20b6382fbfb99490d' },
      dev: { sha256: 'cdb392ae3a895bd30a19cbc9cd4268fb5eeac0b9667fc52db5fe44ff15f9733c', bytes: 3_629_616 },
    },
  },
  {
    id: 'arguana',
    title: 'ArguAna',
    queryIs: 'an argument from a debate',
    passageIs: 'another argument',
    objective:
      'Find the argument that directly refutes the one in the query: it speaks about the same point of the same topic and takes the opposite side.',
    sizes: { test: 100 },
    files: {
      test: { sha256: '86d9f5838c8db84b63a61e670ba8fe4259cd7cc6176d5587c2c2289e3ceab6ab', bytes: 3_879_322 },
      dev: { gitBlobSha1: '8b556ce18500bd64ddd192a1dbb6376147e7d75b' },
    },
  },
  {
    id: 'wtb',
    title: 'WhatsThatBook',
    queryIs: 'a reader’s imperfect memory of a book',
    passageIs: 'the description of a book',
    objective:
      'Find the book that the reader is trying to remember. Memory is patchy: details may be vague or wrong, yet plot, characters, setting and time of reading together point to one book.',
    sizes: { test: 100, dev: 57 },
    files: {
      test: { sha256: 'c6325cfc315407016250aefa366c43d319c406ffa8ee6e882aa7d7b9ec007f13', bytes: 2_101_382 },
      dev: { sha256: '07b764e2122d620a20180beadd222eadc82c71162f489f494c567388e33f3253', bytes: 3_516_769 },
    },
  },
  {
    id: 'clinical-trial',
    title: 'Clinical-Trial',
    queryIs: 'the description of a patient',
    passageIs: 'the description of a clinical trial',
    objective:
      'Find the trials in which the patient could take part. The condition under study must be the patient’s, and no exclusion criterion may apply to the patient.',
    sizes: { test: 50, dev: 9 },
    files: {
      test: { sha256: 'f772fc44bf18c6e60c1d14d8306013457bb2dbcace14316467b9ea8abf224da8', bytes: 4_088_592 },
      dev: { sha256: 'bf0bccefdb56c580a286e281f5db92bb67ef3c2e6b86cf9171d57d52def6a6b8', bytes: 282_372 },
    },
  },
  {
    id: 'relic',
    title: 'RELIC',
    queryIs: 'a passage of literary analysis in which a quotation has been replaced by [masked sentence(s)]',
    passageIs: 'sentences from a literary work',
    objective:
      'Find the quotation that belongs in the gap: it gives evidence for the claim that the analysis makes around the gap, and does not merely repeat words of the analysis.',
    sizes: { test: 100 },
    files: {
      test: { sha256: 'dcaffab34e76d7b919fd7b4f87aa972ddc43beeee82f8c84e00596e9bc2473b5', bytes: 2_635_130 },
      dev: { gitBlobSha1: '1c28a6f43d1db05f2ab45be9896da37ec04db8fd' },
    },
  },
];

/** Path of a split's file below the data folder, as in the authors' repository. */
export function dataPath(set: string, split: string): string {
  return `${set}/${split}_set.pickle`;
}

/** The pinned source files of a set. */
export function sourceFiles(set: BircoSet): readonly SourceFile[] {
  return Object.entries(set.files).map(([split, known]) => ({
    path: dataPath(set.id, split),
    url: `${BASE}/datasets/${set.id}/${split}_set.pickle`,
    split,
    maxBytes: MAX_BYTES,
    ...known,
  }));
}

/**
 * The set that query ids of this look belong to, or undefined. DORIS-MAE numbers its queries `q_0` to `q_99`,
 * RELIC uses the same prefix with larger numbers among them.
 */
export function setOfQueries(ids: readonly string[]): BircoSet['id'] | undefined {
  const all = (pattern: RegExp) => ids.length > 0 && ids.every((id) => pattern.test(id));
  if (all(/^q_unique_\d+$/)) return 'wtb';
  if (all(/^q_\d{1,2}$/)) return 'doris-mae';
  if (all(/^q_\d+$/)) return 'relic';
  if (all(/^\d{5,6}$/)) return 'clinical-trial';
  if (all(/^(test|training|validation)-[a-z]+-[a-z]+-(pro|con)\d+[a-z]$/)) return 'arguana';
  return undefined;
}
