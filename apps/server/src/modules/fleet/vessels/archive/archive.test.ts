import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import type { VesselPositionRecord } from '@kianda/connectors';
import { listArchivedDays, restoreArchivedDay } from '@kianda/contract/fleet/vessels/archive.contract';
import { fleetAt, heatTile } from '@kianda/contract/fleet/vessels/fleet.contract';
import { vesselTrack } from '@kianda/contract/fleet/vessels/positions.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { dayMs, hourMs, mercatorTile, seededRandom } from '@kianda/geo';
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askModule } from '../../../../testing/ask.ts';
import {
  createModulePlatform,
  echoAbsence,
  echoProvenance,
  type ModulePlatform,
  originOf,
} from '../../../../testing/module.ts';
import { createVessels, type VesselsModule } from '../index.ts';
import { vesselMigrations } from '../vessels.migrations.ts';
import type { Step } from './archiver.ts';
import { unpackZstd } from './testing/unpack.ts';

/** The clock of the platform of a test stands at 31 August 2026, 09:00. */
const nowMs = Date.parse('2026-08-31T09:00:00Z');
const days = ['2026-08-26', '2026-08-27', '2026-08-28'] as const;
const startMs = Date.parse(`${days[0]}T00:00:00Z`);
const from = new Date(startMs).toISOString();
const to = new Date(startMs + 5 * dayMs).toISOString();
const key = (day: string) => `positions/day=${day}/positions.parquet`;

let base: ModulePlatform;
let module: VesselsModule;
let stopsAfter: Step | null;
let audited: AuditEntry[];
let enqueued: unknown[];
beforeEach(async () => {
  base = await createModulePlatform([{ name: 'vessels', migrations: vesselMigrations }]);
  [stopsAfter, audited, enqueued] = [null, [], []];
  module = open();
});
afterEach(async () => {
  await module.stop?.();
  await base.close();
});

const open = (retention = { positionDays: 90, summaryDays: 400, archiveDays: 2 }) =>
  createVessels({
    platform: base.platform,
    provenanceOf: echoProvenance,
    absenceOf: echoAbsence,
    retention,
    audit: { record: async (entry) => void audited.push(entry) },
    queue: () => ({
      enqueue: async (name, input) => {
        enqueued.push({ name, input });
        return '5a3c1d10-0000-4000-8000-0000000000aa';
      },
    }),
    afterArchiveStep: (step) => {
      if (step === stopsAfter) throw new Error(`stopped after ${step}`);
    },
  });

/** Reports of five ships over five days, three of which are old enough; numbers that no short text holds. */
function voyage(seed: string, count: number, firstMs = startMs, spanMs = 5 * dayMs): VesselPositionRecord[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => ({
    kind: 'vessel-position',
    vesselKey: index % 5 === 4 ? 'registo:LA"4,x' : `mmsi:60300000${index % 5}`,
    mmsi: index % 5 === 4 ? null : 603_000_000 + (index % 5),
    timeMs: firstMs + Math.floor(random() * spanMs),
    lon: 10 + random() * 3,
    lat: index % 7 === 0 ? 1e-7 : -9 - random() * 3,
    speedKnots: index % 3 === 0 ? null : Math.round(random() * 200) / 10,
    courseDegrees: index % 4 === 0 ? null : Math.round(random() * 3599) / 10,
    headingDegrees: index % 2 === 0 ? null : Math.floor(random() * 360),
    navigationStatus: index % 5 === 0 ? null : index % 16,
    feed: index % 2 === 0 ? 'ais' : 'vms',
  }));
}

async function run(name: string, input: object = {}) {
  const job = module.jobs?.find((candidate) => candidate.name === name);
  if (job === undefined) throw new Error(`no job ${name}`);
  return job.run(input, {
    runId: 'x',
    signal: new AbortController().signal,
    log: base.platform.log,
    progress: async () => undefined,
  });
}

