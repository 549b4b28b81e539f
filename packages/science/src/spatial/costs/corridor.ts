import { partOf, type Watch } from '../../models/shared/watch.ts';
import { geodesicDistance } from '../shared/geodesic.ts';
import { type Outcome, warningsOf } from '../shared/outcome.ts';
import { type AccumulatedCost, type CostRoom, costRoom, leastCost } from './least-cost.ts';
import type { Currents } from './steps.ts';
import { type CostSurface, isPassable, movesOf, type Neighbourhood, stepLengths } from './surface.ts';
import { laySwath } from './swath.ts';

/** Cells of the way from the sources to a cell, both ends among them; null where none leads there. */
export function leastCostPath({ costs, moved, steps }: AccumulatedCost, target: number): readonly number[] | null {
  if (!Number.isFinite(costs[target] ?? Number.NaN)) return null;
  const path = [target];
  let cell = target;
  for (let move = moved[cell] ?? -1; move >= 0; move = moved[cell] ?? -1) {
    cell -= steps[move] ?? 0;
    path.push(cell);
  }
  return path.reverse();
}

export type CorridorOptions = {
  readonly neighbours?: Neighbourhood;
  readonly currents?: Currents | null;
  /** Share of the least cost that a cell of the swath may lie above it. */
  readonly cutoff?: number;
  /** Friction from which a cell on the path counts as a barrier. */
  readonly barrierFriction?: number;
  /** Swath of other corridors, on which that of this one is laid: the least stands. Usually one of its own. */
  readonly into?: Float32Array | null;
  /** Arrays for the costs, that many corridors use one after the other. */
  readonly room?: CostRoom | null;
};

export type Corridor = {
  /** Cost above the least of the cheapest way through each cell, as a share of the least; NaN outside the swath. */
  readonly swath: Float32Array;
  readonly path: readonly number[];
  readonly leastCost: number;
  readonly pathLength: number;
  /** Straight distance between the ends of the path, a geodesic in metres on a geographic surface. */
  readonly straightLength: number;
  /** Linkage Mapper's quality: cost-weighted distance by straight distance, and by the length of the path. */
  readonly costToStraight: number;
  readonly costToPath: number;
  /** 1 ÷ costToStraight, at most 1. */
  readonly qualityScore: number;
  readonly barriers: number;
};

type CorridorParameters = {
  readonly neighbours: Neighbourhood;
  readonly currents: boolean;
  readonly cutoff: number;
  readonly barrierFriction: number;
};

/**
 * Least-cost corridor between two sets of cells: cost from the first + cost to the second − least cost, and the swath below
 * a cutoff. Source: McRae & Kavanagh (2011), Linkage Mapper. Null with a warning where no path leads.
 */
export function corridorBetween(
  surface: CostSurface,
  [from, to]: readonly [readonly number[], readonly number[]],
  options: CorridorOptions = {},
  watch: Watch = {},
): Outcome<Corridor | null, CorridorParameters> {
  const { neighbours = 8, currents = null, cutoff = 0.05, barrierFriction = Number.POSITIVE_INFINITY } = options;
  const room = options.room ?? costRoom(surface.friction.length);
  const until = { cells: to, share: cutoff };
  const asked = { neighbours, currents, until, withSources: false, room } as const;
  const first = leastCost(surface, from, asked, partOf(watch, 0, 0.5)).value;
  const costOf = (cell: number) => first.costs[cell] ?? Number.POSITIVE_INFINITY;
  const end = to.reduce((best, cell) => (costOf(cell) < costOf(best) ? cell : best), to[0] ?? -1);
  const path = leastCostPath(first, end);
  const method = 'Corredor de menor custo (McRae & Kavanagh 2011, Linkage Mapper)';
  const parameters = { neighbours, currents: currents !== null, cutoff, barrierFriction };
  const outside = [...from, ...to].filter((cell) => !isPassable(surface.friction[cell] ?? 0)).length;
  if (path === null) return { value: null, method, parameters, warnings: warningsOf({ noPath: 1, outside }) };
  const least = costOf(end);
  const swath = options.into ?? new Float32Array(surface.friction.length).fill(Number.NaN);
  const search = { costs: first.costs, to, least, above: cutoff * least + 1e-12 * least, neighbours, currents };
  laySwath(surface, search, swath, partOf(watch, 0.5, 1));
  const pathLength = lengthOf(surface, path, neighbours);
  const straightLength = straightBetween(surface, path[0] ?? 0, end);
  const value: Corridor = {
    swath,
    path,
    leastCost: least,
    pathLength,
    straightLength,
    costToStraight: ratioOf(least, straightLength),
    costToPath: ratioOf(least, pathLength),
    qualityScore: Math.min(1, ratioOf(straightLength, least)),
    barriers: path.filter((cell) => (surface.friction[cell] ?? 0) >= barrierFriction).length,
  };
  return { value, method, parameters, warnings: warningsOf({ outside }) };
}

/** 1 of two that are at the same place. */
const ratioOf = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

function lengthOf(surface: CostSurface, path: readonly number[], neighbours: Neighbourhood): number {
  const moves = movesOf(neighbours);
  const lengths = stepLengths(surface, moves);
  let length = 0;
  path.slice(1).forEach((cell, place) => {
    const before = path[place] ?? 0;
    const row = Math.floor(before / surface.columns);
    const dy = Math.floor(cell / surface.columns) - row;
    const dx = (cell % surface.columns) - (before % surface.columns);
    const move = moves.findIndex((one) => one.dx === dx && one.dy === dy);
    length += lengths[move * surface.rows + row] ?? 0;
  });
  return length;
}

function straightBetween({ columns, size }: CostSurface, from: number, to: number): number {
  const dx = (to % columns) - (from % columns);
  const [low, high] = [Math.floor(from / columns), Math.floor(to / columns)];
  if (size.system === 'planar') return Math.hypot(dx * size.width, (high - low) * size.height);
  const lat = (row: number) => size.southDegrees + row * size.latStepDegrees;
  return geodesicDistance({ lon: 0, lat: lat(low) }, { lon: dx * size.lonStepDegrees, lat: lat(high) });
}
