import type { CatchRecord } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import { fisheriesLandings } from '@kianda/contract/sea/fisheries/fisheries.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askModule } from '../../../testing/ask.ts';
import {
  createModulePlatform,
  echoAbsence,
  echoProvenance,
  type ModulePlatform,
  originOf,
} from '../../../testing/module.ts';
import { fisheriesMigrations } from './fisheries.migrations.ts';
import { createFisheries, type FisheriesModule } from './index.ts';

let base: ModulePlatform;
let module: FisheriesModule;
beforeEach(async () => {
  base = await createModulePlatform([{ name: 'fisheries', migrations: fisheriesMigrations }]);
  module = createFisheries({
    platform: base.platform,
    provenanceOf: echoProvenance,
    absenceOf: echoAbsence,
    providerOf: (id) => id,
  });
});
afterEach(() => base.close());

const caught = (over: Partial<CatchRecord> = {}): CatchRecord => ({
  kind: 'catch',
  date: '2026-07-15',
  port: 'Namibe',
  province: 'Namibe',
  segment: 'industrial',
  gear: 'cerco',
  speciesCode: 'HMZ',
  commonName: 'Carapau do Cunene',
  scientificName: 'Trachurus trecae',
  tonnes: 100,
  effortDays: 4,
  vessels: 2,
  notes: null,
  ...over,
});
const ask = async (query: object = {}) => {
  const answer = await askModule(module, fisheriesLandings, { query });
  return { ...answer, data: answer.data as DataOf<typeof fisheriesLandings> };
};

test('before the first file there is nothing, and it is said why', async () => {
  const { data, provenance, missing } = await ask();
  expect(data).toMatchObject({ total_tonnes: null, rows: 0, by_species: [], last_date: null });
  expect(provenance.state).toBe('fallback');
  expect(missing?.total_tonnes).toContain('INIPM');
});

test('a period without catches is not told as files that never came', async () => {
  await module.catchSink([caught(), caught({ date: '2026-06-30', port: 'Luanda', tonnes: 50 })], originOf(base));
  const { data, missing, provenance } = await ask({ from: '2025-01-01', to: '2025-12-31' });
  expect(data).toMatchObject({ total_tonnes: null, rows: 0 });
  expect(missing?.total_tonnes).toMatch(/^Sem capturas nacionais no que foi pedido: .* de 30\/06\/2026 a /);
  expect(missing?.total_tonnes).not.toContain('aguarda');
  expect(provenance).toEqual({ state: 'fallback', reason: missing?.total_tonnes });
});

test('summed by species, port, segment and month, within the filter', async () => {
  await module.catchSink(
    [
      caught(),
      caught({ date: '2026-06-30', port: 'Luanda', tonnes: 50 }),
      caught({ segment: 'artesanal', speciesCode: 'SAA', commonName: 'Sardinela', tonnes: 7 }),
    ],
    originOf(base),
  );
  const { data, provenance } = await ask();
  expect(data).toEqual({
    origin: 'national',
    total_tonnes: 157,
    rows: 3,
    first_date: '2026-06-30',
    last_date: '2026-07-15',
    by_species: [
      { code: 'HMZ', name: 'Carapau-do-Cunene', tonnes: 150 },
      { code: 'SAA', name: 'Sardinela-lombuda', tonnes: 7 },
    ],
    by_port: [
      { port: 'Namibe', tonnes: 107 },
      { port: 'Luanda', tonnes: 50 },
    ],
    by_segment: [
      { segment: 'industrial', tonnes: 150 },
      { segment: 'artesanal', tonnes: 7 },
    ],
    by_month: [
      { month: '2026-06', tonnes: 50 },
      { month: '2026-07', tonnes: 107 },
    ],
  });
  expect(provenance).toMatchObject({ state: 'live', observedAt: '2026-07-15T00:00:00.000Z' });
  expect((await ask({ from: '2026-07-01', species: 'HMZ' })).data.total_tonnes).toBe(100);
  expect((await ask({ port: 'Luanda', segment: 'industrial', to: '2026-06-30' })).data.total_tonnes).toBe(50);
});

test('the same rows twice change nothing; a correction replaces; one simulated row makes the sum simulated', async () => {
  expect(await module.catchSink([caught(), caught()], originOf(base))).toMatchObject({ written: 1 });
  expect(await module.catchSink([caught()], originOf(base))).toMatchObject({ written: 0, duplicates: 1 });
  expect(await module.catchSink([caught({ vessels: null })], originOf(base))).toMatchObject({ written: 1 });
  expect(await module.catchSink([caught({ tonnes: 0 })], originOf(base))).toMatchObject({ written: 1 });
  expect((await ask()).data).toMatchObject({ rows: 1, total_tonnes: 0 });
  await module.catchSink([caught({ port: 'Soyo' })], originOf(base, { simulatedSeed: 8478 }));
  expect((await ask()).provenance.state).toBe('simulated');
});
