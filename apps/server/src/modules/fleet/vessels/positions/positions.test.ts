import type { VesselIdentityRecord, VesselPositionRecord } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import { latestPositions, vesselTrack } from '@kianda/contract/fleet/vessels/positions.contract';
import { dayMs, hourMs, seededRandom } from '@kianda/geo';
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

let base: ModulePlatform;
let module: VesselsModule;
beforeEach(async () => {
  base = await createModulePlatform([{ name: 'vessels', migrations: vesselMigrations }]);
  module = open();
});
afterEach(async () => {
  await module.stop?.();
  await base.close();
});
const open = (positionDays = 90) =>
  createVessels({
    platform: base.platform,
    provenanceOf: echoProvenance,
    absenceOf: echoAbsence,
    retention: { positionDays, summaryDays: 400 },
  });

const nowMs = Date.parse('2026-08-31T09:00:00Z');
function at(mmsi: number, timeMs: number, over: Partial<VesselPositionRecord> = {}): VesselPositionRecord {
  return {
    kind: 'vessel-position',
    vesselKey: `mmsi:${mmsi}`,
    mmsi,
    timeMs,
    lon: 12.5,
    lat: -9.25,
    speedKnots: 8.5,
    courseDegrees: 215.3,
    headingDegrees: 214,
    navigationStatus: 7,
    feed: 'tcp a',
    ...over,
  };
}
function says(mmsi: number, timeMs: number, over: Partial<VesselIdentityRecord> = {}): VesselIdentityRecord {
  return {
    kind: 'vessel-identity',
    vesselKey: `mmsi:${mmsi}`,
    mmsi,
    timeMs,
    name: 'BAIA AZUL',
    callsign: 'D2AB3',
    imo: null,
    flag: null,
    registration: null,
    shipType: 30,
    lengthMeters: 28,
    widthMeters: 8,
    draughtMeters: null,
    destination: null,
    feed: 'tcp a',
    ...over,
  };
}
type Latest = DataOf<typeof latestPositions>;
const latest = async (query: Record<string, unknown> = {}) =>
  (await askModule(module, latestPositions, { query })).data as Latest;
const track = async (id: number, query: Record<string, unknown> = {}) =>
  (await askModule(module, vesselTrack, { params: { id }, query: query })).data as DataOf<typeof vesselTrack>;
const db = () => base.platform.database.for();
const rows = async () =>
  (
    await sql<{ ship_id: number; time: Date; lon: number; sources: number }>`
    SELECT ship_id, time, lon, sources FROM vessels.positions ORDER BY ship_id, time, lon`.execute(db())
  ).rows;
async function run(name: string) {
  const job = module.jobs?.find((candidate) => candidate.name === name);
  if (job === undefined) throw new Error(`no job ${name}`);
  return job.run(
    {},
    { runId: 'x', signal: new AbortController().signal, log: base.platform.log, progress: async () => undefined },
  );
}

test('before the first position: none, with the reason', async () => {
  const answer = await askModule(module, latestPositions, { query: {} });
  expect(answer.data).toMatchObject({ positions: [], nextAfter: null });
  expect(answer.provenance.state).toBe('fallback');
});

test('zero is a coordinate, a speed, a course and a status', async () => {
  const zero = { lon: 0, lat: 0, speedKnots: 0, courseDegrees: 0, headingDegrees: 0, navigationStatus: 0 };
  await module.positionSink([at(603990001, nowMs - 60_000, zero)], originOf(base));
  expect((await latest()).positions).toMatchObject([{ mmsi: 603990001, ...zero }]);
  expect((await latest({ bbox: '0,0,0,0' })).positions).toHaveLength(1);
});

test('the same page twice changes nothing; another feed is noted beside the first', async () => {
  const page = [at(1, nowMs - 60_000), at(1, nowMs - 30_000), at(2, nowMs - 30_000)];
  expect(await module.positionSink(page, originOf(base))).toMatchObject({ written: 3, duplicates: 0 });
  expect(await module.positionSink(page, originOf(base))).toMatchObject({ written: 0, duplicates: 3 });
  const other = page.map((record) => ({ ...record, feed: 'udp b' }));
  expect(await module.positionSink([...other, at(3, nowMs)], originOf(base))).toMatchObject({
    written: 1,
    duplicates: 3,
  });
  expect((await rows()).map(({ sources }) => sources)).toEqual([3, 3, 3, 1]);
  expect((await track(1)).points[0]?.sources).toEqual(['tcp a', 'udp b']);
});

