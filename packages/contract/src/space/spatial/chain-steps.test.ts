import { expect, test } from 'vitest';
import { type ChainStep, chainOrder, chainProblems, chainStepsSchema } from './chain-steps.ts';

type ChainInput = ChainStep['inputs'][string];

const step = (id: string, type: ChainStep['type'], inputs: Record<string, ChainInput> = {}, parameters = {}) => ({
  ...{ id, type, inputs, parameters, name: id.toUpperCase() },
});
const of = (id: string, layer?: string): ChainInput => ({
  ...{ kind: 'step', step: id, ...(layer === undefined ? {} : { layer }) },
});
const messages = (...steps: readonly ChainStep[]) => chainProblems(steps).map(({ message }) => message);

test('steps come after those that they take from, in the order given otherwise', () => {
  const steps = [
    step('d', 'zonal_statistics', { zones: of('b'), raster: of('c', 'distance') }),
    step('c', 'proximity', { area: of('b') }),
    step('a', 'voronoi'),
    step('b', 'buffer'),
  ];
  expect(chainOrder(steps)?.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  expect(messages(...steps)).toEqual([]);
});

test('a circle is refused by the names of the steps that are in it', () => {
  const steps = [
    step('a', 'buffer', { features: of('c') }),
    step('b', 'buffer', { features: of('a') }),
    step('c', 'buffer', { features: of('b') }),
    step('d', 'buffer', { features: of('c') }),
    step('e', 'voronoi'),
  ];
  expect(chainOrder(steps)).toBeNull();
  expect(messages(...steps)).toEqual(['Os passos «A», «B», «C» esperam uns pelos outros: tire uma das ligações.']);
  expect(messages(step('a', 'buffer', { features: of('a') }), step('b', 'voronoi'))).toEqual([
    'Os passos «A» esperam uns pelos outros: tire uma das ligações.',
  ]);
});

test.each<[string, ChainStep, string]>([
  [
    'a field where features are asked for',
    step('b', 'buffer', { features: of('raster', 'distance') }),
    'são elementos com lugar',
  ],
  ['points where areas are asked for', step('b', 'zonal_statistics', { zones: of('points') }), 'são áreas'],
  ['features where a field is asked for', step('b', 'contours', { raster: of('points') }), 'são um campo'],
  ['a step that is not there', step('b', 'buffer', { features: of('nada') }), 'a cadeia não tem o passo «nada»'],
  [
    'a layer that those parameters don’t give',
    step('b', 'buffer', { features: of('raster', 'nearest') }),
    'não dá a camada «nearest»',
  ],
  ['an input that the kind has not', step('b', 'buffer', { pontos: of('points') }), 'não tem esta entrada'],
  ['a parameter out of bounds', step('b', 'density', {}, { bandwidth: 0 }), 'fora dos seus limites'],
  [
    'a drawing where a field is asked for',
    step('b', 'contours', { raster: { kind: 'area', placeKind: 'zee', id: 'zee' } }),
    'Esperava um campo',
  ],
])('%s is refused, and the step is named', (_what, faulty, words) => {
  const steps = [step('raster', 'proximity', {}, { output: 'raster' }), step('points', 'clusters'), faulty];
  const found = chainProblems(steps);
  expect(found).toHaveLength(1);
  expect(found[0]?.message).toContain('«B»');
  expect(found[0]?.message).toContain(words);
  expect(found[0]?.path[0]).toBe(2);
});

test('a criterion of an mcda takes the field of a step', () => {
  const parameters = { criteria: [{ input: 'perto', label: 'Perto' }] };
  const steps = [step('a', 'proximity'), step('b', 'mcda', { perto: of('a') }, parameters)];
  expect(messages(...steps)).toEqual([]);
});

test('names repeat in no chain, and it has from two to twelve steps', () => {
  expect(messages(step('a', 'buffer'), step('a', 'voronoi'))).toEqual(['Há outro passo com o identificador «a».']);
  const many = (count: number) => Array.from({ length: count }, (_, place) => step(`p${place}`, 'voronoi'));
  expect([1, 2, 12, 13].map((count) => chainStepsSchema.safeParse(many(count)).success)).toEqual([
    ...[false, true, true, false],
  ]);
});
