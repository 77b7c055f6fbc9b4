import { readJsonLines } from '../../../data/jsonl.ts';
import { sliceCodePoints } from '../../../text/code-points.ts';
import { badForm, badLabel, type Form, type FormRow, listAt, textAt } from './form.ts';

const TYPES = ['Nh', 'Ns', 'NT', 'NDR', 'NW'];
const RELATIONS = ['traffic_in', 'sell_drugs_to', 'posess', 'provide_shelter_for'];
/** Marks a pair without a relation. */
const NONE = 'NA';

/** What one row of CAIL2022 xxcq holds. */
export interface CailDocument {
  readonly id: string;
  readonly text: string;
  readonly mentions: readonly {
    readonly type: string;
    readonly text: string;
    readonly start: number;
    readonly end: number;
  }[];
  /** With those of the label `NA`. */
  readonly relations: readonly {
    readonly head: string;
    readonly relation: string;
    readonly tail: string;
    /** Code points at which head and tail start; the data name them `e1start` and `e21start`. */
    readonly headStart: number;
    readonly tailStart: number;
  }[];
}

/** Reads CAIL2022 xxcq, JSON lines in the manner of the NYT corpus. */
export function readCail2022(text: string, file: string): CailDocument[] {
  return readJsonLines(text, file).map(({ line, value }) => {
    const own = textAt(value, 'sentText');
    const [article, sentence] = [textAt(value, 'articleId'), textAt(value, 'sentId')];
    if (own === undefined || own === '') throw badForm(file, line, 'sentText is empty');
    if (article === undefined || sentence === undefined)
      throw badForm(file, line, 'articleId or sentId is missing');
    return {
      id: `${article}-${sentence}`,
      text: own,
      mentions: listAt(value, 'entityMentions').map((entry) => {
        const type = textAt(entry, 'label') ?? '';
        if (!TYPES.includes(type)) throw badLabel(file, line, type, TYPES);
        return {
          type,
          text: textAt(entry, 'text') ?? '',
          start: Number(textAt(entry, 'start')),
          end: Number(textAt(entry, 'end')),
        };
      }),
      relations: listAt(value, 'relationMentions').map((entry) => {
        const relation = textAt(entry, 'label') ?? '';
        if (relation !== NONE && !RELATIONS.includes(relation))
          throw badLabel(file, line, relation, [...RELATIONS, NONE]);
        return {
          head: textAt(entry, 'em1Text') ?? '',
          relation,
          tail: textAt(entry, 'em2Text') ?? '',
          headStart: Number(textAt(entry, 'e1start')),
          tailStart: Number(textAt(entry, 'e21start')),
        };
      }),
    };
  });
}

/** Mentions whose offsets, as code points, do not give their text. */
export function offsetErrors({ text, mentions, relations }: CailDocument): number {
  const stands = (start: number, span: string) =>
    sliceCodePoints(text, start, start + Array.from(span).length) === span;
  return (
    mentions.filter((mention) => sliceCodePoints(text, mention.start, mention.end) !== mention.text).length +
    relations.filter(
      ({ head, tail, headStart, tailStart }) => !stands(headStart, head) || !stands(tailStart, tail),
    ).length
  );
}

export const cail2022: Form = (text, file, task) => {
  if (!/^\s*\{[^\n]*"sentText"/.test(text)) return undefined;
  const rows = readCail2022(text, file).map((document): FormRow => {
    const { id, text: own, mentions, relations } = document;
    const wrongOffsets = offsetErrors(document);
    if (task === 'drug-ner') {
      const spans = new Map(
        mentions.map(({ type, text: span }) => [JSON.stringify([type, span]), { type, text: span }]),
      );
      return { id, content: { kind: 'entities', text: own, entities: [...spans.values()] }, wrongOffsets };
    }
    const triples = relations
      .filter(({ relation }) => relation !== NONE)
      .map(({ head, relation, tail }) => ({ head, relation, tail }));
    const distinct = new Map(triples.map((triple) => [JSON.stringify(triple), triple]));
    return { id, content: { kind: 'relations', text: own, triples: [...distinct.values()] }, wrongOffsets };
  });
  return {
    rows,
    standIn: { name: 'CAIL2022 xxcq (china-ai-law-challenge/CAIL2022 at 2151a06)', licence: 'none stated' },
  };
};
