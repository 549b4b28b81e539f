import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { editableRings } from './contour.ts';
import { mostBytes, type Parsed } from './parse-area.ts';
import { parseAreaFile } from './parse-area-file.ts';
import { parseShapefile } from './parse-shapefile.ts';
import { parseTexts as texts } from './texts.pt.ts';

type Ring = readonly (readonly [number, number])[];

/** A `.shp` of one polygon, as the white paper of 1998 lays it out: big-endian lengths, little-endian shapes. */
function shp(rings: readonly Ring[]): Uint8Array {
  const points = rings.flat();
  const contentBytes = 44 + 4 * rings.length + 16 * points.length;
  const bytes = new Uint8Array(100 + 8 + contentBytes);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 9994);
  view.setInt32(24, bytes.length / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, 5, true);
  view.setInt32(100, 1);
  view.setInt32(104, contentBytes / 2);
  let at = 108;
  view.setInt32(at, 5, true);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  for (const [index, value] of box.entries()) {
    view.setFloat64(36 + index * 8, value, true);
    view.setFloat64(at + 4 + index * 8, value, true);
  }
  view.setInt32(at + 36, rings.length, true);
  view.setInt32(at + 40, points.length, true);
  at += 44;
  let start = 0;
  for (const ring of rings) {
    view.setInt32(at, start, true);
    at += 4;
    start += ring.length;
  }
  for (const [x, y] of points) {
    view.setFloat64(at, x, true);
    view.setFloat64(at + 8, y, true);
    at += 16;
  }
  return bytes;
}

const wgs84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const utm33South = `PROJCS["WGS_1984_UTM_Zone_33S",${wgs84},PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",15.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;
/** Clockwise: an outer ring. */
const triangle: Ring = [
  [12, -10],
  [12, -9],
  [13, -10],
  [12, -10],
];
const zip = (files: Record<string, Uint8Array>) => zipSync(files);
const reasonOf = (parsed: Parsed) => (parsed.ok ? '' : parsed.reason);

describe('a zipped shapefile', () => {
  test('in degrees is taken as it stands, whatever the folder and case of its names', async () => {
    const archive = zip({
      '__MACOSX/._a.shp': strToU8('x'),
      'dados/Área.SHP': shp([triangle]),
      'dados/ÁREA.prj': strToU8(wgs84),
      'dados/Área.dbf': strToU8('não se lê'),
    });
    const parsed = await parseAreaFile(new File([new Uint8Array(archive)], 'Área.ZIP'));
    expect(parsed).toMatchObject({ ok: true, geometry: { type: 'Polygon' } });
    expect(parsed.ok && parsed.geometry.coordinates[0]).toHaveLength(4);
    expect(parsed.ok && parsed.note).toContain('GCS_WGS_1984');
  });

  test('in metres is converted by its projection', () => {
    const metres: Ring = [
      [500_000, 8_900_000],
      [500_000, 9_000_000],
      [600_000, 8_900_000],
      [500_000, 8_900_000],
    ];
    const parsed = parseShapefile(zip({ 'a.shp': shp([metres]), 'a.prj': strToU8(utm33South) }));
    if (!parsed.ok || parsed.geometry.type !== 'Polygon') throw new Error(reasonOf(parsed));
    const [[first]] = parsed.geometry.coordinates as [[[number, number]]];
    expect(first[0]).toBeCloseTo(15, 6);
    // 1 100 km south of the equator along the central meridian, scaled by 0.9996.
    expect(first[1]).toBeCloseTo(-9.9506, 3);
    expect(parsed.note).toContain('WGS_1984_UTM_Zone_33S');
  });

  test('without a projection is taken for degrees and said so, or refused where it cannot be', () => {
    const plain = parseShapefile(zip({ 'a.shp': shp([triangle]) }));
    expect(plain.ok && plain.note).toContain('Sem .prj');
    const metres: Ring = triangle.map(([x, y]) => [x * 1e5, y * 1e5] as const);
    expect(reasonOf(parseShapefile(zip({ 'a.shp': shp([metres]) })))).toContain('não tem .prj');
  });

  test.each([
    ['no archive', new Uint8Array([1, 2, 3]), 'ZIP válido'],
    ['no shapefile in it', zip({ 'a.txt': strToU8('a') }), 'nenhum ficheiro .shp'],
    ['two of them', zip({ 'a.shp': shp([triangle]), 'b.shp': shp([triangle]) }), 'vários shapefiles (a.shp, b.shp)'],
    ['a broken one', zip({ 'a.shp': strToU8('x'.repeat(300)), 'a.prj': strToU8(wgs84) }), 'shp'],
    [
      'a projection nobody knows',
      zip({ 'a.shp': shp([triangle]), 'a.prj': strToU8('LOCAL_CS["Grelha da fábrica"]') }),
      '«Grelha da fábrica»',
    ],
  ])('with %s is refused in words', (_name, archive, word) => {
    expect(reasonOf(parseShapefile(archive))).toContain(word);
  });
});

test('a contour with holes, or of a thousand vertices, is not for moving by hand', () => {
  const ring = triangle.map(([x, y]): [number, number] => [x, y]);
  expect(editableRings({ type: 'Polygon', coordinates: [ring] })).toEqual([ring]);
  expect(editableRings({ type: 'MultiPolygon', coordinates: [[ring], [ring]] })).toHaveLength(2);
  expect(editableRings({ type: 'Polygon', coordinates: [ring, ring] })).toBeNull();
  const long = Array.from({ length: 1_000 }, (_, index): [number, number] => [index / 1e4, 0]);
  expect(editableRings({ type: 'Polygon', coordinates: [long] })).toBeNull();
  expect(editableRings(null)).toEqual([]);
});

test('a file that is no zip is read as the text it is, one too large is not read at all', async () => {
  const text = JSON.stringify({ type: 'Polygon', coordinates: [triangle] });
  const parsed = await parseAreaFile(new File([text], 'Area.GeoJSON'));
  expect(parsed.ok && parsed.geometry.type).toBe('Polygon');
  expect((await parseAreaFile(new File([text], 'area.ZIP'))).ok).toBe(false);
  for (const name of ['area.json', 'area.zip']) {
    expect(reasonOf(await parseAreaFile(new File([new Uint8Array(mostBytes + 1)], name)))).toBe(texts.tooBig);
  }
});
