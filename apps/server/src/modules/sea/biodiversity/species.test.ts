import type { OccurrenceRecord, TaxonRecord } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import { biodiversityDiversity, exportDiversity } from '@kianda/contract/sea/biodiversity/diversity.contract';
import { listSpecies, speciesProfile } from '@kianda/contract/sea/biodiversity/species.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderHtml } from '../../../platform/documents/index.ts';
import { askModule } from '../../../testing/ask.ts';
import {
  createModulePlatform,
  echoAbsence,
  echoProvenance,
  type ModulePlatform,
  originOf,
} from '../../../testing/module.ts';
import { biodiversityMigrations } from './biodiversity.migrations.ts';
import { diversityDocument } from './diversity.files.ts';
import { type BiodiversityModule, createBiodiversity } from './index.ts';
import { sighting, taxon } from './testing/records.ts';

let base: ModulePlatform;
let module: BiodiversityModule;
const store = (records: readonly OccurrenceRecord[]) =>
  module.sink(records, originOf(base, { connectorId: 'obis', streamId: 'occurrences' }));
const name = (records: readonly TaxonRecord[]) =>
  module.taxonSink(records, originOf(base, { connectorId: 'worms', streamId: 'taxa' }));

const at = (id: string, over: Partial<OccurrenceRecord>): OccurrenceRecord => ({ ...sighting(id), ...over });
const delphis = { scientificName: 'Delphinus delphis', aphiaId: 10 };

beforeAll(async () => {
  base = await createModulePlatform([{ name: 'biodiversity', migrations: biodiversityMigrations }]);
  module = createBiodiversity({
    ...{ platform: base.platform, provenanceOf: echoProvenance, absenceOf: echoAbsence },
    providerOf: (id) => id,
  });
  await name([
    taxon(10, 'Delphinus delphis', { taxonomy: { phylum: 'Chordata', class: 'Mammalia', family: 'Delphinidae' } }),
    taxon(11, 'Delphinus capensis', { status: 'unaccepted', acceptedAphiaId: 10, acceptedName: 'Delphinus delphis' }),
    taxon(12, 'Perna perna', { taxonomy: { phylum: 'Mollusca', class: 'Bivalvia', family: 'Mytilidae' } }),
    taxon(13, 'Sem registos'),
  ]);
  const day = (text: string) => ({ eventDate: text, eventStartMs: Date.parse(`${text}T00:00:00Z`) });
  await store([
    at('a', { ...delphis, lon: 12.1, lat: -9.1, depthMeters: 10, ...day('2019-03-02') }),
    at('b', { ...delphis, lon: 12.2, lat: -9.2, depthMeters: 60, ...day('2020-03-20') }),
    at('c', {
      scientificName: 'Delphinus capensis',
      aphiaId: 11,
      lon: 11.1,
      lat: -15.3,
      depthMeters: null,
      ...day('2020-11-05'),
    }),
    at('e', { ...delphis, lon: 12.3, lat: -9.1, depthMeters: null, ...day('2083-05-01') }),
    at('d', { scientificName: 'Perna perna', aphiaId: 12, lon: 13.2, lat: -8.8, depthMeters: 3, ...day('2021-01-01') }),
  ]);
});
afterAll(() => base.close());

const list = async (query: Record<string, string> = {}) =>
  (await askModule(module, listSpecies, { query })).data as DataOf<typeof listSpecies>;
const profile = (aphiaId: string) => askModule(module, speciesProfile, { params: { aphiaId } });

test('taxa with records are listed by their accepted names, the most recorded first', async () => {
  const { data, total } = await list();
  expect(total).toBe(2);
  expect(data.map(({ scientificName, occurrences }) => [scientificName, occurrences])).toEqual([
    ['Delphinus delphis', 4],
    ['Perna perna', 1],
  ]);
  expect(data[0]).toMatchObject({ aphiaId: 10, family: 'Delphinidae', firstYear: 2019, lastYear: 2020, sources: 1 });
});

test.each([
  ['delphinidae', ['Delphinus delphis']],
  ['BIVÁLVIA', ['Perna perna']],
  ['perna per', ['Perna perna']],
  ['nada disso', []],
])('a search for %s', async (search, expected) => {
  expect((await list({ search })).data.map(({ scientificName }) => scientificName)).toEqual(expected);
});

test('species recorded in a box, with the figures of these records alone', async () => {
  const { data, total } = await list({ minLat: '-9.25', maxLat: '-9', minLon: '12', maxLon: '12.25' });
  expect(total).toBe(1);
  expect(data[0]).toMatchObject({
    scientificName: 'Delphinus delphis',
    occurrences: 2,
    firstYear: 2019,
    lastYear: 2020,
  });
  expect((await list({ minLat: '-16', maxLat: '-15' })).data.map(({ occurrences }) => occurrences)).toEqual([1]);
  expect((await list({ minLon: '14' })).total).toBe(0);
});

