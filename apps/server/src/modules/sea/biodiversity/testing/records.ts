import type { OccurrenceRecord, TaxonRecord } from '@kianda/connectors';

/** An occurrence as a connector hands it on. */
export function sighting(sourceId: string, over: Partial<OccurrenceRecord> = {}): OccurrenceRecord {
  return {
    kind: 'occurrence',
    sourceId,
    scientificName: 'Sardinella aurita',
    aphiaId: null,
    taxonomy: { phylum: 'Chordata', class: 'Teleostei' },
    redListCategory: 'LC',
    lon: 12,
    lat: -9,
    depthMeters: 20,
    eventDate: '2019-05-04',
    eventStartMs: Date.UTC(2019, 4, 4),
    basisOfRecord: 'HumanObservation',
    datasetId: 'conjunto-a',
    flags: [],
    absence: false,
    ...over,
  };
}

/** An accepted name of the register, without its details. */
export function taxon(aphiaId: number, scientificName: string, over: Partial<TaxonRecord> = {}): TaxonRecord {
  return {
    kind: 'taxon',
    aphiaId,
    scientificName,
    authority: 'Linnaeus, 1758',
    rank: 'Species',
    status: 'accepted',
    unacceptReason: null,
    acceptedAphiaId: aphiaId,
    acceptedName: scientificName,
    parentAphiaId: 1,
    taxonomy: { kingdom: 'Animalia', phylum: 'Chordata', class: 'Teleostei' },
    environment: { marine: true, brackish: null, freshwater: false, terrestrial: null },
    extinct: null,
    citation: 'WoRMS',
    modifiedMs: Date.UTC(2020, 0, 1),
    ...over,
  };
}
