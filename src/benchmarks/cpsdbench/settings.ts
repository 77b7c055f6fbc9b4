import { z } from 'zod';

/** `true`, `false` and their texts, as they come from `--set key=value`. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const count = z.coerce.number().int();

/** Settings of every task. */
const shared = {
  'strict-format': flag
    .default(false)
    .describe('score with repairs off: only the form that was asked for is read'),
  'digit-guard': flag
    .optional()
    .describe('extraction: a near match also needs the same digits; by default what the task file says'),
  threshold: count
    .min(0)
    .max(100)
    .optional()
    .describe('extraction: largest distance of a near match; by default what the task file says (2)'),
  'task-file': z
    .string()
    .min(1)
    .optional()
    .describe(
      'a task file of your own, or one that ships: sentiment-neutral, sentiment-smp2020, fraud-ner-theft',
    ),
  prompts: z
    .string()
    .min(1)
    .optional()
    .describe('file of prompts of your own, in place of the built-in ones'),
  encoding: z
    .enum(['auto', 'utf-8', 'gb18030'])
    .default('auto')
    .describe('of the data file; auto: UTF-8, and GB18030 where it is not'),
  'max-input-characters': count.min(1).optional().describe('longest text that is sent; by default any'),
  'too-long': z
    .enum(['fail', 'cut-middle', 'cut-tail'])
    .default('fail')
    .describe('what becomes of a longer text: counted as input-too-long, or cut and counted'),
  preset: z
    .enum(['none', 'paper'])
    .default('none')
    .refine((preset) => preset !== 'paper', 'paper is refused: what the authors sent is not known')
    .describe('none; paper is refused, as the authors’ prompts and decoding are not known'),
  temperature: z.coerce.number().min(0).max(2).default(0).describe('sampling temperature'),
  'max-output-tokens': count
    .min(1)
    .optional()
    .describe(
      'output limit a call; by default 128 (labels), 256 (questions) or 1024; 8192 for models that reason',
    ),
};

/** Settings of the tasks that need no judge. */
export const settingsSchema = z.strictObject(shared);

/** Settings of the tasks of writing. */
export const judgedSchema = z.strictObject({
  ...shared,
  judge: z
    .string()
    .min(1)
    .optional()
    .describe('the model that says whether a text is supported by its reference; `--judge M` sets it'),
});

export type CpsSettings = z.infer<typeof judgedSchema>;

/** Output limits by kind, in tokens: a label has room for a sentence, a long list of entities must not be cut. */
export const OUTPUT_LIMITS = {
  classification: 128,
  entities: 1024,
  relations: 1024,
  reading: 256,
  knowledge: 256,
  generation: 1024,
} as const;
