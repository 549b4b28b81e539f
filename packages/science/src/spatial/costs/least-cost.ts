import { heed, type Watch } from '../../models/shared/watch.ts';
import { CostQueue } from '../shared/cost-queue.ts';
import { type Outcome, warningsOf } from '../shared/outcome.ts';
import {
  type CostSurface,
  isPassable,
  type Move,
  movesOf,
  type Neighbourhood,
  requireSurface,
  stepLengths,
} from './surface.ts';

/** Currents by cell and the own speed through the water, in one unit: what turns a step's cost by its direction. */
export type Currents = {
  readonly east: Float64Array;
  /** Towards higher rows. */
  readonly north: Float64Array;
  readonly speed: number;
};

export type LeastCostOptions = {
  readonly neighbours?: Neighbourhood;
  readonly currents?: Currents | null;
  /** Costs from the sources to each cell, or from each cell to the sources; they differ with currents alone. */
  readonly direction?: 'from' | 'to';
  /** Cells beyond this cost are not reached. */
  readonly limit?: number;
};

export type AccumulatedCost = {
  /** Of each cell; Infinity is not reached. */
  readonly costs: Float64Array;
  /** Cell before it on the way from the sources; −1 of sources and of cells not reached. */
  readonly previous: Int32Array;
  /** Source of each cell, by its place in the list; −1 not reached. */
  readonly sources: Int32Array;
};

/**
 * Least accumulated cost from a set of cells: a step of length d costs d × the mean friction of its two cells, a knight's step
 * of its four. With currents it is multiplied by the own speed ÷ the speed over ground, heading so that the course is held. Source: Dijkstra
 * (1959), Numer. Math. 1:269–271; the numbers of scikit-image's MCP_Geometric and GRASS's r.cost.
 */
export function leastCost(
  surface: CostSurface,
  sources: readonly number[],
  options: LeastCostOptions = {},
  watch: Watch = {},
): Outcome<AccumulatedCost, Required<Omit<LeastCostOptions, 'currents'>> & { readonly currents: boolean }> {
  requireSurface(surface);
  const { neighbours = 8, currents = null, direction = 'from', limit = Number.POSITIVE_INFINITY } = options;
  const start = sources.filter((cell) => isPassable(surface.friction[cell] ?? 0));
  const grid = paddedGrid(surface, movesOf(neighbours));
  const turn = currents === null ? null : currentFactors(surface, grid, currents, direction);
  const isStart = new Set(start);
  const found = accumulate(grid, {
    sources: sources.map((cell) => (isStart.has(cell) ? cell : -1)),
    limit,
    turn,
    watch,
  });
  return {
    value: unpadded(surface, grid, found),
    method: 'Custo acumulado mínimo (Dijkstra 1959), passo pelo atrito médio',
    parameters: { neighbours, currents: currents !== null, direction, limit },
    warnings: warningsOf({ empty: start.length === 0 ? 1 : 0, outside: sources.length - start.length }),
  };
}

/** Cells with a border of two impassable ones, so that no step needs to look whether it leaves the surface. */
type PaddedGrid = {
  readonly width: number;
  readonly friction: Float64Array;
  readonly moves: readonly Move[];
  readonly offsets: Int32Array;
  /** Cells that each move crosses, as offsets; 0 of a move to a cell that touches. */
  readonly crossed: Int32Array;
  /** Half the length of each move from each padded row. */
  readonly halves: Float64Array;
  readonly paddedRows: number;
};

const border = 2;

function paddedGrid(surface: CostSurface, moves: readonly Move[]): PaddedGrid {
  const { columns, rows, friction } = surface;
  const [width, paddedRows] = [columns + 2 * border, rows + 2 * border];
  const padded = new Float64Array(width * paddedRows).fill(Number.NaN);
  for (let cell = 0; cell < friction.length; cell += 1) {
    const value = friction[cell] ?? 0;
    if (isPassable(value)) padded[paddedOf(cell, columns)] = value;
  }
  const lengths = stepLengths(surface, moves);
  const halves = new Float64Array(moves.length * paddedRows).fill(Number.NaN);
  moves.forEach((_, move) => {
    for (let row = 0; row < rows; row += 1) {
      halves[move * paddedRows + row + border] = (lengths[move * rows + row] ?? 0) / 2;
    }
  });
  const crossed = new Int32Array(2 * moves.length);
  moves.forEach(({ dx, dy }, move) => {
    if (Math.abs(dx) + Math.abs(dy) < 3) return;
    const [x, y] = [Math.trunc(dx / 2), Math.trunc(dy / 2)];
    crossed[2 * move] = y * width + x;
    crossed[2 * move + 1] = (dy - y) * width + (dx - x);
  });
  const offsets = Int32Array.from(moves, ({ dx, dy }) => dy * width + dx);
  return { width, friction: padded, moves, offsets, crossed, halves, paddedRows };
}

function paddedOf(cell: number, columns: number): number {
  const row = Math.floor(cell / columns);
  return (row + border) * (columns + 2 * border) + (cell - row * columns) + border;
}

