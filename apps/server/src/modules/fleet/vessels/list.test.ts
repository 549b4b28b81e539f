import type { VesselIdentityRecord, VesselPositionRecord, VesselPresence } from '@kianda/connectors';
import { listVessels } from '@kianda/contract/fleet/vessels/list.contract';
import { dayMs } from '@kianda/geo';
import { type CompiledQuery, type KyselyPlugin, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askModule } from '../../../testing/ask.ts';
import {
  createModulePlatform,
  echoAbsence,
  echoProvenance,
  type ModulePlatform,
  originOf,
} from '../../../testing/module.ts';
import { lockDirectory } from './directory.repository.ts';
import { createVessels, type LicencePeriod, type VesselsModule } from './index.ts';
import { vesselMigrations } from './vessels.migrations.ts';

let base: ModulePlatform;
let module: VesselsModule;
let nowMs: number;
let periods: readonly LicencePeriod[] | null;
beforeEach(async () => {
  base = await createModulePlatform([{ name: 'vessels', migrations: vesselMigrations }]);
  periods = null;
  const licencePeriods = async () => periods;
  module = createVessels({
    platform: base.platform,
    provenanceOf: echoProvenance,
    absenceOf: echoAbsence,
    licencePeriods,
  });
  await module.start?.();
  nowMs = base.platform.clock.nowMs();
});
afterEach(async () => {
  await module.stop?.();
  await base.close();
});

const report = (mmsi: number, ageDays: number, lon = 12, lat = -9, [speedKnots, courseDegrees] = [5, 10]) =>
  ({
    kind: 'vessel-position',
    vesselKey: `mmsi:${mmsi}`,
    mmsi,
    timeMs: nowMs - ageDays * dayMs,
    lon,
    lat,
    speedKnots,
    courseDegrees,
    headingDegrees: null,
    navigationStatus: 0,
    feed: 'ensaio',
  }) as VesselPositionRecord;
const identity = (mmsi: number, over: Partial<VesselIdentityRecord>) =>
  ({
    kind: 'vessel-identity',
    vesselKey: `mmsi:${mmsi}`,
    mmsi,
    timeMs: nowMs - dayMs / 2,
    name: null,
    callsign: null,
    imo: null,
    flag: null,
    registration: null,
    shipType: null,
    lengthMeters: null,
    widthMeters: null,
    draughtMeters: null,
    destination: null,
    feed: 'ensaio',
    ...over,
  }) as VesselIdentityRecord;
const present = (vesselId: string, ssvid: string, over: Partial<VesselPresence> = {}): VesselPresence => ({
  kind: 'vessel-presence',
  vesselId,
  ssvid,
  shipName: `Provider ${vesselId}`,
  flag: 'NAM',
  vesselType: 'FISHING',
  gearType: 'trawlers',
  imo: null,
  callsign: 'V5AB',
  date: '2026-08-25',
  lon: 0,
  lat: 0,
  hours: 2,
  firstTransmissionMs: Date.parse('2020-01-01T00:00:00Z'),
  lastTransmissionMs: Date.parse('2026-08-26T00:00:00Z'),
  ...over,
});

async function store() {
  await module.positionSink(
    [report(603_000_001, 0.1), report(603_000_002, 3, 10, -12, [11.5, 90]), report(710_000_003, 40, -1, 1, [0, 355])],
    originOf(base),
  );
  await module.identitySink(
    [
      identity(603_000_001, { name: '50%_MAR', imo: '9074729', callsign: 'D2AA', shipType: 30 }),
      identity(603_000_002, { name: 'Rebocador', shipType: 52 }),
    ],
    originOf(base),
  );
  await module.sink(
    [present('gfw-a', '603000001', { shipName: 'Outro nome' }), present('gfw-b', '659000009')],
    originOf(base, { connectorId: 'gfw', streamId: 'presence', simulatedSeed: 7 }),
  );
}
const ask = async (query: Record<string, string> = {}) => askModule(module, listVessels, { query });
const ids = async (query: Record<string, string>) => (await ask(query)).data.data.map(({ id }) => id);

