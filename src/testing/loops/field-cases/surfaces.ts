import { DATASET_SURFACES } from './dataset.ts';
import { LOAD_SURFACES } from './load.ts';
import { METRIC_SURFACES } from './metric.ts';
import { MODEL_SURFACES } from './models.ts';
import { PARSE_SURFACES } from './parse.ts';
import { REPORT_SURFACES } from './report.ts';
import { REQUEST_SURFACES } from './request.ts';
import { RESUME_SURFACES } from './resume.ts';
import { STATISTICS_SURFACES } from './statistics.ts';
import type { Surfaces } from './surface.ts';

/** Every surface that we have code for. */
export const SURFACES: Surfaces = new Map([
  ...LOAD_SURFACES,
  ...PARSE_SURFACES,
  ...METRIC_SURFACES,
  ...STATISTICS_SURFACES,
  ...MODEL_SURFACES,
  ...REPORT_SURFACES,
  ...REQUEST_SURFACES,
  ...RESUME_SURFACES,
  ...DATASET_SURFACES,
]);
