import * as alertContract from '@kianda/contract/fleet/surveillance/alerts.contract';
import { vesselTrack } from '@kianda/contract/fleet/vessels/positions.contract';
import { dayMs, destination, hourMs, metersPerNauticalMile, type Position } from '@kianda/geo';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askModule } from '../../../../testing/ask.ts';
import { openSurveillance, positionsAlong, type SurveillanceWorld } from '../testing/world.ts';

const stations = [
  { address: '192.0.2.7', name: 'Órbita', antenna: 'satellite' },
  { address: 'luanda.interno:4001', name: 'Luanda', antenna: 'terrestrial' },
] as const;

let world: SurveillanceWorld;
let nowMs: number;
beforeEach(async () => {
  world = await openSurveillance({}, stations);
  nowMs = world.base.platform.clock.nowMs();
});
afterEach(async () => {
  await world.close();
});

/** 200 miles off. */
const farOut: Position = [9.5, -11.5];
const bySatellite = { speedKnots: 2, feed: 'udp 192.0.2.7' };

/** A vessel every half an hour at a place, for some hours until an instant. */
const staying = (mmsi: number, untilMs: number, hours: number, over: object = bySatellite) =>
  positionsAlong(
    mmsi,
    {
      fromMs: untilMs - hours * hourMs,
      everyMinutes: 30,
      count: hours * 2 + 1,
      placeOf: (index) => destination(farOut, 0, index * metersPerNauticalMile),
    },
    over,
  );

async function gapOf(mmsi: number, over: object = bySatellite): Promise<unknown> {
  const gapEnd = nowMs - hourMs;
  const gapStart = gapEnd - 14 * hourMs;
  await world.storePositions([...staying(mmsi, gapStart, 12, over), ...staying(mmsi, nowMs, 1, over)]);
  await world.detect();
  const query = { page: 1, pageSize: 50, kind: 'gap' } as const;
  const { data } = await askModule(world.module, alertContract.listVesselEvents, { query });
  return data.data.find(({ end, vessels }) => end !== null && vessels[0]?.name === String(mmsi))?.details
    .isLikelyIntentional;
}

/** Days of other ships, by which the reception of the place is known. */
async function receive(ships: number): Promise<void> {
  const noon = Math.floor(nowMs / dayMs) * dayMs - dayMs / 2;
  for (let ship = 0; ship < ships; ship += 1) await world.storePositions(staying(603_000_100 + ship, noon, 6));
}

test('a silence far out is graded where ten ships, it among them, tell that the place is well received by satellite', async () => {
  await receive(9);
  expect(await gapOf(603_000_051)).toBe(true);
});

test('nothing is said of one where too few ships tell of the reception, or no antenna is known', async () => {
  await receive(8);
  expect(await gapOf(603_000_052)).toBeNull();
  expect(await gapOf(603_000_053, { speedKnots: 2, feed: 'tcp 198.51.100.1' })).toBeNull();
});

test('reports by stations on the coast are no evidence that a satellite would have heard it', async () => {
  await receive(10);
  expect(await gapOf(603_000_054, { speedKnots: 2, feed: 'tcp luanda.interno:4001' })).toBe(false);
});

test('a track names its stations and their antennas, the address alone where a station has no name', async () => {
  const at = (minutes: number, feed: string) => staying(603_000_055, nowMs - minutes * 60_000, 0, { feed });
  await world.storePositions([
    ...at(3, 'udp 192.0.2.7'),
    ...at(2, 'tcp luanda.interno:4001'),
    ...at(1, 'tcp 198.51.100.1'),
  ]);
  const { data } = await askModule(world.vessels, vesselTrack, {
    params: { id: 1 },
    query: { toleranceMeters: 0 },
  });
  expect(data.points.map(({ sources }) => sources)).toEqual([
    ['Órbita (por satélite)'],
    ['Luanda (terrestre)'],
    ['tcp 198.51.100.1'],
  ]);
});
