import { isoDate } from '@kianda/geo';
import type { OccurrenceFlag } from '../../world/types.ts';
import { type Entry, lastInterpretedMs } from './entries.ts';
import { backboneKey, publishedName } from './names.ts';

/** Names that GBIF has for the faults of a record; those of its place keep it from searches without geospatial issues. */
const issueOf: Partial<Record<OccurrenceFlag, string>> = {
  ZERO_COORD: 'ZERO_COORDINATE',
  MIN_DEPTH_EXCEEDS_MAX: 'DEPTH_MIN_MAX_SWAPPED',
  DEPTH_EXCEEDS_BATH: 'DEPTH_UNLIKELY',
  DATE_IN_FUTURE: 'RECORDED_DATE_UNLIKELY',
  NO_MATCH: 'TAXON_MATCH_HIGHERRANK',
};

export function hasGeospatialIssue({ occurrence }: Entry): boolean {
  return occurrence.flags.includes('ZERO_COORD');
}

/** The day of an entry, null where GBIF threw it away as impossible. */
export function eventDateOf({ occurrence, timeMs }: Entry): string | null {
  return occurrence.flags.includes('DATE_IN_FUTURE') ? null : isoDate(timeMs);
}

/** A row of `/occurrence/search`. A field without a value is absent; dates end in `+00:00`, not in `Z`. */
export function occurrenceRow(entry: Entry, nowMs: number): Record<string, unknown> {
  const { key, occurrence, identity } = entry;
  const { taxon, dataset, flags } = occurrence;
  const name = publishedName(taxon, key, !flags.includes('NO_MATCH'));
  const interpreted = instant(lastInterpretedMs(entry, nowMs));
  const date = eventDateOf(entry);
  const row: Record<string, unknown> = {
    key,
    datasetKey: entry.datasetKey,
    publishingCountry: 'AO',
    protocol: 'DWC_ARCHIVE',
    lastCrawled: interpreted,
    lastParsed: interpreted,
    crawlId: 1,
    hostingOrganizationKey: entry.datasetKey,
    basisOfRecord: dataset.basisOfRecord.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase(),
    occurrenceStatus: 'PRESENT',
    individualCount: occurrence.individualCount,
    taxonKey: backboneKey(name.scientificName),
    kingdomKey: backboneKey(taxon.kingdom),
    acceptedTaxonKey: backboneKey(name.acceptedScientificName),
    scientificName: name.scientificName,
    acceptedScientificName: name.acceptedScientificName,
    kingdom: taxon.kingdom,
    phylum: taxon.phylum,
    order: taxon.order,
    family: taxon.family,
    genus: name.species?.split(' ')[0] ?? taxon.genus,
    taxonRank: name.species === null ? 'GENUS' : 'SPECIES',
    taxonomicStatus: name.status,
    iucnRedListCategory: taxon.redList ?? 'NE',
    coordinateUncertaintyInMeters: occurrence.coordinateUncertaintyMeters,
    continent: 'AFRICA',
    issues: [...flags.flatMap((flag) => issueOf[flag] ?? []), ...(name.species === null ? [] : ['COORDINATE_ROUNDED'])],
    modified: interpreted,
    lastInterpreted: interpreted,
    license: entry.license,
    isSequenced: false,
    isInCluster: false,
    geodeticDatum: 'WGS84',
    class: taxon.class,
    countryCode: 'AO',
    country: 'Angola',
    identifiers: [],
    media: [],
    gbifID: String(key),
    institutionCode: identity.institutionCode,
  };
  const optional = {
    decimalLongitude: entry.lon,
    decimalLatitude: entry.lat,
    depth: occurrence.depthMeters,
    species: name.species,
    speciesKey: name.species === null ? null : backboneKey(name.species),
    occurrenceID: identity.occurrenceId,
    catalogNumber: identity.catalogNumber,
    eventDate: date,
    year: date === null ? null : Number(date.slice(0, 4)),
    month: date === null ? null : Number(date.slice(5, 7)),
    day: date === null ? null : Number(date.slice(8, 10)),
  };
  for (const [field, value] of Object.entries(optional)) if (value !== null) row[field] = value;
  return row;
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('Z', '+00:00');
}