test('before any data: an empty list with the reason', async () => {
  const answer = await ask();
  expect(answer.data).toMatchObject({ data: [], total: 0, known: 0, active: 0, flags: [] });
  expect(answer.provenance.state).toBe('fallback');
  expect(answer.data.sources).toEqual([]);
  expect(answer.fields?.active?.state).toBe('fallback');
});

test('one fleet of reports and presence: a vessel known to both is one, zero is a coordinate', async () => {
  await store();
  const { data, provenance } = await ask();
  expect(data.data.map(({ id }) => id)).toEqual(['603000001', '603000002', 'gfw-b', '710000003']);
  expect(data).toMatchObject({ total: 4, known: 4, active: 1 });
  expect(data.data[0]).toMatchObject({
    name: '50%_MAR',
    vesselType: 'fishing',
    vesselId: 'gfw-a',
    gearType: 'trawlers',
    flag: 'NAM',
    activity: 'active',
    firstTransmissionDate: '2020-01-01T00:00:00.000Z',
    positionKind: 'report',
    simulated: false,
  });
  expect(data.data[1]).toMatchObject({ vesselType: 'support', flag: 'AGO', activity: 'recent' });
  expect(data.data[2]).toMatchObject({
    shipId: null,
    positionKind: 'presence',
    geom: { coordinates: [0, 0] },
    simulated: true,
  });
  expect(data.data[3]).toMatchObject({ flag: 'BRA', activity: 'inactive', vesselType: 'unknown' });
  expect(provenance).toMatchObject({ state: 'simulated', source: 'gfw/presence + ensaio/fluxo' });
});

test('where the server has PostGIS, the view for GIS programs tells the flag of the list, and the one transmitted', async ({
  skip,
}) => {
  skip(!base.platform.database.hasPostgis, 'o servidor não tem PostGIS');
  await store();
  await module.identitySink([identity(710_000_003, { name: 'Emprestada', flag: 'PRT' })], originOf(base));
  const listed = new Map((await ask()).data.data.map(({ id, flag }) => [id, flag]));
  const { rows } = await sql<{ mmsi: string; flag: string; transmitted: string | null; wkt: string }>`
    SELECT mmsi::text, flag, transmitted_flag AS transmitted, st_astext(geom) AS wkt FROM gis.vessel_latest_positions
    ORDER BY mmsi`.execute(base.platform.database.for());
  expect(rows).toEqual([
    { mmsi: '603000001', flag: 'NAM', transmitted: null, wkt: 'POINT(12 -9)' },
    { mmsi: '603000002', flag: 'AGO', transmitted: null, wkt: 'POINT(10 -12)' },
    { mmsi: '710000003', flag: 'PRT', transmitted: 'PRT', wkt: 'POINT(-1 1)' },
  ]);
  expect(rows.map(({ mmsi }) => listed.get(mmsi))).toEqual(rows.map(({ flag }) => flag));
});

test('a page tells of all its sources: who gave places, who gave identities, and the worst of them as its badge', async () => {
  await store();
  const [mixed, own] = [await ask({ search: '50%_mar' }), await ask({ search: 'rebocador' })];
  const said = ({ data }: typeof own) =>
    data.sources.map(({ tells, vessels, provenance }) => [
      tells,
      vessels,
      provenance.state === 'fallback' ? provenance.reason : provenance.source,
    ]);
  // Its last position was measured; its gear and its first transmission are what the simulated provider says.
  expect(said(mixed)).toEqual([
    ['position', 1, 'ensaio/fluxo'],
    ['identity', 1, 'ensaio/fluxo'],
    ['identity', 1, 'gfw/presence'],
  ]);
  expect(mixed.provenance).toMatchObject({ state: 'simulated', source: 'gfw/presence + ensaio/fluxo', seed: 7 });
  expect(said(own)).toEqual([
    ['position', 1, 'ensaio/fluxo'],
    ['identity', 1, 'ensaio/fluxo'],
  ]);
  expect(own.provenance.state).toBe('live');
  // Counts over the whole fleet are marked as simulated by the whole fleet, whatever the page shows.
  for (const name of ['known', 'active', 'flags'])
    expect(own.fields?.[name]).toMatchObject({ state: 'simulated', source: 'gfw/presence + ensaio/fluxo' });
  const none = await ask({ search: 'ninguém' });
  expect(none.provenance).toEqual({ state: 'fallback', reason: 'Nenhuma embarcação cumpre estes filtros.' });
});

