import type { DataOf } from '@kianda/contract';
import { biodiversitySummary, listTaxa } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { biodiversityMigrations } from '../../apps/server/src/modules/sea/biodiversity/biodiversity.migrations.ts';
import { type BiodiversityModule, createBiodiversity } from '../../apps/server/src/modules/sea/biodiversity/index.ts';
import { askModule } from '../../apps/server/src/testing/ask.ts';
import {
  createModulePlatform,
  echoAbsence,
  echoProvenance,
  type ModulePlatform,
  originOf,
} from '../../apps/server/src/testing/module.ts';
import { ofKind, type SimulatedProvider, startSimulated } from './simulated-provider.ts';

const nowMs = Date.UTC(2026, 7, 31, 6);
const providers: SimulatedProvider[] = [];
let base: ModulePlatform;
let module: BiodiversityModule;

beforeAll(async () => {
  base = await createModulePlatform([{ name: 'biodiversity', migrations: biodiversityMigrations }]);
  module = createBiodiversity({
    ...{ platform: base.platform, provenanceOf: echoProvenance, absenceOf: echoAbsence },
    providerOf: (id) => id,
  });
});
afterAll(async () => {
  await Promise.all(providers.map((provider) => provider.close()));
  await base.close();
});

async function provider(id: string): Promise<SimulatedProvider> {
  const started = await startSimulated(id, { nowMs, wantedTaxa: () => module.wantedTaxa() });
  providers.push(started);
  return started;
}
const originFrom = (connectorId: string) => originOf(base, { connectorId, streamId: 'x', simulatedSeed: 8478 });
const summary = async () => {
  base.advance(31_000);
  return (await askModule(module, biodiversitySummary)).data as DataOf<typeof biodiversitySummary>;
};

test('OBIS, GBIF and WoRMS from their simulators: every observation counted once, every species by its accepted name', async () => {
  const [obis, gbif, worms] = [await provider('obis'), await provider('gbif'), await provider('worms')];
  const fromObis = await obis.run(null);
  await module.sink(ofKind(fromObis.records, 'occurrence'), originFrom('obis'));
  const alone = await summary();

  const fromGbif = await gbif.run(null);
  const gbifRecords = ofKind(fromGbif.records, 'occurrence');
  expect(fromGbif.pages.flatMap(({ rejected }) => rejected)).toEqual([]);
  expect(new Set(gbifRecords.map(({ licence }) => licence))).toEqual(new Set(['CC0 1.0', 'CC BY 4.0', 'CC BY-NC 4.0']));
  await module.sink(gbifRecords, originFrom('gbif'));
  const both = await summary();
  const gbifRow = both.by_source.find(({ source }) => source === 'gbif');
  expect(gbifRow?.duplicates).toBeGreaterThan(3_000);
  expect(gbifRow?.occurrences).toBeGreaterThan(gbifRow?.duplicates ?? 0);
  expect(both.occurrences).toBe(
    both.by_source.reduce((sum, { occurrences, duplicates }) => sum + occurrences - duplicates, 0),
  );
  // One dataset is GBIF's alone; the others are OBIS's under another key.
  expect(both.datasets).toBe(alone.datasets + 1);

  const fromWorms = await worms.run(null);
  await module.taxonSink(ofKind(fromWorms.records, 'taxon'), originFrom('worms'));
  const named = await summary();
  expect(named.occurrences).toBe(both.occurrences);
  expect(named.species).toBeLessThan(both.species);
  expect((await module.wantedTaxa()).every(({ known }) => known)).toBe(true);
  const { data: found } = await askModule(module, listTaxa, { query: { q: 'golfinho-comum' } });
  expect((found as DataOf<typeof listTaxa>).data.map(({ scientificName }) => scientificName)).toContain(
    'Delphinus delphis',
  );

  // The next weeks finish what one run may not ask for.
  for (let week = 0; week < 6; week += 1) {
    const { records } = await worms.run(fromWorms.cursor);
    await module.taxonSink(ofKind(records, 'taxon'), originFrom('worms'));
  }
  expect(await module.wantedTaxa()).toEqual([]);
  expect((await summary()).by_class).toEqual(named.by_class);
});
