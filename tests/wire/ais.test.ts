import { distanceMeters } from '@kianda/geo';
import { createAisDecoder } from '@kianda/science/ais/decoder';
import { expect, test } from 'vitest';
import { createSimulator } from '../../apps/simulator/src/app.ts';
import { manualClock } from '../../apps/simulator/src/clock.ts';
import { trafficAt } from '../../apps/simulator/src/upstreams/ais/traffic.ts';
import { createWorld } from '../../apps/simulator/src/world/world.ts';
import { recordOf } from '../../packages/connectors/src/angola-ais/map.ts';
import { angolaAis } from '../../packages/connectors/src/angola-ais/port.ts';
import { createHttpClient } from '../../packages/connectors/src/core/client.ts';
import type {
  ConnectorRecord,
  VesselIdentityRecord,
  VesselPositionRecord,
} from '../../packages/connectors/src/index.ts';
import { simulatorSettings } from '../../packages/connectors/src/registry.ts';

const seed = 8478;
const startMs = Date.UTC(2026, 8, 20, 10);
const isPosition = (record: ConnectorRecord): record is VesselPositionRecord => record.kind === 'vessel-position';
const isIdentity = (record: ConnectorRecord): record is VesselIdentityRecord => record.kind === 'vessel-identity';

/** Six minutes of the simulated coast, decoded: by then each ship has sent its static data. */
function sixMinutes() {
  const world = createWorld({ seed });
  const records: ConnectorRecord[] = [];
  const decoder = createAisDecoder((message, reception) => {
    const record = recordOf(message, reception, 'ensaio');
    if (record !== null) records.push(record);
  });
  for (let secondMs = startMs; secondMs < startMs + 360_000; secondMs += 1_000)
    for (const line of trafficAt(world.fleet, seed, secondMs)) {
      const bytes = Buffer.from(line, 'latin1');
      decoder.line(bytes, 0, bytes.length, secondMs);
    }
  return { world, records, counts: decoder.counts() };
}

test('every sentence of the simulated stations is sound, and tells where its ship is and who it is', () => {
  const { world, records, counts } = sixMinutes();
  expect(counts).toMatchObject({ rejected: {}, ignored: 0, pending: 0 });
  expect(Object.keys(counts.byType)).toEqual(['1', '4', '5', '18', '24']);
  const byMmsi = new Map(world.fleet.vessels.map((vessel) => [Number(vessel.ssvid), vessel]));
  for (const record of records.filter(isPosition)) {
    const vessel = byMmsi.get(record.mmsi ?? 0);
    const place = vessel === undefined ? null : world.fleet.positionAt(vessel, record.timeMs);
    if (place === null) throw new Error(`${record.mmsi} is not where the fleet is at ${record.timeMs}`);
    expect(distanceMeters([record.lon, record.lat], [place.lon, place.lat])).toBeLessThan(1);
    expect(Math.abs((record.speedKnots ?? 0) - place.speedKnots)).toBeLessThan(0.051);
  }
  const atSea = world.fleet.vessels.filter((vessel) => world.fleet.positionAt(vessel, startMs) !== null);
  const named = new Map(records.filter(isIdentity).map((record) => [`${record.mmsi}/${record.name}`, record]));
  expect(atSea.length).toBeGreaterThan(50);
  for (const vessel of atSea)
    expect(named.has(`${Number(vessel.ssvid)}/${vessel.shipname}`), vessel.shipname).toBe(true);
});

test('what two stations hear is one position: the same instant and place', () => {
  const { records } = sixMinutes();
  const positions = records.filter(isPosition);
  const keys = new Set(positions.map(({ vesselKey, timeMs, lon, lat }) => `${vesselKey}/${timeMs}/${lon}/${lat}`));
  const instants = new Set(positions.map(({ vesselKey, timeMs }) => `${vesselKey}/${timeMs}`));
  expect(keys.size).toBeLessThan(positions.length);
  expect(keys.size).toBe(instants.size);
});

test('over the wire: the connector finds the station, connects, and gets the ships of each second', async () => {
  const clock = manualClock(startMs);
  const app = createSimulator({ seed, clock });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const stop = new AbortController();
  const http = createHttpClient({
    userAgent: 'Kianda/test',
    allowedHosts: [],
    allowPrivateHosts: [new URL(url).host],
    nowMs: clock,
    random: () => 0,
  });
  const [stream] = angolaAis.streams;
  const pages = stream?.pull({ mode: 'incremental', cursor: null }, simulatorSettings('angola-ais', url), {
    http,
    signal: stop.signal,
    nowMs: clock,
    log: () => undefined,
    stations: [],
  });
  const found: VesselPositionRecord[] = [];
  const reading = (async () => {
    for await (const page of pages ?? []) {
      found.push(...page.records.filter(isPosition));
      if (new Set(found.map(({ mmsi }) => mmsi)).size > 30) return page;
    }
    return null;
  })();
  const ticking = setInterval(() => clock.advance(1_000), 300);
  const page = await reading;
  clearInterval(ticking);
  expect(page?.cursor).toMatchObject({ rejected: {}, dropped: 0, lines: { 'tcp simulador': { isOpen: true } } });
  expect(found.every(({ timeMs }) => timeMs > startMs - 2_000 && timeMs <= clock())).toBe(true);
  stop.abort();
  await pages?.return(undefined);
  await http.close();
  await app.close();
});
