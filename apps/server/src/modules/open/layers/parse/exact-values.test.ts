import { expect, test } from 'vitest';
import { textType, valueAs } from './columns.ts';
import { geojsonTables } from './geojson.ts';
import { kmlTables } from './kml.ts';
import { hasHeights } from './row-geometry.ts';
import type { SourceRow, SourceTable } from './source.ts';
import { shapeOfWkb } from './wkb-shape.ts';

const fileOf = (text: string, name: string) => ({
  name,
  bytes: async () => Buffer.from(text),
  path: () => Promise.reject(new Error('not asked for')),
});

async function rowsOf([table]: readonly SourceTable[]): Promise<SourceRow[]> {
  return Array.fromAsync(table?.rows() ?? []);
}

const geojson = (features: readonly string[]) =>
  geojsonTables(fileOf(`{"type":"FeatureCollection","features":[${features.join()}]}`, 'pontos.geojson'));
const point = (more: string) => `{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},${more}}`;

test('identifiers of features are a column, unless a property says the same', async () => {
  const named = await geojson([point('"id":"x1","properties":{"a":1}'), point('"properties":{"a":2}')]);
  expect(named[0]?.columns).toEqual([
    { name: 'a', type: 'integer' },
    { name: 'id', type: 'string' },
  ]);
  expect((await rowsOf(named)).map(({ values }) => values)).toEqual([
    [1, 'x1'],
    [2, null],
  ]);
  const same = await geojson([point('"id":4,"properties":{"id":4}')]);
  expect(same[0]?.columns).toEqual([{ name: 'id', type: 'integer' }]);
  expect((await geojson([point('"properties":{}')]))[0]?.columns).toEqual([]);
});

test('a whole number that a double would change is kept as it is written', async () => {
  const tables = await geojson([
    point('"properties":{"big":9007199254740993,"small":9007199254740991,"real":12345678901234567.5}'),
  ]);
  expect(tables[0]?.columns.map(({ type }) => type)).toEqual(['string', 'integer', 'number']);
  expect((await rowsOf(tables))[0]?.values.slice(0, 1).map((value) => valueAs('string', value))).toEqual([
    '9007199254740993',
  ]);
  expect(['9007199254740993', '-9007199254740993', '1234567890123456', '007', '12'].map(textType)).toEqual([
    ...['string', 'string', 'integer', 'string', 'integer'],
  ]);
});

test('one that a column of numbers can not hold exact is refused by that reason', () => {
  const tooLong = 'o inteiro «9007199254740993» é grande de mais para se guardar exato';
  expect(() => valueAs('integer', 9007199254740993n)).toThrow(tooLong);
  expect(() => valueAs('integer', '9007199254740993')).toThrow(tooLong);
  expect(() => valueAs('number', 9007199254740993n)).toThrow(tooLong);
  expect(valueAs('number', 9007199254740992n)).toBe(9007199254740992);
  expect(valueAs('integer', '9007199254740991')).toBe(9007199254740991);
  expect(() => valueAs('integer', 'a')).toThrow('esperava um inteiro, recebeu «a»');
});

test.each([
  [{ type: 'Point', coordinates: [1, 2, -50] }, true],
  [{ type: 'Point', coordinates: [1, 2, 0] }, false],
  [{ type: 'Point', coordinates: [1, 2] }, false],
  [
    {
      type: 'Polygon',
      coordinates: [
        [
          [1, 2],
          [2, 2],
          [2, 3, 9],
          [1, 2],
        ],
      ],
    },
    true,
  ],
  [null, false],
])('%# heights that are not stored are noticed', (geometry, found) => {
  expect(hasHeights(geometry)).toBe(found);
});

test('heights of WKB and KML are told as such, and measures are not', async () => {
  const wkb = (code: number, ...ordinates: readonly number[]) => {
    const bytes = Buffer.alloc(5 + 8 * ordinates.length);
    bytes.writeUInt8(1, 0);
    bytes.writeUInt32LE(code, 1);
    for (const [at, value] of ordinates.entries()) bytes.writeDoubleLE(value, 5 + 8 * at);
    return bytes;
  };
  expect(shapeOfWkb(wkb(1001, 1, 2, -50))).toEqual({ type: 'Point', coordinates: [1, 2, -50] });
  expect(shapeOfWkb(wkb(2001, 1, 2, 7))).toEqual({ type: 'Point', coordinates: [1, 2] });
  expect(shapeOfWkb(wkb(3001, 1, 2, -50, 7))).toEqual({ type: 'Point', coordinates: [1, 2, -50] });
  const kml = '<kml><Placemark><Point><coordinates>1,2,-50</coordinates></Point></Placemark></kml>';
  const [row] = await rowsOf(await kmlTables(fileOf(kml, 'a.kml')));
  expect(hasHeights(row?.geometry)).toBe(true);
});
