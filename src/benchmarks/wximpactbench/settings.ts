import { z } from 'zod';

const count = z.coerce.number().int();

/** Settings that all three tasks have. */
const shared = {
  preset: z.enum(['none', 'paper']).default('none').describe('paper: decoding and reading of the authors'),
  temperature: z.coerce.number().min(0).max(2).default(0).describe('sampling temperature'),
  prompts: z
    .string()
    .min(1)
    .optional()
    .describe('file of prompts of your own, in place of the built-in ones'),
};

/** The preset sends temperature 0, so another one would be shown and not sent. */
const coldPreset = ({ preset, temperature }: { readonly preset: string; readonly temperature: number }) =>
  preset !== 'paper' || temperature === 0;
const COLD = { path: ['temperature'], message: 'is 0 with preset=paper' };

export const classificationSettings = z
  .strictObject({
    shot: z
      .enum(['zero', 'one'])
      .default('zero')
      .describe('one: with a demonstration before the text (one-shot, own example)'),
    ...shared,
    'max-output-tokens': count.min(1).optional().describe('output limit a call; 512 by default'),
  })
  .refine(coldPreset, COLD);
export type ClassificationSettings = z.infer<typeof classificationSettings>;

/** Output limit of a call about one text, in tokens. */
export function classificationLimit(settings: ClassificationSettings): number {
  return settings['max-output-tokens'] ?? (settings.preset === 'paper' ? 128 : 512);
}

export const RANKING_METHODS = ['two-stage', 'single-call', 'sliding', 'article-thirds', 'ranker'] as const;
export type RankingMethod = (typeof RANKING_METHODS)[number];

const GROUPS = '40,40,20';
const KEEP = 10;

export const rankingSettings = z
  .strictObject({
    method: z
      .enum(RANKING_METHODS)
      .default('two-stage')
      .describe('how the pool is ranked; results of two methods are never mixed'),
    groups: z
      .string()
      .regex(/^[1-9]\d{0,3}(,[1-9]\d{0,3})*$/, 'is a list of sizes, such as 40,40,20')
      .default(GROUPS)
      .describe('sizes of the groups of the first stage (two-stage)'),
    keep: count.min(1).max(100).default(KEEP).describe('passages of a group that go on (two-stage)'),
    ...shared,
    'max-output-tokens': count.min(1).optional().describe('output limit a call; 1024 by default'),
  })
  .refine(({ method, groups }) => method === 'two-stage' || groups === GROUPS, {
    path: ['groups'],
    message: 'goes with method=two-stage only',
  })
  .refine(({ method, keep }) => method === 'two-stage' || keep === KEEP, {
    path: ['keep'],
    message: 'goes with method=two-stage only',
  })
  .refine(({ method, prompts }) => method !== 'ranker' || prompts === undefined, {
    path: ['prompts'],
    message: 'is not used by method=ranker, which sends no prompt',
  })
  .refine(coldPreset, COLD);
export type RankingSettings = z.infer<typeof rankingSettings>;

/** Sizes of the groups of the first stage. */
export function groupSizes(settings: RankingSettings): number[] {
  return settings.groups.split(',').map(Number);
}

/** Output limit of a call that ranks, in tokens. */
export function rankingLimit(settings: RankingSettings): number {
  return settings['max-output-tokens'] ?? (settings.preset === 'paper' ? 150 : 1024);
}
