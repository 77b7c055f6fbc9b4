import { z } from 'zod';
import { MASK } from './phrase.ts';
import { MAX_PASSAGES, THRESHOLD } from './relevance.ts';
import type { Kind } from './sets.ts';

/** `true`, `false` and their texts, as they come from `--set key=value`. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const count = z.coerce.number().int();
const name = z.string().min(1);

export const SETTINGS = ['default', 'few-shot', 'rag'] as const;
export type PromptSetting = (typeof SETTINGS)[number];

/** Settings of the three tasks. */
export const settingsSchema = z
  .strictObject({
    setting: z
      .enum(SETTINGS)
      .default('default')
      .describe('zero-shot, five examples from Silver, or passages'),
    corpus: z
      .enum(['source', 'held-out'])
      .default('source')
      .describe('what the books are: those the questions were made from, or others (rag)'),
    books: z
      .string()
      .optional()
      .describe('files of passages, separated by commas: CSV of pages, PDF, Markdown, text (rag)'),
    passages: count.min(1).max(MAX_PASSAGES).default(MAX_PASSAGES).describe('passages shown at most (rag)'),
    threshold: z.coerce
      .number()
      .min(-2)
      .max(1)
      .default(THRESHOLD)
      .describe('least relevance of a passage (rag)'),
    rotate: flag.default(false).describe('rotate the options of each question by the seed (mcq)'),
    'include-invalid': flag.default(false).describe('score the rows that experts rejected, too'),
    mask: name.default(MASK).describe('what stands for the missing word (cloze)'),
    embedder: name.optional().describe('set by --embedder: the model of phrase similarity and retrieval'),
    judge: name.optional().describe('set by --judge: the model that judges factual accuracy (freeform)'),
    'judge-repeats': count.min(1).max(9).default(1).describe('how often the judge is asked (freeform)'),
    'supports-token': name
      .default('auto')
      .describe('first token of SUPPORTS in the judge’s tokenizer, S for gpt-4 (freeform)'),
    'refutes-token': name.default('auto').describe('the same of REFUTES, REF for gpt-4 (freeform)'),
    scorer: name
      .optional()
      .describe('who made the BERTScores of a file of predictions, with its hash (freeform)'),
    verdicts: name.optional().describe('file of expert verdicts: id, verdict, reviewer (freeform)'),
    prompts: name.optional().describe('file of prompt templates in place of the built-in ones'),
    preset: z
      .enum(['none', 'paper'])
      .default('none')
      .describe('paper: three repeats, no decoding parameter is sent'),
    temperature: z.coerce
      .number()
      .min(0)
      .max(2)
      .optional()
      .describe('sampling temperature; by default 0, with preset=paper none'),
    'max-output-tokens': count
      .min(1)
      .optional()
      .describe('output limit of an answer; by default 256, for cloze 64'),
  })
  .refine((settings) => (settings['supports-token'] === 'auto') === (settings['refutes-token'] === 'auto'), {
    path: ['refutes-token'],
    message: 'must be given together with supports-token',
  })
  .refine((settings) => settings.setting !== 'rag' || bookPaths(settings).length > 0, {
    path: ['books'],
    message: 'must name at least one file where setting is rag',
  })
  .refine(({ setting, books }) => setting === 'rag' || books === undefined, {
    path: ['books'],
    message: 'is read with setting=rag only',
  })
  .refine(({ setting, corpus }) => setting === 'rag' || corpus === 'source', {
    path: ['corpus'],
    message: 'is used with setting=rag only',
  })
  .refine((settings) => !retrievesByWords(settings) || settings.threshold === THRESHOLD, {
    path: ['threshold'],
    message: 'has no meaning where local/lexical finds passages by their words',
  })
  .refine(sendsWhatIsSet, {
    path: ['preset'],
    message: 'paper sends no decoding parameter: leave temperature and max-output-tokens away',
  });

interface SetDecoding {
  readonly preset: 'none' | 'paper';
  readonly temperature?: number | undefined;
  readonly 'max-output-tokens'?: number | undefined;
}

/** Whether no decoding parameter is set that would not be sent. */
function sendsWhatIsSet(settings: SetDecoding): boolean {
  if (settings.preset !== 'paper') return true;
  return settings.temperature === undefined && settings['max-output-tokens'] === undefined;
}

export type ClimaqaSettings = z.infer<typeof settingsSchema>;

/** The files that `books` names. */
export function bookPaths({ books }: { readonly books?: string | undefined }): readonly string[] {
  return (books ?? '')
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '');
}

/** Output limit of an answer, in tokens. */
export function outputLimit(settings: ClimaqaSettings, kind: Kind): number {
  return settings['max-output-tokens'] ?? (kind === 'cloze' ? 64 : 256);
}

/** Whether passages are found by words, without an embedding model. */
export function retrievesByWords(settings: { readonly embedder?: string | undefined }): boolean {
  return settings.embedder === 'local/lexical';
}
