import type { VesselIdentityRecord, VesselPositionRecord } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import { fleetAt, heatOverview, heatTile } from '@kianda/contract/vessels/fleet.contract';
import {
  dayMs,
  decodeHeatTile,
  type HeatTile,
  heatFrameOf,
  hourMs,
  mercatorTile,
  seededRandom,
  sumHeatTile,
} from '@kianda/geo';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askModule } from '../../../testing/ask.ts';
import { createModulePlatform, type ModulePlatform, originOf, toldProvenance } from '../../../testing/module.ts';
import { createVessels, type VesselsModule } from '../index.ts';
import { vesselMigrations } from '../vessels.migrations.ts';

const nowMs = Date.parse('2026-08-31T09:00:00Z');
const fromMs = Date.parse('2026-08-29T22:00:00Z');
const from = new Date(fromMs).toISOString();
const to = new Date(nowMs).toISOString();

let base: ModulePlatform;
let module: VesselsModule;
/** Licences by MMSI, with their first and last day. */
let licences: readonly (readonly [mmsi: number, from: string, to: string])[] | null = null;
/** Every position ever handed in, each once. */
const all = new Map<string, VesselPositionRecord>();

/** Ships 1 to 6 of three flags go to and fro over the Gulf of Guinea, the antimeridian and the coast of Angola. */
const centres = [
  { lon: 0, lat: 0 },
  { lon: 0, lat: 0 },
  { lon: 180, lat: -17 },
  { lon: 12.9, lat: -9.1 },
  { lon: 12.9, lat: -9.1 },
  { lon: 11.2, lat: -15.8 },
];
const mmsis = [603_000_001, 603_000_002, 572_000_003, 603_000_004, 668_000_005, 668_000_006];

function voyage(seed: string, count: number): VesselPositionRecord[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const ship = index % centres.length;
    const centre = centres[ship] ?? { lon: 0, lat: 0 };
    const lon = centre.lon + (random() - 0.5) * 0.9;
    return {
      kind: 'vessel-position',
      vesselKey: `mmsi:${mmsis[ship]}`,
      mmsi: mmsis[ship] ?? null,
      timeMs: fromMs + Math.floor(random() * ((nowMs - fromMs) / 1000)) * 1000,
      lon: lon > 180 ? lon - 360 : lon,
      lat: centre.lat + (random() - 0.5) * 0.9,
      speedKnots: 5,
      courseDegrees: 90,
      headingDegrees: null,
      navigationStatus: 0,
      feed: index % 3 === 0 ? 'vms' : 'ais',
    };
  });
}

async function store(records: readonly VesselPositionRecord[]): Promise<void> {
  for (const record of records) all.set(`${record.mmsi}/${record.timeMs}/${record.lon}/${record.lat}`, record);
  await module.positionSink(records, originOf(base));
}

async function licencePeriods() {
  if (licences === null) return null;
  const { rows } = await sql<{ id: number; mmsi: number }>`SELECT id, mmsi FROM vessels.ships`.execute(
    base.platform.database.for(),
  );
  const ids = new Map(rows.map(({ id, mmsi }) => [mmsi, id]));
  return licences.map(([mmsi, first, last]) => ({
    ship: ids.get(mmsi) ?? 0,
    fromDay: Date.parse(first) / dayMs,
    toDay: Date.parse(last) / dayMs,
  }));
}

/** What the licences are from now on. */
function register(given: typeof licences): void {
  licences = given;
  // They are read again after a minute.
  base.advance(60_000);
}

/** Whether a vessel held a licence on the day of a report. */
const isLicensed: Wanted = ({ mmsi, timeMs }) =>
  (licences ?? []).some(
    ([of, first, last]) => of === mmsi && timeMs >= Date.parse(first) && timeMs < Date.parse(last) + dayMs,
  );

async function summarise(): Promise<unknown> {
  const job = module.jobs?.find(({ name }) => name === 'vessels.summarise');
  if (job === undefined) throw new Error('no job');
  const { signal } = new AbortController();
  return job.run({}, { runId: 'x', signal, log: base.platform.log, progress: async () => undefined });
}

