import type { OccurrenceRecord, TaxonRecord } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import {
  biodiversitySummary,
  listOccurrences,
  listTaxa,
  taxonById,
} from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
import { sighting, taxon } from './testing/records.ts';

let base: ModulePlatform;
let module: BiodiversityModule;
beforeEach(async () => {
  base = await createModulePlatform([{ name: 'biodiversity', migrations: biodiversityMigrations }]);
  module = createBiodiversity({
    ...{ platform: base.platform, provenanceOf: echoProvenance, absenceOf: echoAbsence },
    providerOf: (id) => id,
  });
});
afterEach(() => base.close());

const store = (records: readonly OccurrenceRecord[], connectorId = 'obis') =>
  module.sink(records, originOf(base, { connectorId, streamId: 'occurrences' }));
const name = (records: readonly TaxonRecord[]) =>
  module.taxonSink(records, originOf(base, { connectorId: 'worms', streamId: 'taxa' }));
const summary = async () => {
  base.advance(31_000);
  return (await askModule(module, biodiversitySummary)).data as DataOf<typeof biodiversitySummary>;
};
const search = async (query: Record<string, string>) =>
  (await askModule(module, listTaxa, { query })).data as DataOf<typeof listTaxa>;
const names = async (query: Record<string, string>) => (await search(query)).data.map((row) => row.scientificName);

const delphis = taxon(10, 'Delphinus delphis', { taxonomy: { phylum: 'Chordata', class: 'Mammalia' } });
const capensis = taxon(11, 'Delphinus capensis', {
  status: 'unaccepted',
  unacceptReason: 'synonym',
  acceptedAphiaId: 10,
  acceptedName: 'Delphinus delphis',
});
const details: NonNullable<TaxonRecord['details']> = {
  vernaculars: [
    { name: 'common dolphin', language: 'eng' },
    { name: 'Golfinho-comum', language: 'por' },
  ],
  lineage: [
    { aphiaId: 1, rank: 'Superdomain', name: 'Biota' },
    { aphiaId: 10, rank: 'Species', name: 'Delphinus delphis' },
  ],
};

describe('the sink', () => {
  test('the same page twice changes nothing; a corrected name replaces its own', async () => {
    const page = [delphis, capensis, { ...taxon(12, 'Perna perna'), details }];
    expect(await name(page)).toMatchObject({ written: 3, duplicates: 0 });
    expect(await name(page)).toMatchObject({ written: 0, duplicates: 3 });
    expect(await name([{ ...delphis, status: 'nomen dubium' }])).toMatchObject({ written: 1 });
  });

  test('a record that comes without its details keeps those it had', async () => {
    await name([{ ...delphis, details }]);
    expect(await name([delphis])).toMatchObject({ written: 0 });
    await name([{ ...delphis, authority: 'L., 1758' }]);
    expect((await askModule(module, taxonById, { params: { aphiaId: '10' } })).data).toMatchObject({
      authority: 'L., 1758',
      vernacularName: 'Golfinho-comum',
      lineage: details.lineage,
    });
    expect(await names({ q: 'golfinho' })).toEqual(['Delphinus delphis']);
  });
});

