import { badForm, type Form, type FormRow, textAt, wholeJson } from './form.ts';

export const LAWBENCH_LICENCE = 'Apache-2.0 repository; each source’s own licence for its data';

interface Pair {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
}

/** LawBench's data: a JSON array of `{instruction?, question, answer}`. The instruction is not read. */
function pairsOf(text: string, file: string): readonly Pair[] | undefined {
  const root = wholeJson(text);
  if (
    !Array.isArray(root) ||
    textAt(root[0], 'question') === undefined ||
    textAt(root[0], 'answer') === undefined
  )
    return undefined;
  return root.map((entry: unknown, at) => {
    const [question, answer] = [textAt(entry, 'question'), textAt(entry, 'answer')];
    if (question === undefined || question.trim() === '' || answer === undefined)
      throw badForm(file, undefined, 'question or answer is missing', String(at));
    return { id: String(at), question, answer };
  });
}

const THEFT: ReadonlyMap<string, string> = new Map([
  ['犯罪嫌疑人', 'NHCS'],
  ['受害人', 'NHVI'],
  ['被盗货币', 'NCSM'],
  ['物品价值', 'NCGV'],
  ['盗窃获利', 'NCSP'],
  ['被盗物品', 'NASI'],
  ['作案工具', 'NATS'],
  ['时间', 'NT'],
  ['地点', 'NS'],
  ['组织机构', 'NO'],
]);

/** Task 2-6: `类型:值、值;类型:值`, parted at the first colon. */
export const theftEntities: Form = (text, file) => {
  const pairs = pairsOf(text, file);
  if (pairs === undefined) return undefined;
  const rows = pairs.map(({ id, question, answer }): FormRow => {
    const entities = answer
      .split(';')
      .filter((part) => part.trim() !== '')
      .flatMap((part) => {
        const colon = part.indexOf(':');
        const type = THEFT.get(part.slice(0, Math.max(0, colon)).trim());
        if (type === undefined) throw badForm(file, undefined, `“${part}” names no type of the set`, id);
        const values = part
          .slice(colon + 1)
          .split('、')
          .filter((value) => value.trim() !== '');
        return values.map((value) => ({ type, text: value }));
      });
    return { id, content: { kind: 'entities', text: question.replace(/^句子:/u, ''), entities } };
  });
  return {
    rows,
    spec: 'fraud-ner-theft',
    replacementCharacters: true,
    standIn: { name: 'theft entities of LawBench 2-6 (CAIL2021), at e30981b', licence: LAWBENCH_LICENCE },
  };
};

/** Tasks 2-7 and 3-8: a text and its reference. */
export const textPairs: Form = (text, file, task) => {
  const pairs = pairsOf(text, file);
  if (pairs === undefined) return undefined;
  const name = task === 'legal-analysis' ? 'consultations of LawBench 3-8' : 'news summaries of LawBench 2-7';
  return {
    rows: pairs.map(({ id, question, answer }) => ({
      id,
      content: { kind: 'generation', input: question, references: answer.trim() === '' ? [] : [answer] },
    })),
    standIn: { name: `${name}, at e30981b`, licence: LAWBENCH_LICENCE },
  };
};

/** CAIL2022 summaries: JSON lines `{id, text, url, summary}`. */
export const cailSummaries: Form = (text, file) => {
  if (!/^\s*\{[^\n]*"summary"/.test(text)) return undefined;
  const rows = text.split('\n').flatMap((line, at): FormRow[] => {
    if (line.trim() === '') return [];
    const value = wholeJson(line);
    const [own, summary] = [textAt(value, 'text'), textAt(value, 'summary')];
    if (own === undefined || own.trim() === '' || summary === undefined)
      throw badForm(file, at + 1, 'text or summary is missing');
    return [
      {
        id: textAt(value, 'id') ?? String(at),
        content: { kind: 'generation', input: own, references: summary.trim() === '' ? [] : [summary] },
      },
    ];
  });
  return {
    rows,
    standIn: { name: 'CAIL2022 sfzy (china-ai-law-challenge/CAIL2022 at 2151a06)', licence: 'none stated' },
  };
};

/** Task 1-2: `题目?A:…;B:…;C:…;D:…`, answer `正确答案：A。`. */
export const examQuestions: Form = (text, file) => {
  const pairs = pairsOf(text, file);
  if (pairs === undefined) return undefined;
  const rows = pairs.map(({ id, question, answer }): FormRow => {
    const letters = /正确答案[:：]([A-Z]+)/u.exec(answer)?.[1];
    const start = /\s*A\s*[:：.、]/u.exec(question)?.index;
    if (letters === undefined || start === undefined)
      throw badForm(file, undefined, 'the options or the right answer cannot be read', id);
    const options = new Map<string, string>();
    for (const [, letter = '', option = ''] of question
      .slice(start)
      .matchAll(/([A-Z])\s*[:：.、]\s*([\s\S]*?)(?=[;；]?\s*[A-Z]\s*[:：.、]|$)/gu))
      options.set(letter, option.replace(/[;；。]\s*$/u, ''));
    const answers = Array.from(letters);
    return {
      id,
      content: {
        kind: 'knowledge',
        question: question.slice(0, start),
        options,
        answers,
        answerType: answers.length > 1 ? 'multichoice' : 'choice',
      },
    };
  });
  return { rows, standIn: { name: 'JEC-QA through LawBench 1-2, at e30981b', licence: LAWBENCH_LICENCE } };
};
