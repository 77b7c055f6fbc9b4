import { describe, expect, test } from 'vitest';
import { birco } from '../../benchmarks/birco/index.ts';
import { climaqa } from '../../benchmarks/climaqa/index.ts';
import { cpsdbench } from '../../benchmarks/cpsdbench/index.ts';
import { wximpactbench } from '../../benchmarks/wximpactbench/index.ts';
import { type PrintedScope, readPrinted } from './rows.ts';

const HEAD = 'table,task,model,metric,value,scale,source,protocol,slice';
const wx: PrintedScope = { tasks: wximpactbench.tasks, facets: { shot: ['zero', 'one'] } };
const read = (rows: readonly string[], scope = wx) =>
  readPrinted([HEAD, ...rows, ''].join('\n'), 'typed.csv', scope);

/** The one fault of one row. */
function faultOf(row: string, scope = wx) {
  const { rows, faults } = read([row], scope);
  expect(rows).toEqual([]);
  expect(faults.map(({ place }) => place)).toEqual([{ file: 'typed.csv', line: 2 }]);
  return faults[0];
}

describe('a row', () => {
  test('names its measure, slice and output', () => {
    const { rows, faults, unread } = read([
      'Table 9,classification-long,Model A,f1.label,58.46,percent,p. 3,,label=Political; shot=zero',
    ]);
    expect(faults).toEqual([]);
    expect(unread).toEqual([]);
    expect(rows).toEqual([
      {
        line: 2,
        table: 'Table 9',
        task: 'wximpactbench/classification-long',
        model: 'Model A',
        measure: 'f1.label',
        protocol: 'paper',
        slice: { label: 'Political' },
        facets: { shot: 'zero' },
        unit: 'proportion',
        printed: { text: '58.46', value: 58.46, places: 2 },
        scale: 'percent',
        source: 'p. 3',
      },
    ]);
  });

  test('is of protocol paper where that has the measure, else of lawbench, else of standard', () => {
    const protocolOf = (scope: PrintedScope, task: string, metric: string, protocol = '') =>
      read([`T,${task},M,${metric},0.5,unit,p,${protocol},`], scope).rows[0]?.protocol;
    expect(protocolOf({ tasks: birco.tasks, facets: {} }, 'birco/relic', 'ndcg@10')).toBe('paper');
    expect(protocolOf({ tasks: birco.tasks, facets: {} }, 'relic', 'ndcg@10', 'card')).toBe('card');
    expect(protocolOf({ tasks: climaqa.tasks, facets: {} }, 'mcq', 'accuracy')).toBe('paper');
    expect(protocolOf({ tasks: climaqa.tasks, facets: {} }, 'freeform', 'bleu')).toBe('standard');
    expect(protocolOf({ tasks: cpsdbench.tasks, facets: {} }, 'lawbench-2-6', 'soft.f1')).toBe('lawbench');
    expect(protocolOf({ tasks: cpsdbench.tasks, facets: {} }, 'sentiment', 'f1.macro')).toBe('standard');
  });

  test('of a measure in percent may be printed on either scale', () => {
    const scope = { tasks: climaqa.tasks, facets: {} };
    const { rows, faults } = read(
      ['T,mcq,M,accuracy,81.2,percent,p,paper,complexity=BASE', 'T,mcq,M,accuracy,0.812,unit,p,paper,'],
      scope,
    );
    expect(faults).toEqual([]);
    expect(rows.map(({ unit, slice }) => [unit, slice])).toEqual([
      ['percent', { complexity: 'BASE' }],
      ['percent', {}],
    ]);
  });
});

