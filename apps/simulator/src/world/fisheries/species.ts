/** A fished species: its landings as a share of the total in some years (linear between), price and gear. */
export type FishedSpecies = {
  readonly scientificName: string;
  readonly commonNamePt: string;
  readonly commonNameEn: string;
  readonly trophicLevel: number;
  readonly usdPerTonne: number;
  readonly gear: 'purse seine' | 'bottom trawl' | 'pelagic trawl' | 'longline' | 'other';
  /** Share of the year's landings. */
  readonly shares: readonly (readonly [year: number, share: number])[];
  /** Share of small-scale fishers in its landings, relative to their share of all landings. */
  readonly smallScale: number;
};

// Shares follow the known turns: horse mackerel 180,000 t in 1966, sardinella 150,000 t in 1969, the decline of the
// Cunene horse mackerel in the nineties. No official series by species was found, so the rest is shaped, not measured.
// biome-ignore format: a table
export const fishedSpecies: readonly FishedSpecies[] = [
  { scientificName: 'Sardinella aurita', commonNamePt: 'Sardinela-lombuda', commonNameEn: 'Round sardinella', trophicLevel: 3.4, usdPerTonne: 620, gear: 'purse seine', shares: [[1950, 0.14], [1969, 0.2], [1985, 0.24], [2000, 0.22], [2015, 0.26], [2030, 0.24]], smallScale: 1.2 },
  { scientificName: 'Sardinella maderensis', commonNamePt: 'Sardinela-palheta', commonNameEn: 'Madeiran sardinella', trophicLevel: 3.2, usdPerTonne: 560, gear: 'purse seine', shares: [[1950, 0.1], [1969, 0.14], [1985, 0.18], [2000, 0.15], [2015, 0.18], [2030, 0.17]], smallScale: 1.6 },
  { scientificName: 'Trachurus trecae', commonNamePt: 'Carapau do Cunene', commonNameEn: 'Cunene horse mackerel', trophicLevel: 3.5, usdPerTonne: 900, gear: 'pelagic trawl', shares: [[1950, 0.22], [1966, 0.36], [1985, 0.26], [1998, 0.16], [2010, 0.09], [2020, 0.16], [2030, 0.17]], smallScale: 0.9 },
  { scientificName: 'Trachurus capensis', commonNamePt: 'Carapau do Cabo', commonNameEn: 'Cape horse mackerel', trophicLevel: 3.5, usdPerTonne: 880, gear: 'pelagic trawl', shares: [[1950, 0.06], [1966, 0.09], [1985, 0.1], [2000, 0.06], [2030, 0.05]], smallScale: 0.4 },
  { scientificName: 'Sardinops sagax', commonNamePt: 'Sardinha', commonNameEn: 'Pacific sardine', trophicLevel: 2.8, usdPerTonne: 520, gear: 'purse seine', shares: [[1950, 0.16], [1972, 0.1], [1985, 0.03], [2000, 0.03], [2030, 0.02]], smallScale: 0.8 },
  { scientificName: 'Scomber colias', commonNamePt: 'Cavala', commonNameEn: 'Atlantic chub mackerel', trophicLevel: 3.9, usdPerTonne: 700, gear: 'purse seine', shares: [[1950, 0.05], [1985, 0.03], [2010, 0.05], [2030, 0.06]], smallScale: 0.9 },
  { scientificName: 'Brachydeuterus auritus', commonNamePt: 'Roncador (marionga)', commonNameEn: 'Bigeye grunt', trophicLevel: 3, usdPerTonne: 640, gear: 'bottom trawl', shares: [[1950, 0.01], [1985, 0.03], [2010, 0.05], [2030, 0.05]], smallScale: 1.3 },
  { scientificName: 'Merluccius polli', commonNamePt: 'Pescada de Benguela', commonNameEn: 'Benguela hake', trophicLevel: 4.3, usdPerTonne: 1_650, gear: 'bottom trawl', shares: [[1950, 0.01], [1985, 0.02], [2030, 0.02]], smallScale: 0.1 },
  { scientificName: 'Merluccius capensis', commonNamePt: 'Pescada branca do Cabo', commonNameEn: 'Shallow-water Cape hake', trophicLevel: 4.3, usdPerTonne: 1_700, gear: 'bottom trawl', shares: [[1950, 0.01], [1985, 0.01], [2030, 0.008]], smallScale: 0.1 },
  { scientificName: 'Dentex macrophthalmus', commonNamePt: 'Cachucho', commonNameEn: 'Large-eye dentex', trophicLevel: 3.7, usdPerTonne: 1_500, gear: 'bottom trawl', shares: [[1950, 0.03], [1972, 0.04], [1985, 0.03], [2030, 0.035]], smallScale: 0.5 },
  { scientificName: 'Dentex angolensis', commonNamePt: 'Dentão de Angola', commonNameEn: 'Angolan dentex', trophicLevel: 3.7, usdPerTonne: 1_800, gear: 'bottom trawl', shares: [[1950, 0.02], [2030, 0.02]], smallScale: 0.7 },
  { scientificName: 'Parapenaeus longirostris', commonNamePt: 'Gamba costeira', commonNameEn: 'Deep-water rose shrimp', trophicLevel: 2.9, usdPerTonne: 7_200, gear: 'bottom trawl', shares: [[1950, 0], [1968, 0.006], [1985, 0.018], [2000, 0.012], [2030, 0.006]], smallScale: 0.02 },
  { scientificName: 'Aristeus varidens', commonNamePt: 'Alistado', commonNameEn: 'Striped red shrimp', trophicLevel: 3, usdPerTonne: 11_500, gear: 'bottom trawl', shares: [[1950, 0], [1968, 0.003], [1985, 0.012], [2000, 0.008], [2030, 0.004]], smallScale: 0 },
  { scientificName: 'Chaceon maritae', commonNamePt: 'Caranguejo de profundidade', commonNameEn: 'West African geryon', trophicLevel: 3, usdPerTonne: 4_300, gear: 'other', shares: [[1950, 0], [1980, 0.008], [2000, 0.006], [2030, 0.005]], smallScale: 0 },
  { scientificName: 'Thunnus albacares', commonNamePt: 'Atum-albacora', commonNameEn: 'Yellowfin tuna', trophicLevel: 4.4, usdPerTonne: 2_300, gear: 'longline', shares: [[1950, 0.02], [1972, 0.012], [1990, 0.015], [2030, 0.012]], smallScale: 0.3 },
  { scientificName: 'Thunnus obesus', commonNamePt: 'Atum-patudo', commonNameEn: 'Bigeye tuna', trophicLevel: 4.5, usdPerTonne: 3_200, gear: 'longline', shares: [[1950, 0.004], [1972, 0.006], [1990, 0.007], [2030, 0.005]], smallScale: 0.1 },
];

/** All landings by year, thousand tonnes: ≈600 in 1972, the fall at independence, 486 in 2016, 596 in 2021. */
export const totalThousandTonnes: readonly (readonly [year: number, thousandTonnes: number])[] = [
  [1950, 130],
  [1956, 290],
  [1960, 250],
  [1966, 400],
  [1969, 430],
  [1972, 600],
  [1974, 400],
  [1976, 150],
  [1980, 310],
  [1985, 420],
  [1988, 440],
  [1991, 190],
  [1995, 150],
  [2000, 240],
  [2005, 210],
  [2010, 290],
  [2014, 440],
  [2016, 486],
  [2018, 385],
  [2020, 395],
  [2021, 596],
  [2023, 540],
  [2030, 560],
];
