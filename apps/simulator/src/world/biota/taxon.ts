/** Facts of a species that place its occurrences. Depths in metres, latitudes in degrees. */
export type TaxonSeed = {
  readonly scientificName: string;
  readonly authority: string;
  readonly rank: 'Species';
  readonly kingdom: string;
  readonly phylum: string;
  readonly class: string;
  readonly order: string;
  readonly family: string;
  readonly genus: string;
  readonly vernacularPt?: string;
  readonly habitat: TaxonHabitat;
  /** Shallowest and deepest depth at which the species lives. */
  readonly depthRangeMeters: readonly [number, number];
  /** Southernmost and northernmost latitude, south negative. */
  readonly latRange: readonly [number, number];
  /** Coldest and warmest surface water it is seen in, °C. */
  readonly thermal?: readonly [number, number];
  readonly group: TaxonGroup;
  readonly redList?: RedListCategory;
};

export type TaxonHabitat = 'pelagic' | 'demersal' | 'benthic' | 'coastal' | 'reef' | 'mangrove' | 'deep';

export type TaxonGroup =
  | 'fish'
  | 'mammal'
  | 'bird'
  | 'turtle'
  | 'mollusc'
  | 'crustacean'
  | 'cnidarian'
  | 'echinoderm'
  | 'algae'
  | 'annelid'
  | 'sponge'
  | 'tunicate'
  | 'other';

export type RedListCategory = 'CR' | 'EN' | 'VU' | 'NT' | 'LC' | 'DD';