test.each([
  [{ search: 'd2aa' }, ['603000001']],
  [{ search: '9074' }, ['603000001']],
  [{ search: '%_' }, ['603000001']],
  [{ search: 'gfw-b' }, ['gfw-b']],
  [{ types: 'support,unknown' }, ['603000002', '710000003']],
  [{ flags: 'BRA' }, ['710000003']],
  [{ hasImo: 'true' }, ['603000001']],
  [{ activeOnly: 'true' }, ['603000001', '603000002', 'gfw-b']],
  [{ minLat: '-20', maxLat: '-3', minLon: '8', maxLon: '11' }, ['603000002']],
  [{ minLat: '0', maxLat: '0' }, ['gfw-b']],
  [{ from: '2026-07-01T00:00:00Z', to: '2026-07-31T00:00:00Z' }, ['603000001', 'gfw-b', '710000003']],
  [{ sort: 'name', order: 'asc' }, ['603000001', 'gfw-b', '603000002', '710000003']],
  [{ sort: 'location', order: 'desc' }, ['710000003', 'gfw-b', '603000001', '603000002']],
  [{ sort: 'first', order: 'asc', pageSize: '2', page: '2' }, ['710000003', '603000002']],
  [{ gears: 'trawlers' }, ['603000001', 'gfw-b']],
  [{ minSpeed: '5' }, ['603000001', '603000002']],
  [{ minSpeed: '5.1' }, ['603000002']],
  [{ maxSpeed: '5' }, ['603000001', '710000003']],
  [{ fromCourse: '300', toCourse: '20' }, ['603000001', '710000003']],
  [{ fromCourse: '80', toCourse: '100' }, ['603000002']],
  [{ sort: 'gear', order: 'desc' }, ['603000001', 'gfw-b', '603000002', '710000003']],
  [{ sort: 'speed', order: 'asc' }, ['710000003', '603000001', '603000002', 'gfw-b']],
  [{ sort: 'course', order: 'desc' }, ['710000003', '603000002', '603000001', 'gfw-b']],
])('filter %j', async (query, expected) => {
  await store();
  const found = await ids(query as Record<string, string>);
  expect('sort' in query ? found : found.toSorted()).toEqual('sort' in query ? expected : expected.toSorted());
});

test('gear, licence, speed and course: of the last report and the registry, null where neither tells', async () => {
  await store();
  const told = async () =>
    (await ask({ sort: 'licence', order: 'desc' })).data.data.map(
      ({ id, gearType, licence, speedKnots, courseDegrees }) => [id, gearType, licence, speedKnots, courseDegrees],
    );
  // An empty registry tells of nobody whether a licence is held.
  expect((await told()).map(([, , licence]) => licence)).toEqual([null, null, null, null]);
  expect(await ids({ licence: 'with' })).toEqual([]);
  expect(await ids({ licence: 'without' })).toEqual([]);
  const ship = (await ask({ search: '603000002' })).data.data[0]?.shipId ?? 0;
  const today = Math.floor(nowMs / dayMs);
  periods = [
    { ship, fromDay: today - 10, toDay: today },
    { ship: ship + 1_000, fromDay: today, toDay: today },
  ];
  base.advance(60_000);
  expect(await told()).toEqual([
    ['603000002', null, 'with', 11.5, 90],
    ['603000001', 'trawlers', 'without', 5, 10],
    ['710000003', null, 'without', 0, 355],
    ['gfw-b', 'trawlers', null, null, null],
  ]);
  expect(await ids({ licence: 'with' })).toEqual(['603000002']);
  expect((await ids({ licence: 'without' })).toSorted()).toEqual(['603000001', '710000003']);
  // One that ran out yesterday is none today.
  periods = [{ ship, fromDay: today - 10, toDay: today - 1 }];
  base.advance(60_000);
  expect(await ids({ licence: 'with' })).toEqual([]);
  expect((await ask()).data.gears).toEqual([{ gear: 'trawlers', vessels: 2 }]);
});

