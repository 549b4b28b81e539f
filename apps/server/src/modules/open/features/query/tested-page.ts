import { type Cql2Filter, createMatcher } from '../../../../platform/cql2/index.ts';
import type { Feature, FeatureTable } from '../../../../platform/feature-collections.ts';
import type { FeaturePage } from './selection.ts';
import { featureOf, propertiesOf, type Row, rowsOf, type Sql, tokenOf } from './table-rows.ts';
import { type PageToken, writeToken } from './token.ts';

/** Rows tested at a time, and most rows tested for the sake of the count. */
const testedAtOnce = 1_000;
const mostTested = 5_000;

type Found = { readonly feature: Feature; readonly token: PageToken };

/** A page of a filter that the database can't decide alone: rows are tested one by one until the page is full. */
export async function testedPage(
  collection: FeatureTable,
  {
    filter,
    condition,
    limit,
    first,
    sort,
    read,
  }: {
    readonly filter: Cql2Filter;
    /** The part of the filter that the database decides. */
    readonly condition: readonly Sql[];
    readonly limit: number;
    /** Token of this page; null for the first one. */
    readonly first: PageToken | null;
    readonly sort: Parameters<typeof tokenOf>[1];
    readonly read: (after: PageToken | null, count: number) => Promise<readonly Row[]>;
  },
): Promise<FeaturePage> {
  const matcher = await createMatcher(filter);
  try {
    const found: Found[] = [];
    let after = first;
    let tested = 0;
    for (let more = true; more; ) {
      const rows = await read(after, testedAtOnce);
      for (const row of rows) {
        const feature = featureOf(collection, row);
        if (matcher.matches(propertiesOf(feature))) found.push({ feature, token: tokenOf(collection, sort, row) });
      }
      tested += rows.length;
      const last = rows.at(-1);
      if (last !== undefined) after = tokenOf(collection, sort, last);
      more = rows.length === testedAtOnce && (found.length <= limit || (first === null && tested < mostTested));
      // All rows were tested from the first one on, so the matches found are all there are.
      if (!more && rows.length < testedAtOnce && first === null) return pageOf(found, limit, found.length);
    }
    const matched = tested < mostTested && first !== null ? await testedCount(collection, filter, condition) : null;
    return pageOf(found, limit, matched);
  } finally {
    matcher.close();
  }
}

function pageOf(found: readonly Found[], limit: number, matched: number | null): FeaturePage {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    features: page.map(({ feature }) => feature),
    next: found.length > limit && last !== undefined ? writeToken(last.token) : null,
    matched,
  };
}

/** Number of all matches; null where more rows would have to be tested than a page is worth. */
async function testedCount(
  collection: FeatureTable,
  filter: Cql2Filter,
  condition: readonly Sql[],
): Promise<number | null> {
  const rows = await rowsOf(collection, { conditions: condition, limit: mostTested + 1 });
  if (rows.length > mostTested) return null;
  const matcher = await createMatcher(filter);
  const matched = rows.filter((row) => matcher.matches(propertiesOf(featureOf(collection, row)))).length;
  matcher.close();
  return matched;
}
