import type { CpsItem } from '../items.ts';
import type { Kind } from '../task-file.ts';
import { classification } from './classification.ts';
import { entities } from './entities.ts';
import { generation } from './generation.ts';
import type { KindModule } from './kind.ts';
import { knowledge } from './knowledge.ts';
import { reading } from './reading.ts';
import { relations } from './relations.ts';

const MODULES = { classification, entities, relations, reading, knowledge, generation };

/** The module of a kind. It is only given items and values of its own kind, which the task sees to. */
export function kindModule(kind: Kind): KindModule<CpsItem, unknown> {
  return MODULES[kind] as unknown as KindModule<CpsItem, unknown>;
}
