import { type HeatInterval, hourMs, mercatorLatitude } from '@kianda/geo';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import { type Block, decodeBlock } from './block.ts';
import { createEntries, type Entries, mortonOf } from './entries.ts';
import { finerOf, finestZoom, intervals } from './tiers.ts';
import type { SumsOf } from './totals.ts';

export type HeatTables = {
  'vessels.changed_heat': { unit: 'day' | 'month'; start: Date; tier: number; part: number };
  'vessels.hour_totals': { hour: Date; vessels: number; positions: number };
};
type Db = Kysely<HeatTables>;
type Trx = Transaction<HeatTables>;

/** A block with its tier and part. */
export type NamedBlock = {
  readonly tier: number;
  readonly part: number;
  readonly data: Uint8Array;
  readonly totals: Uint8Array;
};
export type BlockRow = { part: number; start: Date; version: number };

/** Bytes of an entry as the statement below writes it. */
const entryBytes = 24;
const side = 2 ** finestZoom;

/**
 * Presence of an hour by finest cell, ship and lines. A vessel heard within the hour is present for all of it: each
 * report stands for the time around it, half way to the reports before and after, or to the hour's ends. It depends on
 * the hour's own positions alone, so that an hour is summed up anew without its neighbours.
 */
const entriesOfHour = (hour: Date) => {
  const from = sql`${hour.getTime() / 1000}::float8`;
  const to = sql`${(hour.getTime() + hourMs) / 1000}::float8`;
  return sql<{ entries: Buffer | null; vessels: number; positions: number }>`
    WITH reports AS (
      SELECT ship_id, lon, lat, sources, date_part('epoch', time) AS at,
        lag(date_part('epoch', time)) OVER w AS before, lead(date_part('epoch', time)) OVER w AS next
      FROM vessels.positions
      WHERE time >= ${hour} AND time < ${new Date(hour.getTime() + hourMs)}
      WINDOW w AS (PARTITION BY ship_id ORDER BY time, lon, lat)
    ), cells AS (
      SELECT ship_id, sources,
        floor((lon + 180) / 360 * ${side})::int & ${side - 1} AS x,
        least(${side - 1}, greatest(0, floor((1 - ln(tan(radians(clamped)) + 1 / cos(radians(clamped))) / pi()) / 2
          * ${side})))::int AS y,
        sum(coalesce((at + next) / 2, ${to}) - coalesce((before + at) / 2, ${from})) AS seconds, count(*) AS positions
      FROM reports, LATERAL (
        SELECT least(${mercatorLatitude}::float8, greatest(-${mercatorLatitude}::float8, lat)) AS clamped) AS c
      GROUP BY 1, 2, 3, 4
    )
    SELECT string_agg(int4send(x) || int4send(y) || int4send(ship_id) || float4send(seconds::float4) || int8send(sources),
        '' ORDER BY ship_id, sources) AS entries,
      count(DISTINCT ship_id)::int AS vessels, coalesce(sum(positions), 0)::bigint AS positions
    FROM cells`;
};

function readEntries(bytes: Buffer): Entries {
  const entries = createEntries(bytes.length / entryBytes);
  for (let index = 0, at = 0; at < bytes.length; index += 1, at += entryBytes) {
    entries.cells[index] = mortonOf(bytes.readInt32BE(at), bytes.readInt32BE(at + 4));
    entries.ships[index] = bytes.readInt32BE(at + 8);
    entries.seconds[index] = bytes.readFloatBE(at + 12);
    entries.sources[index] = bytes.readUInt32BE(at + 16) * 2 ** 32 + bytes.readUInt32BE(at + 20);
  }
  return entries;
}

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Numbers or instants as the text of an array. */
const literal = (values: readonly (number | string)[]) => sql.lit(`{${values.join(',')}}`);

/** Counts of cells of all zooms (c1, c2, …) of a block's sums, which begin with them: 32 bits each, the lowest first. */
function sumsJoin({ levels }: SumsOf) {
  const counts = Array.from({ length: levels }, (_, level) => {
    const byte = (index: number) => sql`get_byte(head, ${sql.lit(4 * level + index)})`;
    return sql`(${byte(0)} + ${byte(1)} * 256 + ${byte(2)} * 65536) AS ${sql.ref(`c${level}`)}`;
  });
  // Behind OFFSET 0 each is computed once, and not wherever it is used.
  return sql`CROSS JOIN LATERAL (SELECT substring(b.totals FROM 1 FOR ${sql.lit(4 * levels)}) AS head OFFSET 0) AS h
    CROSS JOIN LATERAL (SELECT ${sql.join(counts)} OFFSET 0) AS c`;
}