const named = (mmsi: number): VesselIdentityRecord => ({
  kind: 'vessel-identity',
  vesselKey: `mmsi:${mmsi}`,
  mmsi,
  timeMs: fromMs,
  name: `N${mmsi}`,
  callsign: null,
  imo: null,
  flag: null,
  registration: null,
  shipType: mmsi % 2 === 0 ? 30 : 70,
  lengthMeters: null,
  widthMeters: null,
  draughtMeters: null,
  destination: null,
  feed: 'ais',
});

beforeAll(async () => {
  base = await createModulePlatform([{ name: 'vessels', migrations: vesselMigrations }]);
  module = createVessels({ platform: base.platform, provenanceOf: toldProvenance, licencePeriods });
  await module.identitySink(mmsis.map(named), originOf(base));
  const zero = voyage('zero', 1).map((record) => ({ ...record, lon: 0, lat: 0, timeMs: fromMs + hourMs }));
  const edge = voyage('edge', 3)
    .slice(2)
    .map((record) => ({ ...record, lon: 180, timeMs: fromMs + 2 * hourMs }));
  await store([...voyage('first', 900), ...zero, ...edge]);
  await summarise();
});
afterAll(async () => {
  await module.stop?.();
  await base.close();
});

type Query = Readonly<Record<string, string>>;
const tile = async (z: number, x: number, y: number, query: Query = {}): Promise<HeatTile | null> => {
  const binding = module.bindings?.find(({ endpoint }) => endpoint.id === heatTile.id);
  const context = { params: { z, x, y }, query: heatTile.query.parse({ from, to, ...query }) };
  const bytes = (await binding?.handler(context as never)) as Uint8Array;
  return bytes.length === 0 ? null : decodeHeatTile(bytes);
};

type Wanted = (record: VesselPositionRecord) => boolean;

/** The same from the positions themselves: seconds, or vessels, by `tile/cell/frame`. */
function bruteForce(interval: HeatTile['interval'], zoom: number, wanted: Wanted = () => true) {
  const seconds = new Map<string, number>();
  const vessels = new Map<string, Set<number | null>>();
  const byShipHour = new Map<string, VesselPositionRecord[]>();
  for (const record of all.values()) {
    const key = `${record.mmsi}/${Math.floor(record.timeMs / hourMs)}`;
    byShipHour.set(key, [...(byShipHour.get(key) ?? []), record]);
  }
  for (const reports of byShipHour.values()) {
    reports.sort((a, b) => a.timeMs - b.timeMs || a.lon - b.lon || a.lat - b.lat);
    const hour = Math.floor((reports[0]?.timeMs ?? 0) / hourMs) * hourMs;
    reports.forEach((report, index) => {
      if (!wanted(report)) return;
      const before = reports[index - 1];
      const next = reports[index + 1];
      const begin = before === undefined ? hour : (before.timeMs + report.timeMs) / 2;
      const end = next === undefined ? hour + hourMs : (report.timeMs + next.timeMs) / 2;
      const { x, y } = mercatorTile(report.lon, report.lat, zoom + 6);
      const place = `${zoom}/${x >> 6}/${y >> 6} ${(y & 63) * 64 + (x & 63)} ${heatFrameOf(interval, hour)}`;
      seconds.set(place, (seconds.get(place) ?? 0) + (end - begin) / 1000);
      vessels.set(place, (vessels.get(place) ?? new Set()).add(report.mmsi));
    });
  }
  return { seconds, vessels };
}

/** Values of a tile by the same names. */
function valuesOf(name: string, given: HeatTile | null): Map<string, number> {
  const values = new Map<string, number>();
  if (given === null) return values;
  for (let run = 0; run < given.cells.length; run += 1) {
    const begin = given.offsets[run] ?? 0;
    for (let at = begin; at < (given.offsets[run + 1] ?? 0); at += 1) {
      const frame = given.firstFrame + (given.starts[run] ?? 0) + at - begin;
      values.set(`${name} ${given.cells[run]} ${frame}`, given.values[at] ?? 0);
    }
  }
  return values;
}