test('a page beyond the last is empty, and says how many there are', async () => {
  await store();
  const { data } = await ask({ page: '9', pageSize: '10' });
  expect(data).toMatchObject({ data: [], total: 4, hasNext: false, hasPrev: true });
});

test('figures of the whole fleet are counted once for pages that follow each other, and anew after some seconds', async () => {
  await store();
  const flags = [
    { flag: 'NAM', vessels: 2 },
    { flag: 'AGO', vessels: 1 },
    { flag: 'BRA', vessels: 1 },
  ];
  const figures = async (query: Record<string, string> = {}) => {
    const { data } = await ask(query);
    return { total: data.total, known: data.known, active: data.active, flags: data.flags };
  };
  const before = { known: 4, active: 1, flags };
  expect(await figures()).toEqual({ total: 4, ...before });
  await module.positionSink([report(710_000_009, 0.1)], originOf(base));
  // In the list at once, and no list says that it has more than are known.
  expect(await figures()).toEqual({ total: 5, ...before, known: 5 });
  expect(await figures({ flags: 'NAM' })).toEqual({ total: 2, ...before });
  base.advance(10_000);
  const after = [{ flag: 'BRA', vessels: 2 }, flags[0], flags[1]];
  expect(await figures()).toEqual({ total: 5, known: 5, active: 2, flags: after });
});

test('the directory is the same whoever came first, and is filled at the start where it is empty', async () => {
  const read = async () =>
    (
      await sql`SELECT to_jsonb(d) - 'number' AS entry FROM vessels.directory AS d ORDER BY id, ship_id`.execute(
        base.platform.database.for(),
      )
    ).rows;
  const provided = () =>
    module.sink(
      [present('gfw-a', '603000001', { shipName: 'Outro nome' }), present('gfw-b', '659000009')],
      originOf(base, { connectorId: 'gfw', streamId: 'presence', simulatedSeed: 7 }),
    );
  await provided();
  expect(await ids({})).toEqual(['gfw-a', 'gfw-b']);
  // Named, but not heard yet: the provider alone knows where it is.
  await module.identitySink([identity(603_000_001, { name: 'MAR', shipType: 30 })], originOf(base));
  expect(await ids({})).toEqual(['gfw-a', 'gfw-b']);
  await module.positionSink([report(603_000_001, 0.1)], originOf(base));
  expect(await ids({})).toEqual(['603000001', 'gfw-b']);
  expect(await ids({ search: 'outro' })).toEqual([]);
  expect(await ids({ search: 'gfw-a' })).toEqual(['603000001']);
  const grown = await read();
  await provided();
  expect(await read()).toEqual(grown);
  await sql`DELETE FROM vessels.directory`.execute(base.platform.database.for());
  const other = createVessels({ platform: base.platform, provenanceOf: echoProvenance, absenceOf: echoAbsence });
  await other.start?.();
  await other.stop?.();
  expect(await read()).toEqual(grown);
});

