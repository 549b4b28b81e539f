import { heed, type Watch } from '../../models/shared/watch.ts';
import { BucketQueue } from '../shared/bucket-queue.ts';
import { CostQueue } from '../shared/cost-queue.ts';
import { type Outcome, warningsOf } from '../shared/outcome.ts';
import {
  type CellSize,
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
  /** Step by which each cell is reached, by its place in `steps`; −1 of sources and of cells not reached. */
  readonly moved: Int8Array;
  /** Cell that a step leads to, as an offset from the one that it leads from. */
  readonly steps: Int32Array;
  /** Source of each cell, by its place in the list; −1 not reached. */
  readonly sources: Int32Array;
};

/**
 * Least accumulated cost from a set of cells: a step of length d costs d × the mean friction of its two cells, a knight's step
 * of its four. With currents it is multiplied by the own speed ÷ the speed over ground, heading so that the course is held.
 * Takes 13 bytes a cell beside the surface, so that 10,000 × 10,000 cells of single precision stay below 2 GB. Source: Dijkstra
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
  const isPlace = (cell: number) => isPassable(surface.friction[cell] ?? 0);
  const start = sources.filter(isPlace);
  const steps = stepsOf(surface, movesOf(neighbours));
  const turn = currents === null ? null : currentFactors(surface, steps, currents, direction);
  return {
    value: accumulate(surface, steps, {
      sources: sources.map((cell) => (isPlace(cell) ? cell : -1)),
      limit,
      turn,
      watch,
    }),
    method: 'Custo acumulado mínimo (Dijkstra 1959), passo pelo atrito médio',
    parameters: { neighbours, currents: currents !== null, direction, limit },
    warnings: warningsOf({ empty: start.length === 0 ? 1 : 0, outside: sources.length - start.length }),
  };
}

/** Steps to the neighbours, in flat arrays. */
type Steps = {
  readonly moves: readonly Move[];
  /** Columns that each step goes eastwards, and its offset in cells. */
  readonly columns: Int32Array;
  readonly offsets: Int32Array;
  /** The two cells that each step crosses, as offsets; 0 of a step to a cell that touches. */
  readonly crossed: Int32Array;
  /** Half the length of each step from each row: steps by rows; NaN where it would leave the surface. */
  readonly halves: Float64Array;
};

function stepsOf(surface: CostSurface, moves: readonly Move[]): Steps {
  const crossed = new Int32Array(2 * moves.length);
  moves.forEach(({ dx, dy }, move) => {
    if (Math.abs(dx) + Math.abs(dy) < 3) return;
    const [x, y] = [Math.trunc(dx / 2), Math.trunc(dy / 2)];
    crossed[2 * move] = y * surface.columns + x;
    crossed[2 * move + 1] = (dy - y) * surface.columns + (dx - x);
  });
  return {
    moves,
    columns: Int32Array.from(moves, ({ dx }) => dx),
    offsets: Int32Array.from(moves, ({ dx, dy }) => dy * surface.columns + dx),
    crossed,
    halves: stepLengths(surface, moves).map((length) => length / 2),
  };
}

/** Own speed ÷ speed over ground of a step between two cells; NaN where the current does not let it be made. */
type Turn = (cell: number, next: number, place: number) => number;

type Search = {
  /** Cells of the surface; −1 is one that can't be a source. */
  readonly sources: readonly number[];
  readonly limit: number;
  /** Null is 1 for each step; `place` is that of the step and its row, as in `halves`. */
  readonly turn: Turn | null;
  readonly watch: Watch;
};

