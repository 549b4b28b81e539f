import type { OccurrenceRecord } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import { biodiversitySummary, listOccurrences } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
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
import { biodiversityMigrations } from './biodiversity.migrations.ts';
import { type BiodiversityModule, createBiodiversity } from './index.ts';
import { sighting } from './testing/records.ts';

let base: ModulePlatform;
let module: BiodiversityModule;
beforeEach(async () => {
  base = await createModulePlatform([{ name: 'biodiversity', migrations: biodiversityMigrations }]);
  module = createBiodiversity({
    ...{ platform: base.platform, provenanceOf: echoProvenance, absenceOf: echoAbsence },
    providerOf: (id) => id,
  });
  await module.start?.();
});
afterEach(async () => {
  await module.stop?.();
  await base.close();
});

const turtle = (sourceId: string, over: Partial<OccurrenceRecord> = {}) =>
  sighting(sourceId, {
    scientificName: 'Lepidochelys olivacea',
    taxonomy: { phylum: 'Chordata', class: 'Reptilia' },
    redListCategory: 'VU',
    ...over,
  });

const summary = async () => {
  base.advance(31_000);
  return (await askModule(module, biodiversitySummary)).data as DataOf<typeof biodiversitySummary>;
};

test('before the first run there is nothing, and the answer says why', async () => {
  const answer = await askModule(module, biodiversitySummary);
  expect(answer.provenance).toMatchObject({
    state: 'fallback',
    reason: 'Sem ocorrências: obis/occurrences, gbif/occurrences',
  });
  expect(answer.data).toMatchObject({ species: 0, first_year: null, last_year: null, last_occurrence_at: null });
  expect(await module.speciesCount()).toMatchObject({ value: 0, provenance: { state: 'fallback' } });
});

test('the time of occurrences is that of their newest event: not the retrieval, and no day that has not come', async () => {
  const nowMs = base.platform.clock.nowMs();
  const june = Date.UTC(2024, 5, 1);
  const stored = await module.sink(
    [sighting('1'), sighting('2', { eventStartMs: june }), sighting('3', { eventStartMs: nowMs + 86_400_000 })],
    originOf(base),
  );
  expect(stored.newestObservedMs).toBe(june);
  expect((await askModule(module, biodiversitySummary)).provenance).toMatchObject({
    observedAt: new Date(june).toISOString(),
    retrievedAt: new Date(nowMs).toISOString(),
  });
});

test('occurrences without a date have no time, and it is said so', async () => {
  const stored = await module.sink([sighting('1', { eventDate: null, eventStartMs: null })], originOf(base));
  expect(stored).toMatchObject({ written: 1, newestObservedMs: null });
  expect((await askModule(module, biodiversitySummary)).provenance).toMatchObject({ state: 'live', observedAt: null });
});

test('the same page twice changes nothing; a corrected record replaces its own', async () => {
  const page = [sighting('1'), sighting('2'), turtle('3')];
  expect(await module.sink(page, originOf(base))).toEqual({
    written: 3,
    duplicates: 0,
    newestObservedMs: Date.UTC(2019, 4, 4),
  });
  expect(await module.sink(page, originOf(base))).toMatchObject({ written: 0, duplicates: 3 });
  for (const change of [
    { lon: 12.5 },
    { depthMeters: null },
    { datasetId: 'conjunto-b' },
    { licence: 'CC0 1.0' },
    { occurrenceId: 'urn:catalog:X:1:2' },
    { absence: true },
  ]) {
    expect(await module.sink([sighting('1', change)], originOf(base))).toMatchObject({ written: 1 });
  }
  expect((await summary()).occurrences).toBe(2);
});

test('an id that comes twice in one page is one record, the later one', async () => {
  await module.sink([sighting('1', { lon: 10 }), sighting('1', { lon: 11 })], originOf(base));
  const { data } = await askModule(module, listOccurrences, { query: {} });
  expect((data as DataOf<typeof listOccurrences>).features.map(({ geometry }) => geometry.coordinates)).toEqual([
    [11, -9],
  ]);
});

