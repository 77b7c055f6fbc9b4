import { createHash } from 'node:crypto';
import type { Item } from '../../core/index.ts';
import type { Entity } from '../../parse/entities.ts';
import type { Triple } from '../../parse/triples.ts';
import type { Prompts } from './prompts.ts';
import type { TaskSpec } from './task-file.ts';

/** What the items of a set share: the task file in force, and where the data come from. */
export interface Setting {
  /** With the settings of the run applied. */
  readonly spec: TaskSpec;
  /** The user's own prompts; null: ours. */
  readonly prompts: Prompts | null;
  /** The public stand-in set that an adapter recognised; null: data in our own schema. */
  readonly standIn: StandIn | null;
}

/** A public set that stands in for data that are not public. */
export interface StandIn {
  readonly name: string;
  readonly licence: string;
}

interface Common extends Item, Setting {
  /** Extra fields of the row, as they were. */
  readonly meta: ReadonlyMap<string, unknown>;
  /** Gold spans whose offsets do not give their text; scoring needs no offset. */
  readonly wrongOffsets: number;
}

export interface ClassificationItem extends Common {
  readonly kind: 'classification';
  readonly text: string;
  readonly label: string;
}

export interface EntitiesItem extends Common {
  readonly kind: 'entities';
  readonly text: string;
  readonly entities: readonly Entity[];
}

export interface RelationsItem extends Common {
  readonly kind: 'relations';
  readonly text: string;
  readonly triples: readonly Triple[];
}

export const READING_TYPES = ['span', 'yesno', 'unanswerable'] as const;
export type ReadingType = (typeof READING_TYPES)[number];

export interface ReadingItem extends Common {
  readonly kind: 'reading';
  readonly context: string;
  readonly question: string;
  /** References, all of one type; `YES` or `NO`; empty for an unanswerable question. */
  readonly answers: readonly string[];
  readonly answerType: ReadingType;
}

export const KNOWLEDGE_TYPES = ['choice', 'multichoice', 'yesno', 'open'] as const;
export type KnowledgeType = (typeof KNOWLEDGE_TYPES)[number];

export interface KnowledgeItem extends Common {
  readonly kind: 'knowledge';
  readonly question: string;
  /** Letter to text, in order. */
  readonly options: ReadonlyMap<string, string>;
  /** Letters, `YES` or `NO`, or reference texts. */
  readonly answers: readonly string[];
  readonly answerType: KnowledgeType;
}

export interface GenerationItem extends Common {
  readonly kind: 'generation';
  readonly input: string;
  /** Empty: only rates and lengths are reported. */
  readonly references: readonly string[];
}

export type CpsItem =
  | ClassificationItem
  | EntitiesItem
  | RelationsItem
  | ReadingItem
  | KnowledgeItem
  | GenerationItem;

/** What an item says, before it is one: its kind's own fields. */
export type Content =
  | Pick<ClassificationItem, 'kind' | 'text' | 'label'>
  | Pick<EntitiesItem, 'kind' | 'text' | 'entities'>
  | Pick<RelationsItem, 'kind' | 'text' | 'triples'>
  | Pick<ReadingItem, 'kind' | 'context' | 'question' | 'answers' | 'answerType'>
  | Pick<KnowledgeItem, 'kind' | 'question' | 'options' | 'answers' | 'answerType'>
  | Pick<GenerationItem, 'kind' | 'input' | 'references'>;

/** Makes an item of its content. */
export function makeItem(
  id: string,
  content: Content,
  setting: Setting,
  meta: ReadonlyMap<string, unknown> = new Map(),
  wrongOffsets = 0,
): CpsItem {
  const json = JSON.stringify(content, (_key, value: unknown) => (value instanceof Map ? [...value] : value));
  return {
    id,
    hash: sha256(JSON.stringify([id, json])),
    cluster: content.kind === 'reading' ? `context ${sha256(content.context).slice(0, 16)}` : id,
    strata: strataOf(content),
    meta,
    wrongOffsets,
    ...setting,
    ...content,
  };
}

function strataOf(content: Content): Readonly<Record<string, string>> {
  if (content.kind === 'classification') return { label: content.label };
  if (content.kind === 'reading' || content.kind === 'knowledge') return { type: content.answerType };
  return {};
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What a model is given to read. */
export function textOf(item: CpsItem): string {
  switch (item.kind) {
    case 'reading':
      return `${item.context}\n\n问题：${item.question}`;
    case 'knowledge':
      return [item.question, ...[...item.options].map(([letter, text]) => `${letter}. ${text}`)].join('\n');
    case 'generation':
      return item.input;
    default:
      return item.text;
  }
}
