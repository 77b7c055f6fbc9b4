import { describe, expect, it } from 'vitest';
import { QuadratError } from '../core/errors.ts';
import {
  fillTemplate,
  type PromptFileForm,
  parsePromptFile,
  promptFileReader,
  templateNamed,
} from './prompt-file.ts';

const FORM: PromptFileForm = {
  prompts: { ask: { needed: ['text'], allowed: ['name'] }, rank: { needed: ['query', 'passages'] } },
  help: 'It is JSON of the form {"ask": {"user": "{text}"}}.',
};

function errorOf(text: string): string {
  try {
    parsePromptFile(text, 'mine.json', FORM);
  } catch (error) {
    if (error instanceof QuadratError) return error.describe();
    throw error;
  }
  return 'no error';
}

describe('a file of prompts', () => {
  it('fills each placeholder once, whatever the texts hold', () => {
    const file = parsePromptFile(
      JSON.stringify({ ask: { system: 'You are {name}.', user: '"{text}" {text}' } }),
      'mine.json',
      FORM,
    );
    const values = new Map([
      ['name', '$& {text}'],
      ['text', 'a {name} b'],
    ]);
    expect(fillTemplate(templateNamed(file, 'ask', 'x'), values)).toEqual([
      { role: 'system', content: 'You are $& {text}.' },
      { role: 'user', content: '"a {name} b" a {name} b' },
    ]);
  });

  it('braces that are no placeholder stay', () => {
    const file = parsePromptFile('{"ask": {"user": "{text} {\\"A\\": true} {} {X}"}}', 'mine.json', FORM);
    const [user] = fillTemplate(templateNamed(file, 'ask', 'x'), new Map([['text', 't']]));
    expect(user?.content).toBe('t {"A": true} {} {X}');
  });

  it('names what is wrong with it', () => {
    expect(errorOf('{')).toMatch(/mine\.json.*not JSON.*invalid-json/);
    expect(errorOf('[]')).toMatch(/prompts: .*array.*It is JSON of the form/);
    expect(errorOf('{"asks": {"user": ""}}')).toMatch(/asks/);
    expect(errorOf('{"ask": {"user": 3}}')).toMatch(/ask\.user/);
    expect(errorOf('{"ask": {"user": "{name}"}}')).toMatch(
      /prompt ask: the placeholder \{text\} is missing.*Placeholders: \{text\}, \{name\}/,
    );
    expect(errorOf('{"rank": {"user": "{query} {passages} {text}"}}')).toMatch(
      /prompt rank: there is no placeholder \{text\}/,
    );
    const file = parsePromptFile('{"ask": {"user": "{text}"}}', 'mine.json', FORM);
    expect(() => templateNamed(file, 'rank', 'method=single-call')).toThrow(/has no prompt "rank"/);
  });

  it('is read once for each settings object, and not at all without the setting', async () => {
    let reads = 0;
    const context = {
      read: async () => {
        reads += 1;
        return Buffer.from('{"ask": {"user": "{text}"}}');
      },
    };
    const read = promptFileReader<{ prompts?: string }>(FORM);
    const settings = { prompts: 'mine.json' };
    await Promise.all([read(settings, context), read(settings, context)]);
    expect(reads).toBe(1);
    expect(await read({}, context)).toBeUndefined();
  });
});
