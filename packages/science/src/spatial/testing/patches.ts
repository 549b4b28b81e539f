import { seededRandom } from '@kianda/geo';
import { linksWithin, type Network } from '../networks/network.ts';
import { scattered } from './scattered.ts';

/** Patches in a square of side 100, linked where they are at most `maxLength` apart. */
export function patchesOf(count: number, maxLength: number, seed: string): Network {
  const { x, y } = scattered(count, seed);
  const random = seededRandom(`${seed} areas`);
  return {
    areas: Float64Array.from({ length: count }, () => 1 + 9 * random()),
    links: linksWithin({ system: 'planar', x, y }, maxLength),
  };
}
