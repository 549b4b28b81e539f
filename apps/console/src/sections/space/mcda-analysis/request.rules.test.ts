import { analysisRequestSchema } from '@kianda/contract/space/spatial/analyses.contract';
import type { CriteriaPlan } from '@kianda/contract/space/spatial/criteria-plan';
import { expect, test } from 'vitest';
import { newCriterion, newJudge } from './plan.rules.ts';
import { requestOf } from './request.rules.ts';

const plan: CriteriaPlan = {
  name: 'Recifes',
  criteria: [
    { ...newCriterion({ kind: 'field', variable: 'analysedSst' }), least: 15, most: null },
    { ...newCriterion({ kind: 'field', variable: 'seabedDepth' }), curve: { kind: 'j-shaped', from: 200, to: 20 } },
  ],
  judges: [
    { ...newJudge('Ana', 2), above: [3] },
    { ...newJudge('Rui', 2), above: [1 / 3], weight: 0 },
  ],
  power: null,
};

test.each(['wlc', 'owa', 'topsis'] as const)(
  'the contract takes the analysis by %s, with all that was judged',
  (scenario) => {
    const parsed = analysisRequestSchema.parse(requestOf(plan, scenario));
    expect(parsed).toMatchObject({
      name: 'Recifes',
      inputs: { c2_seabed_depth: { kind: 'raster', variable: 'seabedDepth' } },
      parameters: {
        criteria: [
          { input: 'c1_analysed_sst', least: 15, most: null },
          { curve: { kind: 'j-shaped', from: 200, to: 20 } },
        ],
        judges: [{ name: 'Ana', judgements: [3], weight: 1 }],
      },
    });
  },
);

test('the other two ways take the weights of the group, and the ordered average its order', () => {
  expect(requestOf(plan, 'wlc')?.parameters).toMatchObject({ method: 'ahp', weights: [], order_weights: [] });
  expect(requestOf(plan, 'topsis')?.parameters.weights).toEqual([expect.closeTo(0.75, 9), expect.closeTo(0.25, 9)]);
  expect(requestOf(plan, 'owa')?.parameters.order_weights).toEqual([0, 1]);
  expect(requestOf({ ...plan, judges: [{ ...newJudge('Rui', 2), weight: 0 }] }, 'wlc')).toBeNull();
});

test('layers are measured by the platform: the distance to their features, or within their areas', () => {
  const layers: CriteriaPlan = {
    ...plan,
    criteria: [
      newCriterion({ kind: 'layer', collection: 'ports', title: 'Portos', measure: 'distance' }),
      newCriterion({ kind: 'layer', collection: 'protected-areas', title: 'Áreas protegidas', measure: 'inside' }),
    ],
  };
  expect(analysisRequestSchema.parse(requestOf(layers, 'wlc'))).toMatchObject({
    inputs: {
      c1_distance_ports: { kind: 'collection', collection: 'ports' },
      c2_inside_protected_areas: { kind: 'collection', collection: 'protected-areas' },
    },
    parameters: {
      criteria: [
        { label: 'Distância a: Portos', measure: 'distance' },
        { label: 'Dentro de: Áreas protegidas', measure: 'inside' },
      ],
    },
  });
});