test('since when a vessel is known orders the list the same whoever came first, and follows what is learned later', async () => {
  const day = (age: number) => ({ timeMs: nowMs - age * dayMs });
  const order = async () => {
    const { data } = await ask({ sort: 'first', order: 'asc' });
    return data.data.map(({ id, firstTransmissionDate }) => [id, Date.parse(firstTransmissionDate ?? '') - nowMs]);
  };
  const said = (mmsi: number, age: number, name: string) => [identity(mmsi, { ...day(age), name })];
  // Heard, then named; named, then heard; heard twice and never named, which is known since its last report.
  await module.positionSink([report(603_000_001, 1), report(603_000_003, 9)], originOf(base));
  await module.identitySink(said(603_000_001, 4, 'PRIMEIRA'), originOf(base));
  await module.identitySink(said(603_000_002, 6, 'SEGUNDA'), originOf(base));
  await module.positionSink([report(603_000_002, 2), report(603_000_003, 5)], originOf(base));
  const days = (...rows: readonly (readonly [string, number])[]) => rows.map(([id, age]) => [id, -age * dayMs]);
  expect(await order()).toEqual(days(['603000002', 6], ['603000003', 5], ['603000001', 4]));
  // An older report of its name moves it, and what the provider knows of it does too.
  await module.identitySink(said(603_000_001, 8, 'PRIMEIRA'), originOf(base));
  const provided = present('gfw-c', '603000003', { firstTransmissionMs: nowMs - 7 * dayMs });
  await module.sink([provided], originOf(base, { connectorId: 'gfw', streamId: 'presence', simulatedSeed: 7 }));
  const learned = days(['603000001', 8], ['603000003', 7], ['603000002', 6]);
  expect(await order()).toEqual(learned);
  const [to] = [new Date(nowMs - 6.5 * dayMs).toISOString()];
  expect((await ids({ to })).toSorted()).toEqual(['603000001', '603000003']);
  // A report that comes late changes nothing of it, and neither does a directory that is filled anew.
  await module.positionSink([report(603_000_002, 3)], originOf(base));
  const db = base.platform.database.for();
  await sql`UPDATE vessels.latest_positions SET known_from = NULL`.execute(db);
  await sql`DELETE FROM vessels.directory`.execute(db);
  const other = createVessels({ platform: base.platform, provenanceOf: echoProvenance, absenceOf: echoAbsence });
  await other.start?.();
  await other.stop?.();
  expect(await order()).toEqual(learned);
});

test('who hears of a new vessel waits for the directory before it touches a vessel that is known', async () => {
  await module.positionSink([report(603_000_001, 3)], originOf(base));
  // Named, and so registered, but never heard.
  await module.identitySink([identity(603_000_002, { name: 'NOVA' })], originOf(base));
  const db = base.platform.database.for();
  const waiting = async () => {
    const { rows } = await sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(db);
    return rows.length;
  };
  const heard = db.transaction().execute(async (trx) => {
    await lockDirectory(trx);
    const stored = module.positionSink([report(603_000_001, 2), report(603_000_002, 2)], originOf(base));
    await expect.poll(waiting).toBe(1);
    // Whoever changes the directory goes on to these rows: held by who waits for the directory, neither would ever go on.
    await sql`SELECT 1 FROM vessels.latest_positions FOR UPDATE NOWAIT`.execute(trx);
    return { stored };
  });
  await (await heard).stored;
  expect((await ids({})).toSorted()).toEqual(['603000001', '603000002']);
});

const fleetSize = 4_000;