describe('species are counted by accepted name', () => {
  const sightings = () => [
    store([sighting('1', { scientificName: 'Delphinus delphis', aphiaId: 10 })]),
    store([sighting('2', { scientificName: 'Delphinus capensis' })], 'gbif'),
  ];

  test('whichever came first, names or occurrences', async () => {
    await Promise.all(sightings());
    expect((await summary()).species).toBe(2);
    await name([delphis, capensis]);
    expect(await summary()).toMatchObject({
      species: 1,
      occurrences: 2,
      by_class: [{ name: 'Mammalia', species: 1, occurrences: 2 }],
    });
  });

  test('names known before their first occurrence', async () => {
    await name([delphis, capensis]);
    await Promise.all(sightings());
    expect((await summary()).species).toBe(1);
    const { data } = await askModule(module, listOccurrences, { query: {} });
    expect((data as DataOf<typeof listOccurrences>).features.map(({ properties }) => properties)).toEqual([
      expect.objectContaining({ scientificName: 'Delphinus delphis', aphiaId: 10 }),
      expect.objectContaining({ scientificName: 'Delphinus delphis', aphiaId: 10 }),
    ]);
  });

  test('what is only told to the genus is no species, and what lives on land not of the sea', async () => {
    await name([
      taxon(20, 'Sardinella', { rank: 'Genus' }),
      taxon(21, 'Passer domesticus', {
        environment: { marine: false, brackish: false, freshwater: false, terrestrial: true },
      }),
    ]);
    await store([
      sighting('1', { scientificName: 'Sardinella' }),
      sighting('2', { scientificName: 'Passer domesticus' }),
      sighting('3', { scientificName: 'Katsuwonus' }),
    ]);
    expect(await summary()).toMatchObject({
      species: 0,
      occurrences: 2,
      by_year: [{ year: 2019, occurrences: 2 }],
    });
  });

  test('of two names spelt alike the accepted one is meant', async () => {
    await name([
      taxon(30, 'Perna perna', { status: 'unaccepted', acceptedAphiaId: 99, acceptedName: 'Outra outra' }),
      taxon(31, 'Perna perna'),
    ]);
    await store([sighting('1', { scientificName: 'Perna perna' })], 'gbif');
    expect((await search({ recorded: 'true' })).data.map(({ aphiaId }) => aphiaId)).toEqual([31]);
  });
});

describe('what is wanted of the register', () => {
  test('the most recorded names first, until both record and details are there', async () => {
    await store([
      sighting('1', { scientificName: 'Perna perna' }),
      sighting('2', { scientificName: 'Delphinus capensis' }),
      sighting('3', { scientificName: 'Delphinus capensis' }),
      sighting('4', { scientificName: 'Caretta caretta', aphiaId: 40 }),
    ]);
    expect(await module.wantedTaxa()).toEqual([
      { scientificName: 'Delphinus capensis', aphiaId: null, known: false },
      { scientificName: 'Caretta caretta', aphiaId: 40, known: false },
      { scientificName: 'Perna perna', aphiaId: null, known: false },
    ]);
    await name([capensis, { ...taxon(12, 'Perna perna'), details }, taxon(40, 'Caretta caretta')]);
    expect(await module.wantedTaxa()).toEqual([
      { scientificName: 'Delphinus capensis', aphiaId: 11, known: true },
      { scientificName: 'Delphinus delphis', aphiaId: 10, known: false },
      { scientificName: 'Caretta caretta', aphiaId: 40, known: true },
    ]);
  });

  test('nothing before there are occurrences', async () => {
    expect(await module.wantedTaxa()).toEqual([]);
  });
});

