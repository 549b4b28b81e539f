import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { z } from 'zod';
import { mapProfiles } from '../../../packages/connectors/src/argo/map.ts';
import { profileWire } from '../../../packages/connectors/src/argo/wire.ts';
import { jobWire, problemWire, resultsWire } from '../../../packages/connectors/src/cds/wire.ts';
import { mapProducts } from '../../../packages/connectors/src/cdse/map.ts';
import { answerWire, productWire } from '../../../packages/connectors/src/cdse/wire.ts';
import {
  clientsConfig,
  datasetItem,
  datasetProductMapping,
  productCollection,
} from '../../../packages/connectors/src/cmems/wire.ts';
import type { RejectedRow } from '../../../packages/connectors/src/core/port.ts';
import type { RecordedAnswer } from '../../../packages/connectors/src/core/witness.ts';
import { mapOccurrences as mapGbif } from '../../../packages/connectors/src/gbif/map.ts';
import { occurrenceWire as gbifOccurrence, searchWire } from '../../../packages/connectors/src/gbif/wire.ts';
import { mapPresence } from '../../../packages/connectors/src/gfw/map.ts';
import { mapEvents } from '../../../packages/connectors/src/gfw/map-events.ts';
import { mapStructures } from '../../../packages/connectors/src/gfw/map-structures.ts';
import { mapIdentities } from '../../../packages/connectors/src/gfw/map-vessels.ts';
import {
  eventWire,
  insightsWire,
  presenceRowWire,
  structureWire,
  vesselWire,
} from '../../../packages/connectors/src/gfw/wire.ts';
import { reliefWire } from '../../../packages/connectors/src/noaa-etopo/wire.ts';
import { mapDatasets, mapOccurrences as mapObis } from '../../../packages/connectors/src/obis/map.ts';
import { datasetWire, occurrenceWire as obisOccurrence, pageWire } from '../../../packages/connectors/src/obis/wire.ts';
import { pointsWire } from '../../../packages/connectors/src/open-meteo/wire.ts';
import { datesWire, subsetWire } from '../../../packages/connectors/src/ornl/wire.ts';
import { mapReadings } from '../../../packages/connectors/src/slsmf/map.ts';
import { readingsWire, readingWire } from '../../../packages/connectors/src/slsmf/wire.ts';
import { mapTaxa } from '../../../packages/connectors/src/worms/map.ts';
import { aphiaRecordWire, classificationWire, vernacularsWire } from '../../../packages/connectors/src/worms/wire.ts';

const providers = new URL('../../../packages/connectors/src/', import.meta.url);

type Mapped = { readonly records: readonly unknown[]; readonly rejected: readonly RejectedRow[] };

/** How an answer in rows is read: each row on its own. */
type Rows = {
  /** The rows of the body as it is recorded. */
  readonly of: (body: never) => readonly unknown[];
  readonly schema: z.ZodType;
  readonly map: (rows: readonly unknown[]) => Mapped;
  /** The recorded rows as the map converts them. */
  readonly records: number;
  readonly rejected: number;
  /** Fields without which a row is no record; every other one may vanish. */
  readonly needs: readonly string[];
  /** The same of the fields inside of a row, by their path. */
  readonly needsWithin?: readonly string[];
};

export type Recorded = {
  readonly folder: string;
  readonly file: string;
  /** Reads the whole answer; of an answer in rows only the envelope. Null where the file has a row alone. */
  readonly schema: z.ZodType | null;
  readonly rows?: Rows;
  /** Fields, at any depth, without which the schema takes the body for no answer. */
  readonly needs?: readonly string[];
};

const station = { code: 'xxxx', lon: 12, lat: -9 };
const list = (body: readonly unknown[]) => body;
const results = (body: { results: readonly unknown[] }) => body.results;

/** The recorded profile was asked for without its levels: these stand in the columns that its own `data_info` names. */
const levels = [
  [10, 20],
  [1, 1],
  [35.6, 35.7],
  [1, 1],
  [28.6, 27.9],
  [1, 1],
];

/** The three fields of each level of a classification, from the root down. */
function levelsOf(levels: number): string[] {
  const at = Array.from({ length: levels }, (_, level) => 'child.'.repeat(level));
  return at.flatMap((place) => ['AphiaID', 'rank', 'scientificname'].map((field) => `${place}${field}`));
}

