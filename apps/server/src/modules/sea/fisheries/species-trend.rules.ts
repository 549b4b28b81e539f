import { speciesNamed } from '@kianda/contract/sea/fisheries/species-register';

/** Change against the mean of the three years before that counts as a trend. */
const trendShare = 0.05;

export type SpeciesYear = { readonly year: number; readonly species: string; readonly tonnes: number };

export type MainSpecies = {
  name: string;
  catch_tons: number;
  /** Of the year's total catch. */
  percentage: number;
  trend: 'up' | 'down' | 'stable';
};

/** The `count` species most caught in `year`, with their share and their trend against the three years before. */
export function mainSpecies(rows: readonly SpeciesYear[], year: number, count: number): MainSpecies[] {
  const ofYear = rows.filter((row) => row.year === year);
  const total = ofYear.reduce((sum, row) => sum + row.tonnes, 0);
  if (total === 0) return [];
  return ofYear
    .toSorted((a, b) => b.tonnes - a.tonnes)
    .slice(0, count)
    .map((row) => {
      const before = rows.filter((other) => other.species === row.species && other.year < year);
      const mean = before.reduce((sum, other) => sum + other.tonnes, 0) / before.length;
      return {
        name: portugueseName(row.species),
        catch_tons: row.tonnes,
        percentage: (100 * row.tonnes) / total,
        trend: before.length === 0 ? 'stable' : trendOf(row.tonnes, mean),
      };
    });
}

/** Catch statistics come under FAO's English names: people know the species by its Portuguese one. */
function portugueseName(species: string): string {
  const known = speciesNamed(species);
  return known === null ? species : `${known.portugueseName} (${known.scientificName})`;
}

function trendOf(tonnes: number, mean: number): MainSpecies['trend'] {
  if (tonnes > mean * (1 + trendShare)) return 'up';
  return tonnes < mean * (1 - trendShare) ? 'down' : 'stable';
}