describe('taxa', () => {
  beforeEach(async () => {
    await name([
      { ...delphis, details },
      capensis,
      taxon(12, 'Perna perna', { rank: 'Species' }),
      taxon(13, 'Perna', { rank: 'Genus' }),
    ]);
    await store([sighting('1', { scientificName: 'Delphinus delphis', aphiaId: 10, redListCategory: 'LC' })]);
    await store(
      [
        sighting('2', {
          scientificName: 'Delphinus capensis',
          redListCategory: null,
          eventStartMs: null,
          eventDate: null,
        }),
        sighting('3', { scientificName: 'Delphinus capensis', absence: true }),
      ],
      'gbif',
    );
  });

  test('are found by any part of a name, without accents or case, accepted and recorded ones first', async () => {
    expect(await names({ q: 'delphi' })).toEqual(['Delphinus delphis', 'Delphinus capensis']);
    expect(await names({ q: 'GOLFINHO comúm' })).toEqual(['Delphinus delphis']);
    expect(await names({ q: '%_' })).toHaveLength(4);
    expect(await names({ rank: 'genus' })).toEqual(['Perna']);
    expect(await names({ status: 'unaccepted' })).toEqual(['Delphinus capensis']);
    expect(await names({ recorded: 'true' })).toEqual(['Delphinus delphis', 'Delphinus capensis']);
    expect(await search({ page: '2', pageSize: '3' })).toMatchObject({ total: 4, hasNext: false, hasPrev: true });
  });

  test('are found by the Portuguese names of the register of commercial species, whatever WoRMS has', async () => {
    await name([
      { ...taxon(20, 'Trachurus capensis', { rank: 'Species' }), details: { vernaculars: [], lineage: [] } },
      taxon(21, 'Sardinella aurita', { rank: 'Species' }),
      taxon(22, 'Carlarius heudelotii', { rank: 'Species' }),
      taxon(23, 'Sardinella anchovia', {
        status: 'unaccepted',
        acceptedAphiaId: 21,
        acceptedName: 'Sardinella aurita',
      }),
    ]);
    expect(await names({ q: 'carapau' })).toEqual(['Trachurus capensis']);
    expect(await names({ q: 'CARAPAU do cabo' })).toEqual(['Trachurus capensis']);
    expect(await names({ q: 'sardinela' })).toEqual(['Sardinella aurita', 'Sardinella anchovia']);
    expect(await names({ q: 'Bágre liso', status: 'accepted' })).toEqual(['Carlarius heudelotii']);
    expect((await search({ q: 'sardinela' })).data.map(({ vernacularName }) => vernacularName)).toEqual([
      'Sardinela-lombuda',
      'Sardinela-lombuda',
    ]);
  });

  test('have one common name on every screen: that by which catches are named, though WoRMS has another', async () => {
    const details = { vernaculars: [{ name: 'Palheta', language: 'por' }], lineage: [] };
    await name([{ ...taxon(24, 'Sardinella maderensis', { rank: 'Species' }), details }]);
    const found = (q: string) => search({ q }).then(({ data }) => data.map(({ vernacularName }) => vernacularName));
    expect(await found('palheta')).toEqual(['Sardinela-palheta']);
    expect(await found('sardinela-palheta')).toEqual(['Sardinela-palheta']);
    const alone = await askModule(module, taxonById, { params: { aphiaId: '24' } });
    expect(alone.data).toMatchObject({ vernacularName: 'Sardinela-palheta', vernaculars: details.vernaculars });
  });

  test('tell the records of all their names, and the origin of each figure', async () => {
    const answer = await askModule(module, taxonById, { params: { aphiaId: '11' } });
    expect(answer.data).toMatchObject({
      scientificName: 'Delphinus capensis',
      status: 'unaccepted',
      acceptedName: 'Delphinus delphis',
      vernacularName: 'Golfinho-comum',
      occurrences: 2,
      redListCategory: 'LC',
      synonyms: [{ aphiaId: 11, scientificName: 'Delphinus capensis' }],
      recordsBySource: [
        { source: 'gbif', occurrences: 1, duplicates: 0, firstYear: null, lastYear: null },
        { source: 'obis', occurrences: 1, duplicates: 0, firstYear: 2019, lastYear: 2019 },
      ],
      environment: { marine: true, brackish: null, freshwater: false, terrestrial: null },
    });
    expect(answer.provenance).toMatchObject({ state: 'live', source: 'worms/taxa' });
    expect(answer.fields?.occurrences).toMatchObject({ state: 'live', source: expect.stringContaining('gbif') });
  });

  test('that are not there are said not to be', async () => {
    await expect(askModule(module, taxonById, { params: { aphiaId: '999' } })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

test('before the first run the register is empty and says why', async () => {
  const answer = await askModule(module, listTaxa, { query: {} });
  expect(answer.data).toMatchObject({ data: [], total: 0 });
  expect(answer.provenance).toMatchObject({ state: 'fallback', reason: 'Registo de espécies vazio: worms/taxa' });
});

test('the time of names is that of their newest change in the register', async () => {
  const changed = Date.UTC(2024, 2, 9);
  const stored = await name([delphis, taxon(12, 'Tursiops truncatus', { modifiedMs: changed })]);
  expect(stored).toMatchObject({ written: 2, newestObservedMs: changed });
  expect(await name([taxon(13, 'Stenella', { modifiedMs: null })])).toMatchObject({ newestObservedMs: null });
});
