import { expect, test } from 'vitest';
import { kmlTables } from './kml.ts';
import type { SourceRow } from './source.ts';

const read = async (text: string) => {
  const [table] = await kmlTables({
    name: 'zonas.kml',
    bytes: async () => Buffer.from(text),
    path: () => Promise.reject(new Error('not asked for')),
  });
  const rows: SourceRow[] = [];
  for await (const row of table?.rows() ?? []) rows.push(row);
  return { table, rows };
};
const kml = (inner: string) => `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2">${inner}</kml>`;

test('placemarks of all folders are one table: places, names and extended data by their types', async () => {
  const { table, rows } = await read(
    kml(`<Document><Folder><Placemark><name>Baía &amp; cabo</name>
      <ExtendedData><Data name="valor"><value>2.5</value></Data></ExtendedData>
      <Polygon><outerBoundaryIs><LinearRing><coordinates>11,-9,5 12,-9,5 12,-8,5 11,-9,5</coordinates></LinearRing></outerBoundaryIs>
      <innerBoundaryIs><LinearRing><coordinates>11.4,-8.9 11.5,-8.9 11.5,-8.8 11.4,-8.9</coordinates></LinearRing></innerBoundaryIs></Polygon></Placemark></Folder>
      <Placemark><ExtendedData><SchemaData><SimpleData name="valor">3</SimpleData></SchemaData></ExtendedData>
      <MultiGeometry><Point><coordinates>13,-9</coordinates></Point><Point><coordinates>13,-10</coordinates></Point></MultiGeometry></Placemark>
      <Placemark><name>Sem lugar</name></Placemark></Document>`),
  );
  expect(table).toMatchObject({ name: 'zonas', features: 3 });
  expect(table?.columns).toEqual([
    { name: 'valor', type: 'number' },
    { name: 'name', type: 'string' },
  ]);
  expect(rows.map(({ values }) => values)).toEqual([
    ['3', null],
    [null, 'Sem lugar'],
    ['2.5', 'Baía & cabo'],
  ]);
  expect(rows.map(({ geometry }) => (geometry as { type: string } | null)?.type)).toEqual([
    ...['MultiPoint', undefined, 'Polygon'],
  ]);
});

test('what mixes kinds is a fault of its row; declarations of types, deep folders and other files are refused', async () => {
  const mixed =
    '<Point><coordinates>1,2</coordinates></Point><LineString><coordinates>1,2 3,4</coordinates></LineString>';
  const { rows } = await read(kml(`<Placemark><MultiGeometry>${mixed}</MultiGeometry></Placemark>`));
  expect(rows[0]?.geometryFault).toContain('mistura');
  const bomb = '<!DOCTYPE lolz [<!ENTITY lol "lol">]><kml><Placemark><name>&lol;</name></Placemark></kml>';
  await expect(read(bomb)).rejects.toThrow('DOCTYPE');
  await expect(read(kml('<Folder>'.repeat(40) + '</Folder>'.repeat(40)))).rejects.toThrow('pastas');
  await expect(read('<html/>')).rejects.toThrow('não é KML');
});
