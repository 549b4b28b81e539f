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

/** Fiji lies on both sides of 180° and is drawn as a ribbon around the world, which would cross our maps too. */
function isRibbon(ring: Ring): boolean {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lon, lat] of ring) {
    west = Math.min(west, lon);
    south = Math.min(south, lat);
    east = Math.max(east, lon);
    north = Math.max(north, lat);
  }
  return east - west > 300 && north - south < 5;
}

function readLand(): readonly (readonly Ring[])[] {
  const path = createRequire(import.meta.url).resolve('world-atlas/land-10m.json');
  const atlas = JSON.parse(readFileSync(path, 'utf8')) as Topology<{ land: GeometryCollection }>;
  // One polygon after the other: all the world's land at once would stand in memory for what is cut away again.
  return atlas.objects.land.geometries.flatMap((geometry) => {
    if (geometry.type !== 'MultiPolygon') return [];
    return geometry.arcs.flatMap((arcs) => {
      if (!arcs.flat().some((arc) => meets(atlas, arc))) return [];
      const { coordinates } = feature(atlas, { type: 'Polygon', arcs, properties: {} }).geometry as {
        coordinates: unknown;
      };
      const rings = (coordinates as Ring[]).filter((ring) => !isRibbon(ring));
      return clipped([rings], region);
    });
  });
}

/** Whether an arc reaches into our region, told from its steps alone: to build the whole world first costs 100 MB. */
function meets({ arcs, transform }: Topology, index: number): boolean {
  const steps = arcs[index < 0 ? ~index : index] ?? [];
  const [scaleX, scaleY] = transform?.scale ?? [1, 1];
  const [originX, originY] = transform?.translate ?? [0, 0];
  const [west, south, east, north] = region;
  let [x, y] = [0, 0];
  let [left, bottom, right, top] = [180, 90, -180, -90];
  for (const [dx = 0, dy = 0] of steps) {
    x += dx;
    y += dy;
    const [lon, lat] = [x * scaleX + originX, y * scaleY + originY];
    left = Math.min(left, lon);
    right = Math.max(right, lon);
    bottom = Math.min(bottom, lat);
    top = Math.max(top, lat);
  }
  return left <= east && right >= west && bottom <= north && top >= south;
}

const clipped = (polygons: readonly (readonly Ring[])[], box: Bbox): Ring[][] =>
  polygons
    .map((rings) => rings.map((ring) => clipRing(ring, box)).filter((ring) => ring.length > 3))
    .filter((rings) => rings.length > 0);
