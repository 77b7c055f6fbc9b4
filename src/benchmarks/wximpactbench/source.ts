import type { SourceFile } from '../../core/index.ts';

/** The authors' commit that the files are pinned to. */
export const COMMIT = '3fd47a997aff2d7c1b39567ca98df827635c0172';
const BASE = `https://raw.githubusercontent.com/Michaelyya/WXImpactBench/${COMMIT}/datasets`;
const MAX_BYTES = 128 * 1024 * 1024;

export type Context = 'LongCTX' | 'MixedCTX';

export const LONG_FILE: SourceFile = {
  path: 'datasets/LongCTX_Dataset(350).csv',
  url: `${BASE}/LongCTX_Dataset%28350%29.csv`,
  revision: COMMIT,
  split: 'test',
  gitBlobSha1: '9a354f6ef1025b842c5b06bdcd2d898de7c5b890',
  maxBytes: MAX_BYTES,
  otherNames: ['LongCTX_Dataset.csv', 'LongCTX_Dataset(350).parquet', 'LongCTX_Dataset.parquet'],
};

export const MIXED_FILE: SourceFile = {
  path: 'datasets/MixedCTX_Dataset(1386).csv',
  url: `${BASE}/MixedCTX_Dataset%281386%29.csv`,
  revision: COMMIT,
  split: 'test',
  gitBlobSha1: 'ab17a8e0989441bf665c9bc111d7eed4f481ad0c',
  maxBytes: MAX_BYTES,
  // The hub Michaelyya/wximpactbench-1386 has the same rows under other headers, as CSV or Parquet.
  otherNames: [
    'MixedCTX_Dataset.csv',
    'MixedCTX_Dataset(1386).parquet',
    'MixedCTX_Dataset.parquet',
    'wximpactbench-1386.csv',
    'wximpactbench-1386.parquet',
    'train-00000-of-00001.parquet',
  ],
};

export const POOL_FILE: SourceFile = {
  path: 'datasets/QACandidate_Pool.csv',
  url: `${BASE}/QACandidate_Pool.csv`,
  revision: COMMIT,
  split: 'test',
  sha256: '9f04bd606ccd1b4f4aafd8879f7e0a51f01ab0514604a820413363e0d117cb22',
  gitBlobSha1: '11778999efb9512d7a6c3e074800a0ff32ada107',
  bytes: 36_352_782,
  maxBytes: MAX_BYTES,
};

/**
 * Hashes of the gold of the two released files, whatever form they have: SHA-256 of the JSON list of row number, article
 * and labels. Computed from the published labels.
 */
export const GOLD_SHA256: Readonly<Record<Context, string>> = {
  LongCTX: '8e6cbab099c94d0b33cbd041792c4e6ba66829546d586bcbe9367be99bbba041',
  MixedCTX: '405b1be307204a2c82f3330fdd8c7df3968dcb36cb50e3a32e37cabe7bb45143',
};

/** Rows of the two released files. */
export const RELEASED_ROWS: Readonly<Record<Context, number>> = { LongCTX: 350, MixedCTX: 1386 };
/** Articles of both. */
export const RELEASED_ARTICLES = 350;

export const FILE_OF: Readonly<Record<Context, SourceFile>> = { LongCTX: LONG_FILE, MixedCTX: MIXED_FILE };
