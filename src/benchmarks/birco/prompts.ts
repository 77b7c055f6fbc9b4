import { createHash } from 'node:crypto';
import type { Message } from '../../core/index.ts';
import { CRITERIA } from './criteria.ts';
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

/** The same with reasoning before the score. */
export function reasonPrompt(set: BircoSet, objective: boolean, query: string, passage: string): Message[] {
  return [
    {
      role: 'user',
      content: [
        ...setting(set, objective),
        'You see one query and one passage. First name the criteria that a good passage for this query must meet. Then go through them one by one and say how far the passage meets each. At the end give the whole passage a whole number from 0 to 10: 0 means that the passage is of no use for the query, 10 that no passage could be better.',
        'End with one line of this form and write nothing behind it:\nSCORE: <number>/10',
        fenced('Query', query),
        fenced('Passage', passage),
      ].join('\n\n'),
    },
  ];
}

/** Asks for the criteria by which passages for a query are judged. */
export function criteriaPrompt(set: BircoSet, objective: boolean, query: string): Message[] {
  return [
    {
      role: 'user',
      content: [
        ...setting(set, objective),
        `You see a query. Name ${CRITERIA.asked} criteria that tell a good passage for this query from a poor one (three or ${CRITERIA.most} where the query asks for it). Each must be about another side of the query and must be decidable from a passage alone.`,
        'Write one criterion a line, numbered, in the form:\n1. title: description in one sentence',
        fenced('Query', query),
      ].join('\n\n'),
    },
  ];
}

/** One query, one criterion, one passage, one score from 0 to 5. */
export function criterionPrompt(
  set: BircoSet,
  objective: boolean,
  query: string,
  criterion: string,
  passage: string,
): Message[] {
  return [
    {
      role: 'user',
      content: [
        ...setting(set, objective),
        'You see one query, one criterion and one passage. Judge only how far the passage meets the criterion, with the query in mind. Think step by step, then give a whole number from 0 to 5: 0 means not at all, 5 fully.',
        'End with one line of this form and write nothing behind it:\nSCORE: <number>',
        fenced('Query', query),
        fenced('Criterion', criterion),
        fenced('Passage', passage),
      ].join('\n\n'),
    },
  ];
}

/**
 * A window of passages to be put in order.
 *
 * @param first number of the first passage: 1, or 0 where the authors' reader is used
 */
export function windowPrompt(
  set: BircoSet,
  objective: boolean,
  query: string,
  passages: readonly string[],
  first: number,
): Message[] {
  const last = first + passages.length - 1;
  const shown = passages.map((text, at) => `[${first + at}] ${unbracketed(text)}`).join('\n\n');
  return [
    {
      role: 'system',
      content: setting(set, objective).join('\n\n'),
    },
    {
      role: 'user',
      content: [
        `You see a query and ${passages.length} passages, numbered from [${first}] to [${last}]. Rank all of them by how well they serve the query, the best one at the head.`,
        fenced('Query', unbracketed(query)),
        shown,
        `Write the numbers of all ${passages.length} passages once each, the best one at the head, in brackets with > between them, like this: [${first + 1}] > [${first}] > …\nWrite nothing else.`,
      ].join('\n\n'),
    },
  ];
}

/** Brackets with a number in a text could be taken for a passage's number. */
export function unbracketed(text: string): string {
  return text.replace(/\[\s*(\d{1,3})\s*\]/g, '($1)');
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
  return `<${title.toLowerCase()}>\n${text.replace(/<\s*(\/?)\s*(query|passage|criterion)\s*>/gi, '($1$2)')}\n</${title.toLowerCase()}>`;
}

/** Hash of all prompt texts that a run of these settings can send, over fixed stand-ins for query and passage. */
export function promptHash(set: BircoSet, settings: BircoSettings): string {
  const shown = JSON.stringify([PROMPT_VERSION, settings.method, promptsOf(set, settings)]);
  return createHash('sha256').update(shown).digest('hex');
}

function promptsOf(set: BircoSet, { method, objective, preset }: BircoSettings): unknown {
  switch (method) {
    case 'ranker':
      return objective ? set.objective : '';
    case 'score':
      return scorePrompt(set, objective, 'Q', 'P');
    case 'reason':
      return reasonPrompt(set, objective, 'Q', 'P');
    case 'subtask':
      return [criteriaPrompt(set, objective, 'Q'), criterionPrompt(set, objective, 'Q', 'C', 'P')];
    case 'listwise':
      return windowPrompt(set, objective, 'Q', ['P', 'R'], preset === 'paper' ? 0 : 1);
  }
}
