import { describe, expect, it } from 'vitest';
import { readAnswers } from './answers.ts';
import { LABELS } from './labels.ts';
import { readLabels, readLabelsAsAuthors } from './parse-labels.ts';

/** Judgements by the first letters of the labels, in the order of the files: I P F E A H. */
function shown(text: string): string {
  return readLabels(text)
    .cells.map((cell) => (cell === null ? '-' : cell))
    .join('');
}

const LINES =
  'Infrastructural: true\nAgricultural: false\nEcological: false\nFinancial: true\nHuman Health: true\nPolitical: false';

describe('answers in ten styles', () => {
  it.each([
    ['lines', LINES, '101001'],
    ['one line', LINES.replaceAll('\n', ', '), '101001'],
    ['bold', LINES.replaceAll(/^(.+): (.+)$/gm, '**$1**: **$2**'), '101001'],
    ['bold with the colon', LINES.replaceAll(/^(.+): (.+)$/gm, '- **$1:** `$2`'), '101001'],
    ['mixed case', LINES.toUpperCase(), '101001'],
    [
      'JSON',
      '{"Infrastructural": true, "Agricultural": false, "Ecological": false, "Financial": true, "Human Health": true, "Political": false}',
      '101001',
    ],
    [
      'JSON of other keys in a fence',
      '```json\n{"infrastructural_impact": "true", "human_health_impact": "true", "political_impact": "false"}\n```',
      '10---1',
    ],
    ['prose around it', `Here is my judgement.\n\n${LINES}\n\nThe text is about a storm.`, '101001'],
    ['the word impact, health alone', 'Infrastructural Impact: true\nHealth impact : false', '1----0'],
    ['a full-width colon', 'Political：true', '-1----'],
    ['missing labels', 'Infrastructural: true\nPolitical: false', '10----'],
    ['a reasoning block', `<think>Political: true</think>${LINES}`, '101001'],
    ['a block that never ends', `<think>${LINES}`, '------'],
    ['the template', LINES.replaceAll(/true|false/g, 'true/false'), '------'],
    ['the template, then an answer', `Political: true / false\n${LINES}`, '101001'],
    ['a refusal', 'I am sorry, I cannot help with that.', '------'],
    ['other words', 'Non-Financial: true\nSocio-Political: true\nEcological: trueish', '------'],
    ['what was not said', 'The storm had no political effect; it is false to say so.', '------'],
    ['a cut answer', 'Infrastructural: true\nAgricultural: fal', '1-----'],
  ])('%s', (_, text, cells) => {
    expect(shown(text)).toBe(cells);
  });

  it('the last answer counts and conflicts are counted', () => {
    const read = readLabels('Political: true\nPolitical: false\nFinancial: true\nFinancial: TRUE');
    expect([read.cells[1], read.cells[2], read.conflicts]).toEqual([0, 1, 1]);
  });
});

describe('the authors’ reading', () => {
  it('knows Python’s white space and no other', () => {
    expect(readLabelsAsAuthors('Political:\u0085true, Financial:\u001ctrue, Ecological:\ufefftrue')).toEqual([
      null,
      1,
      1,
      null,
      null,
      null,
    ]);
  });

  it('asks for Health in the code behind the published runs', () => {
    expect(readLabelsAsAuthors('Health: true')[5]).toBeNull();
    expect(readLabelsAsAuthors('Human Health: true', 'historical')[5]).toBe(1);
    expect(readLabelsAsAuthors('Political: true/false')[1]).toBe(1);
  });
});

describe('outcomes', () => {
  const answer = (text: string | null, truncated = false) => ({
    text,
    stop: text === null ? ('refusal' as const) : null,
    truncated,
  });

  it('one label is enough to be read, none is not', () => {
    expect(readAnswers([answer('Political: false')])).toMatchObject({
      outcome: 'scored',
      diagnostics: [{ id: 'missing-cells', value: 5, n: 6 }, { id: 'unread-rows', value: 0, n: 1 }, {}, {}],
    });
    expect(readAnswers([answer('no idea')])).toMatchObject({ outcome: 'unparsed', reason: 'invalid' });
    expect(readAnswers([answer(null)])).toMatchObject({ outcome: 'stopped', reason: 'refusal' });
  });

  it('a cut answer is read as far as it goes', () => {
    expect(readAnswers([answer('Political: true\nEcol', true)])).toMatchObject({
      outcome: 'scored',
      truncated: true,
    });
    expect(readAnswers([answer('Let me think', true)])).toMatchObject({
      outcome: 'stopped',
      reason: 'truncated',
    });
  });

  it('an article is read where all its chunks are; what was read is kept all the same', () => {
    const read = readAnswers([answer('Political: true'), answer('?')]);
    expect(read).toMatchObject({ outcome: 'unparsed', value: { paper: [null, 1, null, null, null, null] } });
    expect(read.value?.rows[1]).toEqual(LABELS.map(() => null));
  });
});
