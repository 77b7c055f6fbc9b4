import { createHash } from 'node:crypto';
import type { Message } from '../../core/index.ts';
import type { BircoSet } from './sets.ts';
import type { BircoSettings } from './settings.ts';

/** Raised with every change of a prompt's wording. */
export const PROMPT_VERSION = 1;

/** The pointwise prompt: one query, one passage, one score from 0 to 10. */
export function scorePrompt(set: BircoSet, objective: boolean, query: string, passage: string): Message[] {
  return [
    {
      role: 'user',
      content: [
        ...setting(set, objective),
        'You see one query and one passage. Judge the whole passage against the whole query and give it a whole number from 0 to 10: 0 means that the passage is of no use for the query, 10 that no passage could be better.',
        'Write nothing but one line of this form:\nSCORE: <number>',
        fenced('Query', query),
        fenced('Passage', passage),
      ].join('\n\n'),
    },
  ];
}

/** What the query and the passages are and, if wanted, the objective. */
function setting(set: BircoSet, objective: boolean): string[] {
  const lines = [
    `You help to judge search results. The query is ${set.queryIs}. A passage is ${set.passageIs}.`,
  ];
  if (objective) lines.push(`The objective: ${set.objective}`);
  return lines;
}

/** A text between marks that it cannot close itself. */
function fenced(title: string, text: string): string {
  return `<${title.toLowerCase()}>\n${text.replace(/<(\/?)(query|passage)>/gi, '($1$2)')}\n</${title.toLowerCase()}>`;
}

/** Hash of all prompt texts that a run of these settings can send, over fixed stand-ins for query and passage. */
export function promptHash(set: BircoSet, settings: BircoSettings): string {
  const shown =
    settings.method === 'ranker'
      ? [settings.objective ? set.objective : '']
      : scorePrompt(set, settings.objective, 'Q', 'P');
  return createHash('sha256')
    .update(JSON.stringify([PROMPT_VERSION, settings.method, shown]))
    .digest('hex');
}
