import type { DataOf } from '@kianda/contract';
import type { biodiversitySummary } from '@kianda/contract/biodiversity/biodiversity.contract';

export type TaxonRow = {
  readonly phylum: string | null;
  readonly class: string | null;
  /** Category of the IUCN Red List, as the provider writes it. */
  readonly red_list_category: string | null;
  readonly occurrences: number;
};

export type YearRow = { readonly year: number; readonly occurrences: number; readonly last_event: Date };

type Summary = DataOf<typeof biodiversitySummary>;

const threatened: readonly (string | null)[] = ['CR', 'EN', 'VU'];
/** Groups shown; the rest are many and small. */
const groupsShown = 20;

/** Counts of the summary, from the occurrences of each taxon and of each year. */
export function summarise(taxa: readonly TaxonRow[], years: readonly YearRow[], datasets: number): Summary {
  const newest = years.at(-1);
  return {
    species: taxa.length,
    occurrences: taxa.reduce((sum, taxon) => sum + taxon.occurrences, 0),
    datasets,
    threatened_species: taxa.filter((taxon) => threatened.includes(taxon.red_list_category)).length,
    first_year: years[0]?.year ?? null,
    last_year: newest?.year ?? null,
    by_phylum: groupsOf(taxa, 'phylum'),
    by_class: groupsOf(taxa, 'class'),
    by_year: years.map(({ year, occurrences }) => ({ year, occurrences })),
    last_occurrence_at: newest?.last_event.toISOString() ?? null,
  };
}

/** Groups of one rank, those of most species first. */
function groupsOf(taxa: readonly TaxonRow[], rank: 'phylum' | 'class') {
  return [...Map.groupBy(taxa, (taxon) => taxon[rank] ?? 'Sem classificação')]
    .map(([name, members]) => ({
      name,
      species: members.length,
      occurrences: members.reduce((sum, taxon) => sum + taxon.occurrences, 0),
    }))
    .toSorted((a, b) => b.species - a.species || b.occurrences - a.occurrences)
    .slice(0, groupsShown);
}
