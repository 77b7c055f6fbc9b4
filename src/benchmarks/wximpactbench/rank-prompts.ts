import { createHash } from 'node:crypto';
import type { Message } from '../../core/index.ts';
import type { RankingSettings } from './settings.ts';

/** Raised with every change of a prompt's wording. */
export const RANKING_PROMPT_VERSION = 1;

export interface ShownPassage {
  readonly number: number;
  readonly text: string;
}

/** The prompt that asks for an order of passages, each with its number. */
export function rankingPrompt(query: string, passages: readonly ShownPassage[], parts: boolean): Message[] {
  const numbers = passages.map(({ number }) => number);
  const range = `[${Math.min(...numbers)}] to [${Math.max(...numbers)}]`;
  return [
    {
      role: 'user',
      content: [
        `You search old and new newspapers. Below are a question and ${passages.length} ${parts ? 'parts of passages' : 'passages'}, numbered ${range}. One of the passages ${parts ? 'that they are taken from ' : ''}holds the answer.`,
        'Put the numbers in order: first the passage that most probably holds the answer, last the one that least probably does. The numbers themselves mean nothing; do not sort by them.',
        `<question>\n${safe(query)}\n</question>`,
        passages.map(({ number, text }) => `[${number}] ${safe(oneLine(text))}`).join('\n\n'),
        'Write one line and nothing else: the numbers in brackets, joined by >, each number once, for example [4] > [1] > [9].',
      ].join('\n\n'),
    },
  ];
}

/** A passage without line breaks. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/** A text that cannot close the marks around the question. */
function safe(text: string): string {
  return text.replace(/<(\/?)question>/gi, '($1question)');
}

/** Hash of what these settings can send, over fixed stand-ins. A file of prompts is hashed by itself. */
export function rankingPromptHash(settings: RankingSettings): string {
  const shown =
    settings.method === 'ranker' || settings.prompts !== undefined
      ? []
      : rankingPrompt('Q', [{ number: 1, text: 'P' }], settings.method === 'article-thirds');
  return createHash('sha256')
    .update(JSON.stringify([RANKING_PROMPT_VERSION, settings.method, settings.groups, settings.keep, shown]))
    .digest('hex');
}