/** Values and cells of some sums out of the bytes of `encodeTotals` (totals.ts), without reading the others. */
function sumsSql({ level, levels, what }: SumsOf) {
  const count = (index: number) => sql.ref(`c${index}`);
  const upTo = (end: number) =>
    sql.join([sql`0`, ...Array.from({ length: end }, (_, index) => count(index))], sql` + `);
  const cellCount = count(level);
  const words = sql`1 + ${sql.lit(4 * levels)} + 8 * (${upTo(level)})`;
  const values = what === 'seconds' ? words : sql`${words} + 4 * ${cellCount}`;
  const cells = sql`1 + ${sql.lit(4 * levels)} + 8 * (${upTo(levels)}) + 2 * (${upTo(level)})`;
  return sql`substring(b.totals FROM ${values} FOR 4 * ${cellCount}) || substring(b.totals FROM ${cells} FOR 2 * ${cellCount})`;
}

/** Blocks of presence, and those that have to be combined again. */
export function createHeatRepository(database: Pick<Database, 'for' | 'binaryRows'>) {
  const db: Db = database.for<HeatTables>();
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),
    ...hourQueries,
    ...blockWrites,
    ...blockReads(database, db),
    ...periodQueries(db),
  };
}

export type HeatRepository = ReturnType<typeof createHeatRepository>;

/** Sums of one hour, within a transaction. */
const hourQueries = {
  /** Presence in an hour by its positions. */
  async hour(trx: Trx, hour: Date) {
    const { rows } = await entriesOfHour(hour).execute(trx);
    const { entries = null, vessels = 0, positions = 0 } = rows[0] ?? {};
    return { entries: entries === null ? createEntries(0) : readEntries(entries), vessels, positions };
  },

  async writeTotals(trx: Trx, hour: Date, vessels: number, positions: number): Promise<void> {
    await trx
      .insertInto('vessels.hour_totals')
      .values({ hour, vessels, positions })
      .onConflict((conflict) =>
        conflict.column('hour').doUpdateSet((eb) => ({
          vessels: eb.ref('excluded.vessels'),
          positions: eb.ref('excluded.positions'),
        })),
      )
      .execute();
  },
};

/** Blocks of a finer interval to combine, over the span of a frame of `unit`. */
type FinerSpan = {
  readonly unit: 'day' | 'month';
  readonly tier: number;
  readonly parts: readonly number[];
  readonly from: Date;
  readonly to: Date;
};

/** Writing and combining of blocks, within a transaction. */
const blockWrites = {
  /** Writes blocks of a frame, and answers which ones changed; equal ones stay as they are. */
  async writeBlocks(trx: Trx, interval: HeatInterval, start: Date, blocks: readonly NamedBlock[]) {
    if (blocks.length === 0) return [];
    const { rows } = await sql<{ tier: number; part: number }>`
        INSERT INTO ${sql.table(intervals[interval].table)} AS b (tier, part, start, data, totals)
        SELECT tier, part, ${start}::timestamptz, data, totals
        FROM unnest(${blocks.map(({ tier }) => tier)}::int2[], ${blocks.map(({ part }) => part)}::int4[],
          ${blocks.map(({ data }) => bufferOf(data))}::bytea[], ${blocks.map(({ totals }) => bufferOf(totals))}::bytea[])
          AS g (tier, part, data, totals)
        ON CONFLICT (tier, part, start) DO UPDATE
          SET data = excluded.data, totals = excluded.totals, version = excluded.version
          WHERE b.data <> excluded.data
        RETURNING tier, part`.execute(trx);
    return rows;
  },

  /** Notes that these blocks of a frame of a coarser interval have to be combined again. */
  async markChanged(trx: Trx, unit: 'day' | 'month', start: Date, parts: readonly { tier: number; part: number }[]) {
    if (parts.length === 0) return;
    await sql`
        INSERT INTO vessels.changed_heat (unit, start, tier, part)
        SELECT ${unit}, ${start}::timestamptz, tier, part
        FROM unnest(${parts.map(({ tier }) => tier)}::int2[], ${parts.map(({ part }) => part)}::int4[]) AS g (tier, part)
        ORDER BY 2, 3, 4 ON CONFLICT DO NOTHING`.execute(trx);
  },

  /**
   * Takes up to `limit` blocks of one frame off the list when the transaction commits. A transaction that adds one of
   * them meanwhile waits, and then adds it again.
   */
  async takeChanged(trx: Trx, unit: 'day' | 'month', limit: number) {
    const { rows } = await sql<{ start: Date; tier: number; part: number }>`
        DELETE FROM vessels.changed_heat WHERE ctid IN (
          SELECT ctid FROM vessels.changed_heat
          WHERE unit = ${unit} AND start = (SELECT min(start) FROM vessels.changed_heat WHERE unit = ${unit})
          ORDER BY tier, part LIMIT ${limit} FOR UPDATE)
        RETURNING start, tier, part`.execute(trx);
    return rows;
  },

  /** Blocks of the finer frames of a span, by part. */
  async finerBlocks(trx: Trx, { unit, tier, parts, from, to }: FinerSpan) {
    const { rows } = await sql<{ part: number; data: Buffer }>`
        SELECT part, data FROM ${sql.table(intervals[finerOf[unit]].table)}
        WHERE tier = ${tier} AND part = ANY (${[...parts]}::int4[]) AND start >= ${from} AND start < ${to}
        ORDER BY part, start`.execute(trx);
    const blocks = new Map<number, Block[]>();
    for (const { part, data } of rows) {
      const block = decodeBlock(data);
      const known = blocks.get(part);
      if (known === undefined) blocks.set(part, [block]);
      else known.push(block);
    }
    return blocks;
  },
};

