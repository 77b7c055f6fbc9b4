import { createRequire } from 'node:module';
import { pythonSplit } from './python.ts';

interface Cutter {
  cut(text: string, hmm: boolean): string[];
}

/** Names the segmenter in `params.tokens`. */
export const WORD_TOKENS = 'words: @node-rs/jieba 2.0.3';

let cutter: Cutter | undefined;

/** The dictionary takes a fifth of a second to load: only who cuts words waits for it. */
function load(): Cutter {
  const require = createRequire(import.meta.url);
  const { Jieba } = require('@node-rs/jieba') as typeof import('@node-rs/jieba');
  const { dict } = require('@node-rs/jieba/dict') as { readonly dict: Uint8Array };
  return Jieba.withDict(dict);
}

/** Chinese words by jieba in its default mode (with its hidden Markov model); white space is no word. */
export function chineseWords(text: string): string[] {
  cutter ??= load();
  return pythonSplit(cutter.cut(text, true).join(' '));
}
