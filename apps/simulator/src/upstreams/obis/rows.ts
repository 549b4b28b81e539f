import { createHash } from 'node:crypto';
import { hash32, isoDate, startOfUtcDay } from '@kianda/geo';
import { identityOf } from '../../world/biota/identity.ts';
import type { Occurrence, OccurrenceDataset, OceanWorld } from '../../world/types.ts';

export const ranks = ['kingdom', 'phylum', 'class', 'order', 'family', 'genus'] as const;
type Rank = (typeof ranks)[number];

/** A row as sent: what the provider does not have is absent. The tests check it against the wire schemas. */
export type Row = Record<string, unknown>;

/** Register number of a group above species, where no real number is. */
export function rankId(rank: Rank, name: string): number {
  return 95_000_000 + (hash32('taxon-rank', rank, name) % 4_000_000);
}

/** A UUID that is always the same for the same text. */
function uuidOf(text: string): string {
  const hex = createHash('sha1').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export type Surface = { readonly sst: number | null; readonly sss: number | null };

/** Day of the surface layer, of average temperature. */
const layerMs = Date.UTC(2020, 4, 15);

/** Temperature and salinity of a place, from a layer of 0.1° cells: the provider adds climatology, not that day's sea. */
export function createSurfaceLayer(ocean: OceanWorld): (lon: number, lat: number) => Surface {
  const cells = new Map<string, Surface>();
  return (lon, lat) => {
    const key = `${lon.toFixed(1)} ${lat.toFixed(1)}`;
    const known = cells.get(key);
    if (known !== undefined) return known;
    const surface = {
      sst: rounded(ocean.sample('sst', [lon, lat], layerMs), 2),
      sss: rounded(ocean.sample('salinity', [lon, lat], layerMs), 2),
    };
    cells.set(key, surface);
    return surface;
  };
}

/** A row of `/occurrence`: what the record does not have is left out, as the provider does. */
export function occurrenceRow(
  occurrence: Occurrence,
  surfaceAt: (lon: number, lat: number) => Surface,
  dropped: boolean,
): Row {
  const { taxon, dataset, lon, lat, timeMs, depthMeters } = occurrence;
  const day = startOfUtcDay(timeMs);
  const [year, month, dayOfMonth] = isoDate(timeMs).split('-');
  const surface = lon === null || lat === null ? null : surfaceAt(lon, lat);
  const identity = identityOf(occurrence);
  const tooDeep = occurrence.flags.includes('MIN_DEPTH_EXCEEDS_MAX');
  const row: Row = {
    id: occurrence.id,
    scientificName: taxon.scientificName,
    originalScientificName: taxon.scientificName,
    scientificNameAuthorship: taxon.authority,
    aphiaID: taxon.id,
    scientificNameID: `urn:lsid:marinespecies.org:taxname:${taxon.id}`,
    date_start: day,
    date_mid: day,
    date_end: day,
    date_year: Number(year),
    eventDate: isoDate(timeMs),
    year,
    month: String(Number(month)),
    day: String(Number(dayOfMonth)),
    basisOfRecord: dataset.basisOfRecord,
    occurrenceStatus: 'present',
    individualCount: String(occurrence.individualCount),
    coordinateUncertaintyInMeters: occurrence.coordinateUncertaintyMeters,
    institutionCode: identity.institutionCode,
    dataset_id: dataset.id,
    node_id: [uuidOf(`node/${dataset.country}`)],
    flags: occurrence.flags,
    dropped,
    absence: false,
    marine: true,
    species: taxon.scientificName,
    speciesid: taxon.id,
  };
  for (const rank of ranks) {
    row[rank] = taxon[rank];
    row[`${rank}id`] = rankId(rank, taxon[rank]);
  }
  const optional = {
    decimalLongitude: lon,
    decimalLatitude: lat,
    depth: depthMeters,
    minimumDepthInMeters: depthMeters === null ? null : depthMeters + (tooDeep ? 10 : 0),
    maximumDepthInMeters: depthMeters,
    bathymetry: rounded(occurrence.bathymetryMeters, 0),
    shoredistance: rounded(occurrence.shoreDistanceMeters, 0),
    sst: surface?.sst ?? null,
    sss: surface?.sss ?? null,
    category: taxon.redList ?? null,
    occurrenceID: identity.occurrenceId,
    catalogNumber: identity.catalogNumber,
    vernacularName: taxon.vernacularPt ?? null,
  };
  for (const [name, value] of Object.entries(optional)) if (value !== null) row[name] = value;
  return row;
}

function rounded(value: number | null, digits: number): number | null {
  return value === null ? null : Number(value.toFixed(digits));
}

/** Licences as institutes write them in OBIS: free text, not a code. */
const rights: Record<OccurrenceDataset['license'], string> = {
  CC0: 'To the extent possible under law, the publisher has waived all rights to these data and has dedicated them to the Public Domain (CC0 1.0).',
  'CC BY': 'This work is licensed under a Creative Commons Attribution (CC-BY) 4.0 License.',
  'CC BY-NC': 'This work is licensed under a Creative Commons Attribution Non Commercial (CC-BY-NC) 4.0 License.',
};

export type DatasetFacts = {
  readonly dataset: OccurrenceDataset;
  readonly records: number;
  readonly dropped: number;
  readonly updatedMs: number;
  readonly extent: readonly [west: number, south: number, east: number, north: number] | null;
};

/** A row of `/dataset`. */
export function datasetRow(facts: DatasetFacts): Row {
  const { dataset, records, dropped, updatedMs, extent } = facts;
  const [west, south, east, north] = extent ?? [0, 0, 0, 0];
  return {
    id: dataset.id,
    url: `http://ipt.iobis.org/afrobis/resource?r=${dataset.id.slice(0, 8)}`,
    archive: `http://ipt.iobis.org/afrobis/archive.do?r=${dataset.id.slice(0, 8)}`,
    published: new Date(updatedMs).toISOString(),
    created: new Date(Date.UTC(dataset.firstYear + 1, 0, 15)).toISOString(),
    updated: new Date(updatedMs).toISOString(),
    core: 'occurrence',
    extensions: [],
    statistics: { Event: 0, absence: 0, dropped, Occurrence: records, DNADerivedData: 0, MeasurementOrFact: 0 },
    extent:
      extent === null
        ? null
        : `POLYGON((${west} ${south},${west} ${north},${east} ${north},${east} ${south},${west} ${south}))`,
    title: dataset.title,
    citation: dataset.citation,
    citation_id: null,
    abstract: dataset.title,
    intellectualrights: rights[dataset.license],
    feed: { id: uuidOf('feed/afrobis'), url: 'http://ipt.iobis.org/afrobis' },
    institutes: [{ id: hash32('institute', dataset.institution) % 30_000, name: dataset.institution }],
    contacts: [],
    nodes: [{ id: uuidOf(`node/${dataset.country}`), name: `OBIS ${dataset.country}` }],
    keywords: [],
    downloads: [],
  };
}

/** A row of `/checklist`. */
export function checklistRow(taxon: Occurrence['taxon'], records: number): Row {
  const row: Row = {
    scientificName: taxon.scientificName,
    scientificNameAuthorship: taxon.authority,
    taxonID: taxon.id,
    ncbi_id: null,
    bold_id: null,
    taxonRank: taxon.rank,
    taxonomicStatus: 'accepted',
    acceptedNameUsage: taxon.scientificName,
    acceptedNameUsageID: taxon.id,
    is_marine: true,
    is_brackish: null,
    is_freshwater: null,
    is_terrestrial: null,
    records,
  };
  for (const rank of ranks) {
    row[rank] = taxon[rank];
    row[`${rank}id`] = rankId(rank, taxon[rank]);
  }
  if (taxon.redList !== undefined) row.category = taxon.redList;
  return row;
}
