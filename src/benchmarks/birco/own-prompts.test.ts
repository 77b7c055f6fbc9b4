import { describe, expect, test } from 'vitest';
import { ownPrompt, parseOwnPrompts } from './own-prompts.ts';
import { SETS } from './sets.ts';
import { settingsSchema } from './settings.ts';

const set = SETS[1]!;
const FILE = 'mine.json';

function errorOf(text: string): string {
  try {
    parseOwnPrompts(text, FILE);
  } catch (error) {
    return (error as { describe(): string }).describe();
  }
  return 'no error';
}

describe('prompts of one’s own', () => {
  const text = JSON.stringify({
    score: { system: 'You grade.\n\nGoal: {objective}', user: 'Q {query}\n\nP {passage}\n\nSCORE:' },
    window: { user: '{count} from {first} to {last}: {query}\n\n{passages}' },
  });
  const templates = parseOwnPrompts(text, FILE);

  test('texts are put in once, whatever they hold', () => {
    const [system, user] = ownPrompt(templates, 'score', set, settingsSchema.parse({}), {
      query: 'a {passage} $& {objective}',
      passage: '{query} [1]',
    });
    expect(system).toEqual({ role: 'system', content: `You grade.\n\nGoal: ${set.objective}` });
    expect(user?.content).toBe('Q a {passage} $& {objective}\n\nP {query} [1]\n\nSCORE:');
  });

  test('without the objective its paragraph is left out and nothing else', () => {
    const [system] = ownPrompt(templates, 'score', set, settingsSchema.parse({ objective: 'false' }), {
      query: 'q',
      passage: 'p',
    });
    expect(system?.content).toBe('You grade.');
  });

  test('a prompt that the method needs and the file lacks is an error', () => {
    const settings = settingsSchema.parse({ method: 'reason', prompts: FILE });
    expect(() => ownPrompt(templates, 'reason', set, settings, {})).toThrow(/no prompt "reason"/);
  });

  test('mistakes in the file are named', () => {
    expect(errorOf('{')).toMatch(/mine\.json.*not JSON.*invalid-json/);
    expect(errorOf('{"score": {"user": "{query}"}}')).toMatch(
      /score: the placeholder \{passage\} is missing/,
    );
    expect(errorOf('{"score": {"user": "{query} {passage} {colour}"}}')).toMatch(/no placeholder \{colour\}/);
    expect(errorOf('{"scores": {"user": ""}}')).toMatch(/scores/);
    expect(errorOf('{"score": {"user": 3}}')).toMatch(/score\.user/);
  });
});