test('the summary counts species, groups, data sets and years', async () => {
  await module.sink(
    [
      sighting('1'),
      sighting('2', { datasetId: 'conjunto-b', eventStartMs: Date.UTC(1998, 11, 31, 23, 59) }),
      sighting('3', { scientificName: 'Sardinella maderensis', redListCategory: null }),
      turtle('4'),
      turtle('5', { eventStartMs: null, eventDate: null }),
      sighting('6', { scientificName: 'Sargassum vulgare', taxonomy: {}, redListCategory: 'CR' }),
    ],
    originOf(base),
  );
  expect(await summary()).toEqual({
    species: 4,
    occurrences: 6,
    datasets: 2,
    threatened_species: 2,
    first_year: 1998,
    last_year: 2019,
    by_phylum: [
      { name: 'Chordata', species: 3, occurrences: 5 },
      { name: 'Sem classificação', species: 1, occurrences: 1 },
    ],
    by_class: [
      { name: 'Teleostei', species: 2, occurrences: 3 },
      { name: 'Reptilia', species: 1, occurrences: 2 },
      { name: 'Sem classificação', species: 1, occurrences: 1 },
    ],
    by_year: [
      { year: 1998, occurrences: 1 },
      { year: 2019, occurrences: 4 },
    ],
    by_source: [{ source: 'ensaio', occurrences: 6, duplicates: 0 }],
    last_occurrence_at: '2019-05-04T00:00:00.000Z',
    future_occurrences: 0,
  });
});

test('what was looked for and not found is no occurrence', async () => {
  await module.sink([sighting('1'), turtle('2', { absence: true, datasetId: 'ausências' })], originOf(base));
  expect(await summary()).toMatchObject({ species: 1, occurrences: 1, datasets: 1, threatened_species: 0 });
  const { data } = await askModule(module, listOccurrences, { query: {} });
  expect((data as DataOf<typeof listOccurrences>).features).toHaveLength(1);
});

test('a date that has not come yet makes no year, but the sighting counts', async () => {
  const future = sighting('2', {
    eventStartMs: Date.UTC(2086, 0, 1),
    eventDate: '2086-01-01',
    flags: ['DATE_IN_FUTURE'],
  });
  await module.sink([sighting('1'), future], originOf(base));
  expect(await summary()).toMatchObject({
    occurrences: 2,
    last_year: 2019,
    by_year: [{ year: 2019, occurrences: 1 }],
    last_occurrence_at: '2019-05-04T00:00:00.000Z',
    future_occurrences: 1,
  });
  // As a geographic feature it has no time, and keeps the date as it was written.
  const features = module.featureCollections?.find(({ id }) => id === 'occurrences');
  if (features?.kind !== 'table') throw new Error('occurrences are no table');
  const { eventStart, eventDate } = features.columns;
  const { rows } = await sql`select ${eventStart} as start, ${eventDate} as date from ${features.from}
    order by ${eventStart} nulls last`.execute(base.platform.database.for());
  expect(rows).toMatchObject([{ start: new Date('2019-05-04') }, { start: null, date: '2086-01-01' }]);
});

test('the rules judge every row that is stored, of whichever run', async () => {
  const nowMs = base.platform.clock.nowMs();
  const first = [sighting('1', { eventStartMs: nowMs + 1, depthMeters: 7_000 }), sighting('2', { eventStartMs: null })];
  const second = [sighting('3', { depthMeters: 10 }), sighting('4', { lon: 20 })];
  await module.sink(first, originOf(base));
  await module.sink(second, originOf(base));
  const stored = (await Promise.all(module.quality.map((each) => each.evaluate(new Date(nowMs))))).flat();
  expect(Object.fromEntries(stored.map(({ rule, evaluated, failing }) => [rule, [evaluated, failing]]))).toEqual({
    occurrence_in_box: [4, 1],
    occurrence_depth: [4, 1],
    occurrence_date: [3, 1],
    occurrence_has_date: [4, 1],
    occurrence_licence: [4, 4],
  });
  expect(stored.find(({ rule }) => rule === 'occurrence_date')?.samples).toMatchObject([{ id: '1' }]);
});

