import { sql } from 'kysely';
import { type Cql2Filter, compileFilter } from '../../../../platform/cql2/index.ts';
import type { Feature, FeatureCollection, FeatureTable } from '../../../../platform/feature-collections.ts';
import { listPage } from './list-page.ts';
import type { FeaturePage, Selection } from './selection.ts';
import { afterToken, columnsOf, countOf, featureOf, keyOf, rowsOf, sortColumn, tokenOf } from './table-rows.ts';
import { testedPage } from './tested-page.ts';
import { badToken, type PageToken, readToken, writeToken } from './token.ts';

/** One page of features in a stable order; each feature once, even while others write. */
export async function readPage(collection: FeatureCollection, selection: Selection): Promise<FeaturePage> {
  if (collection.kind === 'list') return listPage(collection, selection);
  try {
    return await tablePage(collection, selection);
  } catch (error) {
    // A token that this service wrote holds values that the database can read.
    const { code } = error as { readonly code?: unknown };
    if (selection.token !== null && typeof code === 'string' && code.startsWith('22')) throw badToken(error);
    throw error;
  }
}

/** One feature; null where there is none. */
export async function readFeature(collection: FeatureCollection, id: string): Promise<Feature | null> {
  if (collection.kind === 'list') return (await collection.features()).find((feature) => feature.id === id) ?? null;
  const parts = keyOf(collection, id);
  if (parts === null) return null;
  const equal = collection.key.map((key, index) => sql`${key.sql} = ${parts[index]}::${sql.raw(key.type)}`);
  const rows = await rowsOf(collection, { conditions: [sql.join(equal, sql` and `)], limit: 1 });
  return rows[0] === undefined ? null : featureOf(collection, rows[0]);
}

async function tablePage(collection: FeatureTable, { filter, sort, limit, token }: Selection): Promise<FeaturePage> {
  const compiled = filter === null ? null : compileFilter(filter, columnsOf(collection));
  const condition = compiled === null ? [] : [sql`${compiled.where}`];
  const order = [
    ...sort.map(
      ({ property, descending }) =>
        sql`${sortColumn(collection, property)} ${sql.raw(descending ? 'desc' : 'asc')} nulls last`,
    ),
    ...collection.key.map((key) => key.sql),
  ];
  const read = (after: PageToken | null, count: number, counting = false) =>
    rowsOf(collection, {
      sort,
      conditions: [...condition, ...(after === null ? [] : [afterToken(collection, sort, after)])],
      order,
      limit: count,
      counting,
    });
  const first = token === null ? null : readToken(token, collection.key.length, sort.length);
  if (filter !== null && compiled?.exact === false) {
    return testedPage(collection, { filter, condition, limit, first, sort, read });
  }
  // Sorting reads every row in a box anyway, so that the count costs no query of its own.
  const countsRows = first === null && filter !== null && isPlace(filter);
  const [rows, counted] = await Promise.all([
    read(first, limit + 1, countsRows),
    countsRows ? null : countOf(collection, condition),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    features: page.map((row) => featureOf(collection, row)),
    next: rows.length > limit && last !== undefined ? writeToken(tokenOf(collection, sort, last)) : null,
    matched: countsRows ? Number(rows[0]?.matched ?? 0) : counted,
  };
}

/** Whether the main condition of a filter is about a place. */
function isPlace(filter: Cql2Filter): boolean {
  return filter.kind === 'spatial' || (filter.kind === 'and' && filter.args.some(isPlace));
}
