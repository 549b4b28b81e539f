import { expect, test } from 'vitest';
import type { LearningOccurrences, LearningSpecimens } from '../../../sea/biodiversity/index.ts';
import { readEnvironment } from './environment.ts';
import { speciesTable } from './species.ts';

const emptySea = await readEnvironment({ climate: async () => null });
const species = ['Trachurus trecae', 'Dentex angolensis', 'Thunnus albacares'];
const each = 60;
const count = species.length * each;
const numbers = (of: (row: number) => number) => Float64Array.from({ length: count }, (_, row) => of(row));
const speciesOf = (row: number) => Math.floor(row / each);

const specimens: LearningSpecimens = {
  ...{ names: species, species: Int32Array.from({ length: count }, (_, row) => speciesOf(row)) },
  ...{ longitudes: numbers((row) => 9 + (row % 20) / 5), latitudes: numbers((row) => -17 + (row % 12)) },
  ...{ months: numbers((row) => 1 + (row % 12)), depths: numbers((row) => 10 + row) },
  lengths: numbers((row) => [22, 25, 110][speciesOf(row)] ?? 0),
  weights: numbers((row) => (row % 5 === 0 ? Number.NaN : 100)),
  gears: Array.from({ length: count }, (_, row) => (speciesOf(row) === 2 ? 'palangre' : 'arrasto')),
  habitats: Array.from({ length: count }, (_, row) => (row % 3 === 0 ? null : 'plataforma')),
  behaviours: Array.from({ length: count }, () => null),
  sources: [{ name: 'INIPM', rows: count, from: new Date(0), to: new Date(0), isSimulated: true }],
};
const none: LearningSpecimens = {
  ...{ names: [], species: new Int32Array(0), longitudes: new Float64Array(0), latitudes: new Float64Array(0) },
  ...{ months: new Float64Array(0), depths: new Float64Array(0), lengths: new Float64Array(0) },
  ...{ weights: new Float64Array(0), gears: [], habitats: [], behaviours: [], sources: [] },
};
const records: LearningOccurrences = {
  ...{ names: species, species: specimens.species, longitudes: specimens.longitudes, latitudes: specimens.latitudes },
  ...{ months: specimens.months, depths: specimens.depths },
  sources: [{ name: 'obis', licence: 'CC BY', rows: count, from: null, to: null, isSimulated: true }],
};

test('measured animals are told apart by what the sampler measured and noted; nothing is a category of its own', async () => {
  const occurrences = () => Promise.reject(new Error('records are not read where animals were measured'));
  const table = await speciesTable({ occurrences, specimens }, emptySea);
  const columnOf = (name: string) => table.columns.find((column) => column.name === name);
  expect(table.columns.map(({ name }) => name)).toEqual(['length', 'weight', 'depth', 'gear', 'habitat', 'month']);
  expect(columnOf('gear')).toMatchObject({ kind: 'categorical', categories: ['arrasto', 'palangre'] });
  expect(columnOf('habitat')?.categories).toEqual(['plataforma']);
  expect([...(columnOf('habitat')?.values.slice(0, 3) ?? [])]).toEqual([Number.NaN, 0, 0]);
  expect(columnOf('length')?.values[0]).toBe(22);
  expect(columnOf('weight')?.values[0]).toBeNaN();
  expect(table.target.values.length).toBe(count);
  expect(table.leftOut).toContainEqual({
    ...{ name: 'Comportamento', reason: 'Ninguém a anotou na amostragem recebida.' },
  });
  expect(table.leftOut.map(({ name }) => name)).not.toContain('Comprimento');
  expect(table.sources[0]).toMatchObject({ name: 'Amostragem: INIPM', rows: count });
});

test('without enough measured animals it learns from the records, and says what is therefore left out', async () => {
  const table = await speciesTable({ occurrences: async () => records, specimens: none }, emptySea);
  expect(table.columns.map(({ name }) => name)).toEqual(['depth', 'month']);
  const size = table.leftOut.find(({ name }) => name === 'Comprimento');
  expect(size?.reason).toBe('Não há 50 exemplares medidos de 3 espécies na amostragem biológica.');
  expect(table.sources[0]?.name).toBe('Ocorrências: OBIS');
});

test('with neither it says how many there are and what to do', async () => {
  const nothing = { ...records, names: [], species: new Int32Array(0) };
  const table = speciesTable({ occurrences: async () => nothing, specimens: none }, emptySea);
  await expect(table).rejects.toThrow('Há 0 espécies com 50 registos ou mais');
});
