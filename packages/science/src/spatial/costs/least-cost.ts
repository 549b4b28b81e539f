import { heed, type Watch } from '../../models/shared/watch.ts';
import { type Outcome, warningsOf } from '../shared/outcome.ts';
import {
  type Currents,
  crossedSum,
  currentFactors,
  queueOf,
  type Steps,
  stepsOf,
  type Turn,
  withoutPassage,
} from './steps.ts';
import { type CostSurface, isPassable, movesOf, type Neighbourhood, requireSurface } from './surface.ts';

export type LeastCostOptions = {
  readonly neighbours?: Neighbourhood;
  readonly currents?: Currents | null;
  /** Costs from the sources to each cell, or from each cell to the sources; they differ with currents alone. */
  readonly direction?: 'from' | 'to';
  /** Cells beyond this cost are not reached. */
  readonly limit?: number;
  /** Cells whose costs are asked for: those of others are unknown beyond the least of them and this share of it. */
  readonly until?: { readonly cells: readonly number[]; readonly share: number } | null;
  /** Which source is the cheapest of each cell, 4 bytes a cell. */
  readonly withSources?: boolean;
  /** Arrays of a result that is no longer needed, which are written anew. */
  readonly room?: CostRoom | null;
};

export type CostRoom = { readonly costs: Float64Array; readonly moved: Int8Array };

/** Arrays for the results of one search after the other. */
export const costRoom = (cells: number): CostRoom => ({ costs: new Float64Array(cells), moved: new Int8Array(cells) });

export type AccumulatedCost = {
  /** Of each cell; Infinity is not reached. */
  readonly costs: Float64Array;
  /** Step by which each cell is reached, by its place in `steps`; −1 of sources and of cells not reached. */
  readonly moved: Int8Array;
  /** Cell that a step leads to, as an offset from the one that it leads from. */
  readonly steps: Int32Array;
  /** Source of each cell, by its place in the list; −1 not reached. Empty where it is not asked for. */
  readonly sources: Int32Array;
};

type LeastCostParameters = {
  readonly neighbours: Neighbourhood;
  readonly currents: boolean;
  readonly direction: 'from' | 'to';
  readonly limit: number;
};

/**
 * Least accumulated cost from a set of cells: a step of length d costs d × the mean friction of its two cells, a knight's step
 * of its four. With currents it is multiplied by the own speed ÷ the speed over ground, heading so that the course is held.
 * Takes 13 bytes a cell beside the surface, 9 without the sources, so that 10,000 × 10,000 cells of single precision stay below 2 GB. Source: Dijkstra
 * (1959), Numer. Math. 1:269–271; the numbers of scikit-image's MCP_Geometric and GRASS's r.cost.
 */
export function leastCost(
  surface: CostSurface,
  sources: readonly number[],
  options: LeastCostOptions = {},
  watch: Watch = {},
): Outcome<AccumulatedCost, LeastCostParameters> {
  requireSurface(surface);
  const { neighbours = 8, currents = null, direction = 'from', limit = Number.POSITIVE_INFINITY } = options;
  const { until = null, withSources = true, room = null } = options;
  const isPlace = (cell: number) => isPassable(surface.friction[cell] ?? 0);
  const start = sources.filter(isPlace);
  const steps = stepsOf(surface, movesOf(neighbours));
  const turn = currents === null ? null : currentFactors(surface, steps, currents, direction);
  return {
    value: accumulate(surface, steps, {
      ...{ sources: sources.map((cell) => (isPlace(cell) ? cell : -1)), withSources, until },
      ...{ limit, turn, watch, room: room ?? costRoom(surface.friction.length) },
    }),
    method: 'Custo acumulado mínimo (Dijkstra 1959), passo pelo atrito médio',
    parameters: { neighbours, currents: currents !== null, direction, limit },
    warnings: warningsOf({ empty: start.length === 0 ? 1 : 0, outside: sources.length - start.length }),
  };
}

type Search = {
  /** Cells of the surface; −1 is one that can't be a source. */
  readonly sources: readonly number[];
  readonly withSources: boolean;
  readonly limit: number;
  readonly until: LeastCostOptions['until'];
  readonly room: CostRoom;
  /** Null is 1 for each step; `place` is that of the step and its row, as in `halves`. */
  readonly turn: Turn | null;
  readonly watch: Watch;
};

function accumulate(surface: CostSurface, steps: Steps, search: Search): AccumulatedCost {
  const { sources, withSources, until, turn, watch } = search;
  let { limit } = search;
  const { columns: width, rows } = surface;
  const friction = withoutPassage(surface.friction);
  const { columns, offsets, halves, crossed } = steps;
  const costs = search.room.costs.fill(Number.POSITIVE_INFINITY);
  const moved = search.room.moved.fill(-1);
  const owners = new Int32Array(withSources ? friction.length : 0).fill(-1);
  const queue = queueOf(surface, steps, turn === null);
  sources.forEach((cell, place) => {
    if (cell < 0 || costs[cell] === 0) return;
    costs[cell] = 0;
    if (withSources) owners[cell] = place;
    queue.push(cell, 0);
  });
  const moves = offsets.length;
  for (let done = 0; queue.length > 0; done += 1) {
    if ((done & 0xffff) === 0) {
      heed(watch);
      if (until) limit = Math.min(limit, limitOf(until, costs));
    }
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
      if (withSources) owners[next] = owner;
      queue.push(next, cost);
    }
  }
  return { costs, moved, steps: offsets, sources: owners };
}

/** Cost beyond which nothing is asked for. What is known of a cell before it is done is never below its least cost. */
function limitOf({ cells, share }: NonNullable<LeastCostOptions['until']>, costs: Float64Array): number {
  let least = Number.POSITIVE_INFINITY;
  for (const cell of cells) least = Math.min(least, costs[cell] ?? least);
  // A little more, so that rounding leaves nothing out.
  return least * (1 + share) * (1 + 1e-9);
}
