import { type StacAggregation, stacAggregations } from '@kianda/contract/open/catalogue/stac.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import type { ItemRepository } from '../items.repository.ts';
import type { Condition, ItemRow } from '../items.types.ts';
import type { SearchPlan } from './search.ts';
import { afterToken, sortKeys, tokenOf } from './sorting.ts';

const names = Object.keys(stacAggregations) as StacAggregation[];
/** Most items tested one by one for a count whose filter the database can't decide alone. */
const testedAtMost = 50_000;
const testedAtOnce = 1_000;

type Bucket = { readonly key: string; readonly data_type: string; readonly frequency: number };
export type Aggregation = {
  readonly name: string;
  readonly data_type: string;
  readonly value?: number | string | null;
  readonly buckets?: readonly Bucket[];
  readonly overflow?: number;
};

/** `total_count,datetime_min`. Throws `validation_failed` for a name that is none. */
export function aggregationNames(text: string): readonly StacAggregation[] {
  return [...new Set(text.split(','))].map((given) => {
    const known = names.find((name) => name === given);
    if (known === undefined) {
      throw new AppError('validation_failed', {
        issues: [{ path: 'aggregations', message: `«${given}» não existe; há ${names.join(', ')}.` }],
      });
    }
    return known;
  });
}

type Counts = {
  readonly total: number;
  readonly first: Date | null;
  readonly last: Date | null;
  readonly months: readonly { readonly key: string; readonly frequency: number }[];
  readonly collections: readonly { readonly key: string; readonly frequency: number }[];
};

async function countedByDatabase(repository: ItemRepository, conditions: readonly Condition[]): Promise<Counts> {
  const [totals, months, collections] = await Promise.all([
    repository.totals(conditions),
    repository.frequencies(conditions, 'month'),
    repository.frequencies(conditions, 'collection'),
  ]);
  return { ...totals, months, collections };
}

async function countedOneByOne(
  repository: ItemRepository,
  conditions: readonly Condition[],
  matches: (row: ItemRow) => boolean,
): Promise<Counts> {
  const keys = sortKeys([]);
  const months = new Map<string, number>();
  const collections = new Map<string, number>();
  let [total, first, last]: [number, Date | null, Date | null] = [0, null, null];
  let token: string | null = null;
  for (let read = 0; read < testedAtMost; read += testedAtOnce) {
    const after = token === null ? null : afterToken(token, keys);
    const page = await repository.page({ conditions, sort: keys, after, limit: testedAtOnce });
    for (const row of page.rows.filter(matches)) {
      total += 1;
      last ??= row.datetime;
      first = row.datetime;
      const month = `${row.datetime.toISOString().slice(0, 7)}-01T00:00:00.000Z`;
      months.set(month, (months.get(month) ?? 0) + 1);
      collections.set(row.collection, (collections.get(row.collection) ?? 0) + 1);
    }
    const end = page.rows.at(-1);
    if (!page.more || end === undefined) {
      const sorted = (map: ReadonlyMap<string, number>) =>
        [...map].map(([key, frequency]) => ({ key, frequency })).toSorted((a, b) => (a.key < b.key ? -1 : 1));
      return { total, first, last, months: sorted(months), collections: sorted(collections) };
    }
    token = tokenOf(end, keys);
  }
  throw new AppError('validation_failed', {
    detail: `O filtro espacial abrange mais de ${testedAtMost} itens: restrinja a área ou as datas.`,
  });
}

/** Counts over the matches of a search. */
export async function aggregate(
  repository: ItemRepository,
  { conditions, matches }: SearchPlan,
  wanted: readonly StacAggregation[],
): Promise<readonly Aggregation[]> {
  const counts =
    matches === null
      ? await countedByDatabase(repository, conditions)
      : await countedOneByOne(repository, conditions, matches);
  const buckets = (list: Counts['months'], type: string) =>
    list.map(({ key, frequency }) => ({ key, data_type: type, frequency }));
  const values: Readonly<Record<StacAggregation, Partial<Aggregation>>> = {
    total_count: { value: counts.total },
    datetime_min: { value: counts.first?.toISOString() ?? null },
    datetime_max: { value: counts.last?.toISOString() ?? null },
    datetime_frequency: { buckets: buckets(counts.months, 'datetime'), overflow: 0 },
    collection_frequency: { buckets: buckets(counts.collections, 'string'), overflow: 0 },
  };
  return wanted.map((name) => ({ name, data_type: stacAggregations[name], ...values[name] }));
}
