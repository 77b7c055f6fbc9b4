import { z } from 'zod';

const count = z.coerce.number().int();

/** Settings that all three tasks have. */
const shared = {
  preset: z.enum(['none', 'paper']).default('none').describe('paper: decoding and reading of the authors'),
  temperature: z.coerce.number().min(0).max(2).default(0).describe('sampling temperature'),
};

export const classificationSettings = z.strictObject({
  shot: z
    .enum(['zero', 'one'])
    .default('zero')
    .describe('one: with a demonstration before the text (one-shot, own example)'),
  ...shared,
  'max-output-tokens': count.min(1).optional().describe('output limit a call; 512 by default'),
});
export type ClassificationSettings = z.infer<typeof classificationSettings>;

/** Output limit of a call about one text, in tokens. */
export function classificationLimit(settings: ClassificationSettings): number {
  return settings['max-output-tokens'] ?? (settings.preset === 'paper' ? 128 : 512);
}