const db = () => base.platform.database.for();
const ships = async () =>
  (await sql<{ id: number }>`SELECT id FROM vessels.ships ORDER BY id`.execute(db())).rows.map(({ id }) => id);
const stored = async (day: string) =>
  Number(
    (
      await sql<{ n: number }>`SELECT count(*) AS n FROM vessels.positions
        WHERE time >= ${new Date(`${day}T00:00:00Z`)} AND time < ${new Date(Date.parse(`${day}T00:00:00Z`) + dayMs)}`.execute(
        db(),
      )
    ).rows[0]?.n,
  );
const isArchived = async (day: string) => (await listed()).data.some((row) => row.day === day);
const listed = async () => (await askModule(module, listArchivedDays, { query: {} })).data;

/** Everything that is asked of positions of the past, over days that are archived and days that are not. */
async function answers() {
  const all = await ships();
  const tracks = [];
  for (const id of all) {
    const { data } = await askModule(module, vesselTrack, {
      params: { id },
      query: { from, to, toleranceMeters: 0 },
    });
    tracks.push({ points: data.points, recorded: data.recorded });
  }
  const fleets = [];
  for (const at of [0.3, 1, 1.7, 2.999, 3.2].map((part) => new Date(startMs + part * dayMs).toISOString())) {
    const moments = [
      { at },
      { at, windowHours: '48', sources: '0' },
      { at, ships: String(all[1]) },
      { at, bbox: '11,-11,12,-10' },
    ];
    for (const query of moments) fleets.push((await askModule(module, fleetAt, { query })).data);
  }
  const tile = mercatorTile(11.5, -10.5, 7);
  const heat = [];
  const binding = module.bindings?.find(({ endpoint }) => endpoint.id === heatTile.id);
  for (const interval of ['hour', 'day']) {
    const context = { params: { z: 7, ...tile }, query: heatTile.query.parse({ interval, from, to }) };
    const bytes = (await binding?.handler(context as never)) as Uint8Array;
    expect(bytes.length).toBeGreaterThan(0);
    heat.push(createHash('sha256').update(bytes).digest('hex'));
  }
  const [first, last, thin] = [new Date(startMs), new Date(startMs + 5 * dayMs), new Date(startMs + 1.5 * dayMs)];
  return {
    tracks,
    fleets,
    heat,
    whole: await module.tracks.positions(all, first, last, first),
    thinned: (await module.tracks.positions(all, first, last, thin)).length,
    seed: await module.tracks.simulatedSeed(all, first, new Date(startMs + dayMs)),
    sources: await module.history.sourcesOf(all.map((shipId) => ({ shipId, from: first, to: last }))),
  };
}

async function fill() {
  await module.positionSink(voyage('voyage', 600), originOf(base, { simulatedSeed: 7 }));
  await module.positionSink(voyage('second', 300), originOf(base));
  await run('vessels.summarise');
}