/** A fleet that has reported, by SQL, and statistics of it. */
async function storeFleet(): Promise<void> {
  const db = base.platform.database.for();
  await sql`INSERT INTO vessels.ships (key, mmsi, ship_name, imo, flag, ship_type)
    SELECT 'mmsi:' || mmsi, mmsi, 'BARCO ' || md5(mmsi::text), CASE WHEN mmsi % 3 = 0 THEN '9' || mmsi % 1000000 END,
      (ARRAY['AGO', 'CHN', 'ESP'])[1 + mmsi % 3], (ARRAY[30, 70, 80])[1 + mmsi % 3]
    FROM generate_series(200000001, 200000000 + ${fleetSize}::int) AS mmsi`.execute(db);
  await sql`INSERT INTO vessels.position_origins (run_id, connector_id, stream_id)
    VALUES (gen_random_uuid(), 'ensaio', 'fluxo')`.execute(db);
  await sql`INSERT INTO vessels.latest_positions (ship_id, origin_id, time, stored_at, lon, lat, sources, speed_knots,
      course_degrees)
    SELECT id, 1, ${new Date(nowMs)}::timestamptz - id * interval '10 minutes', now(), 8 + id % 50 / 10.0,
      -5 - id % 110 / 10.0, 1, id % 20, id % 360
    FROM vessels.ships`.execute(db);
  const other = createVessels({ platform: base.platform, provenanceOf: echoProvenance, absenceOf: echoAbsence });
  await other.start?.();
  await other.stop?.();
  await sql`VACUUM (ANALYZE) vessels.directory, vessels.latest_positions, vessels.identity_periods`.execute(db);
}

type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
};

/** Rows that a plan took from the tables or from their indices, whether they passed or not. */
function rowsRead(node: PlanNode): number {
  const taken = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  const own = node['Relation Name'] === undefined ? 0 : taken;
  return (node.Plans ?? []).reduce((sum, below) => sum + rowsRead(below), own);
}

/** The statements of everything that is asked of the module from now on, as the database gets them. */
function listenedModule(): { readonly heard: CompiledQuery[]; readonly listened: VesselsModule } {
  const heard: CompiledQuery[] = [];
  const { database } = base.platform;
  const plain = database.for();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      heard.push(plain.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const platform = { ...base.platform, database: { ...database, for: <T>() => database.for<T>().withPlugin(plugin) } };
  const listened = createVessels({
    platform,
    provenanceOf: echoProvenance,
    absenceOf: echoAbsence,
    licencePeriods: async () => [{ ship: 1, fromDay: 0, toDay: 100_000 }],
  });
  return { heard, listened };
}

test('a page reads who the vessels are once, where they were once, and neither where the other suffices', async () => {
  await storeFleet();
  const { heard, listened } = listenedModule();
  const db = base.platform.database.for();
  const fleetsRead = async (query: Record<string, string>) => {
    heard.length = 0;
    await askModule(listened, listVessels, { query });
    let read = 0;
    for (const statement of heard) {
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>({
        ...statement,
        sql: `EXPLAIN (ANALYZE, FORMAT JSON) ${statement.sql}`,
      });
      for (const row of rows) read += rowsRead(row['QUERY PLAN'][0].Plan);
    }
    return read / fleetSize;
  };
  // The page, and once in some seconds the fleet's flags and gears, and its sources.
  expect(await fleetsRead({})).toBeLessThan(3.1);
  const two: readonly Record<string, string>[] = [{ types: 'fishing' }, { types: 'fishing', sort: 'first' }];
  for (const query of two) expect([query, (await fleetsRead(query)) < 2.1]).toEqual([query, true]);
  const one: readonly Record<string, string>[] = [
    {},
    { sort: 'speed' },
    { sort: 'first' },
    { from: '2026-01-01T00:00:00Z', to: '2026-12-31T00:00:00Z' },
    { sort: 'location', order: 'asc' },
    { sort: 'type' },
    { sort: 'name', order: 'desc' },
    { sort: 'name', order: 'asc' },
    { hasImo: 'true', sort: 'type' },
    { licence: 'without', sort: 'type' },
    { search: 'barco', sort: 'name', order: 'asc' },
    { activeOnly: 'true' },
    { minLat: '-8', maxLat: '-7' },
    { minSpeed: '3' },
    { fromCourse: '10' },
  ];
  for (const query of one) expect([query, (await fleetsRead(query)) < 1.1]).toEqual([query, true]);
  expect(await fleetsRead({ search: '200000777' })).toBeLessThan(0.1);
});
