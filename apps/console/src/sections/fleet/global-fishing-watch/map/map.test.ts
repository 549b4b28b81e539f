// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { SurveillanceArea } from '@kianda/contract/fleet/surveillance/registry.contract';
import type { fleetAt } from '@kianda/contract/fleet/vessels/fleet.contract';
import { framesOf } from '@kianda/viz/timeline/window/frames.ts';
import { describe, expect, test } from 'vitest';
import { fishingSearchSchema } from '../search.ts';
import { fleetOf, marksOf, nameOf } from './fleet.ts';
import { heatFilterOf, heatFilterQuery, heatFilterText, heatInterval, heatPeriods } from './heat.ts';
import { areaFeatures } from './map-areas.ts';
import { eventsUntil, type MapEvent } from './map-events.ts';
import { shownCsv, shownGeoJson } from './map-export.ts';
import { cameraOf, cameraText, layersOf, layersText, timeOf, tracksOf, viewOf } from './map-view.ts';

const nowMs = Date.parse('2026-08-31T09:20:00Z');
const answer: DataOf<typeof fleetAt> = {
  at: '2026-08-31T09:20:00.000Z',
  windowHours: 24,
  total: 2,
  truncated: false,
  types: ['fishing', 'unknown'],
  flags: ['AGO', null],
  ids: [7, 9],
  mmsis: [603990001, null],
  names: ['=MAU()', null],
  typeIndex: [0, 1],
  flagIndex: [0, 1],
  lons: [0, 12.123456],
  lats: [-9, 0],
  speedsKnots: [0, null],
  coursesDegrees: [180, null],
  headingsDegrees: [null, null],
  navigationStatuses: [1, null],
  agesSeconds: [60, 8 * 3600],
  simulated: [true, false],
};

describe('fleet', () => {
  const fleet = fleetOf(answer);
  test('columns become vessels; zero is a coordinate and a speed, the age becomes an instant', () => {
    expect(fleet).toHaveLength(2);
    expect(fleet[0]).toMatchObject({ shipId: 7, mmsi: '603990001', flag: 'AGO', lon: 0, speedKnots: 0 });
    expect(fleet[0]?.time).toBe('2026-08-31T09:19:00.000Z');
    expect(fleet.map(nameOf)).toEqual(['=MAU()', 'n.º 9']);
    expect(
      marksOf(fleet, nowMs, ({ mmsi }) => mmsi === '603990001').map(({ isOld, isSelected }) => [isOld, isSelected]),
    ).toEqual([
      [false, true],
      [true, false],
    ]);
  });
  test('exports: GeoJSON with every layer and its origin, CSV with formulas guarded', () => {
    const track = {
      id: '7',
      name: 'A',
      points: [0, 1].map((at) => ({ timeMs: nowMs + at, lon: at, lat: 0, speedKnots: null, isAfterSilence: false })),
    };
    const shown = {
      atMs: nowMs,
      exportedMs: nowMs,
      vessels: fleet,
      tracks: [track],
      events: [],
      areas: { type: 'FeatureCollection', features: [] },
    } as const;
    const geo = shownGeoJson({ ...shown, areas: { type: 'FeatureCollection', features: [] } });
    expect(geo.name).toBe('frota-20260831-0920.geojson');
    const collection = JSON.parse(geo.text) as GeoJSON.FeatureCollection & { attribution: string; simulated: boolean };
    expect(collection.features.map(({ properties }) => properties?.camada)).toEqual(['frota', 'frota', 'trajeto']);
    expect(collection.features[0]?.geometry).toEqual({ type: 'Point', coordinates: [0, -9] });
    expect(collection.simulated).toBe(true);
    expect(collection.attribution).toContain('Powered by Global Fishing Watch');
    const csv = shownCsv(shown).text;
    expect(csv).toContain(`'=MAU()`);
    expect(csv).toContain('Powered by Global Fishing Watch');
  });
});

describe('view in the address', () => {
  const parse = (search: Record<string, string>) => fishingSearchSchema.parse(search);
  test('what does not fit is dropped, never an error', () => {
    const bad = parse({ camera: 'a,b,c', span: '1y', end: 'ontem', layers: '<x>', heat: 'x', tracks: 'x y' });
    expect([bad.camera, bad.span, bad.end, bad.layers, bad.heat, bad.tracks]).toEqual(Array(6).fill(undefined));
  });
  test('camera and layers come back as they went', () => {
    const camera = { center: [0, -9.5], zoom: 6.25 } as const;
    expect(cameraOf(parse({ camera: cameraText(camera) }))).toEqual(camera);
    expect(cameraOf(parse({ camera: '0,89,3' }))).toBeNull();
    expect(layersText(layersOf(parse({})))).toBeUndefined();
    expect(layersText(new Set())).toBe('none');
    expect([...layersOf(parse({ layers: 'none' }))]).toEqual([]);
    expect([...layersOf(parse({ layers: 'gap,fleet,x' }))]).toEqual(['fleet', 'gap']);
  });
  test('tracks: numbers only, each once, twenty at most', () => {
    expect(tracksOf(parse({ tracks: '7,7,x,9' }))).toEqual([7, 9]);
    expect(tracksOf(parse({ tracks: Array.from({ length: 30 }, (_, at) => at + 1).join() }))).toHaveLength(20);
  });
  test('without a moment it is live; a moment or an end of its own is not', () => {
    const live = timeOf(parse({}), nowMs);
    expect([live.isLive, live.atMs, live.period, live.step]).toEqual([true, nowMs, '24h', 'hour']);
    const past = timeOf(parse({ at: '2026-08-31T03:00:00Z' }), nowMs);
    expect([past.isLive, past.atMs]).toEqual([false, Date.parse('2026-08-31T03:00:00Z')]);
    const ended = timeOf(parse({ end: '2026-08-01T00:00:00Z', span: '30d', step: 'hour' }), nowMs);
    expect([ended.isLive, ended.frames.length]).toEqual([false, 720]);
    expect(timeOf(parse({ end: '2030-01-01T00:00:00Z' }), nowMs).endMs).toBe(nowMs);
  });
});

