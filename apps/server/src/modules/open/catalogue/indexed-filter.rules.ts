import { type Cql2Filter, createMatcher } from '../../../platform/cql2/index.ts';
import type { ItemIndex, PropertyFilter } from './item-index.rules.ts';
import { heldLabels, heldProperty } from './search/queryables.ts';
import { addRange, type Narrow, type ValueRange } from './value-range.rules.ts';

/**
 * Writes for each of some ranks, from one position on, 1 where a condition holds of the item, -1 where it does not and 0 where
 * it is unknown. Many at a time: a call for each of a million items would cost more than the condition.
 */
type Truths = (ranks: Uint32Array, from: number, count: number, into: Int8Array) => void;
type Judge = {
  readonly judge: Truths;
  /** Looks at each item by itself, at many times the cost of a comparison. */
  readonly isDear: boolean;
};
/** Ranks that are judged at a time. */
const judgedAtOnce = 1_024;
export type SpatialCondition = Extract<Cql2Filter, { kind: 'spatial' }>;

/** Conditions of a filter that the index in memory can judge. */
export type IndexedFilter = {
  /** Conditions on the properties. */
  readonly properties: PropertyFilter;
  /** Conditions on the place that must hold besides. */
  readonly places: readonly SpatialCondition[];
};

/**
 * Filters, of which all must hold, as tests of items by rank; null where they ask for what the index does not hold. The
 * answer is the one that the database gives.
 */
export async function indexedFilter(index: ItemIndex, filters: readonly Cql2Filter[]): Promise<IndexedFilter | null> {
  const conditions = filters.flatMap(conjuncts);
  const places = conditions.filter((condition) => condition.kind === 'spatial');
  const labels: Int8Array[] = [];
  const ranges: ValueRange[] = [];
  const others: Narrow[] = [];
  for (const condition of conditions) {
    if (condition.kind === 'spatial') continue;
    const range = rangeOf(index, condition);
    if (range !== null) {
      addRange(ranges, range);
      continue;
    }
    if (isOnLabels(index, condition)) {
      labels.push(await truthsOfLabels(index, condition));
      continue;
    }
    const narrow = await narrowBy(index, condition);
    if (narrow === null) return null;
    others.push(narrow);
  }
  return { properties: { labels, ranges, others }, places };
}

/** Whether a condition names labels and nothing else, and their combinations are held. */
function isOnLabels(index: ItemIndex, condition: Cql2Filter): boolean {
  const names = [...namesIn(condition)];
  return (
    names.length > 0 &&
    index.properties.combinations !== null &&
    names.every((name) => heldProperty(name)?.kind === 'label')
  );
}

async function narrowBy(index: ItemIndex, condition: Cql2Filter): Promise<Narrow | null> {
  const judge = (await judgeOf(index, condition))?.judge;
  if (judge === undefined) return null;
  const truths = new Int8Array(judgedAtOnce);
  return (ranks, count) => {
    let kept = 0;
    for (let from = 0; from < count; from += judgedAtOnce) {
      const some = Math.min(judgedAtOnce, count - from);
      judge(ranks, from, some, truths);
      for (let at = 0; at < some; at += 1) {
        // Written whether it is kept or not: a jump that nobody can foresee costs more.
        ranks[kept] = ranks[from + at] ?? 0;
        kept += (truths[at] ?? 0) > 0 ? 1 : 0;
      }
    }
    return kept;
  };
}

function conjuncts(filter: Cql2Filter): readonly Cql2Filter[] {
  return filter.kind === 'and' ? filter.args.flatMap(conjuncts) : [filter];
}

async function judgeOf(index: ItemIndex, filter: Cql2Filter): Promise<Judge | null> {
  const names = [...namesIn(filter)];
  const held = names.map(heldProperty);
  if (held.includes(null)) return null;
  if (held.some((property) => property?.kind === 'label') && index.properties.combinations === null) return null;
  if (names.length === 0) {
    const truth = await truthByMatcher(filter, () => () => null);
    const same = truth(0);
    return { isDear: false, judge: (_ranks, _from, count, into) => into.fill(same, 0, count) };
  }
  if (isOnLabels(index, filter)) {
    const truths = await truthsOfLabels(index, filter);
    const { labels } = index.properties;
    return {
      isDear: false,
      judge(ranks, from, count, into) {
        for (let at = 0; at < count; at += 1) into[at] = truths[labels[ranks[from + at] ?? 0] ?? 0] ?? 0;
      },
    };
  }
  if (filter.kind === 'and' || filter.kind === 'or') {
    const parts: Judge[] = [];
    for (const arg of filter.args) {
      const part = await judgeOf(index, arg);
      if (part === null) return null;
      parts.push(part);
    }
    return together(parts, filter.kind === 'and' ? -1 : 1);
  }
  if (filter.kind === 'not') {
    const inner = await judgeOf(index, filter.arg);
    if (inner === null) return null;
    return {
      isDear: inner.isDear,
      judge(ranks, from, count, into) {
        inner.judge(ranks, from, count, into);
        for (let at = 0; at < count; at += 1) into[at] = -(into[at] ?? 0);
      },
    };
  }
  const judge = truthsOfRange(index, filter);
  return judge === null ? { isDear: true, judge: await truthsByMatcher(index, filter) } : { isDear: false, judge };
}

