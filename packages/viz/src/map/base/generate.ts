/**
 * Writes `land.geojson`, the base map's land and borders around Angola, from Natural Earth 1:10m (public domain), as
 * published in world-atlas; and its part around Angola's sea as `shore.ts` of `@kianda/geo`, for charts without a map. Run after changing the box: `node packages/viz/src/map/base/generate.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Bbox, bboxContains, clipLine, clipRing, type Position } from '@kianda/geo';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** Wider than the camera may go, so that the cut edges are never seen. */
const box: Bbox = [-14, -36, 38, 12];
/** Kept in full detail. */
const near: Bbox = [5, -20, 15, -3];

type Atlas = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;
const path = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
const atlas: Atlas = JSON.parse(readFileSync(path, 'utf8'));

/** To 110 m near: less than a pixel at the closest zoom this coast is good for. To 2 km elsewhere. */
function rounded([lon, lat]: Position): Position {
  const steps = bboxContains(near, [lon, lat]) ? 1e3 : 50;
  return [Math.round(lon * steps) / steps, Math.round(lat * steps) / steps];
}

function withoutRepeats(points: readonly Position[]): readonly Position[] {
  return points.map(rounded).filter(([lon, lat], index, all) => {
    const before = all[index - 1];
    return before === undefined || before[0] !== lon || before[1] !== lat;
  });
}

const polygons = feature(atlas, atlas.objects.land).features.flatMap(({ geometry }) =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [],
);
/** Fiji lies on both sides of 180° and is drawn as a ribbon around the world, which would cross this map too. */
function isRibbon(ring: readonly Position[]): boolean {
  const latitudes = ring.map(([, lat]) => lat);
  const longitudes = ring.map(([lon]) => lon);
  const isWide = Math.min(...longitudes) <= box[0] && Math.max(...longitudes) >= box[2];
  return isWide && Math.max(...latitudes) - Math.min(...latitudes) < 1;
}
const land = polygons
  .map((rings) => rings.map((ring) => withoutRepeats(clipRing(ring as unknown as Position[], box))))
  .map((rings) => rings.filter((ring) => ring.length > 3 && !isRibbon(ring)))
  .filter((rings) => rings.length > 0);
/** Edges made by the cut are no coast. */
const isCut = ([lon, lat]: Position) => lon <= box[0] || lon >= box[2] || lat <= box[1] || lat >= box[3];
const inside: Bbox = [box[0] + 1e-9, box[1] + 1e-9, box[2] - 1e-9, box[3] - 1e-9];
const coast = land.flat().flatMap((ring) => (ring.some(isCut) ? clipLine(ring, inside) : [ring]));
const borders = mesh(atlas, atlas.objects.countries, (a, b) => a !== b)
  .coordinates.flatMap((line) => clipLine(line as unknown as Position[], box))
  .map(withoutRepeats)
  .filter((line) => line.length > 1);

const json = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', properties: { kind: 'land' }, geometry: { type: 'MultiPolygon', coordinates: land } },
    { type: 'Feature', properties: { kind: 'coast' }, geometry: { type: 'MultiLineString', coordinates: coast } },
    { type: 'Feature', properties: { kind: 'border' }, geometry: { type: 'MultiLineString', coordinates: borders } },
  ],
});
writeFileSync(new URL('./land.geojson', import.meta.url), `${json}\n`);

/** The sea of Angola, and as much of the shore as its charts show. */
const shoreBox: Bbox = [6, -19.5, 16.5, -3];
const shore = land
  .flat()
  .map((ring) => withoutRepeats(clipRing(ring, shoreBox)))
  .filter((ring) => ring.length > 3);
const shoreFile = `import type { Ring } from '../position.ts';

/** Land around the sea of Angola, as the maps draw it: Natural Earth 1:10m (public domain), to 110 m. Written by a script of theirs. */
// biome-ignore format: one ring a line
export const shoreLand: readonly Ring[] = [
${shore.map((ring) => `  ${JSON.stringify(ring)},`).join('\n')}
];
`;
writeFileSync(new URL('../../../../geo/src/angola/shore.ts', import.meta.url), shoreFile);
