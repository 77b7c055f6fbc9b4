import { readCsv } from '../../../data/csv.ts';
import { badForm, type Form, type FormRow } from './form.ts';

const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];

/** CMMLU: CSV with an index, `Question`, `A` to `D`, `Answer`. */
export const cmmlu: Form = (text, file) => {
  const columns = (text.split('\n')[0] ?? '').trim();
  if (!/Question,A,B,C,D,Answer$/.test(columns)) return undefined;
  return {
    rows: choices(text, file, 'Question', 'Answer', false),
    standIn: { name: 'CMMLU (haonan-li/CMMLU at d6e7b71)', licence: 'CC BY-NC-SA 4.0' },
  };
};

/** DISC-Law-Eval, objective part: CSV `input, output, A…D`; `sing` or `mult` in the file's name. */
export const discLaw: Form = (text, file) => {
  const columns = (text.split('\n')[0] ?? '').trim().split(',');
  if (!['input', 'output', 'A', 'B'].every((name) => columns.includes(name))) return undefined;
  return {
    rows: choices(text, file, 'input', 'output', /mult/.test(file)),
    standIn: { name: 'DISC-Law-Eval (FudanDISC/DISC-LawLLM at f40d023)', licence: 'Apache-2.0 repository' },
  };
};

function choices(text: string, file: string, question: string, answer: string, several: boolean): FormRow[] {
  return readCsv(text, file).rows.map(({ line, cells }, at) => {
    const asked = cells.get(question) ?? '';
    if (asked.trim() === '') throw badForm(file, line, 'the question is empty');
    const options = new Map(
      LETTERS.flatMap((letter): [string, string][] => {
        const option = cells.get(letter) ?? '';
        return option === '' ? [] : [[letter, option]];
      }),
    );
    const answers = LETTERS.filter((letter) => (cells.get(answer) ?? '').toUpperCase().includes(letter));
    const foreign = answers.find((letter) => !options.has(letter));
    if (answers.length === 0 || foreign !== undefined)
      throw badForm(file, line, `the answer “${cells.get(answer) ?? ''}” names no option`);
    const id = cells.get('') ?? cells.get('id') ?? String(at);
    return {
      id,
      content: {
        kind: 'knowledge',
        question: asked,
        options,
        answers,
        answerType: several || answers.length > 1 ? 'multichoice' : 'choice',
      },
    };
  });
}
