import type { ItemRepository } from './items.repository.ts';
import type { ItemRow, PageOfFew } from './items.types.ts';
import { planSearch, type Search, type SearchPlan } from './search/search.ts';
import { afterToken, type SortKey, sortKeys, tokenOf } from './search/sorting.ts';

/** Items read at once where each is tested, and the number of such reads that one page may cost. */
const testedAtOnce = 250;
const readsPerPage = 40;
/** Matches of the conditions up to which sorting them first costs less than walking through all items. */
const fewTested = 1_000;

export type FoundItems = {
  readonly rows: readonly ItemRow[];
  /** Null on the last page. */
  readonly next: string | null;
  /** Null where counting would cost more than the page. */
  readonly matched: number | null;
};

/** A page of the items of `collections` that match a search. */
export async function findItems(
  repository: ItemRepository,
  search: Search,
  collections: readonly string[],
): Promise<FoundItems> {
  const keys = sortKeys(search.sortBy);
  const plan = await planSearch(
    search,
    collections,
    search.bbox !== null && (await boxesOnly(repository, collections)),
  );
  try {
    return plan.matches === null
      ? await findByConditions(repository, search, keys, plan)
      : await findByTests(repository, search, keys, { ...plan, matches: plan.matches });
  } finally {
    plan.close();
  }
}

async function boxesOnly(repository: ItemRepository, collections: readonly string[]): Promise<boolean> {
  const extents = await repository.extents();
  return !extents.some(({ collection, shapes }) => shapes && collections.includes(collection));
}

/** Sorts the matches where they are few; where they are many, a walk through all items soon finds the first ones. */
async function findByConditions(
  repository: ItemRepository,
  search: Search,
  sort: readonly SortKey[],
  plan: SearchPlan,
): Promise<FoundItems> {
  const query = { sort, after: search.token === null ? null : afterToken(search.token, sort), limit: search.limit };
  const few = await repository.pageOfFew({ ...query, conditions: plan.conditions });
  const page = few ?? (await repository.page({ ...query, conditions: plan.walkConditions }));
  const last = page.rows.at(-1);
  return {
    rows: page.rows,
    next: page.more && last !== undefined ? tokenOf(last, sort) : null,
    matched: few?.matched ?? null,
  };
}

async function findByTests(
  repository: ItemRepository,
  search: Search,
  sort: readonly SortKey[],
  { conditions, walkConditions, matches }: SearchPlan & { matches: (row: ItemRow) => boolean },
): Promise<FoundItems> {
  const rows: ItemRow[] = [];
  let token = search.token;
  let isFew = true;
  for (let read = 0; read < readsPerPage; read += 1) {
    const after = token === null ? null : afterToken(token, sort);
    // Most pages are full soon, so the first reads are short.
    const limit = Math.min(testedAtOnce, (2 * search.limit + 20) * 2 ** read);
    const few: PageOfFew | null = isFew
      ? await repository.pageOfFew({ conditions, sort, after, limit }, fewTested)
      : null;
    isFew = few !== null;
    const page = few ?? (await repository.page({ conditions: walkConditions, sort, after, limit }));
    for (const row of page.rows) {
      if (!matches(row)) continue;
      const last = rows.at(-1);
      // A match beyond the limit proves that there is a next page.
      if (rows.length === search.limit && last !== undefined) {
        return { rows, next: tokenOf(last, sort), matched: null };
      }
      rows.push(row);
    }
    const end = page.rows.at(-1);
    if (!page.more || end === undefined) {
      return { rows, next: null, matched: search.token === null ? rows.length : null };
    }
    token = tokenOf(end, sort);
  }
  // A short page with a next one is better than an answer that never comes.
  return { rows, next: token, matched: null };
}
