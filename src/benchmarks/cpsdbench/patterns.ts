import type { Entity } from '../../parse/entities.ts';
import type { Canonical, EntityType } from './task-file.ts';

const DIGITS = '[0-9０-９〇零一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟,，.．]';

/** What dates, amounts and weights look like; all that a baseline without a model knows. */
const PATTERNS: Readonly<Record<Canonical, RegExp>> = {
  time: /(?:[0-9０-９]{4}年)?(?:[0-9０-９]{1,2}月)?[0-9０-９]{1,2}日(?:凌晨|早上|上午|中午|下午|傍晚|晚上|晚|夜间|深夜)?(?:[0-9０-９]{1,2}[时点](?:[0-9０-９]{1,2}分)?(?:许|左右)?)?|[0-9０-９]{4}年(?:[0-9０-９]{1,2}月)?/gu,
  amount: new RegExp(`(?:人民币)?${DIGITS}*[0-9０-９〇零一二两三四五六七八九十百千万亿]余?元`, 'gu'),
  weight: new RegExp(
    `${DIGITS}*[0-9０-９一二两三四五六七八九十百千]余?(?:毫克|公斤|千克|克|㎎|㎏|mg|kg|g)`,
    'gu',
  ),
};

/** Spans of the types that have a canonical form (time, amount, weight), found by their look; each span once a type. */
export function patternEntities(text: string, types: readonly EntityType[]): Entity[] {
  return types.flatMap(({ id, canonical }) => {
    if (canonical === null) return [];
    const spans = new Set(text.match(PATTERNS[canonical]) ?? []);
    return [...spans].map((span) => ({ type: id, text: span }));
  });
}
