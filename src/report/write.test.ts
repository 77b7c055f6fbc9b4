import { describe, expect, it } from 'vitest';
import { QuadratError } from '../core/index.ts';
import { madeResult } from './made-result.ts';
import { REPORT_FORMATS, renderReport, reportFormat } from './write.ts';

describe('reportFormat', () => {
  it.each([
    ['report.md', 'md'],
    ['a.b/REPORT.CSV', 'csv'],
    ['报告.json', 'json'],
  ])('%s is %s', (file, want) => expect(reportFormat(file)).toBe(want));

  it.each(['report.docx', 'report', '.md', 'report.'])(
    '%s is refused with the forms that there are',
    (file) => {
      const refuse = () => reportFormat(file);
      expect(refuse).toThrow(QuadratError);
      try {
        refuse();
      } catch (error) {
        const refusal = error as QuadratError;
        expect(refusal.code).toBe('usage');
        expect(refusal.place.file).toBe(file);
        expect(refusal.next).toBe('Name a file that ends in .md, .csv or .json.');
      }
    },
  );
});

describe('renderReport', () => {
  it('writes each form', () => {
    const starts = { md: '# ', csv: 'record,', json: '[' };
    for (const format of REPORT_FORMATS) {
      expect(renderReport([madeResult()], format).startsWith(starts[format])).toBe(true);
    }
  });
});
