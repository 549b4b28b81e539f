/** `node large-case.ts <case>`: one kernel on data of the largest size, in a process of its own; prints seconds and peak memory. */
import { seededRandom } from '@kianda/geo';
import { getisOrd } from '../../packages/science/src/spatial/clusters/getis-ord.ts';
import { nearestWeights } from '../../packages/science/src/spatial/clusters/weights.ts';
import { leastCost } from '../../packages/science/src/spatial/costs/least-cost.ts';
import { scattered } from '../../packages/science/src/spatial/testing/scattered.ts';
import { timed } from '../shared/reference.ts';

/** Friction 1–11 in single precision, a tenth of the cells impassable. */
function frictionOf(side: number): Float32Array {
  const random = seededRandom('large');
  const friction = new Float32Array(side * side);
  for (let cell = 0; cell < friction.length; cell += 1) {
    const value = 1 + 10 * random();
    friction[cell] = cell > 0 && random() < 0.1 ? Number.NaN : value;
  }
  return friction;
}

const cases: Readonly<Record<string, () => number>> = {
  cost: () => {
    const [side, size] = [10_000, { system: 'planar', width: 1, height: 1 } as const];
    const surface = { columns: side, rows: side, friction: frictionOf(side), size };
    return timed(() => leastCost(surface, [0])).seconds;
  },
  hotspots: () => {
    const { x, y, values } = scattered(1_000_000, 'large');
    return timed(() => getisOrd(values, nearestWeights({ system: 'planar', x, y }, 8))).seconds;
  },
};

const run = cases[process.argv[2] ?? ''];
if (run === undefined)
  throw new RangeError(`case: received ${process.argv[2]}, expected ${Object.keys(cases).join(', ')}`);
const seconds = run();
process.stdout.write(JSON.stringify({ seconds, peakBytes: process.resourceUsage().maxRSS * 1024 }));
