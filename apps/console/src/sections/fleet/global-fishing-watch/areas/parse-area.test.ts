import { expect, test } from 'vitest';
import { editableRings } from './contour.ts';
import { areaOfVertices, mostBytes, type Parsed, parseArea, parseGeometries, vertexOf } from './parse-area.ts';
import { parseTexts as texts } from './texts.pt.ts';

const reasonOf = (parsed: Parsed) => (parsed.ok ? null : parsed.reason);
const square: [number, number][] = [
  [12, -10],
  [13, -10],
  [13, -9],
];

test('the edges of the world are vertices, what lies beyond or is no number is none', () => {
  expect(vertexOf('180,90')).toEqual([180, 90]);
  expect(vertexOf('-180;-90')).toEqual([-180, -90]);
  expect(vertexOf('12,5;-9,25')).toEqual([12.5, -9.25]);
  expect(vertexOf(' 0 , 0 ')).toEqual([0, 0]);
  for (const line of ['180.1,0', '0,90.1', '-180.1,0', '0,-90.1', '12', '12,', ',9', 'a,b', ''])
    expect(vertexOf(line)).toBeNull();
});

test('three vertices are a contour, closed once; two are none', () => {
  const open = areaOfVertices(square);
  expect(open.ok && open.geometry.coordinates[0]).toEqual([...square, square[0]]);
  const shut = areaOfVertices([...square, [12, -10]]);
  expect(shut.ok && shut.geometry.coordinates[0]).toHaveLength(4);
  // It comes back to the longitude, not to the place.
  const beside = areaOfVertices([...square, [12, -9]]);
  expect(beside.ok && beside.geometry.coordinates[0]).toHaveLength(5);
  expect(reasonOf(areaOfVertices(square.slice(0, 2)))).toBe(texts.fewPoints);
  expect(reasonOf(areaOfVertices([]))).toBe(texts.fewPoints);
});

test('a file of five million characters is read, one more is too large; the ending says what it is', () => {
  const padded = (length: number) => `${JSON.stringify({ type: 'Polygon', coordinates: [square] }).padEnd(length)}`;
  expect(parseArea('a.json', padded(mostBytes)).ok).toBe(true);
  expect(reasonOf(parseArea('a.json', padded(mostBytes + 1)))).toBe(texts.tooBig);
  expect(parseArea('A.GeoJSON', padded(0)).ok).toBe(true);
  expect(reasonOf(parseArea('a.gpx', padded(0)))).toBe(texts.kind);
  expect(reasonOf(parseArea('a.json', '{'))).toBe(texts.notJson);
});

test('of geometries only polygons count; one is a polygon, several are one of many parts', () => {
  const polygon = { type: 'Polygon', coordinates: [square] };
  const one = parseGeometries([
    { type: 'Point', coordinates: [1, 2] },
    polygon,
    null,
    7,
    { type: 'Feature', geometry: null },
  ]);
  expect(one.ok && one.geometry.type).toBe('Polygon');
  const many = parseGeometries([polygon, { type: 'GeometryCollection', geometries: [polygon] }]);
  expect(many.ok && many.geometry.type).toBe('MultiPolygon');
  expect(many.ok && many.geometry.coordinates).toHaveLength(2);
  for (const nothing of [{ type: 'Feature' }, { type: 'FeatureCollection', features: 7 }, { type: 'MultiPolygon' }])
    expect(reasonOf(parseGeometries([nothing]))).toBe(texts.noPolygon);
  expect(reasonOf(parseGeometries([{ type: 'Polygon', coordinates: 7 }]))).not.toBeNull();
  expect(reasonOf(parseGeometries([{ type: 'Polygon', coordinates: [7] }]))).toBe(texts.fewPoints);
});

test('heights are left out, and a position that is none refuses the contour', () => {
  const high = parseGeometries([{ type: 'Polygon', coordinates: [square.map(([lon, lat]) => [lon, lat, 30])] }]);
  expect(high.ok && high.geometry.coordinates[0]).toEqual([...square, square[0]]);
  expect(parseGeometries([{ type: 'Polygon', coordinates: [['a', 'b', 'c', 'd']] }]).ok).toBe(false);
});

test('CSV: a heading is its first line only, empty lines do not count, a bad line is told by its number', () => {
  const rows = square.map(([lon, lat]) => `${lon},${lat}`);
  expect(parseArea('a.csv', `\ufefflon,lat\r\n\r\n${rows.join('\r\n')}\r\n`).ok).toBe(true);
  expect(parseArea('a.txt', rows.join('\n')).ok).toBe(true);
  expect(reasonOf(parseArea('a.csv', `lon,lat\nlon,lat\n${rows.join('\n')}`))).toBe(texts.badRow(2));
  expect(reasonOf(parseArea('a.csv', `\nlon,lat\n${rows.join('\n')}`))).toBe(texts.badRow(2));
  expect(reasonOf(parseArea('a.csv', `999,0\n${rows.join('\n')}`))).toBe(texts.badRow(1));
  expect(reasonOf(parseArea('a.csv', `${rows.join('\n')}\nfim,fim`))).toBe(texts.badRow(4));
});

test('what a hand can edit: outer rings alone, four hundred vertices at most', () => {
  const ring = (count: number) => Array.from({ length: count }, (_, index): [number, number] => [index / 1000, 0]);
  expect(editableRings(null)).toEqual([]);
  expect(editableRings({ type: 'Polygon', coordinates: [ring(400)] })).toHaveLength(1);
  expect(editableRings({ type: 'Polygon', coordinates: [ring(401)] })).toBeNull();
  expect(editableRings({ type: 'Polygon', coordinates: [ring(9), ring(9)] })).toBeNull();
  expect(editableRings({ type: 'MultiPolygon', coordinates: [[ring(200)], [ring(200)]] })).toHaveLength(2);
  expect(editableRings({ type: 'MultiPolygon', coordinates: [[ring(200)], [ring(201)]] })).toBeNull();
});