/** Every recorded answer that is JSON, and how it is read. */
export const recorded: readonly Recorded[] = [
  {
    folder: 'obis',
    file: 'occurrence.json',
    schema: pageWire,
    needs: ['results'],
    rows: {
      of: results as Rows['of'],
      schema: obisOccurrence,
      map: (rows) => mapObis(rows),
      records: 3,
      rejected: 0,
      needs: ['id', 'scientificName', 'decimalLatitude', 'decimalLongitude', 'dataset_id'],
    },
  },
  {
    folder: 'obis',
    file: 'dataset.json',
    schema: pageWire,
    needs: ['results'],
    rows: {
      of: results as Rows['of'],
      schema: datasetWire,
      map: (rows) => {
        const { datasets, bad } = mapDatasets(rows);
        return { records: datasets, rejected: Array.from({ length: bad }, () => ({ reason: 'dataset', raw: null })) };
      },
      records: 2,
      rejected: 0,
      needs: ['id'],
    },
  },
  {
    folder: 'gbif',
    file: 'search.json',
    schema: searchWire,
    needs: ['count', 'endOfRecords', 'limit', 'offset', 'results'],
    rows: {
      of: results as Rows['of'],
      schema: gbifOccurrence,
      map: (rows) => mapGbif(rows),
      records: 2,
      rejected: 0,
      needs: ['key', 'datasetKey', 'basisOfRecord', 'decimalLatitude', 'decimalLongitude'],
    },
  },
  {
    folder: 'worms',
    file: 'records.json',
    schema: null,
    rows: {
      of: list as Rows['of'],
      schema: aphiaRecordWire,
      map: mapTaxa,
      records: 1,
      rejected: 0,
      needs: ['AphiaID', 'scientificname', 'status'],
    },
  },
  {
    folder: 'worms',
    file: 'names.json',
    schema: null,
    rows: {
      of: ((body: readonly (readonly unknown[])[]) => body.flat()) as Rows['of'],
      schema: aphiaRecordWire,
      map: mapTaxa,
      records: 1,
      rejected: 0,
      needs: ['AphiaID', 'scientificname', 'status'],
    },
  },
  {
    folder: 'worms',
    file: 'vernaculars.json',
    schema: vernacularsWire,
    needs: ['[].vernacular'],
  },
  { folder: 'worms', file: 'classification.json', schema: classificationWire, needs: levelsOf(12) },
  {
    folder: 'cmems',
    file: 'clients-config.json',
    schema: clientsConfig,
    needs: ['catalogues', 'catalogues[].idMapping', 'catalogues[].stac', 'catalogues[].stacRoot'],
  },
  { folder: 'cmems', file: 'id-mapping.json', schema: datasetProductMapping },
  {
    folder: 'cmems',
    file: 'product.json',
    schema: productCollection,
    needs: ['id', 'links', 'links[].href', 'links[].rel', 'type'],
  },
  {
    folder: 'cmems',
    file: 'dataset.json',
    schema: datasetItem,
    needs: ['assets', 'assets.timeChunked', 'assets.timeChunked.href', 'id', 'properties', 'type'],
  },
  { folder: 'cmems-bgc', file: 'id-mapping.json', schema: datasetProductMapping },
  {
    folder: 'noaa-etopo',
    file: 'relief.json',
    schema: reliefWire,
    needs: ['table', 'table.columnNames', 'table.columnUnits', 'table.rows'],
  },
  {
    folder: 'open-meteo',
    file: 'forecast-hours.json',
    schema: pointsWire,
    needs: [
      'hourly',
      'hourly.time',
      'hourly_units',
      'hourly_units.time',
      'latitude',
      'longitude',
      'utc_offset_seconds',
    ],
  },
  {
    folder: 'ornl',
    file: 'dates.json',
    schema: datesWire,
    needs: ['dates', 'dates[].calendar_date', 'dates[].modis_date'],
  },
  {
    folder: 'ornl',
    file: 'subset.json',
    schema: subsetWire,
    needs: [
      ...['band', 'latitude', 'longitude', 'ncols', 'nrows', 'scale', 'subset', 'subset[].band'],
      ...['subset[].calendar_date', 'subset[].data', 'subset[].modis_date'],
    ],
  },
  {
    folder: 'argo',
    file: 'profiles-without-data.json',
    schema: null,
    rows: {
      of: ((body: readonly object[]) => body.map((row) => ({ ...row, data: levels }))) as Rows['of'],
      schema: profileWire,
      map: mapProfiles,
      records: 1,
      rejected: 0,
      needs: ['_id', 'geolocation', 'timestamp', 'cycle_number', 'data', 'data_info'],
      needsWithin: ['geolocation.coordinates', 'geolocation.type'],
    },
  },
  {
    folder: 'cdse',
    file: 'products.json',
    schema: answerWire,
    needs: ['value'],
    rows: {
      of: ((body: { value: readonly unknown[] }) => body.value) as Rows['of'],
      schema: productWire,
      map: (rows) => mapProducts(rows),
      records: 1,
      rejected: 0,
      needs: ['Id', 'Name', 'ContentLength', 'PublicationDate', 'Online', 'ContentDate', 'Attributes'],
      needsWithin: [
        'Attributes[].Name',
        'Attributes[].Value',
        'ContentDate.End',
        'ContentDate.Start',
        'GeoFootprint.coordinates',
        'GeoFootprint.type',
      ],
    },
  },
  {
    folder: 'cds',
    file: 'job.json',
    schema: jobWire,
    needs: ['jobID', 'status'],
  },
  {
    folder: 'cds',
    file: 'job-failed.json',
    schema: jobWire,
    needs: ['jobID', 'status'],
  },
  {
    folder: 'cds',
    file: 'results.json',
    schema: resultsWire,
    needs: ['asset', 'asset.value', 'asset.value.file:size', 'asset.value.href', 'asset.value.type'],
  },
  {
    folder: 'cds',
    file: 'results-failed.json',
    schema: problemWire,
    needs: ['title'],
  },
  {
    folder: 'gfw',
    file: 'report-row.json',
    schema: null,
    rows: {
      of: ((body: unknown) => [body]) as Rows['of'],
      schema: presenceRowWire,
      map: mapPresence,
      records: 1,
      rejected: 0,
      needs: ['date', 'hours', 'lat', 'lon', 'mmsi', 'vesselId'],
    },
  },
  {
    folder: 'gfw',
    file: 'event.json',
    schema: null,
    rows: {
      of: ((body: unknown) => [body]) as Rows['of'],
      schema: eventWire,
      map: (rows) => mapEvents(rows),
      records: 1,
      rejected: 0,
      needs: ['id', 'type', 'start', 'position', 'vessel'],
      needsWithin: ['encounter.vessel', 'encounter.vessel.id', 'position.lat', 'position.lon', 'vessel.id'],
    },
  },
  {
    folder: 'gfw',
    file: 'vessel.json',
    schema: null,
    rows: {
      of: ((body: unknown) => [body]) as Rows['of'],
      schema: vesselWire,
      map: mapIdentities,
      records: 7,
      rejected: 0,
      needs: [],
      needsWithin: ['selfReportedInfo[].id'],
    },
  },
  {
    folder: 'gfw',
    file: 'structure.json',
    schema: null,
    rows: {
      of: ((body: unknown) => [body]) as Rows['of'],
      schema: structureWire,
      map: mapStructures,
      records: 1,
      rejected: 0,
      needs: ['label', 'lat', 'lon', 'structure_id'],
    },
  },
  {
    folder: 'gfw',
    file: 'insights.json',
    schema: insightsWire,
    needs: ['period', 'period.endDate', 'period.startDate'],
  },
  {
    folder: 'slsmf',
    file: 'station-data.json',
    schema: readingsWire,
    rows: {
      of: list as Rows['of'],
      schema: readingWire,
      map: (rows) => mapReadings(rows, station),
      records: 1,
      rejected: 0,
      needs: ['stime', 'sensor'],
    },
  },
];

export function bodyOf({ folder, file }: Pick<Recorded, 'folder' | 'file'>): unknown {
  return JSON.parse(readFileSync(new URL(`${folder}/recorded/${file}`, providers), 'utf8'));
}

/** Folders with recorded answers: their files, and the notes of them. */
export function folders(): readonly { folder: string; files: readonly string[]; notes: readonly RecordedAnswer[] }[] {
  return readdirSync(providers)
    .filter((folder) => existsSync(new URL(`${folder}/recorded`, providers)))
    .map((folder) => ({
      folder,
      files: readdirSync(new URL(`${folder}/recorded`, providers)).filter((file) => file !== 'sources.json'),
      notes: JSON.parse(readFileSync(new URL(`${folder}/recorded/sources.json`, providers), 'utf8')),
    }));
}
