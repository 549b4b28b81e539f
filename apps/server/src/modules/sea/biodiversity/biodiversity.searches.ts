import { commercialSpecies, scientificNamesOf } from '@kianda/contract/sea/fisheries/species-register';
import { formatCount } from '@kianda/format';
import type { Clock } from '../../../platform/clock/clock.ts';
import { heldSource, type SearchEntry, type SearchSource } from '../../../platform/search.ts';
import type { NamedTaxon } from './taxon-names.repository.ts';

/** Species by scientific, former and common names, as people look for them. */
export function biodiversitySearches(options: {
  readonly taxa: () => Promise<readonly NamedTaxon[]>;
  readonly clock: Clock;
}): readonly SearchSource[] {
  const load = async () => (await options.taxa()).map(taxonEntry);
  return [heldSource({ kind: 'species', access: 'biodiversity:read', clock: options.clock, load })];
}

/** Portuguese names of commercial species by scientific name in lower case. */
const commercialNames: ReadonlyMap<string, string> = new Map(
  commercialSpecies.flatMap((species) =>
    scientificNamesOf(species).map((name) => [name.toLowerCase(), species.portugueseName] as const),
  ),
);

function taxonEntry(taxon: NamedTaxon): SearchEntry {
  const commercial = commercialNames.get(taxon.name.toLowerCase());
  const common = [...new Set([...(commercial === undefined ? [] : [commercial]), ...taxon.common_names])];
  const [first] = common;
  const detail = [
    ...(first === undefined ? [] : [taxon.name]),
    ...(taxon.family === null ? [] : [taxon.family]),
    formatCount(taxon.occurrences, 'registo', 'registos'),
  ];
  return {
    id: String(taxon.aphia_id),
    title: first ?? taxon.name,
    detail: detail.join(' · '),
    names: [taxon.name, ...common.slice(1), ...taxon.former_names],
    about: ['espécie', taxon.genus, taxon.family, taxon.order, taxon.class, taxon.phylum].filter(
      (name) => name !== null,
    ),
    target: { section: 'species', search: { taxon: String(taxon.aphia_id) } },
    // A thousand records weigh as much as anything may.
    weight: Math.min(1, Math.log10(1 + taxon.occurrences) / 3),
  };
}
