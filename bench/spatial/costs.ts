import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { circuitBetween } from '../../packages/science/src/spatial/costs/circuit.ts';
import { leastCost } from '../../packages/science/src/spatial/costs/least-cost.ts';
import type { CostSurface, Neighbourhood } from '../../packages/science/src/spatial/costs/surface.ts';
import { frictionOf } from '../../packages/science/src/spatial/testing/friction.ts';
import { askReference, timed, withFolder } from '../shared/reference.ts';
import { largestDifference, type SpatialRow } from './row.ts';

type Answer = { readonly seconds: number; readonly resistance?: number };

/** Accumulated cost of 2000 × 2000 cells and current of 500 × 500, here and by scikit-image, GRASS and SciPy. */
export async function measureCosts(hasReference: boolean): Promise<readonly SpatialRow[]> {
  const rows: SpatialRow[] = [];
  for (const [neighbours, program] of [
    [8, 'skimage'],
    [8, 'grass'],
    [4, 'skimage'],
    [16, 'grass'],
  ] as const) {
    // GRASS lets a knight jump over cells that are impassable: there, none are.
    const surface = squareOf(2000, neighbours === 16 ? 0 : 0.1);
    rows.push(await leastCostRow(surface, neighbours, hasReference ? program : null));
  }
  rows.push(await circuitRow(squareOf(500, 0.1), hasReference));
  return rows;
}

function squareOf(side: number, share: number): CostSurface {
  const friction = frictionOf(side, side, share, 'bench');
  return { columns: side, rows: side, friction, size: { system: 'planar', width: 1, height: 1 } };
}

async function leastCostRow(
  surface: CostSurface,
  neighbours: Neighbourhood,
  program: 'skimage' | 'grass' | null,
): Promise<SpatialRow> {
  const { seconds, value } = timed(() => leastCost(surface, [0], { neighbours }).value);
  const name = `menor custo, ${surface.columns} × ${surface.rows}, ${neighbours} vizinhos`;
  const limit = 1.5;
  if (program === null) return { name, seconds, limit, peer: null };
  const { answer, values } = await ask(surface, program, neighbours);
  // Costs in the order of 10,000: what counts is the relative difference.
  const own = value.costs.map((cost, cell) => relative(cost, values[cell] ?? 0));
  const difference = largestDifference(own, new Array<number>(own.length).fill(0));
  const shown = program === 'grass' ? 'GRASS r.cost' : 'scikit-image';
  return { name, seconds, limit, peer: { name: shown, seconds: answer.seconds, difference } };
}

/** 0 where both are 0 or not reached. */
const relative = (own: number, reference: number): number => (own === reference ? 0 : own / reference - 1);

async function circuitRow(surface: CostSurface, hasReference: boolean): Promise<SpatialRow> {
  const end = surface.friction.length - 1;
  const { seconds, value } = timed(() => circuitBetween(surface, [[0], [end]]).value);
  const name = `circuito, ${surface.columns} × ${surface.rows}`;
  if (!hasReference) return { name, seconds, limit: 3, peer: null };
  const { answer, values } = await ask(surface, 'circuit', 8);
  const reference = Array.from(values, (current) => (Number.isNaN(current) ? null : current));
  const difference = largestDifference(value?.currents ?? [], reference);
  return { name, seconds, limit: 3, peer: { name: 'SciPy spsolve', seconds: answer.seconds, difference } };
}

async function ask({ columns, rows, friction }: CostSurface, program: string, neighbours: number) {
  return withFolder(async (folder) => {
    const [file, out] = [join(folder, 'friction.bin'), join(folder, 'out.bin')];
    writeFileSync(file, friction);
    const place = [columns, rows, 0, columns * rows - 1].map(String);
    const answer = await askReference<Answer>('spatial/costs.py', [file, ...place, program, String(neighbours), out]);
    const bytes = readFileSync(out);
    return { answer, values: new Float64Array(bytes.buffer, bytes.byteOffset, columns * rows) };
  });
}