test('the counts are read once in a while, and anew when something was stored', async () => {
  await module.sink([sighting('1')], originOf(base));
  expect((await module.speciesCount()).value).toBe(1);
  await module.sink([turtle('2')], originOf(base));
  expect((await module.speciesCount()).value).toBe(1);
  base.platform.events.publish({ channel: 'ocean', type: 'records.stored', payload: { kind: 'occurrence' } });
  expect((await module.speciesCount()).value).toBe(2);
  expect((await module.speciesCount()).provenance).toMatchObject({ state: 'live', source: 'ensaio/fluxo' });
});

test('one simulated record makes the counts simulated', async () => {
  await module.sink([sighting('1')], originOf(base));
  await module.sink([turtle('2')], originOf(base, { simulatedSeed: 8478 }));
  expect((await module.speciesCount()).provenance).toMatchObject({ state: 'simulated', seed: 8478 });
});

test('the map gets what lies in its window, edges included, newest first, up to the limit', async () => {
  await module.sink(
    [
      sighting('borda', { lon: 10, lat: -10 }),
      sighting('fora', { lon: 10.01, lat: -10 }),
      sighting('antiga', { lon: 9, lat: -11, eventStartMs: Date.UTC(1950) }),
      sighting('sem data', { lon: 9, lat: -11, eventStartMs: null }),
    ],
    originOf(base),
  );
  const ask = async (limit: string) => {
    const query = { west: '8', south: '-12', east: '10', north: '-10', limit };
    const { data } = await askModule(module, listOccurrences, { query });
    return (data as DataOf<typeof listOccurrences>).features.map(({ id }) => id);
  };
  expect(await ask('10')).toEqual(['borda', 'antiga', 'sem data']);
  expect(await ask('1')).toEqual(['borda']);
});

test('all occurrences of a region are read page by page, those of one day too, none twice', async () => {
  const ids = Array.from({ length: 25 }, (_, index) => `mesmo dia ${index}`);
  await module.sink(
    ids.map((id) => sighting(id)),
    originOf(base),
  );
  const read: unknown[] = [];
  for (let offset = 0; offset < 30; offset += 10) {
    const { data } = await askModule(module, listOccurrences, { query: { limit: '10', offset: String(offset) } });
    read.push(...(data as DataOf<typeof listOccurrences>).features.map(({ id }) => id));
  }
  expect(new Set(read)).toEqual(new Set(ids));
  expect(read).toHaveLength(ids.length);
});

test('two runs that store the same new taxa at once do not wait for each other in a circle', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `Espécie ${index}`);
  const page = (order: readonly string[]) => order.map((name) => sighting(name, { scientificName: name }));
  await Promise.all(
    [names, names.toReversed(), names.toSorted(), names].map((order) => module.sink(page(order), originOf(base))),
  );
  expect((await summary()).species).toBe(300);
});

test('where the server has PostGIS, the view for GIS programs shows the occurrences as points', async ({ skip }) => {
  await module.sink([sighting('1', { lon: 11.5, lat: -8.25 })], originOf(base));
  skip(!base.platform.database.hasPostgis, 'o servidor não tem PostGIS');
  const { rows } = await sql<{ wkt: string; srid: number }>`
    SELECT st_astext(geom) AS wkt, st_srid(geom) AS srid FROM gis.occurrences`.execute(base.platform.database.for());
  expect(rows).toEqual([{ wkt: 'POINT(11.5 -8.25)', srid: 4326 }]);
});
