import { BucketQueue } from '../shared/bucket-queue.ts';
import { CostQueue } from '../shared/cost-queue.ts';
import { type CellSize, type CostSurface, isPassable, type Move, stepLengths } from './surface.ts';

/** Currents by cell and the own speed through the water, in one unit: what turns a step's cost by its direction. */
export type Currents = {
  readonly east: Float64Array;
  /** Towards higher rows. */
  readonly north: Float64Array;
  readonly speed: number;
};

/** Steps to the neighbours, in flat arrays. */
export type Steps = {
  readonly moves: readonly Move[];
  /** Columns that each step goes eastwards, and its offset in cells. */
  readonly columns: Int32Array;
  readonly offsets: Int32Array;
  /** The two cells that each step crosses, as offsets; 0 of a step to a cell that touches. */
  readonly crossed: Int32Array;
  /** Half the length of each step from each row: steps by rows; NaN where it would leave the surface. */
  readonly halves: Float64Array;
};

export function stepsOf(surface: CostSurface, moves: readonly Move[]): Steps {
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
export type Turn = (cell: number, next: number, place: number) => number;

/** Buckets where the least and the greatest step are known and not too far apart, else a heap; currents change both. */
export function queueOf(surface: CostSurface, { halves }: Steps, isStill: boolean): BucketQueue | CostQueue {
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
export function crossedSum(friction: CostSurface['friction'], cell: number, crossed: Int32Array, move: number): number {
  return (friction[cell + (crossed[2 * move] ?? 0)] ?? 0) + (friction[cell + (crossed[2 * move + 1] ?? 0)] ?? 0);
}

/** The friction with NaN in each impassable cell: the array itself where it has no other. */
export function withoutPassage(friction: CostSurface['friction']): CostSurface['friction'] {
  const isOther = (value: number) => !isPassable(value) && !Number.isNaN(value);
  return friction.some(isOther) ? friction.map((value) => (isOther(value) ? Number.NaN : value)) : friction;
}

export function currentFactors(
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
