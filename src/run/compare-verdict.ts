import type { ComparedItems, Counts, Difference, Item, ResultData, Verdict } from '../core/index.ts';
import { canonicalJson } from '../models/canonical-json.ts';

/** What decides whether two results of a task may be compared. */
export interface ComparedFacts {
  readonly data: ResultData;
  readonly scoringVersion: number;
  readonly repeats: number;
  readonly complete: boolean;
  /** Over all repeats. */
  readonly counts: Counts;
  /** How the answers were made; null: not known, for predictions made elsewhere. */
  readonly made: MadeFacts | null;
}

/** How the answers of a run were made. */
export interface MadeFacts {
  readonly taskVersion: number;
  readonly promptSha256: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly inputFiles: readonly { readonly path: string; readonly sha256: string }[];
  readonly seed: number;
}

/** Items of one side or of both must be common to at least this share of all. */
export const LEAST_COMMON = 0.95;

/** Matches items by id and content. */
export function matchItems(first: readonly Item[], second: readonly Item[]): ComparedItems {
  const others = new Map(second.map(({ id, hash }) => [id, hash]));
  const own = new Set(first.map(({ id }) => id));
  const onlyFirst: string[] = [];
  const changed: string[] = [];
  for (const { id, hash } of first) {
    const other = others.get(id);
    if (other === undefined) onlyFirst.push(id);
    else if (other !== hash) changed.push(id);
  }
  return {
    common: first.length - onlyFirst.length - changed.length,
    onlyFirst,
    onlySecond: second.flatMap(({ id }) => (own.has(id) ? [] : [id])),
    changed,
  };
}

/**
 * Whether two results of a task may be compared, and every field in which they differ.
 *
 * `comparable`: the same items, prompts, settings and scoring. `with-care`: the same data and scoring and at least 95 %
 * common items. `not-comparable`: anything else.
 */
export function judge(
  first: ComparedFacts,
  second: ComparedFacts,
  items: ComparedItems,
): { readonly verdict: Verdict; readonly differences: readonly Difference[] } {
  const differences = [
    ...dataDifferences(first.data, second.data, items),
    ...field(
      'scoring',
      first.scoringVersion,
      second.scoringVersion,
      'not-comparable',
      'They were scored by different versions; start the older run again with --new: its answers come from the cache.',
    ),
    ...madeDifferences(first.made, second.made),
    ...field('repeats', first.repeats, second.repeats, 'with-care', 'The numbers of repeats differ.'),
    ...completeness(first, second),
  ];
  const verdict = differences.some(({ effect }) => effect === 'not-comparable')
    ? 'not-comparable'
    : differences.some(({ effect }) => effect === 'with-care')
      ? 'with-care'
      : 'comparable';
  return { verdict, differences };
}

function dataDifferences(first: ResultData, second: ResultData, items: ComparedItems): Difference[] {
  const apart = items.onlyFirst.length + items.onlySecond.length + items.changed.length;
  const all = items.common + apart;
  // Two files may hold the same items: outputs with their gold inside, the same rows in another format.
  const same = first.sha256 === second.sha256 || apart === 0;
  const effect: Verdict = same ? 'comparable' : 'not-comparable';
  const enough = all > 0 && items.common >= LEAST_COMMON * all;
  return [
    ...field(
      'data.name',
      first.name,
      second.name,
      'not-comparable',
      'These are different data sets or splits.',
    ),
    ...field(
      'data.sha256',
      first.sha256,
      second.sha256,
      effect,
      same ? 'The files differ, but every item is the same.' : 'These are different data.',
    ),
    ...field(
      'data.kind',
      first.kind,
      second.kind,
      effect,
      `One is ${first.kind}, the other ${second.kind} data.`,
    ),
    ...(apart === 0
      ? []
      : [
          {
            field: 'items',
            first: String(first.items),
            second: String(second.items),
            effect: enough ? ('with-care' as const) : ('not-comparable' as const),
            message: `${items.common} of ${all} items are common to both${enough ? '' : `, fewer than ${LEAST_COMMON * 100} %`}.`,
          },
        ]),
  ];
}

function madeDifferences(first: MadeFacts | null, second: MadeFacts | null): Difference[] {
  if (first === null || second === null) {
    const known = (made: MadeFacts | null) => (made === null ? null : made.promptSha256.slice(0, 12));
    return [
      {
        field: 'prompts',
        first: known(first),
        second: known(second),
        effect: 'with-care',
        message: 'Prompts and settings of predictions made elsewhere are not known.',
      },
    ];
  }
  const files = ({ inputFiles }: MadeFacts) => inputFiles.map(({ sha256 }) => sha256).join(' ') || null;
  const keys = [...new Set([...Object.keys(first.settings), ...Object.keys(second.settings)])];
  return [
    ...field('prompts', first.promptSha256, second.promptSha256, 'with-care', 'The prompts differ.'),
    ...keys.flatMap((key) =>
      field(
        `settings.${key}`,
        shown(first.settings[key]),
        shown(second.settings[key]),
        'with-care',
        `The setting ${key} differs.`,
      ),
    ),
    ...field('input-files', files(first), files(second), 'with-care', 'Files that settings name differ.'),
    ...field('seed', first.seed, second.seed, 'with-care', 'The seeds differ.'),
    ...field(
      'task-version',
      first.taskVersion,
      second.taskVersion,
      'with-care',
      'The versions of the task differ.',
    ),
  ];
}

/** Failed items are a fault of a run; unanswered ones are a trait of a model, and are only told. */
function completeness(first: ComparedFacts, second: ComparedFacts): Difference[] {
  if (first.complete && second.complete) {
    const all = ({ counts }: ComparedFacts) => counts.scored === counts.planned;
    if (all(first) && all(second)) return [];
    const answered = ({ counts }: ComparedFacts) => `${counts.scored} of ${counts.planned}`;
    return field(
      'answered',
      answered(first),
      answered(second),
      'comparable',
      'Items without a readable answer count as wrong in standard.',
    );
  }
  const words = ({ complete, counts }: ComparedFacts) =>
    complete ? 'complete' : `${counts.failed} of ${counts.planned} failed`;
  return [
    {
      field: 'complete',
      first: words(first),
      second: words(second),
      effect: 'with-care',
      message:
        'A run is incomplete: items that failed count as wrong. Its command, given again, asks for them.',
    },
  ];
}

function field(
  name: string,
  first: string | number | null,
  second: string | number | null,
  effect: Verdict,
  message: string,
): Difference[] {
  if (first === second) return [];
  const text = (value: string | number | null) => (value === null ? null : String(value));
  return [{ field: name, first: text(first), second: text(second), effect, message }];
}

function shown(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : canonicalJson(JSON.parse(JSON.stringify(value)));
}
