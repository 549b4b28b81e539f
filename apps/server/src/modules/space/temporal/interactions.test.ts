import type { VesselEventRecord } from '@kianda/connectors';
import { temporalInteractions } from '@kianda/contract/space/temporal/interactions.contract';
import { dayMs, destination, hourMs, type Position } from '@kianda/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { echoAbsence, echoProvenance, originOf } from '../../../testing/module.ts';
import { openSurveillance, positionsAlong, type SurveillanceWorld } from '../../fleet/surveillance/testing/world.ts';
import { createTracks, type TracksModule } from '../../sea/tracks/index.ts';
import { trackMigrations } from '../../sea/tracks/tracks.migrations.ts';
import { temporalInteractionReading } from './interactions.service.ts';

let world: SurveillanceWorld;
let tracks: TracksModule;
let ask: (query?: object) => Promise<Awaited<ReturnType<ReturnType<typeof temporalInteractionReading>>>>;

beforeAll(async () => {
  world = await openSurveillance({}, [], [{ name: 'tracks', migrations: trackMigrations }]);
  const { platform } = world.base;
  tracks = createTracks({ platform, provenanceOf: echoProvenance, absenceOf: echoAbsence });
  const read = temporalInteractionReading({
    tracks: tracks.service,
    fishing: { own: world.module.ownFishing, gfw: world.vessels.gfwFishing },
    clock: platform.clock,
  });
  ask = async (query = {}) => {
    const answer = await read(temporalInteractions.query.parse(query));
    temporalInteractions.response.parse(answer.value);
    return answer;
  };
});
afterAll(() => world.close());

const openSea: Position = [9.5, -11];
const storeTrack = (individual: string, fixes: readonly { readonly timeMs: number; readonly at: Position }[]) =>
  tracks.sink(
    [
      {
        ...{ kind: 'animal-track', individual, taxon: 'Dermochelys coriacea', tag: null, sensor: 'gps' },
        study: { id: '7', name: 'Tartarugas', licence: null, citation: null, contact: null, url: null },
        timesMs: fixes.map(({ timeMs }) => timeMs),
        lons: fixes.map(({ at }) => at[0]),
        lats: fixes.map(({ at }) => at[1]),
        outliers: fixes.map(() => false),
      },
    ],
    originOf(world.base),
  );

test('without animals, and without fishing, there is no count but the reason', async () => {
  const { value, provenance } = await ask();
  expect(value).toMatchObject({ total: null, points: null, contacts: [], animals: 0, fixes: 0, km: 5, hours: 6 });
  expect(value.reason).toBe('Sem rotas de animais: movebank/tracks');
  expect(provenance).toEqual({ state: 'fallback', reason: value.reason });
  await storeTrack('a', [{ timeMs: world.base.platform.clock.nowMs() - 2 * hourMs, at: openSea }]);
  const alone = (await ask()).value;
  expect(alone).toMatchObject({ total: null, points: null, animals: 1, fixes: 1 });
  expect(alone.reason).toContain('Sem pesca no período');
  expect(alone.fishing.map(({ source, events, reason }) => [source, events, reason === null])).toEqual([
    ['own', 0, false],
    ['gfw', 0, false],
  ]);
});

test('a position near detected fishing and near that of the provider is counted once, with a contact for each', async () => {
  const nowMs = world.base.platform.clock.nowMs();
  const startMs = nowMs - 30 * hourMs;
  await world.storePositions(
    positionsAlong(
      603_000_013,
      { fromMs: startMs, everyMinutes: 5, count: 25, placeOf: (index) => destination(openSea, 0, index * 600) },
      { navigationStatus: 7, speedKnots: 4 },
    ),
  );
  await world.detect();
  const { events } = await world.module.ownFishing.between(new Date(startMs - dayMs), new Date(nowMs));
  const [own] = events;
  if (own === undefined) throw new Error('expected one fishing event, received none');
  const vessel = { vesselId: 'v', mmsi: '603000099', name: 'Barco', flag: 'AGO', type: null };
  const provided: VesselEventRecord = {
    ...{ kind: 'vessel-event', sourceId: 'gfw-1', type: 'fishing', other: null, details: {} },
    ...{ startMs: own.start.getTime(), endMs: own.start.getTime() + hourMs, lon: own.lon, lat: own.lat },
    vessel: vessel as VesselEventRecord['vessel'],
  };
  await world.vessels.eventSink(
    [provided, { ...provided, sourceId: 'gfw-2', type: 'loitering' }],
    originOf(world.base),
  );

  const fishing: Position = [own.lon, own.lat];
  const near = own.start.getTime() - 6 * hourMs;
  await storeTrack('b', [
    { timeMs: near - 60_000, at: fishing },
    { timeMs: near, at: destination(fishing, 90, 4_900) },
    { timeMs: near + hourMs, at: destination(fishing, 90, 5_100) },
  ]);
  const { value, provenance } = await ask();
  expect(value).toMatchObject({
    total: 2,
    points: 1,
    animals: 2,
    fixes: 4,
    fixes_stored: 4,
    animals_cut: false,
    reason: null,
  });
  expect(value.fishing.map(({ events }) => events)).toEqual([1, 1]);
  expect(value.contacts.map(({ fishing }) => fishing.source).sort()).toEqual(['gfw', 'own']);
  for (const contact of value.contacts) {
    expect(contact).toMatchObject({ species_name: 'Dermochelys coriacea', points: 1, hours_apart: 6 });
    expect(contact.time).toBe(new Date(near).toISOString());
    expect(contact.distance_km).toBeCloseTo(4.9, 1);
  }
  expect(provenance.state).not.toBe('fallback');
  expect((await ask({ km: 6 })).value.points).toBe(2);
  expect((await ask({ hours: 7 })).value.points).toBe(2);
  const before = await ask({ to: new Date(startMs - dayMs).toISOString() });
  expect(before.value).toMatchObject({
    total: null,
    reason: expect.stringContaining('Sem rotas de animais no período'),
  });
});
