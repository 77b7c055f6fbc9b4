import { z } from 'zod';
import type { ModelAbility } from '../../core/index.ts';

/** `true`, `false` and their texts, as they come from `--set key=value`. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const count = z.coerce.number().int();

export const METHODS = ['score', 'reason', 'subtask', 'listwise', 'ranker'] as const;

/** Settings of a BIRCO task. */
export const settingsSchema = z
  .strictObject({
    method: z
      .enum(METHODS)
      .default('score')
      .describe('how the model ranks: pointwise, listwise, or without a prompt'),
    objective: flag.default(true).describe('tell the model the objective of the set'),
    window: count.min(2).max(100).default(10).describe('passages a window (listwise)'),
    step: count.min(1).max(100).default(5).describe('places from one window to the next (listwise)'),
    initial: z
      .string()
      .min(1)
      .default('shuffle')
      .describe('first order: shuffle, bm25 or a file of rankings'),
    relax: flag.default(false).describe('score faulty rankings too, with all faults named'),
    prompts: z
      .string()
      .min(1)
      .optional()
      .describe('file of prompts of your own, in place of the built-in ones'),
    preset: z
      .enum(['none', 'paper'])
      .default('none')
      .describe('paper: decoding and window reading of the authors'),
    temperature: z.coerce.number().min(0).max(2).default(0).describe('sampling temperature'),
    'max-output-tokens': count
      .min(1)
      .optional()
      .describe('output limit a call; by default 128, 256 or 1024 by method'),
  })
  .refine((settings) => settings.step <= settings.window, {
    path: ['step'],
    message: 'must not be larger than window',
  });

export type BircoSettings = z.infer<typeof settingsSchema>;

/** A model that cannot write text orders the pool without a prompt. */
export function defaultSettings(abilities: ReadonlySet<ModelAbility>): Readonly<Record<string, unknown>> {
  return abilities.has('text') ? {} : { method: 'ranker' };
}

/** Output limit of a call of this method, in tokens. */
export function outputLimit(settings: BircoSettings): number {
  const given = settings['max-output-tokens'];
  if (given !== undefined) return given;
  if (settings.preset === 'paper') return settings.method === 'listwise' ? 100 : 3000;
  if (settings.method === 'score') return 128;
  return settings.method === 'listwise' ? 256 : 1024;
}
