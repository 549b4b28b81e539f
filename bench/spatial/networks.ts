import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectivityOf } from '../../packages/science/src/spatial/networks/connectivity.ts';
import { patchesOf } from '../../packages/science/src/spatial/testing/patches.ts';
import { askReference, timed, withFolder } from '../shared/reference.ts';
import { csvOf, largestDifference, type SpatialRow } from './row.ts';

type Answer = { readonly seconds: number; readonly patches: readonly number[] };

/** Importance of 1,000 patches and their links, here, and of each 100th patch by igraph. */
export async function measureNetworks(hasReference: boolean): Promise<readonly SpatialRow[]> {
  const network = patchesOf(1000, 6, 'bench');
  return withFolder(async (folder) => {
    const [areas, links] = [join(folder, 'areas.csv'), join(folder, 'links.csv')];
    writeFileSync(areas, csvOf({ area: network.areas }));
    writeFileSync(links, csvOf(network.links));
    const rows: SpatialRow[] = [];
    for (const index of ['pc', 'iic'] as const) {
      const options = { index, dispersal: { length: 8, chance: 0.5 }, links: true };
      const { seconds, value } = timed(() => connectivityOf(network, options).value);
      const name = `${index.toUpperCase()}, 1000 manchas, ${network.links.from.length} ligações, todas as importâncias`;
      if (!hasReference) {
        rows.push({ name, seconds, limit: 5, peer: null });
        continue;
      }
      const answer = await askReference<Answer>('spatial/networks.py', [areas, links, index, '8', '100']);
      const own = answer.patches.map((_, place) => value?.patches.total[100 * place] ?? Number.NaN);
      const difference = largestDifference(own, answer.patches);
      rows.push({ name, seconds, limit: 5, peer: { name: 'igraph, 10 manchas', seconds: answer.seconds, difference } });
    }
    return rows;
  });
}
