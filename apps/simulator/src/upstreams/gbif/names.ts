import { hash32 } from '@kianda/geo';
import type { BiotaTaxon } from '../../world/types.ts';

/** Other names under which records are published, with their authors: real synonyms of species of the simulated sea. */
const synonyms: Readonly<Record<string, string>> = {
  'Katsuwonus pelamis': 'Euthynnus pelamis (Linnaeus, 1758)',
  'Physeter macrocephalus': 'Physeter catodon Linnaeus, 1758',
  'Morus capensis': 'Sula capensis (Lichtenstein, 1823)',
  'Sardinella maderensis': 'Sardinella eba (Valenciennes, 1847)',
  'Chaceon maritae': 'Geryon maritae Manning & Holthuis, 1981',
};

/** Species that GBIF lists apart and the register of marine species has joined to another. */
const listedApart: Readonly<Record<string, { readonly species: string; readonly authority: string }>> = {
  'Delphinus delphis': { species: 'Delphinus capensis', authority: 'Gray, 1828' },
};

export type PublishedName = {
  /** As published, with its author. */
  readonly scientificName: string;
  readonly acceptedScientificName: string;
  /** Null where only the genus was matched. */
  readonly species: string | null;
  readonly status: 'ACCEPTED' | 'SYNONYM';
};

/** Name of one record of a species; `chance` is any number of the record. */
export function publishedName(taxon: BiotaTaxon, chance: number, matched: boolean): PublishedName {
  if (!matched)
    return { scientificName: taxon.genus, acceptedScientificName: taxon.genus, species: null, status: 'ACCEPTED' };
  const accepted = `${taxon.scientificName} ${taxon.authority}`;
  const apart = listedApart[taxon.scientificName];
  if (apart !== undefined && chance % 4 === 0) {
    const name = `${apart.species} ${apart.authority}`;
    return { scientificName: name, acceptedScientificName: name, species: apart.species, status: 'ACCEPTED' };
  }
  const synonym = synonyms[taxon.scientificName];
  const asSynonym = synonym !== undefined && chance % 3 === 0;
  return {
    scientificName: asSynonym ? synonym : accepted,
    acceptedScientificName: accepted,
    species: taxon.scientificName,
    status: asSynonym ? 'SYNONYM' : 'ACCEPTED',
  };
}

/** Key of a name in GBIF's backbone. */
export function backboneKey(name: string): number {
  return 2_000_000 + (hash32('gbif-backbone', name) % 9_000_000);
}
