import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Bbox, clipRing, type Ring } from '@kianda/geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** Africa's south-west and the sea before it: what any of our maps may show. */
const region: Bbox = [-14, -36, 38, 12];

let regional: readonly (readonly Ring[])[] | null = null;

/** Outlines of the land in a box, each with its holes: Natural Earth 1:10m (public domain), as in world-atlas. */
export function landIn(box: Bbox): readonly (readonly Ring[])[] {
  regional ??= readLand();
  return clipped(regional, box);
}

function readLand(): readonly (readonly Ring[])[] {
  const path = createRequire(import.meta.url).resolve('world-atlas/land-10m.json');
  const atlas = JSON.parse(readFileSync(path, 'utf8')) as Topology<{ land: GeometryCollection }>;
  // One polygon after the other: all the world's land at once would stand in memory for what is cut away again.
  return atlas.objects.land.geometries.flatMap((geometry) => {
    if (geometry.type !== 'MultiPolygon') return [];
    return geometry.arcs.flatMap((arcs) => {
      const { coordinates } = feature(atlas, { type: 'Polygon', arcs, properties: {} }).geometry as {
        coordinates: unknown;
      };
      return clipped([coordinates as Ring[]], region);
    });
  });
}

const clipped = (polygons: readonly (readonly Ring[])[], box: Bbox): Ring[][] =>
  polygons
    .map((rings) => rings.map((ring) => clipRing(ring, box)).filter((ring) => ring.length > 3))
    .filter((rings) => rings.length > 0);
