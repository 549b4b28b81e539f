import { algaeAndPlants } from './taxa-algae-and-plants.ts';
import { annelids } from './taxa-annelids.ts';
import { birds } from './taxa-birds.ts';
import { cnidarians } from './taxa-cnidarians.ts';
import { crustaceans } from './taxa-crustaceans.ts';
import { echinoderms } from './taxa-echinoderms.ts';
import { bonyFishesOne } from './taxa-fish-bony-1.ts';
import { bonyFishesTwo } from './taxa-fish-bony-2.ts';
import { bonyFishesThree } from './taxa-fish-bony-3.ts';
import { cartilaginousFishes } from './taxa-fish-cartilaginous.ts';
import { mammals } from './taxa-mammals.ts';
import { molluscs } from './taxa-molluscs.ts';
import { spongesTunicatesAndOthers } from './taxa-sponges-tunicates-others.ts';
import { turtles } from './taxa-turtles.ts';
import type { TaxonSeed } from './taxon.ts';

/**
 * The marine species of Angola and of the tropical and south-east Atlantic that the simulated sea is stocked with.
 * Names and classification follow WoRMS usage of 2025, red-list categories the IUCN list of the same year;
 * depths and latitudes are the usual ones, cut to 20° S to the equator.
 */
export const taxa: readonly TaxonSeed[] = [
  ...bonyFishesOne,
  ...bonyFishesTwo,
  ...bonyFishesThree,
  ...cartilaginousFishes,
  ...mammals,
  ...birds,
  ...turtles,
  ...molluscs,
  ...crustaceans,
  ...cnidarians,
  ...echinoderms,
  ...algaeAndPlants,
  ...annelids,
  ...spongesTunicatesAndOthers,
];
