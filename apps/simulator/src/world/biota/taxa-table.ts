import type { RedListCategory, TaxonHabitat, TaxonSeed } from './taxon.ts';

/**
 * One species in one line. An empty vernacular name or red-list category means that none is known or agreed.
 * The last two cells, given for the best studied species only, are the surface water it is seen in, °C.
 */
export type TaxonRow = readonly [
  genus: string,
  epithet: string,
  authority: string,
  vernacularPt: string,
  habitat: TaxonHabitat,
  minDepthMeters: number,
  maxDepthMeters: number,
  southLatitude: number,
  northLatitude: number,
  redList?: RedListCategory | '',
  coldestCelsius?: number,
  warmestCelsius?: number,
];

/** Ranks above the order, which all species of one table share. */
export type TaxonBranch = Pick<TaxonSeed, 'kingdom' | 'phylum' | 'class' | 'group'>;

/** Returns the function that turns the rows of one family of this branch into species. */
export function familiesOf(branch: TaxonBranch) {
  return (order: string, family: string, rows: readonly TaxonRow[]): TaxonSeed[] =>
    rows.map((row) => speciesOf(branch, order, family, row));
}

function speciesOf(branch: TaxonBranch, order: string, family: string, row: TaxonRow): TaxonSeed {
  const [genus, epithet, authority, vernacularPt, habitat, minDepth, maxDepth, south, north, redList] = row;
  const [coldest, warmest] = row.slice(10) as [number?, number?];
  return {
    scientificName: `${genus} ${epithet}`,
    authority,
    rank: 'Species',
    ...branch,
    order,
    family,
    genus,
    ...(vernacularPt === '' ? {} : { vernacularPt }),
    habitat,
    depthRangeMeters: [minDepth, maxDepth],
    latRange: [south, north],
    ...(coldest === undefined || warmest === undefined ? {} : { thermal: [coldest, warmest] as const }),
    ...(redList === undefined || redList === '' ? {} : { redList }),
  };
}
