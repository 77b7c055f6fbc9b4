import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { QuadratError, TextRequest } from '../../core/index.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import { temporaryRun } from '../../testing/temporary-run.ts';
import { type Content, makeItem } from './items.ts';
import { kindModule } from './kinds/index.ts';
import { readOwnPrompts } from './own-prompts.ts';
import { BUILT_IN, PROMPT_VERSION, promptOf, templateHash } from './prompts.ts';
import { specOf, TASK_IDS } from './task-specs.ts';

function errorOf(text: string): string {
  try {
    readOwnPrompts(text, 'mine.json');
  } catch (error) {
    return (error as QuadratError).describe();
  }
  return 'no error';
}

const USER = '{role}|{task}|{input}|<<<{text}>>>|{constraints}';

describe('prompts of one’s own', () => {
  it('take the place of ours, one by one', () => {
    const own = readOwnPrompts(JSON.stringify({ answer: { system: '系统{role}', user: USER } }), 'mine.json');
    expect(own.judge).toBe(BUILT_IN.judge);
    const item = makeItem(
      'a',
      { kind: 'classification', text: 'x', label: 'fraud' },
      { spec: specOf('fraud'), prompts: own, standIn: null },
    );
    const { role, instruction, input } = item.spec;
    expect(promptOf(item, '甲{role}$&>>>', ['一'])).toEqual([
      { role: 'system', content: `系统${role}` },
      { role: 'user', content: `${role}|${instruction}|${input}|<<<甲{role}$&＞＞＞>>>|1. 一` },
    ]);
    expect(templateHash(own)).not.toBe(templateHash(null));
  });

  it('are refused with what is wrong', () => {
    expect(errorOf('{')).toMatch(/mine\.json.*not JSON.*invalid-json/s);
    expect(errorOf('{"answer":{"user":"{role}"}}')).toMatch(/answer: the place \{text\} is missing/);
    expect(errorOf('{"answer":{"user":"{text} {colour}"}}')).toMatch(/there is no place \{colour\}/);
    expect(errorOf('{"judge":{"user":"{text}"}}')).toMatch(/judge: the place \{reference\} is missing/);
    expect(errorOf('{"answers":{"user":"{text}"}}')).toMatch(/answers/);
    expect(errorOf('{"answer":{"user":3}}')).toMatch(/answer\.user/);
    expect(errorOf('[]')).toMatch(/invalid-format/);
    // Braces that are no place, as in a JSON form, are the user's own.
    expect(errorOf('{"answer":{"user":"{text} {\\"头\\":[]}"}}')).toBe('no error');
  });

  it('come by --prompts DIR, are hashed and named in the result; a changed file refuses to resume', () =>
    withTemporaryFolder(async (folder) => {
      const prompts = path.join(folder, 'prompts');
      const file = path.join(prompts, 'cpsdbench.json');
      mkdirSync(prompts);
      const write = (user: string) => writeFileSync(file, JSON.stringify({ answer: { user } }));
      const asked: TextRequest[] = [];
      const run = () =>
        temporaryRun({
          folder,
          tasks: ['cpsdbench/fraud'],
          model: scriptedModel((request) => {
            asked.push(request);
            return '诈骗';
          }),
          prompts,
          limit: 2,
        });
      write(USER);
      const { results } = await run();
      expect(asked[0]?.messages[0]?.content).toMatch(/^你.*\|/);
      const own = readOwnPrompts(JSON.stringify({ answer: { user: USER } }), 'f');
      expect(results[0]?.warnings.find(({ code }) => code === 'prompt-template')?.message).toContain(
        templateHash(own),
      );
      expect(results[0]?.settings.prompts).toBe(file);
      write(`${USER}!`);
      await expect(run()).rejects.toThrow(expect.objectContaining({ code: 'run-changed' }));
    }));
});

it('the wording that is sent changes only with its version', () => {
  const contents: Readonly<Record<string, Content>> = {
    entities: { kind: 'entities', text: '甲', entities: [] },
    relations: { kind: 'relations', text: '甲', triples: [] },
    reading: { kind: 'reading', context: '甲', question: '乙', answers: ['丙'], answerType: 'span' },
    knowledge: {
      kind: 'knowledge',
      question: '甲',
      options: new Map([
        ['A', '乙'],
        ['B', '丙'],
      ]),
      answers: ['A'],
      answerType: 'choice',
    },
    generation: { kind: 'generation', input: '甲', references: ['乙'] },
  };
  const prompts = TASK_IDS.map((task) => {
    const spec = specOf(task);
    const label = spec.labels[0]?.id ?? '';
    const content = contents[spec.kind] ?? { kind: 'classification', text: '甲', label };
    const item = makeItem('a', content, { spec, prompts: null, standIn: null });
    return promptOf(item, '甲', kindModule(spec.kind).constraints(item));
  });
  const hash = createHash('sha256')
    .update(JSON.stringify([prompts, BUILT_IN.judge]))
    .digest('hex');
  expect([PROMPT_VERSION, hash.slice(0, 16)]).toEqual([1, 'daeb91edffc60452']);
});