/** Asks for every tile of a zoom with presence in it, and compares cell by cell and frame by frame. */
async function compare(interval: HeatTile['interval'], zoom: number, query: Query = {}, wanted?: Wanted) {
  const expected = bruteForce(interval, zoom, wanted);
  const tiles = new Set([...bruteForce(interval, zoom).seconds.keys()].map((key) => key.split(' ')[0] ?? ''));
  let cells = 0;
  for (const name of tiles) {
    const [, x = 0, y = 0] = name.split('/').map(Number);
    const hours = valuesOf(name, await tile(zoom, x, y, { interval, ...query }));
    const counts = valuesOf(name, await tile(zoom, x, y, { interval, measure: 'vessels', ...query }));
    const own = [...expected.seconds.keys()].filter((key) => key.startsWith(`${name} `));
    for (const key of own) {
      // Stored in whole seconds an hour, in two a day, in minutes a month, and written in hundredths of an hour.
      const slack = { hour: 0.01, day: 0.05, month: 0.2 }[interval];
      expect(Math.abs((hours.get(key) ?? -1) - (expected.seconds.get(key) ?? 0) / 3600)).toBeLessThan(slack);
      expect(counts.get(key)).toBe(expected.vessels.get(key)?.size);
    }
    const others = [...counts].filter(([key, value]) => value > 0 && !own.includes(key));
    expect(others).toEqual([]);
    cells += own.length;
  }
  expect(cells).toBeGreaterThan(5);
}

test('tiles tell what the positions tell, at every zoom and interval', async () => {
  for (const zoom of [0, 2, 4, 5, 7, 8, 10]) await compare('hour', zoom);
  for (const zoom of [0, 3, 6, 9]) await compare('day', zoom);
  for (const zoom of [1, 7]) await compare('month', zoom);
});

test('filters by type, flag, vessel and line, each and together', async () => {
  const isFishing: Wanted = ({ mmsi }) => (mmsi ?? 1) % 2 === 0;
  const isAngolan: Wanted = ({ mmsi }) => String(mmsi).startsWith('603');
  await compare('day', 5, { types: 'fishing' }, isFishing);
  await compare('day', 5, { flags: 'AGO' }, isAngolan);
  await compare(
    'hour',
    8,
    { flags: 'AGO,STP', types: 'fishing' },
    (record) => isFishing(record) && (isAngolan(record) || String(record.mmsi).startsWith('668')),
  );
  const overview = (await askModule(module, heatOverview)).data as DataOf<typeof heatOverview>;
  const vms = overview.sources.find(({ name }) => name === 'vms');
  await compare('hour', 5, { sources: String(vms?.id) }, ({ feed }) => feed === 'vms');
  const { rows } = await sql<{ id: number }>`SELECT id FROM vessels.ships WHERE mmsi = 603000004`.execute(
    base.platform.database.for(),
  );
  await compare('day', 9, { ships: String(rows[0]?.id) }, ({ mmsi }) => mmsi === 603_000_004);
  expect(await tile(5, 16, 16, { flags: 'none' })).toBeNull();
});

test('zero is a place, and 180° is 180° W', async () => {
  const { x, y } = mercatorTile(0, 0, 10);
  expect({ x, y }).toEqual({ x: 512, y: 512 });
  const origin = await tile(10, x, y, { interval: 'hour' });
  expect(sumHeatTile(origin as HeatTile, 0, 10 ** 9)[0]).toBeGreaterThan(0);
  const edge = mercatorTile(180, -17, 8);
  expect(edge.x).toBe(0);
  expect(await tile(8, 0, edge.y)).not.toBeNull();
  expect(await tile(8, 255, edge.y)).not.toBeNull();
});

test('late positions change their hours and days, the same twice changes nothing', async () => {
  const versions = async () =>
    (
      await sql`SELECT tier, part, start, version FROM vessels.heat_hours
      UNION ALL SELECT tier, part, start, version FROM vessels.heat_days
      UNION ALL SELECT tier, part, start, version FROM vessels.heat_months
      UNION ALL SELECT -1, 0, hour, version FROM vessels.fleet_hours ORDER BY 1, 2, 3, 4`.execute(
        base.platform.database.for(),
      )
    ).rows;
  const before = await versions();
  await store(voyage('first', 900));
  await sql`INSERT INTO vessels.changed_hours SELECT hour, 1 FROM vessels.hour_totals ON CONFLICT DO NOTHING`.execute(
    base.platform.database.for(),
  );
  await summarise();
  expect(await versions()).toEqual(before);

  const late = voyage('late', 300);
  for (let start = 0; start < late.length; start += 100) {
    await store(late.slice(start, start + 100).reverse());
    await summarise();
  }
  await compare('hour', 4);
  await compare('day', 8);
  await compare('month', 7);
});

