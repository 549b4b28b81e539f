import type { AnimalTrackRecord } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import { listAnimalTracks } from '@kianda/contract/sea/biodiversity/tracks.contract';
import { dayMs, hourMs } from '@kianda/geo';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askModule } from '../../../testing/ask.ts';
import {
  createModulePlatform,
  echoAbsence,
  echoProvenance,
  type ModulePlatform,
  originOf,
} from '../../../testing/module.ts';
import { createTracks, type TracksModule } from './index.ts';
import { trackMigrations } from './tracks.migrations.ts';

let base: ModulePlatform;
let module: TracksModule;
beforeEach(async () => {
  base = await createModulePlatform([{ name: 'tracks', migrations: trackMigrations }]);
  module = createTracks({ platform: base.platform, provenanceOf: echoProvenance, absenceOf: echoAbsence });
});
afterEach(() => base.close());

const startMs = Date.UTC(2026, 7, 1);

/** A fix each six hours, one tenth of a degree further north each time. */
function track(individual: string, count: number, over: Partial<AnimalTrackRecord> = {}): AnimalTrackRecord {
  const steps = Array.from({ length: count }, (_, step) => step);
  return {
    kind: 'animal-track',
    study: {
      id: '7',
      name: 'Tartarugas',
      licence: 'CC_BY_NC',
      citation: 'Autor 2026',
      contact: 'Autor',
      url: null,
    },
    individual,
    taxon: 'Lepidochelys olivacea',
    tag: '131',
    sensor: 'gps',
    timesMs: steps.map((step) => startMs + step * 6 * hourMs),
    lons: steps.map(() => 12.5),
    lats: steps.map((step) => -12 + step * 0.1),
    outliers: steps.map(() => false),
    ...over,
  };
}
const ask = async (query: object = {}) =>
  (await askModule(module, listAnimalTracks, { query })).data as DataOf<typeof listAnimalTracks>;

test('before the first run there is nothing, and the answer says why', async () => {
  const answer = await askModule(module, listAnimalTracks);
  expect(answer.provenance).toMatchObject({ state: 'fallback', reason: 'Sem rotas de animais: movebank/tracks' });
  expect(answer.data).toMatchObject({ features: [], studies: [] });
});

test('a track is a line with the instant of each position, and its study says whom to cite', async () => {
  await module.sink([track('a', 3)], originOf(base, { simulatedSeed: 5 }));
  const answer = await askModule(module, listAnimalTracks);
  expect(answer.data).toMatchObject({
    features: [
      {
        geometry: {
          type: 'LineString',
          coordinates: [
            [12.5, -12],
            [12.5, -11.9],
            [12.5, -11.8],
          ],
        },
        properties: {
          study: '7',
          individual: 'a',
          fixes: 3,
          firstFixAt: '2026-08-01T00:00:00.000Z',
          times: ['2026-08-01T00:00:00.000Z', '2026-08-01T06:00:00.000Z', '2026-08-01T12:00:00.000Z'],
        },
      },
    ],
    studies: [{ id: '7', licence: 'CC_BY_NC', citation: 'Autor 2026', individuals: 1 }],
  });
  expect(answer.provenance).toMatchObject({ state: 'simulated', observedAt: '2026-08-01T12:00:00.000Z' });
});

test('the same page twice changes nothing; a fix later marked as impossible is drawn no more', async () => {
  expect(await module.sink([track('a', 4)], originOf(base))).toMatchObject({ written: 4, duplicates: 0 });
  expect(await module.sink([track('a', 4)], originOf(base))).toMatchObject({ written: 0, duplicates: 4 });
  const marked = track('a', 4, { outliers: [false, true, false, false] });
  expect(await module.sink([marked], originOf(base))).toMatchObject({ written: 1, duplicates: 3 });
  expect((await ask()).features[0]?.properties.fixes).toBe(3);
});

test('two animals of one name in two studies, and two sensors of one animal, are not one', async () => {
  const other = { ...track('a', 1).study, id: '8', name: 'Baleias' };
  await module.sink(
    [track('a', 2), track('a', 2, { study: other }), track('a', 2, { sensor: 'argos' })],
    originOf(base),
  );
  expect((await ask()).features.map(({ id }) => id).sort()).toEqual([
    'ensaio:7:argos:a',
    'ensaio:7:gps:a',
    'ensaio:8:gps:a',
  ]);
  expect((await ask({ study: '8' })).studies.map(({ name }) => name)).toEqual(['Baleias']);
  expect((await ask({ taxon: 'Megaptera novaeangliae' })).features).toEqual([]);
});

test('one made-up track among those shown makes the answer simulated', async () => {
  await module.sink([track('real', 9)], originOf(base));
  await module.sink([track('simulado', 3)], originOf(base, { simulatedSeed: 5 }));
  expect((await askModule(module, listAnimalTracks)).provenance).toMatchObject({ state: 'simulated', seed: 5 });
  const alone = await askModule(module, listAnimalTracks, { query: { individual: 'real' } });
  expect(alone.provenance).toMatchObject({ state: 'live' });
});

test('a period chooses fixes, one alone is a point, and none is no animal', async () => {
  await module.sink([track('a', 8)], originOf(base));
  const iso = (ms: number) => new Date(ms).toISOString();
  const day = await ask({ from: iso(startMs + dayMs), to: iso(startMs + dayMs) });
  expect(day.features).toMatchObject([{ geometry: { type: 'Point', coordinates: [12.5, -11.6] } }]);
  expect((await ask({ from: iso(startMs - 9 * dayMs), to: iso(startMs - dayMs) })).features).toEqual([]);
  expect((await ask({ north: -11.85 })).features[0]?.properties.fixes).toBe(2);
  // By default the last ninety days.
  base.advance(100 * dayMs);
  expect((await ask()).features).toEqual([]);
});

test.each([2, 3, 7, 10, 99, 100])('%i fixes at most: the first and the last one stay', async (maxFixes) => {
  await module.sink([track('a', 100)], originOf(base));
  const [feature] = (await ask({ maxFixes })).features;
  const times = feature?.properties.times ?? [];
  expect(times).toHaveLength(maxFixes);
  expect(feature?.properties.fixes).toBe(100);
  expect(times[0]).toBe(feature?.properties.firstFixAt);
  expect(times.at(-1)).toBe(feature?.properties.lastFixAt);
});

test('of many animals those seen last come first', async () => {
  await module.sink([track('velho', 2), track('novo', 9), track('meio', 5)], originOf(base));
  expect((await ask({ limit: 2 })).features.map(({ properties }) => properties.individual)).toEqual(['novo', 'meio']);
});

test('where the server has PostGIS, the view for GIS programs shows the fixes that count', async ({ skip }) => {
  await module.sink([track('a', 2, { outliers: [false, true] })], originOf(base));
  skip(!base.platform.database.hasPostgis, 'o servidor não tem PostGIS');
  const { rows } = await sql<{ individual: string; wkt: string }>`
    SELECT individual, st_astext(geom) AS wkt FROM gis.animal_fixes`.execute(base.platform.database.for());
  expect(rows).toEqual([{ individual: 'a', wkt: 'POINT(12.5 -12)' }]);
});
