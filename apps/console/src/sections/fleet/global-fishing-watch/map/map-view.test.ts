import { expect, test } from 'vitest';
import { cameraOf, isClosedOn, layersOf, layersText, timeOf, tracksOf, viewOf } from './map-view.ts';

const nowMs = Date.parse('2026-08-31T09:20:00Z');

test('the ends of what a map shows are places, what lies beyond is no camera', () => {
  expect(cameraOf({ camera: '180,85,3' })).toEqual({ center: [180, 85], zoom: 3 });
  expect(cameraOf({ camera: '-180,-85,0' })).toEqual({ center: [-180, -85], zoom: 0 });
  expect([
    cameraOf({ camera: '180.1,0,3' }),
    cameraOf({ camera: '0,85.1,3' }),
    cameraOf({ camera: '0,0' }),
    cameraOf({}),
  ]).toEqual([null, null, null, null]);
});

test('the usual layers are not in the address; others as many as they are, and none', () => {
  expect(layersText(new Set(['fleet', 'zee', 'areas', 'structures', 'safety']))).toBeUndefined();
  expect(layersText(new Set(['fleet', 'zee', 'ports']))).toBe('fleet,zee,ports');
  expect(layersText(new Set(['fleet', 'zee', 'areas', 'ports']))).toBe('fleet,zee,ports,areas');
  expect(layersText(new Set(['fleet', 'zee', 'areas']))).toBe('fleet,zee,areas');
  expect(layersText(new Set())).toBe('none');
  expect([...layersOf({ layers: 'none' })]).toEqual([]);
  expect([...layersOf({})]).toEqual(['fleet', 'zee', 'areas', 'structures', 'safety']);
});

test('numbers of one to nine digits are vessels', () => {
  expect(tracksOf({ tracks: '1,123456789,1234567890,-3,,1.5' })).toEqual([1, 123_456_789]);
  expect(tracksOf({})).toEqual([]);
});

test('a season is closed on its first and its last day', () => {
  const season = { startsOn: '2026-05-01', endsOn: '2026-07-31' };
  const at = (day: string) => isClosedOn(season, Date.parse(`${day}T12:00:00Z`));
  expect(['2026-04-30', '2026-05-01', '2026-07-31', '2026-08-01'].map(at)).toEqual([false, true, true, false]);
});

test('only the last frame of a period without an end of its own is live', () => {
  const end = new Date(nowMs).toISOString();
  expect(timeOf({}, nowMs)).toMatchObject({
    period: '24h',
    isLive: true,
    untilMs: Number.POSITIVE_INFINITY,
    endMs: nowMs,
  });
  expect(timeOf({ end }, nowMs).isLive).toBe(false);
  const earlier = timeOf({ at: new Date(nowMs - 10 * 3_600_000).toISOString() }, nowMs);
  expect(earlier.isLive).toBe(false);
  expect(earlier.untilMs).toBe(earlier.frame.endMs);
  expect(earlier.atMs).toBe(earlier.frame.endMs);
  // An end in the future is now.
  expect(timeOf({ end: new Date(nowMs + 1).toISOString() }, nowMs).endMs).toBe(nowMs);
  const { frames, fromMs } = timeOf({}, nowMs);
  expect(fromMs).toBe(frames[0]?.startMs);
});

test('what happened twelve hours ago has a period that ends then; less long ago it goes on until now', () => {
  const at = (hours: number) =>
    viewOf(
      { lon: 12, lat: -9, atMs: nowMs - hours * 3_600_000, shipIds: Array.from({ length: 25 }, (_, id) => id) },
      nowMs,
    );
  expect(at(12).end).toBeUndefined();
  expect(at(13).end).toBe(new Date(nowMs - 3_600_000).toISOString());
  expect(at(13).tracks?.split(',')).toHaveLength(20);
  expect(at(13).camera).toBe('12.000,-9.000,8.00');
  expect(viewOf({ lon: 0, lat: 0, atMs: nowMs, shipIds: [] }, nowMs).tracks).toBeUndefined();
});
