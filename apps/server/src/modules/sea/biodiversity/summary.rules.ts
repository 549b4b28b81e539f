import type { DataOf } from '@kianda/contract';
import type { biodiversitySummary } from '@kianda/contract/sea/biodiversity/biodiversity.contract';

export type TaxonRow = {
  /** AphiaID of the accepted name, where the register or a provider has one: synonyms share it. */
  readonly accepted_id: string | null;
  readonly scientific_name: string;
  /** In the register's words; null for names it does not have. */
  readonly rank: string | null;
  readonly phylum: string | null;
  readonly class: string | null;
  /** Category of the IUCN Red List, as the provider writes it. */
  readonly red_list_category: string | null;
  readonly occurrences: number;
};

export type YearRow = { readonly year: number; readonly occurrences: number; readonly last_event: Date };

export type SourceRow = { readonly source: string; readonly occurrences: number; readonly duplicates: number };

type Summary = DataOf<typeof biodiversitySummary>;

/** All names of one species, or of one group that was identified no further. */
type Taxon = {
  readonly phylum: string | null;
  readonly class: string | null;
  readonly redList: readonly (string | null)[];
  readonly isSpecies: boolean;
  readonly occurrences: number;
};

const threatened: readonly (string | null)[] = ['CR', 'EN', 'VU'];
/** Groups shown; the rest are many and small. */
const groupsShown = 20;
const aboveSpecies =
  /^(superdomain|kingdom|subkingdom|infrakingdom|phylum|subphylum|infraphylum|parvphylum|gigaclass|megaclass|superclass|class|subclass|infraclass|superorder|order|suborder|infraorder|parvorder|section|subsection|superfamily|family|subfamily|tribe|subtribe|genus|subgenus)\b/i;

/** Counts of the summary, from the occurrences of each name, of each year and of each source. */
export function summarise(
  rows: readonly TaxonRow[],
  years: readonly YearRow[],
  datasets: number,
  sources: readonly SourceRow[],
): Omit<Summary, 'future_occurrences'> {
  const taxa = taxaOf(rows);
  const newest = years.at(-1);
  return {
    species: speciesIn(taxa),
    occurrences: sumOf(taxa),
    datasets,
    threatened_species: taxa.filter(
      ({ isSpecies, redList }) => isSpecies && redList.some((it) => threatened.includes(it)),
    ).length,
    first_year: years[0]?.year ?? null,
    last_year: newest?.year ?? null,
    by_phylum: groupsOf(taxa, 'phylum'),
    by_class: groupsOf(taxa, 'class'),
    by_year: years.map(({ year, occurrences }) => ({ year, occurrences })),
    by_source: sources.map(({ source, occurrences, duplicates }) => ({ source, occurrences, duplicates })),
    last_occurrence_at: newest?.last_event.toISOString() ?? null,
  };
}

/** Merges the names that the register accepts as one. */
function taxaOf(rows: readonly TaxonRow[]): readonly Taxon[] {
  const groups = Map.groupBy(rows, ({ accepted_id, scientific_name }) => accepted_id ?? scientific_name);
  return [...groups.values()].map((names) => ({
    phylum: names.find(({ phylum }) => phylum !== null)?.phylum ?? null,
    class: names.find((name) => name.class !== null)?.class ?? null,
    redList: names.map(({ red_list_category }) => red_list_category),
    isSpecies: names.every(isSpeciesName),
    occurrences: sumOf(names),
  }));
}

/** Without the register's word a name of one word is that of a genus or above: records are not always of species. */
function isSpeciesName({ rank, scientific_name }: TaxonRow): boolean {
  return rank === null ? scientific_name.trim().includes(' ') : !aboveSpecies.test(rank);
}

function sumOf(counts: readonly { readonly occurrences: number }[]): number {
  return counts.reduce((sum, { occurrences }) => sum + occurrences, 0);
}

function speciesIn(taxa: readonly Taxon[]): number {
  return taxa.filter(({ isSpecies }) => isSpecies).length;
}

/** Groups of one rank, those of most species first. */
function groupsOf(taxa: readonly Taxon[], rank: 'phylum' | 'class') {
  return [...Map.groupBy(taxa, (taxon) => taxon[rank] ?? 'Sem classificação')]
    .map(([name, members]) => ({ name, species: speciesIn(members), occurrences: sumOf(members) }))
    .toSorted((a, b) => b.species - a.species || b.occurrences - a.occurrences)
    .slice(0, groupsShown);
}
