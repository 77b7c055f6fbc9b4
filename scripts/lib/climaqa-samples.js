// The invented questions of samples/climaqa as CSV files in the upstream form.

export const KINDS = ['mcq', 'cloze', 'freeform'];
const SPLITS = ['gold', 'silver'];
const ITEMS = 24;
const LEVELS = ['BASE', 'REASONING', 'HYPOTHETICAL'];
const LETTERS = ['a', 'b', 'c', 'd'];

/** What breaks a rule of the samples; empty: nothing. */
export function problemsOf(source) {
  const problems = [];
  const questions = new Set();
  for (const kind of KINDS) {
    const valid = source[kind].gold.filter((entry) => entry.valid !== false);
    if (valid.length !== ITEMS) problems.push(`${kind}: ${valid.length} items instead of ${ITEMS}`);
    for (const split of SPLITS) {
      source[kind][split].forEach((entry, row) => {
        problems.push(...entryProblems(kind, entry).map((problem) => `${kind}/${split}/${row}: ${problem}`));
      });
    }
    for (const entry of source[kind].gold) {
      const question = entry.question ?? entry.statement;
      if (questions.has(question)) problems.push(`${kind}: ${JSON.stringify(question)} stands twice`);
      questions.add(question);
    }
  }
  return problems;
}

function entryProblems(kind, entry) {
  const problems = [];
  if (kind === 'cloze') {
    if (entry.statement.split('<MASK>').length !== 2) problems.push('the statement needs one <MASK>');
    return problems;
  }
  if (!LEVELS.includes(entry.complexity)) problems.push(`no level ${entry.complexity}`);
  if (kind === 'mcq' && (entry.options.length !== 4 || !LETTERS.includes(entry.answer)))
    problems.push('four options and an answer from a to d');
  return problems;
}

/** Paths below samples/climaqa, and contents: what pandas writes, its row number in the first column. */
export function filesOf(source) {
  return KINDS.flatMap((kind) =>
    SPLITS.map((split) => {
      const name = kind === 'freeform' ? 'ffq' : kind;
      const path = `climaqa_${split}/${name}/${name}_benchmark${split === 'silver' ? '_silver' : ''}.csv`;
      const columns = columnsOf(kind, split);
      const rows = source[kind][split].map((entry, row) =>
        columns.map((column) => cellOf(column, entry, row)).map(quoted),
      );
      return [path, `${[columns, ...rows].map((cells) => cells.join(',')).join('\n')}\n`];
    }),
  );
}

function columnsOf(kind, split) {
  if (kind === 'cloze') return ['', 'Question', 'Answer'];
  return [
    '',
    'Question',
    ...(kind === 'mcq' ? ['Options'] : []),
    'Answer',
    'Complexity',
    ...(split === 'gold' ? ['Validation'] : []),
  ];
}

function cellOf(column, entry, row) {
  switch (column) {
    case '':
      return String(row);
    case 'Question':
      return entry.question ?? entry.statement;
    case 'Options':
      return entry.options.map((text, at) => `${LETTERS[at]}) ${text}`).join(`\n${'-'.repeat(20)}\n`);
    case 'Answer':
      return entry.answer;
    case 'Complexity':
      return entry.complexity;
    default:
      return entry.valid === false ? 'False' : 'True';
  }
}

function quoted(cell) {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
