import { type CostSurface, isPassable, stepLengths } from './surface.ts';

/**
 * Equations of a circuit on a grid with a border of one cell: each cell that is connected and has no fixed voltage. Links
 * lead to the cells before it in order: the sides first, then the diagonals.
 */
export type CircuitSystem = {
  readonly width: number;
  /** From a cell to the cell `offset` after it: east, next row, next row west, next row east. */
  readonly offsets: readonly number[];
  /** Conductance of each link, by the cell from which it leads; 0 is none. */
  readonly links: readonly Float64Array[];
  /** As the links, but without those to cells of fixed voltage. */
  readonly free: readonly Float64Array[];
  /** Sum of the conductances of a free cell; 0 of all others. */
  readonly diagonal: Float64Array;
  readonly right: Float64Array;
  readonly isConnected: Uint8Array;
  readonly sources: readonly number[];
  readonly grounds: readonly number[];
};

/** Null where no way leads from the sources to the grounds. */
export function circuitSystem(
  surface: CostSurface,
  ends: readonly [readonly number[], readonly number[]],
  neighbours: 4 | 8,
): CircuitSystem | null {
  const { columns, rows } = surface;
  const width = columns + 2;
  const cells = width * (rows + 2);
  const padded = (cell: number) => (Math.floor(cell / columns) + 1) * width + (cell % columns) + 1;
  const [sources, grounds] = [ends[0].map(padded), ends[1].map(padded)];
  const offsets = neighbours === 4 ? [1, width] : [1, width, width - 1, width + 1];
  const links = conductances(surface, neighbours);
  const isConnected = connectedTo(sources, links, offsets);
  if (!grounds.some((cell) => isConnected[cell] === 1)) return null;
  const fixed = new Uint8Array(cells);
  for (const cell of [...sources, ...grounds]) fixed[cell] = 1;
  const isSource = new Uint8Array(cells);
  for (const cell of sources) isSource[cell] = 1;
  const isFree = isConnected.map((connected, cell) => (connected === 1 && fixed[cell] === 0 ? 1 : 0));
  const diagonal = new Float64Array(cells);
  const right = new Float64Array(cells);
  const addTo = (cell: number, beyond: number, conductance: number): void => {
    if (isFree[cell] !== 1) return;
    diagonal[cell] = (diagonal[cell] ?? 0) + conductance;
    if (isSource[beyond] === 1) right[cell] = (right[cell] ?? 0) + conductance;
  };
  const free = links.map((link, place) => {
    const offset = offsets[place] ?? 0;
    const within = new Float64Array(cells);
    for (let cell = 0; cell < cells; cell += 1) {
      const conductance = link[cell] ?? 0;
      if (conductance === 0) continue;
      addTo(cell, cell + offset, conductance);
      addTo(cell + offset, cell, conductance);
      if (isFree[cell] === 1 && isFree[cell + offset] === 1) within[cell] = conductance;
    }
    return within;
  });
  return { width, offsets, links, free, diagonal, right, isConnected, sources, grounds };
}

/** 1 ÷ (mean friction × length), the length in widths of a cell. */
function conductances(surface: CostSurface, neighbours: 4 | 8): readonly Float64Array[] {
  const { columns, rows, friction } = surface;
  const moves = [
    { dx: 1, dy: 0 },
    { dx: 0, dy: 1 },
    { dx: -1, dy: 1 },
    { dx: 1, dy: 1 },
  ].slice(0, neighbours / 2);
  const lengths = stepLengths(surface, moves);
  const unit = lengths[0] ?? 1;
  return moves.map(({ dx, dy }, move) => {
    const link = new Float64Array((columns + 2) * (rows + 2));
    for (let row = 0; row < rows - dy; row += 1) {
      const length = (lengths[move * rows + row] ?? 0) / unit;
      for (let column = Math.max(0, -dx); column < columns - Math.max(0, dx); column += 1) {
        const here = friction[row * columns + column] ?? 0;
        const there = friction[(row + dy) * columns + column + dx] ?? 0;
        if (!isPassable(here) || !isPassable(there)) continue;
        link[(row + 1) * (columns + 2) + column + 1] = 2 / (length * (here + there));
      }
    }
    return link;
  });
}

function connectedTo(
  sources: readonly number[],
  links: readonly Float64Array[],
  offsets: readonly number[],
): Uint8Array {
  const isConnected = new Uint8Array(links[0]?.length ?? 0);
  const open = [...sources];
  for (const cell of sources) isConnected[cell] = 1;
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    for (const [place, offset] of offsets.entries()) {
      const link = links[place];
      if ((link?.[cell] ?? 0) > 0) visit(cell + offset);
      if ((link?.[cell - offset] ?? 0) > 0) visit(cell - offset);
    }
  }
  return isConnected;

  function visit(cell: number): void {
    if (isConnected[cell] === 1) return;
    isConnected[cell] = 1;
    open.push(cell);
  }
}

