import { answerText, parseJson } from '../../parse/index.ts';

/** How many criteria the prompt asks for, and how many are accepted. */
export const CRITERIA = { asked: 4, most: 5 } as const;

/** Fewer lines of the form `title: description` than this are no list, but prose or a score. */
const LEAST_UNMARKED = 3;

/**
 * Reads the criteria of a query from a model's answer: a JSON list of texts (in an object, perhaps) or an object of
 * titles and descriptions, else the lines that are numbered or bulleted, else the lines of the form
 * `title: description`.
 *
 * @returns up to five criteria; empty where none could be read
 */
export function parseCriteria(text: string): string[] {
  return criteriaIn(text).slice(0, CRITERIA.most);
}

function criteriaIn(text: string): string[] {
  const json = parseJson(text);
  if (json.ok) {
    const listed = listIn(json.value)
      .map(asCriterion)
      .filter((entry) => entry !== '');
    if (listed.length > 0) return listed;
  }
  const lines = answerText(text)
    .split('\n')
    .map((line) => line.trim());
  const marked = lines
    .map((line) => /^(?:\d{1,2}[.):]|[-*•])\s+(.+)$/u.exec(line)?.[1])
    .filter((entry) => entry !== undefined);
  const titled = lines.filter((line) => /^[^:{["]{3,80}:\s+\S/u.test(line));
  const unmarked = titled.length < LEAST_UNMARKED ? [] : titled;
  const chosen = marked.length > 0 ? marked : unmarked;
  return chosen.map((line) => line.replace(/\*\*|__/g, '').trim()).filter((line) => line !== '');
}

/** The list itself, the first list in an object, or the entries of an object as `title: description`. */
function listIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [];
  const list: unknown = Object.values(value).find((part) => Array.isArray(part));
  if (Array.isArray(list)) return list;
  return Object.entries(value).map(([title, text]) => (typeof text === 'string' ? `${title}: ${text}` : ''));
}

/** A text, or the texts of an object such as `{title, description}`. */
function asCriterion(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value)
    .filter((part) => typeof part === 'string')
    .map((part) => part.trim())
    .join(': ');
}
