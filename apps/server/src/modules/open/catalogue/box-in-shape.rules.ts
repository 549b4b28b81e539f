import type { FilterGeometry } from '../../../platform/cql2/index.ts';

/** Degrees within which doubles do not tell whether lines meet; far more than their error. */
const nearness = 1e-9;
/** Beyond this number of edges the geometry engine, which keeps them in a tree, is quicker. */
const edgesAtMost = 64;

/** West, south, east and north in; 1 where a box surely meets a shape, -1 where it surely does not, 0 where a closer look is needed. */
export type MeetsBox = (box: ArrayLike<number>) => number;

/** Test of boxes against a valid polygon, or several; null for other shapes and for those of many edges. */
export function meetsShape(shape: FilterGeometry): MeetsBox | null {
  const edges = edgesOf(shape);
  if (edges === null || edges.length > 4 * edgesAtMost) return null;
  return (box) => {
    const west = box[0] ?? NaN;
    const south = box[1] ?? NaN;
    const east = box[2] ?? NaN;
    const north = box[3] ?? NaN;
    const isFlat = east - west <= 2 * nearness || north - south <= 2 * nearness;
    let isNear = false;
    for (let at = 0; at < edges.length; at += 4) {
      if (!edgeMeets(edges, at, box, nearness)) continue;
      if (!isFlat && edgeMeets(edges, at, box, -nearness)) return 1;
      isNear = true;
    }
    if (isNear) return 0;
    // No edge comes near: the box is as a whole inside or outside.
    return isInside(edges, (west + east) / 2, (south + north) / 2) ? 1 : -1;
  };
}

/** Edges of all rings, each as the four numbers of its ends. */
function edgesOf(shape: FilterGeometry): Float64Array | null {
  if (shape.type !== 'Polygon' && shape.type !== 'MultiPolygon') return null;
  const polygons = (shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates) as number[][][][];
  const edges = polygons.flat().flatMap((ring) =>
    ring.slice(1).flatMap(([lon = NaN, lat = NaN], at) => {
      const [fromLon = NaN, fromLat = NaN] = ring[at] ?? [];
      return [fromLon, fromLat, lon, lat];
    }),
  );
  return Float64Array.from(edges);
}

/**
 * Whether an edge and a box grown by a margin have a point in common (Liang and Barsky 1984). Called for each edge of each
 * item that comes into question: it makes neither arrays nor functions.
 */
function edgeMeets(edges: Float64Array, at: number, box: ArrayLike<number>, margin: number): boolean {
  const x = edges[at] ?? NaN;
  const y = edges[at + 1] ?? NaN;
  const toX = edges[at + 2] ?? NaN;
  const toY = edges[at + 3] ?? NaN;
  const west = (box[0] ?? NaN) - margin;
  const south = (box[1] ?? NaN) - margin;
  const east = (box[2] ?? NaN) + margin;
  const north = (box[3] ?? NaN) + margin;
  if ((x < west && toX < west) || (x > east && toX > east)) return false;
  if ((y < south && toY < south) || (y > north && toY > north)) return false;
  const dx = toX - x;
  const dy = toY - y;
  let from = 0;
  let to = 1;
  // An edge along one axis is between the sides across it, or was left out above.
  if (dx !== 0) {
    from = Math.max(from, (dx > 0 ? west - x : east - x) / dx);
    to = Math.min(to, (dx > 0 ? east - x : west - x) / dx);
  }
  if (dy !== 0) {
    from = Math.max(from, (dy > 0 ? south - y : north - y) / dy);
    to = Math.min(to, (dy > 0 ? north - y : south - y) / dy);
  }
  return from <= to;
}

/** Whether a position that no edge comes near is inside: a line from it to the east crosses an odd number of edges. */
function isInside(edges: Float64Array, lon: number, lat: number): boolean {
  let inside = false;
  for (let at = 0; at < edges.length; at += 4) {
    const y1 = edges[at + 1] ?? NaN;
    const y2 = edges[at + 3] ?? NaN;
    if (y1 > lat === y2 > lat) continue;
    const x1 = edges[at] ?? NaN;
    const x2 = edges[at + 2] ?? NaN;
    if (lon < x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
}
