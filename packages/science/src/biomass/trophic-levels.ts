/**
 * Trophic levels of the species that Angola's fisheries land most, by scientific name: means of FishBase and SeaLifeBase
 * as this platform has them, one decimal. A species that is not here has no level, and is told as left out.
 */
const trophicLevels: Readonly<Record<string, number>> = {
  'Sardinella aurita': 3.4,
  'Sardinella maderensis': 3.2,
  'Trachurus trecae': 3.5,
  'Trachurus capensis': 3.5,
  'Sardinops sagax': 2.8,
  'Scomber colias': 3.9,
  'Brachydeuterus auritus': 3,
  'Merluccius polli': 4.3,
  'Merluccius capensis': 4.3,
  'Dentex macrophthalmus': 3.7,
  'Dentex angolensis': 3.7,
  'Parapenaeus longirostris': 2.9,
  'Aristeus varidens': 3,
  'Chaceon maritae': 3,
  'Thunnus albacares': 4.4,
  'Thunnus obesus': 4.5,
};

export const trophicLevelOf = (scientificName: string): number | null => trophicLevels[scientificName] ?? null;
