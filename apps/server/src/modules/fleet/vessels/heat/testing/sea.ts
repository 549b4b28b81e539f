import type { VesselIdentityRecord, VesselPositionRecord } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import { fleetAt, heatTile } from '@kianda/contract/fleet/vessels/fleet.contract';
import { dayMs, decodeHeatTile, type HeatTile, heatFrameOf, hourMs, mercatorTile, seededRandom } from '@kianda/geo';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { askModule } from '../../../../../testing/ask.ts';
import { createModulePlatform, echoAbsence, echoProvenance, originOf } from '../../../../../testing/module.ts';
import { createVessels } from '../../index.ts';
import { vesselMigrations } from '../../vessels.migrations.ts';

export const nowMs = Date.parse('2026-08-31T09:00:00Z');
export const fromMs = Date.parse('2026-08-29T22:00:00Z');
export const from = new Date(fromMs).toISOString();
export const to = new Date(nowMs).toISOString();

type Query = Readonly<Record<string, string>>;
export type Wanted = (record: VesselPositionRecord) => boolean;
/** Licences by MMSI, with their first and last day. */
type Licences = readonly (readonly [mmsi: number, from: string, to: string])[] | null;

/** Ships 1 to 6 of three flags go to and fro over the Gulf of Guinea, the antimeridian and the coast of Angola. */
const centres = [
  { lon: 0, lat: 0 },
  { lon: 0, lat: 0 },
  { lon: 180, lat: -17 },
  { lon: 12.9, lat: -9.1 },
  { lon: 12.9, lat: -9.1 },
  { lon: 11.2, lat: -15.8 },
];
export const mmsis = [603_000_001, 603_000_002, 572_000_003, 603_000_004, 668_000_005, 668_000_006];

/** Reports of these ships by turns, at random times and places about their centres. */
export function voyage(seed: string, count: number): VesselPositionRecord[] {
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

/** The same from the positions themselves: seconds, or vessels, by `tile/cell/frame`. */
function bruteForce(
  all: ReadonlyMap<string, VesselPositionRecord>,
  interval: HeatTile['interval'],
  zoom: number,
  wanted: Wanted = () => true,
) {
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

/** Six ships and their reports on a database of its own, summed up, with every tile to be compared with the reports. */
export async function openSea() {
  const base = await createModulePlatform([{ name: 'vessels', migrations: vesselMigrations }]);
  const module = createVessels({
    platform: base.platform,
    provenanceOf: echoProvenance,
    absenceOf: echoAbsence,
    licencePeriods,
  });
  let licences: Licences = null;
  /** Every position ever handed in, each once. */
  const all = new Map<string, VesselPositionRecord>();

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

  /** Replaces the licences. */
  function register(given: Licences): void {
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

  const tile = async (z: number, x: number, y: number, query: Query = {}): Promise<HeatTile | null> => {
    const binding = module.bindings?.find(({ endpoint }) => endpoint.id === heatTile.id);
    const context = { params: { z, x, y }, query: heatTile.query.parse({ from, to, ...query }) };
    const bytes = (await binding?.handler(context as never)) as Uint8Array;
    return bytes.length === 0 ? null : decodeHeatTile(bytes);
  };

  /** Asks for every tile of a zoom with presence in it, and compares cell by cell and frame by frame. */
  async function compare(interval: HeatTile['interval'], zoom: number, query: Query = {}, wanted?: Wanted) {
    const expected = bruteForce(all, interval, zoom, wanted);
    const tiles = new Set([...bruteForce(all, interval, zoom).seconds.keys()].map((key) => key.split(' ')[0] ?? ''));
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

  const fleet = async (query: Query) => (await askModule(module, fleetAt, { query })).data as DataOf<typeof fleetAt>;

  await module.identitySink(mmsis.map(named), originOf(base));
  const zero = voyage('zero', 1).map((record) => ({ ...record, lon: 0, lat: 0, timeMs: fromMs + hourMs }));
  const edge = voyage('edge', 3)
    .slice(2)
    .map((record) => ({ ...record, lon: 180, timeMs: fromMs + 2 * hourMs }));
  await store([...voyage('first', 900), ...zero, ...edge]);
  await summarise();
  return {
    base,
    module,
    /** Every position ever handed in, each once. */
    all: all as ReadonlyMap<string, VesselPositionRecord>,
    store,
    register,
    isLicensed,
    summarise,
    tile,
    compare,
    fleet,
    async close() {
      await module.stop?.();
      await base.close();
    },
  };
}

export type HeatSea = Awaited<ReturnType<typeof openSea>>;