test('archived days give the answers that they gave in the database, and lie in files that others read', async () => {
  await fill();
  const before = await answers();
  const counts = await Promise.all(days.map(stored));
  expect(await run('vessels.archive')).toEqual({
    ...{ forgotten: [], archived: [...days], empty: [], waiting: [], changing: [] },
  });
  expect(await Promise.all(days.map(stored))).toEqual([0, 0, 0]);
  expect(await answers()).toEqual(before);
  const list = await listed();
  expect(list).toMatchObject({ total: 3, archiveDays: 2, positionDays: 90 });
  expect(list.data.map(({ positions }) => positions).toReversed()).toEqual(counts);
  expect(audited.map(({ resource, metadata }) => [resource, metadata?.['act']])).toEqual(
    days.map((day) => [`vessels/archive/${day}`, 'positions-archive']),
  );

  const bytes = (await base.platform.storage.get(key(days[0]))) as Uint8Array;
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(list.data.at(-1)?.sha256);
  const file = bytes.slice().buffer;
  const metadata = await parquetMetadataAsync(file);
  const geo = JSON.parse(metadata.key_value_metadata?.find((entry) => entry.key === 'geo')?.value ?? '{}');
  expect(geo).toMatchObject({
    version: '1.1.0',
    primary_column: 'geometry',
    columns: {
      geometry: { encoding: 'WKB', geometry_types: ['Point'], covering: { bbox: { xmin: ['bbox', 'xmin'] } } },
    },
  });
  const rows = await parquetReadObjects({ file, compressors: { ZSTD: unpackZstd } });
  expect(rows).toHaveLength(counts[0] as number);
  const order = rows.map(({ ship_id: ship, time }) => [ship, time.getTime()] as const);
  expect(order).toEqual(order.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
  for (const row of rows) {
    expect(row['geometry'].coordinates).toEqual([row['lon'], row['lat']]);
    expect(row['bbox']).toEqual({ xmin: row['lon'], ymin: row['lat'], xmax: row['lon'], ymax: row['lat'] });
  }
  expect(new Set(rows.map(({ vessel }) => vessel))).toEqual(
    new Set(['mmsi:603000000', 'mmsi:603000001', 'mmsi:603000002', 'mmsi:603000003', 'registo:LA"4,x']),
  );
  expect(new Set(rows.map(({ simulated }) => simulated))).toEqual(new Set([true, false]));

  // The documented layout, as a foreign DuckDB reads it: the day out of the name, the place out of `bbox`.
  const files = base.platform.storage.localPath?.('positions/day=*/positions.parquet') ?? '';
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const found = await connection.runAndReadAll(`
    SELECT CAST(day AS VARCHAR), count(*)::INTEGER, sum((bbox.xmin BETWEEN 11 AND 12)::INTEGER)::INTEGER,
      sum((ST_AsText(geometry) LIKE 'POINT (%')::INTEGER)::INTEGER
    FROM read_parquet('${files}', hive_partitioning = true) WHERE day <= '2026-08-27' GROUP BY 1 ORDER BY 1`);
  const inside = (day: number) =>
    whole(before).filter(
      ({ time, lon }) => Math.floor((time.getTime() - startMs) / dayMs) === day && lon >= 11 && lon <= 12,
    ).length;
  expect(found.getRowsJS()).toEqual([
    [days[0], counts[0], inside(0), counts[0]],
    [days[1], counts[1], inside(1), counts[1]],
  ]);
  connection.closeSync();
});

const whole = (found: Awaited<ReturnType<typeof answers>>) => found.whole;

test('stopped after any step, a day is in the database or in its file, and counted once; the next night ends it', async () => {
  await fill();
  const before = await answers();
  const [day] = days;
  const count = await stored(day);
  for (const step of ['read', 'written', 'stored', 'checked', 'swapped'] as const) {
    stopsAfter = step;
    await expect(run('vessels.archive')).rejects.toThrow(`stopped after ${step}`);
    // A process that is started anew knows only what is stored.
    await module.stop?.();
    module = open();
    expect([await stored(day), await isArchived(day)]).toEqual(step === 'swapped' ? [0, true] : [count, false]);
    expect(await answers()).toEqual(before);
  }
  expect(audited).toEqual([]);
  stopsAfter = null;
  expect(await run('vessels.archive')).toMatchObject({ archived: days.slice(1) });
  expect(await answers()).toEqual(before);
  // The day whose work was stopped right after it was moved is audited as well.
  expect(audited.map(({ resource }) => resource)).toEqual(days.map((each) => `vessels/archive/${each}`));
}, 240_000);

test('a server that is killed in an archiving leaves each day in the database or in its file, and the next one ends it', async () => {
  await fill();
  const before = await answers();
  const [day] = days;
  const count = await stored(day);
  const { database, storage } = base.platform;
  const folder = dirname(dirname(storage.localPath?.('any') ?? ''));
  for (const moment of ['storing', 'checked', 'swapped'] as const) {
    const doomed = fork(
      fileURLToPath(new URL('./testing/doomed-archiver.ts', import.meta.url)),
      [database.url, folder, moment],
      { env: { TMPDIR: folder } },
    );
    expect(await once(doomed, 'exit')).toEqual([null, 'SIGKILL']);
    expect([await stored(day), await isArchived(day)]).toEqual(moment === 'swapped' ? [0, true] : [count, false]);
    expect(await answers()).toEqual(before);
  }
  expect(await run('vessels.archive')).toMatchObject({ archived: days.slice(1) });
  expect(await answers()).toEqual(before);
  expect(audited.map(({ resource }) => resource)).toEqual(days.map((each) => `vessels/archive/${each}`));
}, 240_000);

test('a file that does not come back as it was stored leaves its day in the database', async () => {
  await fill();
  const { storage } = base.platform;
  const broken = {
    ...storage,
    putStream: async (name: string, bytes: AsyncIterable<Uint8Array>) => {
      const pieces: Uint8Array[] = [];
      for await (const piece of bytes) pieces.push(piece);
      const whole = Buffer.concat(pieces);
      whole.writeUInt8(whole.readUInt8(100) ^ 1, 100);
      await storage.put(name, whole);
      return whole.byteLength;
    },
  };
  const count = await stored(days[0]);
  await module.stop?.();
  module = createVessels({
    platform: { ...base.platform, storage: broken },
    provenanceOf: echoProvenance,
    absenceOf: echoAbsence,
    retention: { positionDays: 90, summaryDays: 400, archiveDays: 2 },
  });
  await expect(run('vessels.archive')).rejects.toThrow('does not come back as it was stored');
  expect([await stored(days[0]), await isArchived(days[0])]).toEqual([count, false]);
});

test('positions that come while a day is written are not lost: it is written again', async () => {
  await fill();
  let late = voyage('late', 5, startMs, dayMs);
  const arrives = async () => {
    const records = late;
    late = [];
    if (records.length > 0) {
      await module.positionSink(records, originOf(base));
      await run('vessels.summarise');
    }
  };
  // A storage whose objects are no files of this machine, as S3 is one.
  const { localPath: _, ...storage } = base.platform.storage;
  const slow = {
    ...storage,
    putStream: async (...args: Parameters<typeof storage.putStream>) => {
      const bytes = await storage.putStream(...args);
      await arrives();
      return bytes;
    },
  };
  const count = await stored(days[0]);
  const before = await answers();
  await module.stop?.();
  module = createVessels({
    platform: { ...base.platform, storage: slow },
    provenanceOf: echoProvenance,
    absenceOf: echoAbsence,
    retention: { positionDays: 90, summaryDays: 400, archiveDays: 2 },
  });
  expect(await run('vessels.archive')).toMatchObject({ archived: [...days] });
  expect((await listed()).data.at(-1)?.positions).toBe(count + 5);
  const after = await answers();
  expect(after.whole).toHaveLength(before.whole.length + 5);
  const places = (rows: typeof after.whole) =>
    new Set(rows.map((row) => `${row.ship_id} ${row.time.toISOString()} ${row.lon} ${row.lat}`));
  expect(places(after.whole).size).toBe(after.whole.length);
  expect(places(before.whole).isSubsetOf(places(after.whole))).toBe(true);
});

test('late positions of an archived day are found, summed up with it, and join its file', async () => {
  const all = voyage('voyage', 900);
  const late = voyage('late', 20, startMs + 10 * hourMs, hourMs);
  // Some that are archived come again, by a line that had not brought them.
  const again = all
    .filter(({ timeMs }) => timeMs < startMs + dayMs)
    .slice(0, 10)
    .map((record) => ({ ...record, feed: 'satélite' }));
  await module.positionSink(all, originOf(base));
  await run('vessels.summarise');
  await run('vessels.archive');
  const writer = module;
  await writer.positionSink([...late, ...again], originOf(base));
  expect(await run('vessels.archive')).toMatchObject({ waiting: [days[0]] });
  await run('vessels.summarise');
  const merged = await answers();
  const hours = async () => (await sql`SELECT * FROM vessels.position_hours ORDER BY hour, ship_id`.execute(db())).rows;
  const summed = await hours();
  expect(await run('vessels.archive')).toMatchObject({ archived: [days[0]] });
  expect(await stored(days[0])).toBe(0);
  expect(await answers()).toEqual(merged);
  const row = (await listed()).data.at(-1);
  expect(row).toMatchObject({ day: days[0], inDatabase: 0 });
  expect(row?.positions).toBe(all.filter(({ timeMs }) => timeMs < startMs + dayMs).length + late.length);

  // The same positions in a database that never archived anything.
  await module.stop?.();
  await base.close();
  base = await createModulePlatform([{ name: 'vessels', migrations: vesselMigrations }]);
  module = open();
  await module.positionSink(all, originOf(base));
  await module.positionSink([...late, ...again], originOf(base));
  await run('vessels.summarise');
  const plain = await answers();
  expect(merged.tracks).toEqual(plain.tracks);
  expect(merged.fleets).toEqual(plain.fleets);
  expect(merged.heat).toEqual(plain.heat);
  expect(summed).toEqual(await hours());
}, 240_000);

test('a day comes back whole for as long as was asked, and is archived again after', async () => {
  await fill();
  const before = await answers();
  const count = await stored(days[1]);
  await run('vessels.archive');
  await expect(
    askModule(module, restoreArchivedDay, { params: { day: '2020-01-01' }, body: {} }),
  ).rejects.toMatchObject({ code: 'not_found' });
  await askModule(module, restoreArchivedDay, { params: { day: days[1] }, body: { keepDays: 3 } });
  expect(enqueued).toEqual([{ name: 'vessels.archive', input: { bringBack: days[1], keepDays: 3 } }]);
  expect(audited.at(-1)).toMatchObject({ metadata: { act: 'positions-restore-asked', keepDays: 3 } });
  expect(await run('vessels.archive', { bringBack: days[1], keepDays: 3 })).toEqual({ restored: true });
  expect([await stored(days[1]), await isArchived(days[1])]).toEqual([count, false]);
  expect(await base.platform.storage.get(key(days[1]))).toBeNull();
  expect(await answers()).toEqual(before);
  expect(await run('vessels.archive')).toMatchObject({ archived: [] });
  base.advance(3 * dayMs + 1);
  expect(await run('vessels.archive')).toMatchObject({ archived: expect.arrayContaining([days[1]]) });
  expect(await stored(days[1])).toBe(0);
});

test('files go with the retention of positions, and those that no day counts on', async () => {
  await fill();
  await run('vessels.archive');
  await base.platform.storage.put(key('2026-01-01'), new Uint8Array([1]));
  await module.stop?.();
  module = open({ positionDays: 4, summaryDays: 400, archiveDays: 2 });
  expect(await run('vessels.archive')).toMatchObject({ forgotten: [key(days[0])] });
  const left = [];
  for await (const object of base.platform.storage.list('positions/')) left.push(object.key);
  expect(left).toEqual([key(days[1]), key(days[2])]);
  expect(audited.at(-1)).toMatchObject({ event: 'data.delete', resource: expect.stringContaining(days[0]) });
});

test('nothing is archived unless the settings say so', async () => {
  module = open({ positionDays: 90, summaryDays: 400, archiveDays: 0 });
  await module.positionSink(voyage('voyage', 50), originOf(base));
  await run('vessels.summarise');
  expect(await run('vessels.archive')).toEqual({ forgotten: [] });
  expect(await listed()).toMatchObject({ total: 0, archiveDays: 0 });
  expect(nowMs - startMs).toBeGreaterThan(2 * dayMs);
});