/** All of some conditions (-1 decides) or one of them (1 decides). */
function together(parts: readonly Judge[], deciding: -1 | 1): Judge {
  const own = new Int8Array(judgedAtOnce);
  const cheap = parts.filter(({ isDear }) => !isDear);
  const dear = parts.filter(({ isDear }) => isDear).map(({ judge }) => ofOpen(judge, deciding));
  return {
    isDear: dear.length > 0,
    judge(ranks, from, count, into) {
      into.fill(-deciding, 0, count);
      for (const { judge } of cheap) {
        judge(ranks, from, count, own);
        if (deciding < 0) for (let at = 0; at < count; at += 1) into[at] = Math.min(into[at] ?? 0, own[at] ?? 0);
        else for (let at = 0; at < count; at += 1) into[at] = Math.max(into[at] ?? 0, own[at] ?? 0);
      }
      for (const judge of dear) judge(ranks, from, count, into);
    },
  };
}

/** A dear condition beside others: it is asked only of the items that those have not decided. */
function ofOpen(judge: Truths, deciding: -1 | 1): Truths {
  const [open, places] = [new Uint32Array(judgedAtOnce), new Uint32Array(judgedAtOnce)];
  const own = new Int8Array(judgedAtOnce);
  return (ranks, from, count, into) => {
    let left = 0;
    for (let at = 0; at < count; at += 1) {
      if (into[at] === deciding) continue;
      open[left] = ranks[from + at] ?? 0;
      places[left] = at;
      left += 1;
    }
    judge(open, 0, left, own);
    for (let at = 0; at < left; at += 1) {
      const [place, now] = [places[at] ?? 0, own[at] ?? 0];
      const known = into[place] ?? 0;
      into[place] = deciding < 0 ? Math.min(known, now) : Math.max(known, now);
    }
  };
}

async function truthsByMatcher(index: ItemIndex, filter: Cql2Filter): Promise<Truths> {
  const truth = await truthByMatcher(filter, (rank) => readerOf(index, rank));
  return (ranks, from, count, into) => {
    for (let at = 0; at < count; at += 1) into[at] = truth(ranks[from + at] ?? 0);
  };
}

/** Names of the properties in a filter, wherever they stand. */
function namesIn(value: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return names;
  const { kind, name } = value as { readonly kind?: unknown; readonly name?: unknown };
  if (kind === 'property' && typeof name === 'string') return names.add(name);
  for (const part of Object.values(value)) namesIn(part, names);
  return names;
}

/** Truth of a condition on labels alone, judged once for each of their combinations. */
async function truthsOfLabels({ properties }: ItemIndex, filter: Cql2Filter): Promise<Int8Array> {
  const { combinations } = properties;
  const test = await truthByMatcher(filter, (number) => {
    const values = combinations?.[number] ?? [];
    return (name) => values[labelAt(name)] ?? null;
  });
  return Int8Array.from(combinations ?? [], (_, number) => test(number));
}

function labelAt(name: string): number {
  const held = heldProperty(name);
  return held?.kind === 'label' ? held.at : heldLabels.length;
}

/** Neither true nor false is unknown. */
async function truthByMatcher(
  filter: Cql2Filter,
  readerFor: (number: number) => (name: string) => unknown,
): Promise<(number: number) => number> {
  const isTrue = await createMatcher(filter);
  const isFalse = await createMatcher({ kind: 'not', arg: filter });
  return (number) => {
    const read = readerFor(number);
    if (isTrue.matches(read)) return 1;
    return isFalse.matches(read) ? -1 : 0;
  };
}

function readerOf(index: ItemIndex, rank: number): (name: string) => unknown {
  const { properties } = index;
  return (name) => {
    const held = heldProperty(name);
    if (held?.kind === 'id') return index.idOf(rank);
    if (held?.kind === 'instant') return index[held.column][rank] ?? null;
    if (held?.kind === 'label') return properties.combinations?.[properties.labels[rank] ?? 0]?.[held.at] ?? null;
    const value = properties.numbersOf(held?.at ?? -1)?.[rank] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  };
}

const turned = { '=': '=', '<>': '<>', '<': '>', '>': '<', '<=': '>=', '>=': '<=' } as const;

/** The commonest condition: an instant or a number beside a given one. Null for any other. */
function rangeOf(index: ItemIndex, filter: Cql2Filter): ValueRange | null {
  if (filter.kind !== 'compare' || (filter.type !== 'number' && filter.type !== 'instant')) return null;
  const { left, right } = filter;
  const [property, other, op] = left.kind === 'property' ? [left, right, filter.op] : [right, left, turned[filter.op]];
  if (property.kind !== 'property') return null;
  const limit = other.kind === 'instant' ? other.ms : other.kind === 'literal' ? Number(other.value) : null;
  const held = heldProperty(property.name);
  if (limit === null || (held?.kind !== 'number' && held?.kind !== 'instant')) return null;
  const values = held.kind === 'number' ? index.properties.numbersOf(held.at) : index[held.column];
  return {
    values: values ?? new Float64Array(),
    lowest: op === '=' || op === '>' || op === '>=' ? limit : -Infinity,
    highest: op === '=' || op === '<' || op === '<=' ? limit : Infinity,
    except: op === '<' || op === '>' || op === '<>' ? limit : NaN,
  };
}

function truthsOfRange(index: ItemIndex, filter: Cql2Filter): Truths | null {
  const range = rangeOf(index, filter);
  if (range === null) return null;
  const { values, lowest, highest, except } = range;
  return (ranks, from, count, into) => {
    for (let at = 0; at < count; at += 1) {
      const value = values[ranks[from + at] ?? 0] ?? NaN;
      const isIn = value >= lowest && value <= highest && value !== except;
      into[at] = isIn ? 1 : Number.isNaN(value) ? 0 : -1;
    }
  };
}