test('the map of something that happened: place, moment, tracks; a recent one goes on into the present', () => {
  const what = { lon: 0, lat: -9, atMs: nowMs - 86_400_000, shipIds: [7, 9] };
  expect(viewOf(what, nowMs)).toMatchObject({ show: 'map', tracks: '7,9', camera: '0.000,-9.000,8.00' });
  const parsed = fishingSearchSchema.parse({ ...viewOf(what, nowMs) });
  expect(timeOf(parsed, nowMs)).toMatchObject({ isLive: false, endMs: nowMs - 43_200_000 });
  expect(viewOf({ ...what, atMs: nowMs - 60_000, shipIds: [] }, nowMs)).toMatchObject({
    end: undefined,
    tracks: undefined,
  });
});

describe('heat map', () => {
  test('what a heat map leaves open is as the filter of the fleet says; what it chooses goes first', () => {
    const fleet = { types: ['fishing'], flags: ['AGO', 'NAM'], gears: ['trawlers'], licence: 'without' } as const;
    expect(heatFilterQuery(heatFilterOf('all', 'all'), fleet)).toEqual({
      types: 'fishing',
      flags: 'AGO,NAM',
      gears: 'trawlers',
      licence: 'without',
    });
    expect(heatFilterQuery(heatFilterOf('carrier.CHN.with', 'all'), fleet)).toEqual({
      types: 'carrier',
      flags: 'CHN',
      gears: 'trawlers',
      licence: 'with',
    });
    expect(heatFilterQuery(heatFilterOf('all', 'all'), { types: [], flags: [], gears: [], licence: null })).toEqual({});
  });

  test('filters: kind and flag, what does not fit is the usual', () => {
    expect(heatFilterOf(undefined, 'fishing')).toEqual({ type: 'fishing', flag: null, licence: null });
    expect(heatFilterText(heatFilterOf('carrier.CHN', 'all'))).toBe('carrier.CHN');
    expect(heatFilterText(heatFilterOf('fishing..without', 'all'))).toBe('fishing..without');
    expect(heatFilterOf('fishing.AGO.with', 'all')).toEqual({ type: 'fishing', flag: 'AGO', licence: 'with' });
    expect(heatFilterOf('barco.xx', 'all')).toEqual({ type: 'all', flag: null, licence: null });
  });
  test('the period before is as long, and both begin at whole frames', () => {
    const frames = framesOf(nowMs, '7d', 'hour');
    const { now, before } = heatPeriods(frames, '7d', 'hour');
    expect(new Date(now.fromMs).toISOString()).toBe('2026-08-24T09:00:00.000Z');
    expect(new Date(now.toMs).toISOString()).toBe('2026-08-31T10:00:00.000Z');
    expect(now.fromMs - before.fromMs).toBe(7 * 86_400_000);
    expect(heatInterval('month')).toBe('day');
  });
});

describe('places and events of the day shown', () => {
  const geometry = {
    type: 'Polygon' as const,
    coordinates: [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ] as [number, number][],
    ],
  };
  const area = { id: 'a', name: 'Área', kind: 'protected', geometry } as unknown as SurveillanceArea;
  const season = { id: 's', name: 'Veda', startsOn: '2026-08-01', endsOn: '2026-08-31', areaId: null } as never;
  const base = { areas: [area], seasons: [season], licences: [], zone: geometry };
  const kinds = (layers: readonly string[], atMs: number) =>
    areaFeatures({ ...base, layers: new Set(layers) as never, atMs }).features.map(
      ({ properties }) => properties?.kind,
    );
  test('a season is drawn on its days only, over the whole zone where it names no area', () => {
    expect(kinds(['areas', 'seasons'], nowMs)).toEqual(['protected', 'closed']);
    expect(kinds(['seasons'], nowMs + 86_400_000)).toEqual([]);
    expect(areaFeatures({ ...base, zone: null, layers: new Set(['seasons']) as never, atMs: nowMs }).features).toEqual(
      [],
    );
  });
  test('licences: each zone once, with how many are valid that day', () => {
    const { features } = areaFeatures({
      ...base,
      licences: [{ areaId: 'a', licences: 2 }],
      layers: new Set(['licences']) as never,
      atMs: nowMs,
    });
    expect(features.map(({ properties }) => properties?.name)).toEqual(['Área: 2 licenças']);
  });
  test('events: of the kinds wanted, begun by the moment, not annulled', () => {
    const event = (kind: string, start: string, state = 'valid') => ({ kind, start, state }) as unknown as MapEvent;
    const events = [
      event('gap', '2026-08-31T09:00:00Z'),
      event('gap', '2026-08-31T10:00:00Z'),
      event('gap', '2026-08-31T08:00:00Z', 'annulled'),
      event('zone', '2026-08-31T08:00:00Z'),
    ];
    expect(eventsUntil(events, ['gap'], nowMs)).toEqual([events[0]]);
  });
});
