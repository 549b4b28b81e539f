import { createMatcher } from '../../../../platform/cql2/index.ts';
import type { Feature, FeatureList } from '../../../../platform/feature-collections.ts';
import type { FeaturePage, Selection, SortKey } from './selection.ts';
import { propertiesOf } from './table-rows.ts';
import { readToken, writeToken } from './token.ts';

/** A page of a collection that its module gives as a list. */
export async function listPage(
  collection: FeatureList,
  { filter, sort, limit, token }: Selection,
): Promise<FeaturePage> {
  const all = await collection.features();
  const matcher = filter === null ? null : await createMatcher(filter);
  const found = all.filter((feature) => matcher === null || matcher.matches(propertiesOf(feature)));
  matcher?.close();
  const sorted = found.toSorted((a, b) => compare(a, b, sort));
  const [after] = token === null ? [] : readToken(token, 1, 0).key;
  const last = after === undefined ? undefined : all.find(({ id }) => id === after);
  // Where the token's feature was removed, the page goes on from the place of its id.
  const from =
    after === undefined
      ? 0
      : sorted.findIndex((feature) => (last === undefined ? feature.id > after : compare(feature, last, sort) > 0));
  const rest = from < 0 ? [] : sorted.slice(from);
  const page = rest.slice(0, limit);
  const end = page.at(-1);
  return {
    features: page,
    next: rest.length > limit && end !== undefined ? writeToken({ key: [end.id], sort: [] }) : null,
    matched: found.length,
  };
}

function compare(a: Feature, b: Feature, sort: readonly SortKey[]): number {
  for (const { property, descending } of sort) {
    const [left, right] = [a.properties[property] ?? null, b.properties[property] ?? null];
    if (left === right) continue;
    if (left === null || right === null) return left === null ? 1 : -1;
    const order =
      typeof left === 'string' && typeof right === 'string'
        ? Buffer.compare(Buffer.from(left), Buffer.from(right))
        : Number(left) - Number(right);
    if (order !== 0) return descending ? -order : order;
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
