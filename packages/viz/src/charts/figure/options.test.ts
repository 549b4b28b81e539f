import { expect, test } from 'vitest';
import type { Look } from './engine.ts';
import { barsOption, curveOption, curvesOption, funnelOption, heatOption, pairsOption } from './options.ts';

const look: Look = { text: '#111', faint: '#555', border: '#ddd', surface: '#fff', line: '#08a', font: 'Inter' };
const series = (option: Readonly<Record<string, unknown>>) => (option.series as Readonly<Record<string, unknown>>[])[0];

test('bars in their order, in the colours of the page', () => {
  const option = barsOption(
    [
      { label: 'A', value: 3 },
      { label: 'B', value: 0 },
    ],
    'vezes',
  )(look);
  expect(series(option)).toMatchObject({ type: 'bar', data: [3, 0], itemStyle: { color: '#08a' } });
  expect(option.yAxis).toMatchObject({ data: ['A', 'B'], inverse: true });
});

test('a heat map without a value has a scale all the same', () => {
  const cells = [{ column: 1, row: 0, value: 0 }];
  const option = heatOption(cells, ['00', '04'], ['Dom'], 'Hora')(look);
  expect(series(option)?.data).toEqual([[1, 0, 0]]);
  expect(option.visualMap).toMatchObject({ min: 0, max: 1 });
});

test('a funnel keeps the order of its steps, each half on either side of the middle', () => {
  const option = funnelOption([
    { label: 'A', value: 10 },
    { label: 'B', value: 4 },
  ])(look);
  expect(option.xAxis).toMatchObject({ min: -5, max: 5 });
  expect(option.yAxis).toMatchObject({ data: ['A', 'B'], inverse: true });
  expect(option.series).toMatchObject([{ data: [5, 2] }, { data: [-5, -2] }]);
});

test('a curve joins its points and names both axes; a cloud does not, and its diagonal spans both axes', () => {
  const points = [
    { x: 0.1, y: 0 },
    { x: 0.9, y: 1 },
  ];
  const line = curveOption({ points, xLabel: 'Previsto', yLabel: 'Observado' })(look);
  expect(line.xAxis).toMatchObject({ type: 'value', name: 'Previsto' });
  expect(line.yAxis).toMatchObject({ type: 'value', name: 'Observado' });
  expect(line.series).toMatchObject([
    {
      type: 'line',
      data: [
        [0.1, 0],
        [0.9, 1],
      ],
    },
  ]);
  const cloud = curveOption({ points, xLabel: 'Previsto', yLabel: 'Observado', isCloud: true, hasDiagonal: true })(
    look,
  );
  expect(cloud.series).toMatchObject([
    { type: 'scatter' },
    {
      type: 'line',
      silent: true,
      data: [
        [0, 0],
        [1, 1],
      ],
    },
  ]);
});

test('pairs stand side by side under their bin, each series with its name', () => {
  const pairs = [
    { label: '18 a 20', first: 60, second: 25 },
    { label: '20 a 22', first: 40, second: 75 },
  ];
  const option = pairsOption(pairs, ['No treino', 'Agora'], 'Linhas (%)')(look);
  expect(option.xAxis).toMatchObject({ data: ['18 a 20', '20 a 22'] });
  expect(option.yAxis).toMatchObject({ name: 'Linhas (%)' });
  expect(option.series).toMatchObject([
    { type: 'bar', name: 'No treino', data: [60, 40] },
    { type: 'bar', name: 'Agora', data: [25, 75] },
  ]);
});

test('a curve of two models is drawn of both, told apart by more than colour', () => {
  const option = curvesOption(
    [
      { name: 'Versão 3', points: [{ x: 1, y: 2 }] },
      { name: 'Versão 2', points: [{ x: 1, y: 3 }] },
    ],
    { xLabel: 'Temperatura', yLabel: 'Adequação' },
  )(look);
  expect(option.xAxis).toMatchObject({ name: 'Temperatura' });
  expect(option.series).toMatchObject([
    { name: 'Versão 3', data: [[1, 2]], lineStyle: { type: 'solid' } },
    { name: 'Versão 2', data: [[1, 3]], lineStyle: { type: 'dashed' } },
  ]);
});
