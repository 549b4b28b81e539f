import type { OccurrenceRecord } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import { biodiversitySummary, listOccurrences } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import { sql } from 'kysely';
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
import { sighting } from './testing/records.ts';

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

const store = (connectorId: string, records: readonly OccurrenceRecord[], over = {}) =>
  module.sink(records, originOf(base, { connectorId, streamId: 'occurrences', ...over }));
const asked = async () => {
  base.advance(31_000);
  return askModule(module, biodiversitySummary);
};
const summary = async () => (await asked()).data as DataOf<typeof biodiversitySummary>;
const marks = async () => {
  const { rows } = await sql<{ id: string; of: string | null }>`
    SELECT source || ':' || source_id AS id, duplicate_of AS of FROM biodiversity.occurrences
    WHERE duplicate_of IS NOT NULL ORDER BY 1`.execute(base.platform.database.for());
  return Object.fromEntries(rows.map(({ id, of }) => [id, of]));
};

const inObis = sighting('uuid-1', { occurrenceId: 'urn:catalog:MSHN:1:7', datasetId: 'obis-conjunto' });
const inGbif = sighting('4909740830', {
  occurrenceId: 'URN:catalog:MSHN:1:7 ',
  datasetId: 'gbif-conjunto',
  licence: 'CC BY 4.0',
  lon: 12.01,
});
const specimen = { catalogNumber: 'MSHN-12', institutionCode: 'MSHN' };

describe('the same observation at two providers', () => {
  test.each([
    ['OBIS first', [['obis', inObis] as const, ['gbif', inGbif] as const]],
    ['GBIF first', [['gbif', inGbif] as const, ['obis', inObis] as const]],
  ])('is counted once, both rows kept, %s', async (_order, deliveries) => {
    for (const [connectorId, record] of deliveries) await store(connectorId, [record]);
    expect(await marks()).toEqual({ 'gbif:4909740830': 'uuid-1' });
    expect(await summary()).toMatchObject({
      occurrences: 1,
      species: 1,
      datasets: 1,
      by_year: [{ year: 2019, occurrences: 1 }],
      by_phylum: [{ name: 'Chordata', species: 1, occurrences: 1 }],
      by_source: [
        { source: 'gbif', occurrences: 1, duplicates: 1 },
        { source: 'obis', occurrences: 1, duplicates: 0 },
      ],
    });
    const { data } = await askModule(module, listOccurrences, { query: {} });
    expect((data as DataOf<typeof listOccurrences>).features.map(({ id }) => id)).toEqual(['uuid-1']);
    const { rows } = await sql`SELECT licence FROM biodiversity.occurrences WHERE source = 'gbif'`.execute(
      base.platform.database.for(),
    );
    expect(rows).toEqual([{ licence: 'CC BY 4.0' }]);
  });

  test('delivered again changes nothing, and stays marked', async () => {
    await store('obis', [inObis]);
    await store('gbif', [inGbif]);
    expect(await store('gbif', [inGbif])).toMatchObject({ written: 0, duplicates: 1 });
    expect(await store('obis', [inObis])).toMatchObject({ written: 0, duplicates: 1 });
    expect(await marks()).toEqual({ 'gbif:4909740830': 'uuid-1' });
  });

  test('is known by its catalogue number, place and day where one side has no identifier', async () => {
    await store('gbif', [sighting('9', { ...specimen, occurrenceId: 'gbif:MSHN-12345', lon: 12.00004 })]);
    await store('obis', [sighting('u', { ...specimen, eventDate: '2019-05-04T00:00:00Z' })]);
    expect(await marks()).toEqual({ 'gbif:9': 'u' });
  });

  test('is not made of strangers: another day, another house, a short id of another place', async () => {
    await store('obis', [sighting('u', specimen), sighting('v', { occurrenceId: '123' })]);
    await store('gbif', [
      sighting('1', { ...specimen, eventDate: '2019-05-05' }),
      sighting('2', { ...specimen, institutionCode: 'OUTRA' }),
      sighting('3', { occurrenceId: '123', lon: 11 }),
      sighting('4', { occurrenceId: '123' }),
    ]);
    expect(await marks()).toEqual({ 'gbif:4': 'v' });
  });

  test('loses its mark when one side turns out to be another', async () => {
    await store('obis', [inObis]);
    await store('gbif', [inGbif]);
    await store('obis', [{ ...inObis, occurrenceId: 'urn:catalog:MSHN:1:8' }]);
    expect(await marks()).toEqual({});
    expect(await summary()).toMatchObject({ occurrences: 2, datasets: 2 });
    await store('gbif', [{ ...inGbif, occurrenceId: 'https://example.org/urn:catalog' }]);
    await store('obis', [{ ...inObis, occurrenceId: 'http://example.org/urn:catalog' }]);
    expect(await marks()).toEqual({ 'gbif:4909740830': 'uuid-1' });
  });

  test('is marked also when both come at once', async () => {
    const ids = Array.from({ length: 400 }, (_, index) => `urn:catalog:MSHN:2:${index}`);
    const page = (prefix: string) => ids.map((occurrenceId, index) => sighting(`${prefix}${index}`, { occurrenceId }));
    await Promise.all([store('obis', page('o')), store('gbif', page('g')), store('gbif', page('g').toReversed())]);
    expect(Object.keys(await marks())).toHaveLength(400);
    expect((await summary()).occurrences).toBe(400);
  });

  test('twice within one provider is left to that provider', async () => {
    await store('gbif', [inGbif, { ...inGbif, sourceId: '2' }]);
    expect(await marks()).toEqual({});
  });
});

test('counts say all the providers they come from, and carry the worst state of them', async () => {
  await store('obis', [inObis]);
  expect((await asked()).provenance).toMatchObject({ state: 'live', source: 'obis/occurrences' });
  await store('gbif', [sighting('5')], { simulatedSeed: 8478 });
  expect((await asked()).provenance).toMatchObject({ state: 'simulated', seed: 8478 });
});

test('the map tells source, licence and dataset of each point', async () => {
  await store('gbif', [inGbif]);
  const { data } = await askModule(module, listOccurrences, { query: {} });
  expect((data as DataOf<typeof listOccurrences>).features[0]?.properties).toMatchObject({
    source: 'gbif',
    licence: 'CC BY 4.0',
    dataset: 'gbif-conjunto',
    // No provider gave a Portuguese name: the register of fished species has one.
    vernacularName: 'Sardinela-lombuda',
    aphiaId: null,
  });
});