/** Neighbouring parts of a tier in a span of time. */
type BlockSpan = {
  readonly interval: HeatInterval;
  readonly tier: number;
  /** First part, and the one after the last. */
  readonly parts: readonly [number, number];
  readonly from: Date;
  readonly to: Date;
};

const blockReads = (database: Pick<Database, 'binaryRows'>, db: Db) => ({
  /** Blocks of neighbouring parts in a span, in order of time. */
  async blockRows({ interval, tier, parts, from, to }: BlockSpan) {
    const { rows } = await sql<BlockRow>`
        SELECT part, start, version FROM ${sql.table(intervals[interval].table)}
        WHERE tier = ${tier} AND part >= ${parts[0]} AND part < ${parts[1]} AND start >= ${from} AND start < ${to}
        ORDER BY start, part`.execute(db);
    return rows;
  },

  /** Bytes of blocks with their rows and versions: their entries, or some of their sums. */
  async readBlocks(interval: HeatInterval, tier: number, wanted: readonly BlockRow[], what: 'entries' | SumsOf) {
    const starts = wanted.map(({ start }) => start.toISOString());
    const [first = '', last = ''] = [starts[0], starts.at(-1)];
    const rows = await database.binaryRows(sql`
        SELECT g.place::int4, b.version, ${what === 'entries' ? sql`b.data` : sumsSql(what)}
        FROM unnest(${literal(wanted.map(({ part }) => part))}::int4[], ${literal(starts)}::timestamptz[])
          WITH ORDINALITY AS g (part, start, place)
        JOIN ${sql.table(intervals[interval].table)} AS b
          ON b.tier = ${sql.lit(tier)} AND b.part = g.part AND b.start = g.start
        ${what === 'entries' ? sql`` : sumsJoin(what)}
        WHERE b.start >= ${sql.lit(first)}::timestamptz AND b.start <= ${sql.lit(last)}::timestamptz`);
    return rows.flatMap(([place, version, data]) => {
      const row = wanted[Buffer.from(place ?? []).readInt32BE() - 1];
      if (row === undefined || version == null || data == null) return [];
      return [{ row, version: Number(Buffer.from(version).readBigInt64BE()), data }];
    });
  },
});

const periodQueries = (db: Db) => ({
  async forgetBefore(hourBefore: Date, monthBefore: Date): Promise<void> {
    await db.deleteFrom('vessels.changed_heat').where('unit', '=', 'day').where('start', '<', hourBefore).execute();
    await db.deleteFrom('vessels.hour_totals').where('hour', '<', monthBefore).execute();
    await sql`DELETE FROM vessels.heat_months WHERE start < ${monthBefore}`.execute(db);
  },

  async period() {
    const { rows } = await sql<{ from: Date | null; to: Date | null; pending: number }>`
        SELECT (SELECT min(hour) FROM vessels.hour_totals) AS from, (SELECT max(hour) FROM vessels.hour_totals) AS to,
          (SELECT count(*)::int FROM vessels.changed_hours) AS pending`.execute(db);
    return rows[0] ?? { from: null, to: null, pending: 0 };
  },

  /** Totals of hours by frame. */
  async activity(interval: HeatInterval, from: Date, to: Date) {
    const { rows } = await sql<{ time: Date; hours: number; positions: number; vessels: number }>`
        SELECT date_trunc(${interval}, hour, 'UTC') AS time, sum(vessels)::float8 AS hours,
          sum(positions)::bigint AS positions, max(vessels) AS vessels
        FROM vessels.hour_totals WHERE hour >= ${from} AND hour < ${to} GROUP BY 1 ORDER BY 1`.execute(db);
    return rows;
  },
});
