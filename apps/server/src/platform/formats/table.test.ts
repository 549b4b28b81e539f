import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { type Table, tableFile } from './table.ts';
import { tableAsset, tableAssets } from './table-product.ts';

const table: Table = {
  columns: [
    { name: 'name', kind: 'text' },
    { name: 'lon', kind: 'number' },
    { name: 'lat', kind: 'number' },
    { name: 'seen', kind: 'boolean' },
  ],
  rows: [
    { name: 'Ilha, «Mussulo»', lon: 13.1, lat: -8.9, seen: true },
    { name: '=1+1', lon: 0, lat: 0, seen: false },
    { name: null, lon: null, lat: null, seen: null },
  ],
  position: { lon: 'lon', lat: 'lat' },
};

test('CSV keeps numbers as they are and disarms formulas', () => {
  expect(Buffer.from(tableFile(table, 'csv')).toString()).toBe(
    'name,lon,lat,seen\n"Ilha, «Mussulo»",13.1,-8.9,true\n\'=1+1,0,0,false\n,,,\n',
  );
});

test('GeoJSON places rows, the zero of the map among them, and leaves the others without a place', () => {
  const { features } = JSON.parse(Buffer.from(tableFile(table, 'geojson')).toString());
  expect(features.map(({ geometry }: { geometry: { coordinates: number[] } | null }) => geometry?.coordinates)).toEqual(
    [[13.1, -8.9], [0, 0], undefined],
  );
  expect(features[0].properties).toEqual(table.rows[0]);
});

test('Parquet reads back as it was written', async () => {
  const bytes = tableFile(table, 'parquet');
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  expect(await parquetReadObjects({ file })).toEqual(table.rows);
});

test('an asset is the table in the format of its name; without rows there is none', async () => {
  expect(tableAssets('x', 'X', ['csv', 'parquet']).map(({ key }) => key)).toEqual(['x.csv', 'x.parquet']);
  const load = async () => table;
  expect(await tableAsset('x.csv', load)).toEqual(tableFile(table, 'csv'));
  expect(await tableAsset('x.pdf', load)).toBeNull();
  expect(await tableAsset('x.csv', async () => ({ ...table, rows: [] }))).toBeNull();
  expect(await tableAsset('x.csv', async () => null)).toBeNull();
});