test('one page that brings a position by two feeds stores it once, with both', async () => {
  const record = at(1, nowMs);
  expect(await module.positionSink([record, { ...record, feed: 'udp b' }, record], originOf(base))).toMatchObject({
    written: 1,
    duplicates: 2,
  });
  expect((await rows()).map(({ sources }) => sources)).toEqual([3]);
});

test('two transmitters under one number at one instant are two positions', async () => {
  await module.positionSink([at(1, nowMs), at(1, nowMs, { lon: 8.9 })], originOf(base));
  expect(await rows()).toHaveLength(2);
});

test('in whatever order and cut positions come, the same is stored and the newest is the latest', async () => {
  const random = seededRandom('order');
  const all = Array.from({ length: 400 }, (_, index) =>
    at(1 + (index % 7), nowMs - (index % 90) * 600_000, {
      lon: 10 + (index % 13) / 10,
      feed: index % 3 === 0 ? 'a' : 'b',
    }),
  );
  await module.positionSink(all, originOf(base));
  const expected = { rows: await rows(), latest: (await latest()).positions };
  await sql`TRUNCATE vessels.positions, vessels.latest_positions`.execute(db());
  const shuffled = all
    .map((record) => ({ record, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ record }) => record);
  for (let start = 0; start < shuffled.length; start += 37)
    await module.positionSink(shuffled.slice(start, start + 37), originOf(base));
  expect(await rows()).toEqual(expected.rows);
  const places = (positions: Latest['positions']) => positions.map(({ id, time }) => ({ id, time }));
  expect(places((await latest()).positions)).toEqual(places(expected.latest));
});

test('two processes that store the same page at once store it once', async () => {
  const other = open();
  const page = Array.from({ length: 500 }, (_, index) => at(1 + (index % 50), nowMs - index * 1_000));
  const results = await Promise.all([
    module.positionSink(page, originOf(base)),
    other.positionSink(page.toReversed(), originOf(base)),
  ]);
  expect(results.reduce((sum, { written }) => sum + written, 0)).toBe(500);
  expect(await rows()).toHaveLength(500);
  await other.stop?.();
});

test('positions of the future or beyond what is kept are refused, each with its reason', async () => {
  const stored = await module.positionSink(
    [at(1, nowMs + hourMs), at(1, nowMs - 91 * dayMs), at(1, Date.UTC(1970, 0, 1)), at(1, nowMs + 60_000)],
    originOf(base),
  );
  expect(stored).toMatchObject({ written: 1, duplicates: 0 });
  expect(stored.rejected?.map(({ reason }) => reason)).toEqual([
    'Posição no futuro: 2026-08-31T10:00:00.000Z',
    'Posição anterior à conservação de 90 dias: 2026-06-01T09:00:00.000Z',
    'Posição anterior à conservação de 90 dias: 1970-01-01T00:00:00.000Z',
  ]);
});

test('a box, what is new since, how old, and pages to the end', async () => {
  await module.positionSink(
    [
      at(1, nowMs - hourMs, { lon: 12 }),
      at(2, nowMs, { lon: 13 }),
      at(3, nowMs, { lon: -179.5 }),
      at(4, nowMs, { lon: 179.5 }),
    ],
    originOf(base),
  );
  const numbers = async (query: Record<string, unknown>) => (await latest(query)).positions.map(({ mmsi }) => mmsi);
  expect(await numbers({ bbox: '11,-10,12.5,-9' })).toEqual([1]);
  expect(await numbers({ bbox: '179,-10,-179,-9' })).toEqual([3, 4]);
  expect(await numbers({ maxAgeHours: 0.5 })).toEqual([2, 3, 4]);
  const first = await latest({ limit: 3 });
  expect(first.positions).toHaveLength(3);
  expect(await numbers({ limit: 3, after: first.nextAfter })).toHaveLength(1);
  expect((await latest({ limit: 3, after: first.nextAfter })).nextAfter).toBeNull();
  base.advance(60_000);
  const { asOf } = await latest();
  expect(await numbers({ since: asOf })).toEqual([]);
  await module.positionSink([at(2, nowMs + 30_000, { lon: 13.1 })], originOf(base));
  expect(await numbers({ since: asOf })).toEqual([2]);
});

