import type { Context, Message } from '../../core/index.ts';
import { numbered, ownPrompt, ownPrompts, type PromptName, type PromptValues } from './own-prompts.ts';
import { criteriaPrompt, criterionPrompt, reasonPrompt, scorePrompt, windowPrompt } from './prompts.ts';
import type { BircoSet } from './sets.ts';
import type { BircoSettings } from './settings.ts';

/** The prompts of a run: the built-in ones, or those of the file that `prompts` names. */
export interface Prompts {
  score(query: string, passage: string): Message[];
  reason(query: string, passage: string): Message[];
  criteria(query: string): Message[];
  criterion(query: string, criterion: string, passage: string): Message[];
  /** @param first number of the first passage */
  window(query: string, passages: readonly string[], first: number): Message[];
}

export async function promptsFor(set: BircoSet, settings: BircoSettings, context: Context): Promise<Prompts> {
  const { objective } = settings;
  const own = await ownPrompts(settings, context);
  if (own === undefined) {
    return {
      score: (query, passage) => scorePrompt(set, objective, query, passage),
      reason: (query, passage) => reasonPrompt(set, objective, query, passage),
      criteria: (query) => criteriaPrompt(set, objective, query),
      criterion: (query, criterion, passage) => criterionPrompt(set, objective, query, criterion, passage),
      window: (query, passages, first) => windowPrompt(set, objective, query, passages, first),
    };
  }
  const fill = (name: PromptName, values: PromptValues) => ownPrompt(own, name, set, settings, values);
  return {
    score: (query, passage) => fill('score', { query, passage }),
    reason: (query, passage) => fill('reason', { query, passage }),
    criteria: (query) => fill('criteria', { query }),
    criterion: (query, criterion, passage) => fill('criterion', { query, criterion, passage }),
    window: (query, passages, first) =>
      fill('window', {
        query,
        passages: numbered(passages, first),
        count: String(passages.length),
        first: String(first),
        last: String(first + passages.length - 1),
      }),
  };
}
