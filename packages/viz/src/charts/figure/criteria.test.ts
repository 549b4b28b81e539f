import { expect, test } from 'vitest';
import { membershipOption, tornadoOption } from './criteria.ts';
import type { Look } from './engine.ts';

const look: Look = {
  ...{ text: '#111', faint: '#777', border: '#ccc' },
  ...{ surface: '#fff', line: '#08c', font: 'Inter' },
};

test('the histogram ends where its last bin does, and the curve keeps to 0–1 on an axis of its own', () => {
  const option = membershipOption({
    bins: [
      { from: 0, to: 10, share: 0.75 },
      { from: 10, to: 20, share: 0.25 },
    ],
    curve: [
      { x: 0, y: 0 },
      { x: 20, y: 1 },
    ],
    ...{ valueLabel: 'Temperatura (°C)', binsName: 'Células (%)', curveName: 'Aptidão' },
  })(look);
  expect(option.xAxis).toMatchObject({ min: 0, max: 20 });
  expect(option.yAxis).toMatchObject([{ name: 'Células (%)' }, { name: 'Aptidão', max: 1 }]);
  const [bins, curve] = option.series as readonly { data: number[][]; yAxisIndex: number }[];
  expect(bins?.data).toEqual([
    [0, 0.75],
    [10, 0.25],
    [20, 0.25],
  ]);
  expect(curve?.yAxisIndex).toBe(1);
});

test('a tornado keeps the order, with both changes told apart by more than colour', () => {
  const bars = [
    { label: 'Profundidade', lowered: -0.02, raised: 0.018 },
    { label: 'Clorofila-a', lowered: 0.001, raised: -0.001 },
  ];
  const option = tornadoOption(bars, ['Peso −10 %', 'Peso +10 %'], 'Variação da aptidão média')(look);
  expect(option.yAxis).toMatchObject({ inverse: true, data: ['Profundidade', 'Clorofila-a'] });
  expect(option.series).toMatchObject([
    { name: 'Peso −10 %', data: [-0.02, 0.001], itemStyle: { borderWidth: 1.5 } },
    { name: 'Peso +10 %', data: [0.018, -0.001], itemStyle: { color: '#08c' } },
  ]);
});