test('a profile counts years, months, depths and cells, those of synonyms too', async () => {
  const { data } = (await profile('10')) as { data: DataOf<typeof speciesProfile> };
  expect(data).toMatchObject({ occurrences: 4, withoutDate: 1, withoutDepth: 2, cellDegrees: 0.25 });
  expect(data.byYear).toEqual([
    { year: 2019, occurrences: 1 },
    { year: 2020, occurrences: 2 },
  ]);
  expect(data.byMonth).toEqual([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
  expect(data.byDepth.slice(0, 3).map(({ occurrences }) => occurrences)).toEqual([1, 1, 0]);
  expect(data.cells).toEqual([
    { lon: 12, lat: -9.25, occurrences: 2 },
    { lon: 11, lat: -15.5, occurrences: 1 },
    { lon: 12.25, lat: -9.25, occurrences: 1 },
  ]);
});

test('a taxon without records is not there', async () => {
  await expect(profile('13')).rejects.toMatchObject({ code: 'not_found' });
});

test('models learn from each observation once, by its accepted name, and from none of a day to come', async () => {
  const learned = await module.learningOccurrences();
  const names = Array.from(learned.species, (place) => learned.names[place]);
  expect(names).toEqual(['Delphinus delphis', 'Delphinus delphis', 'Delphinus delphis', 'Perna perna']);
  expect([...learned.months]).toEqual([3, 3, 11, 1]);
  expect(Array.from(learned.depths, (depth) => (Number.isNaN(depth) ? null : depth))).toEqual([10, 60, null, 3]);
  expect(learned.sources).toMatchObject([{ rows: 4, to: new Date('2021-01-01T00:00:00Z') }]);
});

test('species with records and how many, all, those of a word, of an identifier and of a name; no more than asked for', async () => {
  const namesOf = async (query: Parameters<typeof module.speciesRecords.species>[0]) =>
    (await module.speciesRecords.species(query)).map(({ name: found, records }) => [found, records]);
  const dolphins = ['Delphinus delphis', 4];
  expect(await namesOf({ limit: 9 })).toEqual([dolphins, ['Perna perna', 1]]);
  expect(await namesOf({ limit: 1 })).toEqual([dolphins]);
  expect(await namesOf({ words: ['delph'], limit: 9 })).toEqual([dolphins]);
  expect(await namesOf({ aphiaId: 12, limit: 9 })).toEqual([['Perna perna', 1]]);
  expect(await namesOf({ names: ['Delphinus delphis', 'Delphinus capensis'], limit: 9 })).toEqual([dolphins]);
});

const diversity = async (query: Record<string, string> = {}) =>
  (await askModule(module, biodiversityDiversity, { query })).data as DataOf<typeof biodiversityDiversity>;

test('diversity counts the species of the records that the filters leave', async () => {
  const all = await diversity();
  expect(all).toMatchObject({ records: 5, species: 2, unidentified: 0, once: 1, twice: 0, observed: { q0: 2 } });
  // 1 − ⅕ · (4·0 ÷ …): a single species seen once, none twice, leaves nothing to look for.
  expect(all.coverage).toBe(1);
  expect(all.leading.map(({ scientificName, records }) => [scientificName, records])).toEqual([
    ['Delphinus delphis', 4],
    ['Perna perna', 1],
  ]);
  expect(all.curve.find(({ records }) => records === 5)).toMatchObject({ isExtrapolated: false, q0: 2 });
  expect(all.curve.at(-1)).toMatchObject({ records: 10, isExtrapolated: true });
  expect((await diversity({ toYear: '2020' })).records).toBe(3);
  expect((await diversity({ minDepth: '5' })).records).toBe(2);
  expect((await diversity({ quality: 'dated' })).records).toBe(3);
  const mussels = await diversity({ group: 'Bivalvia' });
  expect(mussels).toMatchObject({ records: 1, species: 1, asymptotic: null, coverage: null });
  expect(mussels.groups.map(({ name: group, species }) => [group, species])).toEqual([
    ['Bivalvia', 1],
    ['Mammalia', 1],
  ]);
});

test('species add up over cells and months, and a date that has not come makes neither unit nor year', async () => {
  const { accumulation, byYear, cells } = await diversity();
  expect(accumulation.units).toBe(4);
  // Dolphins in three of four units, mussels in one: (3 + 1) ÷ 4 species in one.
  expect(accumulation.points[0]).toEqual({ units: 1, species: expect.closeTo(1, 9) as number });
  expect(accumulation.points.at(-1)).toEqual({ units: 4, species: expect.closeTo(2, 9) as number });
  expect(byYear.map(({ year, records }) => [year, records])).toEqual([
    [2019, 1],
    [2020, 2],
    [2021, 1],
  ]);
  expect(cells).toContainEqual({ lon: 12, lat: -9.5, species: 1, records: 3 });
});

const fileOf = async (format: string) => {
  const file = await askModule(module, exportDiversity, { query: { format } });
  return Buffer.from((file as unknown as { readonly bytes: Uint8Array }).bytes);
};

test('diversity is a table, cells for a map, and a grid of the cells', async () => {
  expect((await fileOf('csv')).toString()).toContain('especie;Delphinus delphis;;;4');
  expect(JSON.parse((await fileOf('geojson')).toString()).features).toHaveLength(3);
  const grid = await fileOf('netcdf');
  expect(grid.subarray(0, 3).toString()).toBe('CDF');
  expect(grid.includes('degrees_north')).toBe(true);
});

test('the document of diversity has its numbers, its curves and its methods', async () => {
  const document = diversityDocument({
    query: biodiversityDiversity.query.parse({ group: 'Mammalia' }),
    diversity: await diversity({ group: 'Mammalia' }),
    provenance: { state: 'fallback', reason: 'ensaio' },
    author: 'Ensaio',
    createdMs: Date.UTC(2026, 0, 1),
  });
  const html = Buffer.from(await renderHtml(document)).toString();
  for (const said of ['Mammalia', 'Todas as espécies (q = 0)', 'Espécies esperadas por número de registos', 'Chao1'])
    expect(html).toContain(said);
});

test('a file of no record is not there, and a wrong order of years is refused', async () => {
  const none = { format: 'csv', group: 'Reptilia' };
  await expect(askModule(module, exportDiversity, { query: none })).rejects.toMatchObject({ code: 'not_found' });
  expect(biodiversityDiversity.query.safeParse({ fromYear: '2020', toYear: '2019' }).success).toBe(false);
});
