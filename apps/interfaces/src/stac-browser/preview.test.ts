import { expect, test } from 'vitest';
import { appearanceOf, fieldOfCsv, headOfCsv } from './preview.ts';
import { previewables } from './previewables.ts';

const item = {
  type: 'Feature' as const,
  stac_version: '1.1.0' as const,
  id: 'a',
  geometry: null,
  properties: {
    datetime: '2026-08-31T00:00:00Z',
    'proj:shape': [2, 3],
    'proj:transform': [0.5, 0, 7.75, 0, -0.5, -17.25],
  },
  links: [],
  assets: {
    'analysedSst.csv': { href: 'https://k.test/a.csv', type: 'text/csv', title: 'TSM' },
    'analysedSst.tif': { href: 'https://k.test/a.tif', type: 'image/tiff' },
  },
};

test('cells go where their coordinates say, south first; what is left out is missing', () => {
  const field = fieldOfCsv(item, 'longitude,latitude,analysedSst\n8,-18,20\n9,-18,22\n8.5,-17.5,24.5\n');
  expect(field.grid).toMatchObject({ west: 8, south: -18, columns: 3, rows: 2 });
  expect([...field.values]).toEqual([20, Number.NaN, 22, Number.NaN, 24.5, Number.NaN]);
  expect(appearanceOf('analysedSst.csv', 'TSM', field)).toMatchObject({ unit: '°C', scale: { ramp: 'thermal' } });
  expect(appearanceOf('outro.csv', 'Outro', field)).toMatchObject({ label: 'Outro', scale: { range: [20, 24.5] } });
  expect(() => fieldOfCsv({ ...item, properties: { datetime: null } }, '')).toThrow('describes no grid');
});

test('only what can be looked at is offered', () => {
  expect(previewables(item)).toEqual([
    { key: 'analysedSst.csv', href: 'https://k.test/a.csv', kind: 'grid', title: 'TSM' },
  ]);
});

test('the first rows of a table, with commas, quotes and line breaks in its cells', () => {
  expect(headOfCsv('a,b\r\n"x, y","diz ""olá""\nfim"\n1,\n2,3', 2)).toEqual({
    header: ['a', 'b'],
    rows: [
      { line: 1, cells: ['x, y', 'diz "olá"\nfim'] },
      { line: 2, cells: ['1', ''] },
    ],
    total: 3,
  });
});
