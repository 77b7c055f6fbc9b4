import { badForm, type Form, type FormRow, listAt, textAt, wholeJson } from './form.ts';

export const CJRC = {
  name: 'CAIL2019 reading, CJRC (china-ai-law-challenge/CAIL2019 at 010ebce)',
  licence: 'none stated',
};

/** Charges of criminal cases by the incident that they are about. */
const CHARGES: ReadonlyMap<string, string> = new Map([
  ['故意伤害罪', 'injury'],
  ['危险驾驶罪', 'traffic'],
  ['交通肇事罪', 'traffic'],
  ['盗窃罪', 'theft'],
  ['诈骗罪', 'telecom_fraud'],
]);

interface Document {
  readonly id: string;
  readonly context: string;
  readonly charge: string;
  readonly criminal: boolean;
  readonly questions: readonly unknown[];
}

/** CJRC in the manner of SQuAD: `data[].paragraphs[0].{context, casename, qas}`. */
function documentsOf(text: string, file: string): readonly Document[] | undefined {
  const root = wholeJson(text);
  const data = listAt(root, 'data');
  if (data.length === 0 || listAt(data[0], 'paragraphs').length === 0) return undefined;
  return data.map((entry, at) => {
    const [paragraph] = listAt(entry, 'paragraphs');
    const context = textAt(paragraph, 'context');
    if (context === undefined || context.trim() === '')
      throw badForm(file, undefined, 'a context is empty', String(at));
    return {
      id: textAt(entry, 'caseid') ?? String(at),
      context,
      charge: textAt(paragraph, 'casename') ?? '',
      criminal: (textAt(entry, 'domain') ?? textAt(paragraph, 'domain')) !== 'civil',
      questions: listAt(paragraph, 'qas'),
    };
  });
}

/** Questions on cases. The first reference decides the type; `is_impossible` is a text that often says otherwise. */
export const caseQuestions: Form = (text, file) => {
  const documents = documentsOf(text, file);
  if (documents === undefined) return undefined;
  const rows = documents.flatMap(({ context, charge, questions }) =>
    questions.map((question, at): FormRow => {
      const id = textAt(question, 'id') ?? String(at);
      const asked = textAt(question, 'question');
      if (asked === undefined || asked.trim() === '')
        throw badForm(file, undefined, 'a question is empty', id);
      const references = listAt(question, 'answers').map((answer) =>
        typeof answer === 'string' ? answer : (textAt(answer, 'text') ?? ''),
      );
      const meta = new Map<string, unknown>([
        ['casename', charge],
        ['references', references],
        ['is_impossible', textAt(question, 'is_impossible') ?? null],
      ]);
      return { id, content: { kind: 'reading', context, question: asked, ...answersOf(references) }, meta };
    }),
  );
  return { rows, standIn: CJRC };
};

const isVerdict = (answer: string) => answer === 'YES' || answer === 'NO';

function answersOf(references: readonly string[]): {
  answers: readonly string[];
  answerType: 'span' | 'yesno' | 'unanswerable';
} {
  const first = references[0] ?? '';
  if (first === '') return { answers: [''], answerType: 'unanswerable' };
  if (isVerdict(first)) return { answers: [first], answerType: 'yesno' };
  const spans = references.filter((answer) => answer !== '' && !isVerdict(answer));
  return { answers: [...new Set(spans)], answerType: 'span' };
}

/** Criminal cases by charge, as a stand-in for police incidents; a case that stands in both files counts once. */
export const casesByCharge: Form = (text, file) => {
  const documents = documentsOf(text, file);
  if (documents === undefined) return undefined;
  return {
    rows: documents.flatMap(({ id, context, charge, criminal }): FormRow[] => {
      const label = CHARGES.get(charge);
      if (label === undefined || !criminal) return [];
      return [
        {
          id,
          content: { kind: 'classification', text: context, label },
          meta: new Map([['charge', charge]]),
        },
      ];
    }),
    standIn: CJRC,
  };
};

/** The same cases as facts to report, without references. */
export const casesToReport: Form = (text, file, task) => {
  const cases = casesByCharge(text, file, task);
  if (cases === undefined) return undefined;
  return {
    ...cases,
    rows: cases.rows.flatMap(({ id, content, meta }): FormRow[] =>
      content.kind === 'classification'
        ? [
            {
              id,
              content: { kind: 'generation', input: content.text, references: [] },
              ...(meta ? { meta } : {}),
            },
          ]
        : [],
    ),
  };
};