test('a track is in order, within its period, thinned to its tolerance, over days', async () => {
  const line = Array.from({ length: 288 }, (_, index) =>
    at(1, nowMs - index * 600_000, { lon: 12 + index / 1000, lat: index === 100 ? -9 : -9.25 }),
  );
  await module.positionSink(line, originOf(base));
  const { id } = (await latest()).positions[0] ?? { id: 0 };
  const whole = await track(id, { from: new Date(nowMs - 3 * dayMs).toISOString(), toleranceMeters: 0 });
  expect(whole).toMatchObject({ recorded: 288, truncated: false });
  expect(whole.points.map(({ time }) => time)).toEqual(whole.points.map(({ time }) => time).toSorted());
  const thin = await track(id, { from: new Date(nowMs - 3 * dayMs).toISOString(), toleranceMeters: 500 });
  expect(thin.points.map(({ lat }) => lat)).toEqual([-9.25, -9.25, -9, -9.25, -9.25]);
  expect(await track(id)).toMatchObject({ recorded: 145, toleranceMeters: 50 });
  await expect(track(999)).rejects.toMatchObject({ code: 'not_found' });
});

test('a track tells its gaps, and the speed that its places imply', async () => {
  const minutes = [0, 10, 20, 120, 120];
  const line = minutes.map((minute, index) =>
    at(1, nowMs - 3 * hourMs + minute * 60_000, { lon: 12 + index / 60, lat: 0, speedKnots: null }),
  );
  await module.positionSink(line, originOf(base));
  const { id } = (await latest()).positions[0] ?? { id: 0 };
  const { points, gapMinutes } = await track(id, { toleranceMeters: 0 });
  expect(gapMinutes).toBe(60);
  expect(points.map(({ gapBefore }) => gapBefore)).toEqual([false, false, false, true, false]);
  // A minute of arc in ten minutes: six knots, to the half percent that the sphere errs.
  const six = expect.closeTo(6, 1);
  expect(points.map(({ impliedSpeedKnots }) => impliedSpeedKnots)).toEqual([null, six, six, null, null]);
  const patient = await track(id, { toleranceMeters: 0, gapMinutes: 180 });
  expect(patient.points.map(({ gapBefore }) => gapBefore)).not.toContain(true);
});

test('simulated positions say so, and make the whole answer say so', async () => {
  await module.positionSink([at(1, nowMs)], originOf(base, { connectorId: 'real' }));
  await module.positionSink([at(2, nowMs)], originOf(base, { connectorId: 'sim', simulatedSeed: 8478 }));
  const answer = await askModule(module, latestPositions, { query: {} });
  expect(answer.provenance).toMatchObject({ state: 'simulated', seed: 8478 });
  expect((answer.data as Latest).positions.map(({ simulated }) => simulated)).toEqual([false, true]);
});

test('identity by period and feed: halves come together, a new name begins a period, late reports find theirs', async () => {
  const origin = originOf(base);
  await module.identitySink(
    [says(1, nowMs - 10 * dayMs, { callsign: null }), says(1, nowMs - 10 * dayMs, { name: null })],
    origin,
  );
  await module.identitySink([says(1, nowMs - 2 * dayMs, { name: 'RAY', destination: 'LOBITO' })], origin);
  await module.identitySink([says(1, nowMs - 5 * dayMs)], origin);
  await module.identitySink([says(1, nowMs - dayMs, { name: 'RAY', destination: 'NAMIBE' })], origin);
  await module.positionSink([at(1, nowMs)], origin);
  const { id } = (await latest()).positions[0] ?? { id: 0 };
  expect((await track(id)).identities).toMatchObject([
    { name: 'BAIA AZUL', callsign: 'D2AB3', from: '2026-08-21T09:00:00.000Z', to: '2026-08-26T09:00:00.000Z' },
    { name: 'RAY', from: '2026-08-29T09:00:00.000Z', to: '2026-08-30T09:00:00.000Z' },
  ]);
  expect((await latest()).positions[0]).toMatchObject({
    name: 'RAY',
    callsign: 'D2AB3',
    shipType: 30,
    lengthMeters: 28,
  });
  const { rows: ships } = await sql`SELECT destination FROM vessels.ships`.execute(db());
  expect(ships).toEqual([{ destination: 'NAMIBE' }]);
});

