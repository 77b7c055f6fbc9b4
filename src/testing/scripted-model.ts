import { type Script, scriptModel } from '../models/script.ts';
import type { TextModel } from '../models/types.ts';

export type { Script, ScriptCall } from '../models/script.ts';
export type { ScriptReply } from '../models/script-reply.ts';

/**
 * A text model that answers from a function: no network, every circumstance of an answer can be set.
 *
 * @param script gets the request and `{attempt, index, signal}`; returns a text or `{text, finish, delayMs, error, …}`
 * @param id the id in results
 */
export function scriptedModel(script: Script, id = 'script/test'): TextModel {
  return scriptModel(id, script, 'a function written for a test, not a language model');
}
