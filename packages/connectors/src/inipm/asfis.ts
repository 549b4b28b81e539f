/**
 * FAO ASFIS three-letter codes of the species landed in Angola, with the scientific names they may come with. A code that is
 * not here is stored all the same; a quality rule counts it.
 */
// biome-ignore format: a table
const species: readonly (readonly [code: string, ...names: readonly string[]])[] = [
  ['SAA', 'Sardinella aurita'], ['SAE', 'Sardinella maderensis'], ['SIX', 'Sardinella spp'],
  ['HMZ', 'Trachurus trecae'], ['HMC', 'Trachurus capensis'], ['JAX', 'Trachurus spp'],
  ['PIA', 'Sardinops ocellatus', 'Sardinops sagax'], ['CHP', 'Sardinops sagax'],
  ['VMA', 'Scomber colias'], ['MAS', 'Scomber japonicus'], ['MAZ', 'Scomber spp'],
  ['BOA', 'Ethmalosa fimbriata'], ['GRB', 'Brachydeuterus auritus'],
  ['HKB', 'Merluccius polli'], ['HKK', 'Merluccius capensis'], ['HKX', 'Merluccius spp'],
  ['DEL', 'Dentex macrophthalmus'], ['DEA', 'Dentex angolensis'], ['DEX', 'Dentex spp'],
  ['CKW', 'Pseudotolithus spp'], ['GRX', 'Haemulidae'], ['SNX', 'Lutjanidae'], ['GPX', 'Epinephelus spp'],
  ['DPS', 'Parapenaeus longirostris'], ['ARV', 'Aristeus varidens'], ['CGE', 'Chaceon maritae'],
  ['YFT', 'Thunnus albacares'], ['BET', 'Thunnus obesus'], ['SKJ', 'Katsuwonus pelamis'], ['ALB', 'Thunnus alalunga'],
  ['LTA', 'Euthynnus alletteratus'], ['FRI', 'Auxis thazard'], ['BON', 'Sarda sarda'], ['SWO', 'Xiphias gladius'],
  ['SFA', 'Istiophorus platypterus'], ['BUM', 'Makaira nigricans'], ['BSH', 'Prionace glauca'],
  ['SKH', 'Selachimorpha'], ['MZZ', 'Osteichthyes'], ['PRI', 'Palinurus regius'], ['OCC', 'Octopus vulgaris'],
  ['CTC', 'Sepia officinalis'], ['SQC', 'Loligo spp'], ['TLP', 'Oreochromis spp'], ['FRF', 'Osteichthyes'],
];

const codes: ReadonlyMap<string, readonly string[]> = new Map(species.map(([code, ...names]) => [code, names]));

/** Whether a code is one of those landed in Angola. */
export function isKnownSpeciesCode(code: string): boolean {
  return codes.has(code);
}

/** Whether a scientific name goes with a code; true where the code is not known, or the name is a wider one. */
export function speciesNameFits(code: string, scientificName: string): boolean {
  const names = codes.get(code);
  if (names === undefined) return true;
  const [genus = ''] = scientificName.toLowerCase().split(' ');
  return names.some((name) => name.toLowerCase().startsWith(genus) || name.endsWith('spp') || !name.includes(' '));
}
