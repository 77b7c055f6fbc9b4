import { describe, expect, test } from 'vitest';
import { madeSpec } from '../log/made-lines.ts';
import { runId, runName } from './spec.ts';

describe('the id of a run', () => {
  test('is the same for the same command, whatever the order of its settings', () => {
    const [one, other] = [
      { method: 'score', window: 4 },
      { window: 4, method: 'score' },
    ].map((settings) => runId(madeSpec({ tasks: [{ task: 'birco/relic', settings }] })));
    expect(one).toBe(other);
    expect(one).toMatch(/^[0-9a-f]{64}$/);
  });

  test('is another for every other wish', () => {
    const specs = [
      madeSpec(),
      madeSpec({ tasks: [{ task: 'birco/wtb', settings: { method: 'score' } }] }),
      madeSpec({ tasks: [{ task: 'birco/relic', settings: { method: 'reason' } }] }),
      madeSpec({ tasks: [...madeSpec().tasks, ...madeSpec().tasks] }),
      madeSpec({ model: 'script/b' }),
      madeSpec({ endpoint: 'http://127.0.0.1:1/v1' }),
      madeSpec({ others: [{ role: 'judge', model: 'script/j' }] }),
      madeSpec({ data: 'full' }),
      madeSpec({ split: 'dev' }),
      madeSpec({ limit: 10 }),
      madeSpec({ seed: 43 }),
      madeSpec({ repeats: 2 }),
    ];
    expect(new Set(specs.map(runId)).size).toBe(specs.length);
  });

  test('takes what is not set for what is not there', () => {
    const settings = { method: 'score', 'max-output-tokens': undefined };
    expect(runId(madeSpec({ tasks: [{ task: 'birco/relic', settings }] }))).toBe(runId(madeSpec()));
  });
});

describe('the name of a run', () => {
  const nameOf = (model: string, ...tasks: string[]) =>
    runName(madeSpec({ model, tasks: tasks.map((task) => ({ task, settings: {} })) }));

  test.each([
    ['local/use-lite', ['birco/relic'], 'birco-relic-local-use-lite'],
    ['openai/gpt-4.1', ['birco/relic', 'birco/wtb'], 'birco-openai-gpt-4.1'],
    ['script/a.mjs', ['birco/relic', 'climaqa/mcq'], 'birco+climaqa-script-a.mjs'],
    ['script/../..//etc/pass wd', ['birco/relic'], 'birco-relic-script-..-..-etc-pass-wd'],
    ['gguf/模型', ['birco/relic'], 'birco-relic-gguf'],
  ])('of %s on %j is %s', (model, tasks, name) => {
    expect(nameOf(model, ...tasks)).toBe(name);
  });

  test('is one part of a path, not hidden and not too long', () => {
    for (const model of ['...', '/', '-', 'x'.repeat(500), '../../x', '.hidden']) {
      const name = nameOf(model, 'birco/relic');
      expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9.+-]{0,79}$/);
    }
  });
});