const none = new Float64Array();

/** image = A · vector. The border of the grid is 0. */
export function multiply({ offsets, free, diagonal }: CircuitSystem, vector: Float64Array, image: Float64Array): void {
  const [east = none, south = none, west2 = none, east2 = none] = free;
  const [o1 = 1, o2 = 1, o3 = 1, o4 = 1] = offsets;
  const isEight = free.length === 4;
  const reach = Math.max(o2, o4) + 1;
  for (let cell = reach; cell < vector.length - reach; cell += 1) {
    let sum =
      (diagonal[cell] ?? 0) * (vector[cell] ?? 0) -
      (east[cell] ?? 0) * (vector[cell + o1] ?? 0) -
      (east[cell - o1] ?? 0) * (vector[cell - o1] ?? 0) -
      (south[cell] ?? 0) * (vector[cell + o2] ?? 0) -
      (south[cell - o2] ?? 0) * (vector[cell - o2] ?? 0);
    if (isEight) {
      sum -=
        (west2[cell] ?? 0) * (vector[cell + o3] ?? 0) +
        (west2[cell - o3] ?? 0) * (vector[cell - o3] ?? 0) +
        (east2[cell] ?? 0) * (vector[cell + o4] ?? 0) +
        (east2[cell - o4] ?? 0) * (vector[cell - o4] ?? 0);
    }
    image[cell] = sum;
  }
}

/** Share of a dropped entry that is taken to the diagonal. */
const relaxation = 0.999;

/** 1 ÷ pivot of each cell of the modified incomplete factor; 0 of a cell that is not free. */
export function preconditioned({ offsets, free, diagonal }: CircuitSystem): Float64Array {
  const inverse = new Float64Array(diagonal.length);
  const after = new Float64Array(diagonal.length);
  for (const link of free)
    for (let cell = 0; cell < after.length; cell += 1) after[cell] = (after[cell] ?? 0) + (link[cell] ?? 0);
  for (let cell = 0; cell < inverse.length; cell += 1) {
    let pivot = diagonal[cell] ?? 0;
    if (pivot === 0) continue;
    for (let place = 0; place < free.length; place += 1) {
      const before = cell - (offsets[place] ?? 0);
      const link = free[place]?.[before] ?? 0;
      if (link === 0) continue;
      const dropped = (after[before] ?? 0) - link;
      pivot -= link * (link + relaxation * dropped) * (inverse[before] ?? 0);
    }
    // The pivot of the last cell of a part would be 0 without a fixed voltage beside it.
    inverse[cell] = 1 / (pivot > 1e-12 * (diagonal[cell] ?? 0) ? pivot : (diagonal[cell] ?? 0));
  }
  return inverse;
}

/** steps = (factor)⁻¹ · residual, by a sweep forward and one back. */
export function precondition(
  { offsets, free }: CircuitSystem,
  inverse: Float64Array,
  residual: Float64Array,
  steps: Float64Array,
): void {
  const [east = none, south = none, west2 = none, east2 = none] = free;
  const [o1 = 1, o2 = 1, o3 = 1, o4 = 1] = offsets;
  const isEight = free.length === 4;
  const reach = Math.max(o2, o4) + 1;
  for (let cell = reach; cell < steps.length - reach; cell += 1) {
    let sum =
      (residual[cell] ?? 0) +
      (east[cell - o1] ?? 0) * (steps[cell - o1] ?? 0) +
      (south[cell - o2] ?? 0) * (steps[cell - o2] ?? 0);
    if (isEight) {
      sum += (west2[cell - o3] ?? 0) * (steps[cell - o3] ?? 0) + (east2[cell - o4] ?? 0) * (steps[cell - o4] ?? 0);
    }
    steps[cell] = sum * (inverse[cell] ?? 0);
  }
  for (let cell = steps.length - reach - 1; cell >= reach; cell -= 1) {
    let sum = (east[cell] ?? 0) * (steps[cell + o1] ?? 0) + (south[cell] ?? 0) * (steps[cell + o2] ?? 0);
    if (isEight) sum += (west2[cell] ?? 0) * (steps[cell + o3] ?? 0) + (east2[cell] ?? 0) * (steps[cell + o4] ?? 0);
    steps[cell] = (steps[cell] ?? 0) + sum * (inverse[cell] ?? 0);
  }
}
