import { commercialSpecies } from '@kianda/contract/sea/fisheries/species-register';

/**
 * FAO ASFIS codes of groups, and older codes, that files of landings use in addition to those of the register of
 * species. A code that is in neither is stored all the same; a quality rule counts it.
 */
// biome-ignore format: a table
const groups: readonly (readonly [code: string, ...names: readonly string[]])[] = [
  ['SIX', 'Sardinella spp'], ['JAX', 'Trachurus spp'], ['MAZ', 'Scomber spp'], ['HKX', 'Merluccius spp'],
  ['PIA', 'Sardinops ocellatus', 'Sardinops sagax'], ['DEX', 'Dentex spp'], ['CKW', 'Pseudotolithus spp'],
  ['GRX', 'Haemulidae'], ['SNX', 'Lutjanidae'], ['GPX', 'Epinephelus spp'], ['PRI', 'Priacanthidae'],
  ['SKH', 'Selachimorpha'], ['MZZ', 'Osteichthyes'], ['SQC', 'Loligo spp'], ['TLP', 'Oreochromis spp'],
  ['FRF', 'Osteichthyes'],
];

const codes: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...commercialSpecies.map(({ code, scientificName }) => [code, [scientificName]] as const),
  ...groups.map(([code, ...names]) => [code, names] as const),
]);

/** True when a code is one of those landed in Angola. */
export function isKnownSpeciesCode(code: string): boolean {
  return codes.has(code);
}

/** True when a scientific name matches a code; also when the code is not known, or the name is a wider one. */
export function speciesNameFits(code: string, scientificName: string): boolean {
  const names = codes.get(code);
  if (names === undefined) return true;
  const [genus = ''] = scientificName.toLowerCase().split(' ');
  return names.some((name) => name.toLowerCase().startsWith(genus) || name.endsWith('spp') || !name.includes(' '));
}
