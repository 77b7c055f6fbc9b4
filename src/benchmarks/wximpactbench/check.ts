import type { ResultWarning, SetCheck } from '../../core/index.ts';
import type { ArticleItem } from './articles.ts';
import { joinedBaselines } from './baselines.ts';
import type { ArticleReading } from './reading.ts';
import { type Context, RELEASED_ROWS } from './source.ts';

const PROTOCOLS = ['standard', 'paper', 'card'] as const;

/** What every result must say about the data and the predictions. */
export function checkArticlesSet(
  context: Context,
  values: ReadonlyMap<string, ArticleReading>,
  items: readonly ArticleItem[],
  surplus: readonly string[],
  planned: readonly ArticleItem[],
): SetCheck {
  const read = [...values.values()].filter(({ rows }) =>
    rows.some((row) => row.some((cell) => cell !== null)),
  );
  if (items.length > 0 && read.length === 0 && surplus.length > 0) {
    return { errors: PROTOCOLS.map((protocol) => wrongData(protocol, context, surplus)), warnings: [] };
  }
  const joined = items.filter(({ id }) => values.get(id)?.paper !== null);
  return {
    errors: [],
    ...(joined.length === items.length ? {} : { baselines: joinedBaselines(context, joined) }),
    warnings: [partial(context, planned), surplusRows(surplus), lost(values)].filter(
      (warning) => warning !== null,
    ),
  };
}

function wrongData(protocol: (typeof PROTOCOLS)[number], context: Context, surplus: readonly string[]) {
  return {
    protocol,
    code: 'wrong-dataset' as const,
    message: `no row of ${context} has a prediction in this file; its ${surplus.length} ids are others`,
    details: { expected: context, ids: surplus.slice(0, 10) },
  };
}

function partial(context: Context, items: readonly ArticleItem[]): ResultWarning | null {
  const loaded = items[0]?.loaded;
  const full = RELEASED_ROWS[context];
  if (loaded === undefined || loaded.sample || loaded.rows >= full) return null;
  return {
    code: 'partial',
    message: `partial data: ${loaded.rows} of the ${full} rows of ${context}, ${loaded.articles} articles; these figures cannot be compared with those over all rows`,
  };
}

function surplusRows(surplus: readonly string[]): ResultWarning | null {
  if (surplus.length === 0) return null;
  const named = surplus.slice(0, 10).join(', ');
  return {
    code: 'surplus-rows',
    message: `${surplus.length} predicted ${surplus.length === 1 ? 'row is' : 'rows are'} not in the data and not scored: ${named}${surplus.length > 10 ? ', …' : ''}`,
  };
}

/** Articles that the authors' join loses because date or period of the prediction is another one. */
function lost(values: ReadonlyMap<string, ArticleReading>): ResultWarning | null {
  const ids = [...values].filter(([, { paper }]) => paper === null).map(([id]) => id);
  if (ids.length === 0) return null;
  return {
    code: 'lost-in-join',
    message: `protocol paper joins by date, period and ID and loses ${ids.length} ${ids.length === 1 ? 'article' : 'articles'} without a partner: ${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ', …' : ''}`,
  };
}
