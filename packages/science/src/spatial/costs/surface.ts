import { geodesicDistance } from '../shared/geodesic.ts';

/** Size of the cells: planar, or degrees with the latitude of the first row's centre; their steps are then geodesics in metres. */
export type CellSize =
  | { readonly system: 'planar'; readonly width: number; readonly height: number }
  | {
      readonly system: 'geographic';
      readonly southDegrees: number;
      readonly lonStepDegrees: number;
      readonly latStepDegrees: number;
    };

/** Friction by cell, row by row from the south (or the first); what is not above 0 and finite is impassable. */
export type CostSurface = {
  readonly columns: number;
  readonly rows: number;
  /** Single precision takes half the memory: a relative error of 6e-8 in each cell. */
  readonly friction: Float64Array | Float32Array;
  readonly size: CellSize;
};

export type Neighbourhood = 4 | 8 | 16;

/** A step to another cell. A knight's step (of 16) crosses two cells, which must be passable. */
export type Move = { readonly dx: number; readonly dy: number };

const sides: readonly Move[] = [
  { dx: 1, dy: 0 },
  { dx: -1, dy: 0 },
  { dx: 0, dy: 1 },
  { dx: 0, dy: -1 },
];
const diagonals: readonly Move[] = [-1, 1].flatMap((dy) => [-1, 1].map((dx) => ({ dx, dy })));
const knights: readonly Move[] = [-2, -1, 1, 2].flatMap((dy) =>
  [-2, -1, 1, 2].filter((dx) => Math.abs(dx) !== Math.abs(dy)).map((dx) => ({ dx, dy })),
);

export function movesOf(neighbours: Neighbourhood): readonly Move[] {
  if (neighbours === 4) return sides;
  return neighbours === 8 ? [...sides, ...diagonals] : [...sides, ...diagonals, ...knights];
}

/** Length of each move from each row: `moves` by `rows`; NaN where it would leave the surface. */
export function stepLengths({ rows, size }: CostSurface, moves: readonly Move[]): Float64Array {
  const lengths = new Float64Array(moves.length * rows);
  moves.forEach(({ dx, dy }, move) => {
    for (let row = 0; row < rows; row += 1) {
      const isInside = row + dy >= 0 && row + dy < rows;
      lengths[move * rows + row] = isInside ? stepLength(size, row, { dx, dy }) : Number.NaN;
    }
  });
  return lengths;
}

function stepLength(size: CellSize, row: number, { dx, dy }: Move): number {
  if (size.system === 'planar') return Math.hypot(dx * size.width, dy * size.height);
  const latOf = (one: number) => size.southDegrees + one * size.latStepDegrees;
  // Always from the lower row and eastwards: a step back has exactly the length of the step.
  const [low, high] = [Math.min(row, row + dy), Math.max(row, row + dy)];
  return geodesicDistance({ lon: 0, lat: latOf(low) }, { lon: Math.abs(dx) * size.lonStepDegrees, lat: latOf(high) });
}

export const isPassable = (friction: number): boolean => friction > 0 && friction < Number.POSITIVE_INFINITY;

/** Throws a RangeError for a surface whose friction is not one number a cell. */
export function requireSurface({ columns, rows, friction }: CostSurface): void {
  if (friction.length === columns * rows && friction.length > 0) return;
  throw new RangeError(`friction: received ${friction.length} cells, expected ${columns} × ${rows}`);
}
