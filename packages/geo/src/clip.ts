import type { Bbox } from './bbox.ts';
import type { Position } from './position.ts';

type Edge = { inside(p: Position): boolean; cross(a: Position, b: Position): Position };

function edgesOf([west, south, east, north]: Bbox): readonly Edge[] {
  const atLon =
    (lon: number) =>
    ([ax, ay]: Position, [bx, by]: Position): Position => [lon, ay + ((lon - ax) / (bx - ax)) * (by - ay)];
  const atLat =
    (lat: number) =>
    ([ax, ay]: Position, [bx, by]: Position): Position => [ax + ((lat - ay) / (by - ay)) * (bx - ax), lat];
  return [
    { inside: ([lon]) => lon >= west, cross: atLon(west) },
    { inside: ([lon]) => lon <= east, cross: atLon(east) },
    { inside: ([, lat]) => lat >= south, cross: atLat(south) },
    { inside: ([, lat]) => lat <= north, cross: atLat(north) },
  ];
}

/** Part of a closed ring inside a box (Sutherland and Hodgman 1974), closed again; empty when nothing is inside. */
export function clipRing(ring: readonly Position[], box: Bbox): readonly Position[] {
  let points = ring.slice(0, -1);
  for (const edge of edgesOf(box)) {
    const kept: Position[] = [];
    points.forEach((point, index) => {
      const before = points.at(index - 1) ?? point;
      if (edge.inside(point) !== edge.inside(before)) kept.push(edge.cross(before, point));
      if (edge.inside(point)) kept.push(point);
    });
    points = kept;
  }
  const first = points[0];
  return first === undefined || points.length < 3 ? [] : [...points, first];
}

/** Runs of a line whose points are inside a box. */
export function clipLine(
  line: readonly Position[],
  [west, south, east, north]: Bbox,
): readonly (readonly Position[])[] {
  const runs: Position[][] = [[]];
  for (const [lon, lat] of line) {
    if (lon >= west && lon <= east && lat >= south && lat <= north) runs.at(-1)?.push([lon, lat]);
    else if (runs.at(-1)?.length !== 0) runs.push([]);
  }
  return runs.filter((run) => run.length > 1);
}
