import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../tests/any-text.ts';
import { chineseTokens } from '../../models/lexical.ts';
import { type Content, makeItem } from './items.ts';
import { readVerdict } from './judge.ts';
import { kindModule } from './kinds/index.ts';
import { scoreAmount, scoreChoice, scoreEntities, scoreReading, scoreText } from './lawbench/scorers.ts';
import { specOf, type TaskId } from './task-specs.ts';

const OPTIONS = new Map([
  ['A', '拘留证'],
  ['B', '警察证'],
  ['C', '搜查证'],
]);
const knowledge = { kind: 'knowledge', question: '哪些对？', options: OPTIONS } as const;
const CONTENTS: readonly (readonly [TaskId, Content])[] = [
  ['rumor', { kind: 'classification', text: '停水。', label: 'rumor' }],
  ['incident', { kind: 'classification', text: '丢车。', label: 'theft' }],
  ['drug-ner', { kind: 'entities', text: '甲某。', entities: [{ type: 'Nh', text: '甲某' }] }],
  [
    'drug-relation',
    { kind: 'relations', text: '甲某。', triples: [{ head: '甲某', relation: 'posess', tail: '冰毒' }] },
  ],
  [
    'case-reading',
    {
      kind: 'reading',
      context: '甲某卖了车。',
      question: '卖了没有？',
      answers: ['YES'],
      answerType: 'yesno',
    },
  ],
  [
    'case-reading',
    { kind: 'reading', context: '甲某。', question: '谁？', answers: ['甲某'], answerType: 'span' },
  ],
  ['police-knowledge', { ...knowledge, answers: ['B'], answerType: 'choice' }],
  ['police-knowledge', { ...knowledge, answers: ['A', 'B'], answerType: 'multichoice' }],
  ['police-knowledge', { ...knowledge, answers: ['NO'], answerType: 'yesno' }],
  ['police-knowledge', { ...knowledge, answers: ['先救人'], answerType: 'open' }],
  ['case-summary', { kind: 'generation', input: '甲某。', references: ['甲某'] }],
];
const PIECES = [
  '{"',
  '":["',
  '"]}',
  '人名：',
  '（',
  '）',
  '->',
  '、',
  '答案：',
  'A',
  '不是谣言',
  '```',
  '无',
  '“',
  '𠮷',
  '\ufe0f',
  '①',
];
/** Astral, combining, full-width and control characters, halves of surrogate pairs, and pieces that steer readers. */
const TEXTS = fc.oneof(
  anyText(),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES), anyText(3)), { maxLength: 20 })
    .map((pieces) => pieces.join('')),
);

const isWhole = (text: string) =>
  !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);

/** Every text inside a value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Map) return [...value].flat().flatMap(textsOf);
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

describe('any text', () => {
  it.each(CONTENTS.map(([task, content], at) => [`${task}, ${at}`, task, content] as const))(
    'is read and scored, without a cut surrogate pair: %s',
    (_name, task, content) => {
      const item = makeItem('a', content, { spec: specOf(task), prompts: null, standIn: null });
      const kind = kindModule(item.kind);
      fc.assert(
        fc.property(TEXTS, fc.boolean(), fc.boolean(), (text, strict, cut) => {
          const parsed = kind.read(text, item, { strict, cut });
          expect(['scored', 'unparsed', 'stopped']).toContain(parsed.outcome);
          if (isWhole(text)) expect(textsOf(parsed.value).every(isWhole)).toBe(true);
          for (const values of Object.values(kind.score(parsed.value, item)))
            for (const one of Object.values(values ?? {}))
              expect(one === null || Number.isFinite(one)).toBe(true);
        }),
        { numRuns: 10_000 },
      );
    },
    60_000,
  );

  it('is cut into tokens, and read as a verdict', () => {
    fc.assert(
      fc.property(TEXTS, (text) => {
        const tokens = chineseTokens(text);
        if (isWhole(text)) expect(tokens.every(isWhole)).toBe(true);
        expect([true, false, undefined]).toContain(readVerdict(text));
      }),
      { numRuns: 10_000 },
    );
  }, 60_000);

  it('is scored as LawBench does', () => {
    const scorers = [scoreAmount, scoreChoice, scoreEntities, scoreReading, scoreText];
    fc.assert(
      fc.property(TEXTS, TEXTS, (text, gold) => {
        for (const scorer of scorers) expect(Number.isFinite(scorer(text, gold).value)).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  }, 60_000);
});
