import { speciesNamed } from '@kianda/contract/sea/fisheries/species-register';

/**
 * The common name in Portuguese that every screen shows: that of the platform's own register of commercial species, by
 * which catches are named too; where it has none, the one of the register of marine species; null where nobody has one.
 */
export const commonNameOf = (scientificName: string, registered: string | null): string | null =>
  speciesNamed(scientificName)?.portugueseName ?? registered;
