import type { SpecimenRecord } from '@kianda/connectors';
import { exportSpecimens, listSpecimens, measuredSpecies } from '@kianda/contract/sea/biodiversity/specimens.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

let base: ModulePlatform;
let module: BiodiversityModule;
beforeAll(async () => {
  base = await createModulePlatform([{ name: 'biodiversity', migrations: biodiversityMigrations }]);
  module = createBiodiversity({
    ...{ platform: base.platform, provenanceOf: echoProvenance, absenceOf: echoAbsence },
    providerOf: () => 'INIPM',
  });
});
afterAll(() => base.close());

const specimen = (number: number, over: Partial<SpecimenRecord> = {}): SpecimenRecord => ({
  ...{ kind: 'specimen', sourceId: `inipm:C1/L1/${number}`, survey: 'C1', station: 'L1' },
  ...{ scientificName: 'Trachurus trecae', date: '2026-07-15', lon: 12, lat: -9, depthMeters: 40 },
  ...{ gear: 'arrasto', lengthCentimeters: 20, lengthKind: 'total', weightGrams: 90, sex: 'F', maturity: 3 },
  ...{ habitat: 'plataforma', behaviour: null },
  ...over,
});
const store = (records: readonly SpecimenRecord[]) =>
  module.specimenSink(records, originOf(base, { connectorId: 'angola-inipm', streamId: 'amostragem' }));
const listed = () => askModule(module, measuredSpecies);

test('before any came there are none, and it is said why', async () => {
  expect(await listed()).toMatchObject({
    data: { species: [] },
    provenance: { state: 'fallback', reason: 'Sem amostragem biológica: angola-inipm/amostragem' },
  });
});

test('each animal is one row, however often it is delivered; a correction takes its place', async () => {
  const first = [specimen(1), specimen(2, { lengthCentimeters: 30, weightGrams: null }), specimen(2)];
  expect(await store(first)).toMatchObject({ written: 2, newestObservedMs: Date.UTC(2026, 6, 15) });
  expect(await store([specimen(1), specimen(2)])).toMatchObject({ written: 0, duplicates: 2 });
  expect(await store([specimen(2, { lengthCentimeters: 30, weightGrams: null })])).toMatchObject({ written: 1 });
  await store([specimen(3, { scientificName: 'Dentex angolensis', date: '2026-08-01', lengthCentimeters: null })]);
  const { data, provenance } = await listed();
  expect(data).toEqual({
    species: [
      {
        ...{ scientificName: 'Trachurus trecae', specimens: 2, measured: 2, weighed: 1 },
        ...{ meanLengthCentimeters: 25, meanWeightGrams: 90, firstDay: '2026-07-15', lastDay: '2026-07-15' },
      },
      {
        ...{ scientificName: 'Dentex angolensis', specimens: 1, measured: 0, weighed: 1 },
        ...{ meanLengthCentimeters: null, meanWeightGrams: 90, firstDay: '2026-08-01', lastDay: '2026-08-01' },
      },
    ],
  });
  expect(provenance.state).toBe('live');
});

test('they are listed, filtered, ordered and exported one by one', async () => {
  const ask = async (query: object = {}) => (await askModule(module, listSpecimens, { query })).data;
  const numbers = ({ data }: Awaited<ReturnType<typeof ask>>) => data.map(({ id }) => Number(id.split('/').at(-1)));
  const all = await ask({ sort: 'date', order: 'asc' });
  expect([all.total, numbers(all)]).toEqual([3, [1, 2, 3]]);
  expect(all.data[0]).toEqual({
    ...{ id: 'angola-inipm/inipm:C1/L1/1', survey: 'C1', station: 'L1', scientificName: 'Trachurus trecae' },
    ...{ commonName: expect.any(String), date: '2026-07-15', longitude: 12, latitude: -9, depthMeters: 40 },
    ...{ gear: 'arrasto', lengthCentimeters: 20, lengthKind: 'total', weightGrams: 90, sex: 'F', maturity: 3 },
    ...{ habitat: 'plataforma', behaviour: null, isSimulated: false },
  });
  // An animal without the measure comes last both ways.
  expect(numbers(await ask({ sort: 'length', order: 'desc' }))).toEqual([2, 1, 3]);
  expect(numbers(await ask({ search: 'dentex' }))).toEqual([3]);
  const search = all.data[0]?.commonName ?? '';
  expect(numbers(await ask({ search, sort: 'date', order: 'asc' }))).toEqual([1, 2]);
  expect(numbers(await ask({ minLength: '25' }))).toEqual([2]);
  expect(numbers(await ask({ from: '2026-07-16T00:00:00Z' }))).toEqual([3]);
  expect((await ask({ gear: 'gaiola' })).total).toBe(0);
  expect((await ask({ maxDepth: '39' })).total).toBe(0);
  expect((await ask({ maxLat: '-10' })).total).toBe(0);
  const file = await askModule(module, exportSpecimens, { query: { format: 'csv', search: 'dentex' } });
  const text = Buffer.from((file as unknown as { readonly bytes: Uint8Array }).bytes).toString();
  const [rows = '', origin] = text.trim().split('\r\n\r\n');
  expect(rows.split('\r\n')).toHaveLength(2);
  expect(origin).toMatch(/^Fonte;.+\r\nSimulado;(sim, em parte ou no todo|não)\r\n/);
  expect(text).toContain('Dentex angolensis');
});

test('those who learn read them column by column, with what nobody noted as missing', async () => {
  const learned = await module.learningSpecimens();
  expect(learned.names).toEqual(['Trachurus trecae', 'Dentex angolensis']);
  expect([...learned.species]).toEqual([0, 0, 1]);
  expect([...learned.lengths]).toEqual([20, 30, Number.NaN]);
  expect([...learned.months]).toEqual([7, 7, 8]);
  expect(learned.behaviours).toEqual([null, null, null]);
  expect(learned.sources).toEqual([
    {
      ...{ name: 'INIPM', rows: 3, isSimulated: false },
      ...{ from: new Date('2026-07-15T00:00:00Z'), to: new Date('2026-08-01T00:00:00Z') },
    },
  ]);
});
