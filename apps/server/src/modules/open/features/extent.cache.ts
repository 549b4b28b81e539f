import { sql } from 'kysely';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { FeatureCollection, FeatureList, FeatureTable } from '../../../platform/feature-collections.ts';
import { boundsOf } from '../../../platform/geometry/wkb.ts';

export type Extent = {
  /** West, south, east, north around every feature; null without places. */
  readonly bbox: readonly [number, number, number, number] | null;
  /** First and last instant; null without times. */
  readonly interval: readonly [string, string] | null;
  /** Features. */
  readonly count: number;
};

const keptMs = 60_000;

/** How many features a collection has, where and when: read whole, so kept for a minute. */
export function createExtents(clock: Clock): (collection: FeatureCollection) => Promise<Extent> {
  const cache = createCache<Extent>({
    name: 'features/extents',
    clock,
    ttlMs: keptMs,
    maxStaleMs: 10 * keptMs,
    maxEntries: 200,
  });
  return async (collection) => (await cache.get(cacheKey(collection), () => extentOf(collection))).value;
}

/** Key of what is kept of a collection as it is now. */
export const cacheKey = ({ id, edition }: FeatureCollection): string =>
  edition === undefined ? id : `${id} ${edition}`;

function extentOf(collection: FeatureCollection): Promise<Extent> {
  return collection.kind === 'table' ? tableExtent(collection) : listExtent(collection);
}

type Row = {
  readonly west: number | null;
  readonly south: number | null;
  readonly east: number | null;
  readonly north: number | null;
  readonly first: Date | string | null;
  readonly last: Date | string | null;
  readonly count: number;
};

async function tableExtent({ database, from, where, geometry, time, columns }: FeatureTable): Promise<Extent> {
  const { lon, lat, box } = geometry ?? {};
  const none = sql`null::float8`;
  // A box keeps its upper right corner first.
  const [west, east] =
    lon !== undefined ? [lon, lon] : box !== undefined ? [sql`(${box}[1])[0]`, sql`(${box}[0])[0]`] : [none, none];
  const [south, north] =
    lat !== undefined ? [lat, lat] : box !== undefined ? [sql`(${box}[1])[1]`, sql`(${box}[0])[1]`] : [none, none];
  const at = time === null ? sql`null::timestamptz` : (columns[time] ?? sql`null::timestamptz`);
  const { rows } = await sql<Row>`select min(${west}) as west, min(${south}) as south, max(${east}) as east,
    max(${north}) as north, min(${at}) as first, max(${at}) as last,
    count(*)::float8 as count from ${from}
    ${where === undefined ? sql`` : sql`where ${where}`}`.execute(database.for());
  const [row] = rows;
  if (row === undefined) return { bbox: null, interval: null, count: 0 };
  const box4 = [row.west, row.south, row.east, row.north] as const;
  return {
    bbox: box4.every((value) => value !== null) ? (box4 as readonly [number, number, number, number]) : null,
    interval: row.first === null || row.last === null ? null : [instant(row.first), instant(row.last)],
    count: row.count,
  };
}

function instant(value: Date | string): string {
  return new Date(value).toISOString();
}

async function listExtent({ features, time }: FeatureList): Promise<Extent> {
  const all = await features();
  const boxes = all.flatMap(({ geometry }) => (geometry === null ? [] : [boundsOf(geometry)]));
  const times = all
    .flatMap(({ properties }) => (time === null || typeof properties[time] !== 'string' ? [] : [properties[time]]))
    .toSorted();
  const [first, last] = [times[0], times.at(-1)];
  return {
    bbox:
      boxes.length === 0
        ? null
        : [
            Math.min(...boxes.map(([west]) => west)),
            Math.min(...boxes.map(([, south]) => south)),
            Math.max(...boxes.map(([, , east]) => east)),
            Math.max(...boxes.map(([, , , north]) => north)),
          ],
    interval: first === undefined || last === undefined ? null : [instant(first), instant(last)],
    count: all.length,
  };
}