test('another line of a known position is noted in the tiles, too', async () => {
  const [first] = [...all.values()].filter(({ feed }) => feed === 'ais');
  if (first === undefined) throw new Error('no position');
  const wasAsked = { sources: '2' };
  expect(await tile(0, 0, 0, wasAsked)).toBeNull();
  await module.positionSink([{ ...first, feed: 'satélite' }], originOf(base));
  await summarise();
  const sums = sumHeatTile((await tile(0, 0, 0, wasAsked)) as HeatTile, 0, 10 ** 9);
  expect(sums.filter((hours) => hours > 0)).toHaveLength(1);
});

test('the overview has the period, the lines, the flags and the activity', async () => {
  const answer = await askModule(module, heatOverview, { query: { from, to, interval: 'day' } });
  const overview = answer.data as DataOf<typeof heatOverview>;
  expect(overview.flags).toEqual(
    expect.arrayContaining([
      { flag: 'AGO', vessels: 3 },
      { flag: 'STP', vessels: 2 },
    ]),
  );
  expect(overview.activity.map(({ time }) => time.slice(0, 10))).toEqual(['2026-08-29', '2026-08-30', '2026-08-31']);
  expect(overview.activity.reduce((sum, { positions }) => sum + positions, 0)).toBe(all.size);
  const shipHours = new Set([...all.values()].map(({ mmsi, timeMs }) => `${mmsi}/${Math.floor(timeMs / hourMs)}`));
  expect(overview.activity.reduce((sum, { hours }) => sum + hours, 0)).toBe(shipHours.size);
  expect(overview).toMatchObject({ from, pendingHours: 0 });
  expect(answer.provenance.state).toBe('live');
  await expect(tile(3, 4, 4, { interval: 'hour', from: '2026-01-01T00:00:00Z' })).rejects.toThrow();
});

test('the fleet at an instant is the last position of each vessel until then', async () => {
  const fleet = async (query: Query) => (await askModule(module, fleetAt, { query })).data as DataOf<typeof fleetAt>;
  // Known before its hour is summed up.
  await store(voyage('newest', 12).map((record, index) => ({ ...record, timeMs: nowMs - (index + 1) * 600_000 })));
  const compareAll = async () => {
    for (const back of [0, 20 * 60_000, hourMs, 13 * hourMs, 13 * hourMs + 1_234_567]) {
      const atMs = nowMs - back;
      const got = await fleet({ at: new Date(atMs).toISOString(), windowHours: '6' });
      const expected = new Map<number, VesselPositionRecord>();
      for (const record of all.values()) {
        const known = expected.get(record.mmsi ?? 0);
        const isIn = record.timeMs <= atMs && record.timeMs >= atMs - 6 * hourMs;
        if (isIn && (known === undefined || known.timeMs < record.timeMs)) expected.set(record.mmsi ?? 0, record);
      }
      expect(got.total).toBe(expected.size);
      got.mmsis.forEach((mmsi, index) => {
        const record = expected.get(mmsi ?? 0);
        expect(got.agesSeconds[index]).toBe(Math.round((atMs - (record?.timeMs ?? 0)) / 1000));
        expect(got.lons[index]).toBeCloseTo(record?.lon ?? 0, 4);
        expect(got.lats[index]).toBeCloseTo(record?.lat ?? 0, 4);
        expect([got.speedsKnots[index], got.coursesDegrees[index], got.headingsDegrees[index]]).toEqual([5, 90, null]);
        expect(got.navigationStatuses[index]).toBe(0);
        expect(got.names[index]).toBe(`N${mmsi}`);
      });
    }
  };
  await compareAll();
  await summarise();
  await compareAll();
  const fishing = await fleet({ at: to, types: 'fishing' });
  expect(fishing.mmsis).toEqual(mmsis.filter((mmsi) => mmsi % 2 === 0));
  expect(fishing.types).toEqual(['fishing']);
  // Now among the newest positions, an hour ago out of the hours.
  for (const at of [to, new Date(nowMs - hourMs).toISOString()]) {
    const gulf = await fleet({ at, bbox: '-1,-1,1,1' });
    expect(gulf.mmsis).toEqual(mmsis.slice(0, 2));
    const heardLast = (await fleet({ at })).agesSeconds.toSorted((a, b) => a - b).slice(0, 2);
    const limited = await fleet({ at, limit: '2' });
    expect(limited).toMatchObject({ total: 6, truncated: true });
    expect(limited.agesSeconds.toSorted((a, b) => a - b)).toEqual(heardLast);
  }
  expect(await fleet({ at: to, limit: '1' })).toMatchObject({ total: 6, truncated: true });
  const across = await fleet({ at: to, bbox: '179,-18,-179,-16' });
  expect(across.mmsis).toEqual([572_000_003]);
  expect((await askModule(module, fleetAt, { query: { at: '2020-01-01T00:00:00Z' } })).provenance.state).toBe(
    'fallback',
  );
});

