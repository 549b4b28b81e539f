import { type ArealGeometry, type Position, polygonAreaSquareMeters, type Ring } from '@kianda/geo';

/** Square cells in degrees: `west`/`south` is the corner of the first; row-major, rows going north. */
export type CellLattice = {
  readonly west: number;
  readonly south: number;
  readonly cellDegrees: number;
  readonly columns: number;
  readonly rows: number;
};

/** Cells that touch by an edge, and their outline. */
export type CellRegion = {
  readonly cells: readonly number[];
  readonly geometry: Extract<ArealGeometry, { readonly type: 'Polygon' }>;
  readonly areaSquareMeters: number;
};

/** Regions of the cells where `isInside` is 1, the largest first. */
export function regionsOf(lattice: CellLattice, isInside: Uint8Array): readonly CellRegion[] {
  const seen = new Uint8Array(isInside.length);
  const regions: CellRegion[] = [];
  for (let start = 0; start < isInside.length; start += 1) {
    if (isInside[start] !== 1 || seen[start] === 1) continue;
    const cells = flood(lattice, isInside, seen, start);
    const geometry = outlineOf(lattice, cells);
    regions.push({ cells, geometry, areaSquareMeters: polygonAreaSquareMeters(geometry) });
  }
  return regions.sort((a, b) => b.areaSquareMeters - a.areaSquareMeters);
}

/** Area of a cell on the WGS84 ellipsoid, square metres: exact, its edges being meridians and parallels. */
export function cellAreaSquareMeters(lattice: CellLattice, cell: number): number {
  return polygonAreaSquareMeters(outlineOf(lattice, [cell]));
}

/** Centre of a cell, degrees. */
export function cellCentre({ west, south, cellDegrees, columns }: CellLattice, cell: number): Position {
  const column = cell % columns;
  const row = Math.floor(cell / columns);
  return [rounded(west + (column + 0.5) * cellDegrees), rounded(south + (row + 0.5) * cellDegrees)];
}

function flood(lattice: CellLattice, isInside: Uint8Array, seen: Uint8Array, start: number): number[] {
  const cells: number[] = [];
  const waiting = [start];
  seen[start] = 1;
  for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
    cells.push(cell);
    for (const next of neighboursOf(lattice, cell)) {
      if (isInside[next] !== 1 || seen[next] === 1) continue;
      seen[next] = 1;
      waiting.push(next);
    }
  }
  return cells.sort((a, b) => a - b);
}

function neighboursOf({ columns, rows }: CellLattice, cell: number): number[] {
  const column = cell % columns;
  const row = Math.floor(cell / columns);
  const all: number[] = [];
  if (column > 0) all.push(cell - 1);
  if (column < columns - 1) all.push(cell + 1);
  if (row > 0) all.push(cell - columns);
  if (row < rows - 1) all.push(cell + columns);
  return all;
}

/** Degrees beyond the sixth decimal are less than a hand's breadth. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** East, north, west, south: counter-clockwise, so that the region lies to the left. */
const steps = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

function outlineOf(lattice: CellLattice, cells: readonly number[]): CellRegion['geometry'] {
  const { columns, west, south, cellDegrees } = lattice;
  const inside = new Set(cells);
  const corners = columns + 1;
  /** Directions in which an edge leaves a corner. */
  const leaving = new Map<number, number[]>();
  const add = (column: number, row: number, direction: number) => {
    const corner = row * corners + column;
    const known = leaving.get(corner);
    if (known === undefined) leaving.set(corner, [direction]);
    else known.push(direction);
  };
  for (const cell of cells) {
    const column = cell % columns;
    const row = Math.floor(cell / columns);
    if (!inside.has(cell - columns)) add(column, row, 0);
    if (column === columns - 1 || !inside.has(cell + 1)) add(column + 1, row, 1);
    if (!inside.has(cell + columns)) add(column + 1, row + 1, 2);
    if (column === 0 || !inside.has(cell - 1)) add(column, row + 1, 3);
  }
  const rings = [...ringsOf(leaving, corners)].map((ring) =>
    ring.map(([column, row]): Position => [rounded(west + column * cellDegrees), rounded(south + row * cellDegrees)]),
  );
  return { type: 'Polygon', coordinates: rings.sort((a, b) => signedArea(b) - signedArea(a)) };
}

/** Closed rings out of edges. Where two cells touch by a corner alone, the path turns left, and no ring crosses itself. */
function* ringsOf(leaving: Map<number, number[]>, corners: number): Generator<[column: number, row: number][]> {
  for (const start of [...leaving.keys()].sort((a, b) => a - b)) {
    while ((leaving.get(start)?.length ?? 0) > 0) {
      const ring: [number, number][] = [];
      let corner = start;
      let heading = -1;
      do {
        const next = takeLeftmost(leaving.get(corner) ?? [], heading);
        // A corner on a straight side adds nothing to the outline.
        if (next !== heading) ring.push([corner % corners, Math.floor(corner / corners)]);
        heading = next;
        const [dx, dy] = steps[heading as 0 | 1 | 2 | 3];
        corner += dx + dy * corners;
      } while (corner !== start);
      const first = ring[0];
      if (first !== undefined) ring.push(first);
      yield ring;
    }
  }
}

function takeLeftmost(directions: number[], heading: number): number {
  const turns = [1, 0, 3];
  const wanted =
    heading < 0 ? directions[0] : turns.map((turn) => (heading + turn) % 4).find((d) => directions.includes(d));
  const place = directions.indexOf(wanted ?? -1);
  if (place < 0) throw new RangeError('The edges of the cells do not close.');
  return directions.splice(place, 1)[0] ?? 0;
}

function signedArea(ring: Ring): number {
  let sum = 0;
  for (let place = 1; place < ring.length; place += 1) {
    const [a, b] = [ring[place - 1], ring[place]];
    if (a !== undefined && b !== undefined) sum += a[0] * b[1] - b[0] * a[1];
  }
  return sum / 2;
}