function accumulate(surface: CostSurface, steps: Steps, { sources, limit, turn, watch }: Search): AccumulatedCost {
  const { columns: width, rows } = surface;
  const friction = withoutPassage(surface.friction);
  const { columns, offsets, halves, crossed } = steps;
  const costs = new Float64Array(friction.length).fill(Number.POSITIVE_INFINITY);
  const moved = new Int8Array(friction.length).fill(-1);
  const owners = new Int32Array(friction.length).fill(-1);
  const queue = queueOf(surface, steps, turn === null);
  sources.forEach((cell, place) => {
    if (cell < 0 || costs[cell] === 0) return;
    costs[cell] = 0;
    owners[cell] = place;
    queue.push(cell, 0);
  });
  const moves = offsets.length;
  for (let done = 0; queue.length > 0; done += 1) {
    if ((done & 0xffff) === 0) heed(watch);
    const cell = queue.pop();
    const base = queue.cost;
    // An earlier entry of the same cell was cheaper.
    if (base > (costs[cell] ?? 0)) continue;
    const own = friction[cell] ?? 0;
    const owner = owners[cell] ?? -1;
    const row = (cell / width) | 0;
    const column = cell - row * width;
    for (let move = 0; move < moves; move += 1) {
      const next = cell + (offsets[move] ?? 0);
      // Outside the rows there is no cost, and nothing is below it; a cell that is done can't become cheaper.
      const known = costs[next] ?? 0;
      if (!(base < known)) continue;
      const at = column + (columns[move] ?? 0);
      if (at < 0 || at >= width) continue;
      let frictions = own + (friction[next] ?? 0);
      if (move > 7) frictions = (frictions + crossedSum(friction, cell, crossed, move)) / 2;
      const place = move * rows + row;
      let step = (halves[place] ?? 0) * frictions;
      if (turn !== null) step *= turn(cell, next, place);
      const cost = base + step;
      // An impassable cell gives NaN, and nothing is less.
      if (!(cost < known) || cost > limit) continue;
      costs[next] = cost;
      moved[next] = move;
      owners[next] = owner;
      queue.push(next, cost);
    }
  }
  return { costs, moved, steps: offsets, sources: owners };
}

/** Buckets where the least and the greatest step are known and not too far apart, else a heap; currents change both. */
function queueOf(surface: CostSurface, { halves }: Steps, isStill: boolean): BucketQueue | CostQueue {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const friction of surface.friction) {
    if (!isPassable(friction)) continue;
    if (friction < least) least = friction;
    if (friction > most) most = friction;
  }
  let [shortest, longest] = [Number.POSITIVE_INFINITY, 0];
  for (const half of halves) {
    if (2 * half < shortest) shortest = 2 * half;
    if (2 * half > longest) longest = 2 * half;
  }
  return (isStill ? BucketQueue.of(least * shortest, most * longest) : null) ?? new CostQueue(4096);
}

/** Sum of the frictions of the two cells that a knight's step crosses; NaN where one of them is impassable. */
function crossedSum(friction: CostSurface['friction'], cell: number, crossed: Int32Array, move: number): number {
  return (friction[cell + (crossed[2 * move] ?? 0)] ?? 0) + (friction[cell + (crossed[2 * move + 1] ?? 0)] ?? 0);
}

/** The friction with NaN in each impassable cell: the array itself where it has no other. */
function withoutPassage(friction: CostSurface['friction']): CostSurface['friction'] {
  const isOther = (value: number) => !isPassable(value) && !Number.isNaN(value);
  return friction.some(isOther) ? friction.map((value) => (isOther(value) ? Number.NaN : value)) : friction;
}

function currentFactors(
  surface: CostSurface,
  { moves }: Steps,
  { east, north, speed }: Currents,
  direction: 'from' | 'to',
): Turn {
  const { rows, size } = surface;
  const [eastwards, northwards] = [new Float64Array(moves.length * rows), new Float64Array(moves.length * rows)];
  const sign = direction === 'from' ? 1 : -1;
  for (let row = 0; row < rows; row += 1) {
    const [width, height] = cellSides(size, row);
    moves.forEach(({ dx, dy }, move) => {
      const [x, y] = [sign * dx * width, sign * dy * height];
      eastwards[move * rows + row] = x / Math.hypot(x, y);
      northwards[move * rows + row] = y / Math.hypot(x, y);
    });
  }
  return (cell, next, place) => {
    // NaN of a cell without a current makes the step impassable.
    const u = ((east[cell] ?? 0) + (east[next] ?? 0)) / 2;
    const v = ((north[cell] ?? 0) + (north[next] ?? 0)) / 2;
    const [x, y] = [eastwards[place] ?? 0, northwards[place] ?? 0];
    const across = v * x - u * y;
    const ground = u * x + v * y + Math.sqrt(speed * speed - across * across);
    return ground > 0 ? speed / ground : Number.NaN;
  };
}

/** Width and height of a cell, in any unit: they tell directions alone. */
function cellSides(size: CellSize, row: number): readonly [number, number] {
  if (size.system === 'planar') return [size.width, size.height];
  const lat = ((size.southDegrees + row * size.latStepDegrees) * Math.PI) / 180;
  return [size.lonStepDegrees * Math.cos(lat), size.latStepDegrees];
}