describe('a row with a fault is refused with its line and what to do', () => {
  const good = 'T,classification-long,M,f1.macro,0.5,unit,p,,';
  test.each([
    [
      'T,classification-huge,M,f1.macro,0.5,unit,p,,',
      'unknown-task',
      /no task "classification-huge"/,
      /classification-long, /,
    ],
    ['T,birco/relic,M,f1.macro,0.5,unit,p,,', 'unknown-task', /no task "birco\/relic"/, /There are/],
    ['T,classification-long,M,f2,0.5,unit,p,,', 'invalid-format', /no metric "f2"/, /f1\.macro/],
    [
      'T,classification-long,M,f1.macro,0.5,permille,p,,',
      'invalid-format',
      /no scale "permille"/,
      /unit .*percent/,
    ],
    [
      'T,classification-long,M,f1.macro,"0,5",unit,p,,',
      'invalid-score',
      /"0,5" is no number/,
      /decimal point/,
    ],
    ['T,classification-long,M,f1.macro,65.9 ± 0.1,percent,p,,', 'invalid-score', /no number/, /±/],
    ['T,classification-long,M,f1.macro,65.9,unit,p,,', 'invalid-format', /outside 0 to 1/, /scale percent/],
    ['T,classification-long,M,f1.macro,101,percent,p,,', 'invalid-format', /outside 0 to 100/, /again/],
    [
      'T,classification-long,M,f1.macro,0.5,unit,p,harsh,',
      'invalid-format',
      /no protocol "harsh"/,
      /standard/,
    ],
    [
      'T,classification-long,M,f1.macro,0.5,unit,p,lawbench,',
      'invalid-format',
      /under lawbench/,
      /standard, paper/,
    ],
    ['T,classification-long,M,f1.label,0.5,unit,p,,', 'invalid-format', /without a slice/, /label=Political/],
    ['T,classification-long,M,f1.label,0.5,unit,p,,label=Polar', 'invalid-format', /label=Polar/, /more/],
    [
      'T,classification-long,M,f1.macro,0.5,unit,p,,political',
      'invalid-format',
      /"political" is no slice/,
      /key=value/,
    ],
    ['T,classification-long,M,f1.macro,0.5,unit,p,,shot=two', 'invalid-format', /no shot "two"/, /zero, one/],
    [
      'T,classification-long,M,f1.macro,0.5,unit,p,,shot=zero;shot=one',
      'invalid-format',
      /shot twice/,
      /one row/,
    ],
    ['T,classification-long,M,f1.macro,0.5,unit,,,', 'invalid-format', /no source/, /Fill/],
    ['T,classification-long,,f1.macro,0.5,unit,p,,', 'invalid-format', /no model/, /Fill/],
    ['T,classification-long,M,f1.macro', 'invalid-csv', /4 cells, the header 9/, /Quote/],
  ])('%s', (row, code, message, next) => {
    const fault = faultOf(row);
    expect(fault?.code).toBe(code);
    expect(fault?.message).toMatch(message);
    expect(fault?.next).toMatch(next);
  });

  test('and the others are kept, in the order of the file', () => {
    const { rows, faults } = read([
      good,
      'T,classification-long,M,f1.macro,half,unit,p,,',
      'T,short',
      good.replace('0.5', '0.6'),
      good.replace('T,', 'T 2,'),
      good.replace('p,,', 'p,,shot=one'),
    ]);
    expect(rows.map(({ line }) => line)).toEqual([2, 6, 7]);
    expect(faults.map(({ code, place }) => [code, place.line])).toEqual([
      ['invalid-score', 3],
      ['invalid-csv', 4],
      ['duplicate-item', 5],
    ]);
    expect(faults[2]?.message).toBe('the value stands in line 2 already');
  });
});

describe('the file', () => {
  test('without a column is refused with those it needs', () => {
    expect(() => readPrinted('table,task,model,metric,value,source\n', 'typed.csv', wx)).toThrow(
      expect.objectContaining({ code: 'invalid-format', message: 'the file has no column scale' }),
    );
    expect(() => readPrinted('', 'typed.csv', wx)).toThrow(expect.objectContaining({ code: 'invalid-csv' }));
  });

  test('may have columns of one’s own, which are named', () => {
    const { rows, unread } = readPrinted(
      'note,table,task,model,metric,value,scale,source\nx,T,classification-long,M,f1.macro,0.5,unit,p\n',
      'typed.csv',
      wx,
    );
    expect([rows.length, unread]).toEqual([1, ['note']]);
  });

  test('may be JSON Lines; numbers stay text, or their places would be lost', () => {
    const row = { table: 'T', task: 'classification-long', model: 'M', metric: 'f1.macro', scale: 'percent' };
    const lines = [
      { ...row, value: '65.90', source: 'p', note: 1 },
      { ...row, value: 65.9, source: 'p' },
      [],
      { ...row, value: '65.90' },
    ].map((line) => JSON.stringify(line));
    const { rows, faults, unread } = readPrinted([...lines, '{', ''].join('\n'), 'typed.txt', wx);
    expect(rows.map(({ line, printed }) => [line, printed.places])).toEqual([[1, 2]]);
    expect(unread).toEqual(['note']);
    expect(faults.map(({ code, place, message }) => [code, place.line, message])).toEqual([
      ['invalid-format', 2, '`value` is no text'],
      ['invalid-format', 3, 'the line is no object'],
      ['invalid-format', 4, 'the row has no source'],
      ['invalid-json', 5, expect.any(String)],
    ]);
  });
});
