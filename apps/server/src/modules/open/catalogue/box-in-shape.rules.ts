import type { FilterGeometry } from '../../../platform/cql2/index.ts';
import type { SearchBox } from './search/spatial.ts';

/** Degrees within which doubles do not tell whether lines meet; far more than their error. */
const nearness = 1e-9;
/** Beyond this number of edges the geometry engine, which keeps them in a tree, is quicker. */
const edgesAtMost = 64;

/** 1 where a box surely meets a shape, -1 where it surely does not, 0 where a closer look is needed. */
export type MeetsBox = (box: SearchBox) => number;

/** Test of boxes against a valid polygon, or several; null for other shapes and for those of many edges. */
export function meetsShape(shape: FilterGeometry): MeetsBox | null {
  const edges = edgesOf(shape);
  if (edges === null || edges.length > 4 * edgesAtMost) return null;
  return ([west, south, east, north]) => {
    const around = [west - nearness, south - nearness, east + nearness, north + nearness] as const;
    const inside = [west + nearness, south + nearness, east - nearness, north - nearness] as const;
    const isFlat = inside[0] >= inside[2] || inside[1] >= inside[3];
    let isNear = false;
    for (let at = 0; at < edges.length; at += 4) {
      if (!edgeMeets(edges, at, around)) continue;
      if (!isFlat && edgeMeets(edges, at, inside)) return 1;
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

/** Whether an edge and a box have a point in common (Liang and Barsky 1984). */
function edgeMeets(edges: Float64Array, at: number, [west, south, east, north]: SearchBox): boolean {
  const [x, y] = [edges[at] ?? NaN, edges[at + 1] ?? NaN];
  const [dx, dy] = [(edges[at + 2] ?? NaN) - x, (edges[at + 3] ?? NaN) - y];
  let [from, to] = [0, 1];
  const cut = (step: number, room: number): boolean => {
    if (step === 0) return room >= 0;
    if (step < 0) from = Math.max(from, room / step);
    else to = Math.min(to, room / step);
    return from <= to;
  };
  return cut(-dx, x - west) && cut(dx, east - x) && cut(-dy, y - south) && cut(dy, north - y);
}

/** Whether a position that no edge comes near is inside: a line from it to the east crosses an odd number of edges. */
function isInside(edges: Float64Array, lon: number, lat: number): boolean {
  let inside = false;
  for (let at = 0; at < edges.length; at += 4) {
    const [x1, y1] = [edges[at] ?? NaN, edges[at + 1] ?? NaN];
    const [x2, y2] = [edges[at + 2] ?? NaN, edges[at + 3] ?? NaN];
    if (y1 > lat !== y2 > lat && lon < x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
}
