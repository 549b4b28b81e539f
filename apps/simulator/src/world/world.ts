import { stations } from '@kianda/geo';
import { createBiota } from './biota/occurrences.ts';
import { taxa } from './biota/taxa.ts';
import { createFisheries } from './fisheries/fisheries.ts';
import { createFleet } from './fleet/fleet.ts';
import { createLand } from './land/vegetation.ts';
import { createOcean } from './ocean/ocean.ts';
import { createStructures } from './structures.ts';
import type { World } from './types.ts';

/** The simulated world of a seed: everything in it is a function of the seed, the time and the place. */
export function createWorld({ seed, biotaShare = 1 }: { seed: number; biotaShare?: number }): World {
  return {
    seed,
    ocean: createOcean(seed),
    land: createLand(seed),
    biota: createBiota(seed, taxa, biotaShare),
    fleet: createFleet(seed),
    fisheries: createFisheries(seed),
    structures: createStructures(seed),
    stations,
  };
}