test('the same identity again writes nothing; after half a year of silence it is a new period', async () => {
  const origin = originOf(base);
  const first = says(1, nowMs - 200 * dayMs);
  expect(await module.identitySink([first], origin)).toMatchObject({ written: 1 });
  expect(await module.identitySink([first, { ...first, timeMs: first.timeMs + 360_000 }], origin)).toMatchObject({
    written: 0,
    duplicates: 2,
  });
  expect(await open().identitySink([first], origin)).toMatchObject({ written: 0 });
  await module.identitySink([says(1, nowMs)], origin);
  const { rows: periods } = await sql`SELECT id FROM vessels.identity_periods`.execute(db());
  expect(periods).toHaveLength(2);
});

test('hours are summed up, and once more when late positions come', async () => {
  const hour = nowMs - 2 * hourMs;
  await module.positionSink(
    [at(1, hour, { lon: 10, speedKnots: 4 }), at(1, hour + 600_000, { lon: 11, speedKnots: null })],
    originOf(base),
  );
  const summary = async () =>
    (
      await sql`SELECT positions, last_lon, west, east, mean_speed_knots, max_speed_knots FROM vessels.position_hours`.execute(
        db(),
      )
    ).rows;
  expect(await run('vessels.summarise')).toMatchObject({ hours: 1 });
  expect(await summary()).toEqual([
    { positions: 2, last_lon: 11, west: 10, east: 11, mean_speed_knots: 4, max_speed_knots: 4 },
  ]);
  await module.positionSink([at(1, hour + 300_000, { lon: 9, speedKnots: 8 })], originOf(base));
  await run('vessels.summarise');
  expect(await summary()).toEqual([
    { positions: 3, last_lon: 11, west: 9, east: 11, mean_speed_knots: 6, max_speed_knots: 8 },
  ]);
  expect(await run('vessels.summarise')).toEqual({ hours: 0, blocks: 0 });
});

test('partitions are made ahead, and dropped whole when they are past', async () => {
  await module.positionSink([at(1, nowMs - 89 * dayMs), at(1, nowMs)], originOf(base));
  const names = async () =>
    (
      await sql<{ name: string }>`SELECT inhrelid::regclass::text AS name FROM pg_inherits
      WHERE inhparent = 'vessels.positions'::regclass ORDER BY 1`.execute(db())
    ).rows.map(({ name }) => name);
  await run('vessels.partitions');
  expect(await names()).toEqual([
    'vessels.positions_2026_06_03',
    ...['08_31', '09_01', '09_02', '09_03', '09_04'].map((day) => `vessels.positions_2026_${day}`),
  ]);
  base.advance(2 * dayMs);
  expect(await run('vessels.partitions')).toEqual({ dropped: ['positions_2026_06_03'] });
  expect(await rows()).toHaveLength(1);
  // A late position of a day that is still kept finds its partition made again.
  await module.positionSink([at(1, nowMs - 80 * dayMs)], originOf(base));
  expect(await rows()).toHaveLength(2);
});

test('new positions are announced together, once', async () => {
  const heard: unknown[] = [];
  base.platform.events.subscribe((event) => heard.push(event));
  await module.positionSink([at(1, nowMs - 1_000), at(2, nowMs - 1_000)], originOf(base));
  await module.positionSink([at(1, nowMs)], originOf(base));
  await module.stop?.();
  expect(heard).toEqual([
    {
      channel: 'vessels',
      type: 'positions.stored',
      payload: { connectorId: 'ensaio', positions: 3, vessels: 2, newestAt: '2026-08-31T09:00:00.000Z' },
    },
  ]);
});