type Search = {
  /** Cells of the surface; −1 is one that can't be a source. */
  readonly sources: readonly number[];
  readonly limit: number;
  /** Factor of each move from each padded cell, moves together; null is 1. */
  readonly turn: Float64Array | null;
  readonly watch: Watch;
};

type Found = { readonly costs: Float64Array; readonly moved: Int8Array; readonly sources: Int32Array };

function accumulate(grid: PaddedGrid, { sources, limit, turn, watch }: Search): Found {
  const { friction, width, halves, offsets, crossed, paddedRows } = grid;
  const columns = width - 2 * border;
  const costs = new Float64Array(friction.length).fill(Number.POSITIVE_INFINITY);
  const moved = new Int8Array(friction.length).fill(-1);
  const owners = new Int32Array(friction.length).fill(-1);
  const queue = new CostQueue(4096);
  sources.forEach((cell, place) => {
    if (cell < 0 || costs[paddedOf(cell, columns)] === 0) return;
    costs[paddedOf(cell, columns)] = 0;
    owners[paddedOf(cell, columns)] = place;
    queue.push(paddedOf(cell, columns), 0);
  });
  const moves = offsets.length;
  for (let done = 0; queue.length > 0; done += 1) {
    if ((done & 0xffff) === 0) heed(watch);
    const base = queue.leastCost;
    const cell = queue.pop();
    // An earlier entry of the same cell was cheaper.
    if (base > (costs[cell] ?? 0)) continue;
    const own = friction[cell] ?? 0;
    const row = (cell / width) | 0;
    for (let move = 0; move < moves; move += 1) {
      const next = cell + (offsets[move] ?? 0);
      let frictions = own + (friction[next] ?? 0);
      if (move > 7) frictions = (frictions + crossedSum(friction, cell, crossed, move)) / 2;
      let step = (halves[move * paddedRows + row] ?? 0) * frictions;
      if (turn !== null) step *= turn[cell * moves + move] ?? 0;
      const cost = base + step;
      // An impassable cell gives NaN, and nothing is less.
      if (!(cost < (costs[next] ?? 0)) || cost > limit) continue;
      costs[next] = cost;
      moved[next] = move;
      owners[next] = owners[cell] ?? -1;
      queue.push(next, cost);
    }
  }
  return { costs, moved, sources: owners };
}

/** Sum of the frictions of the two cells that a knight's step crosses; NaN where one of them is impassable. */
function crossedSum(friction: Float64Array, cell: number, crossed: Int32Array, move: number): number {
  return (friction[cell + (crossed[2 * move] ?? 0)] ?? 0) + (friction[cell + (crossed[2 * move + 1] ?? 0)] ?? 0);
}

function unpadded({ columns, rows }: CostSurface, grid: PaddedGrid, found: Found): AccumulatedCost {
  const costs = new Float64Array(columns * rows);
  const previous = new Int32Array(columns * rows).fill(-1);
  const sources = new Int32Array(columns * rows);
  for (let cell = 0; cell < costs.length; cell += 1) {
    const padded = paddedOf(cell, columns);
    costs[cell] = found.costs[padded] ?? 0;
    sources[cell] = found.sources[padded] ?? -1;
    const move = grid.moves[found.moved[padded] ?? -1];
    if (move !== undefined) previous[cell] = cell - move.dy * columns - move.dx;
  }
  return { costs, previous, sources };
}

/** Own speed ÷ speed over ground of each move from each padded cell; NaN where the current does not let it be made. */
function currentFactors(
  surface: CostSurface,
  grid: PaddedGrid,
  currents: Currents,
  direction: 'from' | 'to',
): Float64Array {
  const { columns, rows, size } = surface;
  const { east, north, speed } = currents;
  const moves = grid.moves.length;
  const factors = new Float64Array(grid.friction.length * moves).fill(Number.NaN);
  const sign = direction === 'from' ? 1 : -1;
  for (let cell = 0; cell < columns * rows; cell += 1) {
    const row = Math.floor(cell / columns);
    const [width, height] = cellSides(size, row);
    grid.moves.forEach(({ dx, dy }, move) => {
      const other = cell + dy * columns + dx;
      const [x, y] = [sign * dx * width, sign * dy * height];
      const length = Math.hypot(x, y);
      // NaN of a cell outside the surface, or without a current, makes the step impassable.
      const [u, v] = [((east[cell] ?? 0) + (east[other] ?? 0)) / 2, ((north[cell] ?? 0) + (north[other] ?? 0)) / 2];
      const along = (u * x + v * y) / length;
      const across = (v * x - u * y) / length;
      const ground = along + Math.sqrt(speed * speed - across * across);
      factors[paddedOf(cell, columns) * moves + move] = ground > 0 ? speed / ground : Number.NaN;
    });
  }
  return factors;
}

/** Width and height of a cell, in any unit: they tell directions alone. */
function cellSides(size: CostSurface['size'], row: number): readonly [number, number] {
  if (size.system === 'planar') return [size.width, size.height];
  const lat = ((size.southDegrees + row * size.latStepDegrees) * Math.PI) / 180;
  return [size.lonStepDegrees * Math.cos(lat), size.latStepDegrees];
}