test('a licence counts on its days alone, whatever is valid today', async () => {
  register([
    // Ends within the period, on the second of its three days.
    [603_000_004, '2026-01-01', '2026-08-30'],
    // Begins on the last day.
    [668_000_005, '2026-08-31', '2026-12-31'],
    // Renewed without a day between, and with one that overlaps.
    [668_000_006, '2025-01-01', '2026-08-29'],
    [668_000_006, '2026-08-30', '2027-08-29'],
    [668_000_006, '2026-02-01', '2026-03-01'],
    // Long past, and yet to come.
    [603_000_001, '2020-01-01', '2020-12-31'],
    [603_000_002, '2026-09-01', '2026-12-31'],
  ]);
  const isWithout: Wanted = (record) => !isLicensed(record);
  for (const interval of ['hour', 'day', 'month'] as const) {
    await compare(interval, 5, { licence: 'with' }, isLicensed);
    await compare(interval, 8, { licence: 'without' }, isWithout);
  }
  await compare(
    'month',
    5,
    { licence: 'with', types: 'fishing', flags: 'AGO' },
    (record) => isLicensed(record) && record.mmsi === 603_000_004,
  );
  const fleet = async (at: string, licence: string) =>
    new Set(((await askModule(module, fleetAt, { query: { at, licence } })).data as DataOf<typeof fleetAt>).mmsis);
  expect(await fleet('2026-08-30T23:59:59Z', 'with')).toEqual(new Set([603_000_004, 668_000_006]));
  expect(await fleet('2026-08-31T00:00:00Z', 'with')).toEqual(new Set([668_000_005, 668_000_006]));
  expect(await fleet('2026-08-31T00:00:00Z', 'without')).toEqual(new Set(mmsis.filter((mmsi) => mmsi < 668_000_000)));
});

test('a month without a change of licence is read as it is stored, and an empty registry tells of nobody', async () => {
  register([
    [603_000_004, '2026-08-01', '2026-08-31'],
    [668_000_005, '2026-08-31', '2026-08-31'],
  ]);
  // The second one is no fishing vessel of Angola: what changes with it is nothing to this tile.
  const own = { licence: 'with', flags: 'AGO' };
  await compare('month', 7, own, (record) => record.mmsi === 603_000_004);
  register(null);
  const { x, y } = mercatorTile(12.9, -9.1, 5);
  expect(await tile(5, x, y, { licence: 'with' })).toBeNull();
  expect(await tile(5, x, y, { licence: 'without' })).toBeNull();
});

test('summaries are kept as long as the policy says', async () => {
  const job = module.jobs?.find(({ name }) => name === 'vessels.partitions');
  const { signal } = new AbortController();
  const context = { runId: 'x', signal, log: base.platform.log, progress: async () => undefined };
  const count = async () =>
    (
      await sql<{
        hours: number;
        days: number;
        fleet: number;
      }>`SELECT (SELECT count(*) FROM vessels.heat_hours)::int AS hours,
      (SELECT count(*) FROM vessels.heat_days)::int AS days, (SELECT count(*) FROM vessels.fleet_hours)::int AS fleet`.execute(
        base.platform.database.for(),
      )
    ).rows[0];
  const before = await count();
  await job?.run({}, context);
  expect(await count()).toEqual(before);
  base.advance(400 * dayMs);
  await job?.run({}, context);
  expect(await count()).toEqual({ hours: 0, days: before?.days, fleet: 0 });
  base.advance(1500 * dayMs);
  await job?.run({}, context);
  expect(await count()).toEqual({ hours: 0, days: 0, fleet: 0 });
});
