import { type Kysely, sql } from 'kysely';
import type { ProductCollection } from '../../../platform/collections.ts';
import type { Database } from '../../../platform/db/database.ts';
import { originSummary, summaryParts, tableAsset, tableAssets } from '../../../platform/formats/table-product.ts';
import type { BiodiversityTables } from './biodiversity.types.ts';

const idPattern = /^([\w-]+)_(\d{4}|undated)$/;
/** Start of the period of undated occurrences: earlier than any of them. */
const undatedStartMs = Date.UTC(1700, 0, 1);

/**
 * Year of an occurrence's event. A day that had not come when the record did is a slip of its publisher: the event is
 * undated.
 */
const yearOfEvent = sql<string>`case when event_start <= retrieved_at
  then to_char(event_start at time zone 'UTC', 'YYYY') else 'undated' end`;

/** Occurrences as they stand now, an item for each provider and year of the event. */
export function occurrenceCollection(database: Database): ProductCollection {
  const db = database.for<BiodiversityTables>();

  return {
    id: 'biodiversity',
    title: 'Ocorrências de biodiversidade',
    description:
      'Ocorrências de espécies marinhas nas águas de Angola, por fornecedor e ano do registo, em termos Darwin Core. A licença é a de cada registo e vem na sua linha.',
    keywords: ['biodiversidade', 'ocorrências', 'espécies', 'Darwin Core', 'OBIS', 'GBIF'],
    access: 'public',
    connectorIds: ['obis', 'gbif'],

    async *products() {
      const groups = await db
        .selectFrom('biodiversity.occurrences')
        .select([
          'source',
          yearOfEvent.as('year'),
          ...originSummary,
          sql<number>`min(lon)`.as('west'),
          sql<number>`min(lat)`.as('south'),
          sql<number>`max(lon)`.as('east'),
          sql<number>`max(lat)`.as('north'),
        ])
        .groupBy(['source', yearOfEvent])
        .execute();
      for (const group of groups) {
        const parts = summaryParts(group, 1);
        const dated = group.year !== 'undated';
        yield {
          ...parts,
          id: `${group.source}_${group.year}`,
          startMs: dated ? Date.UTC(Number(group.year), 0, 1) : undatedStartMs,
          endMs: dated ? Date.UTC(Number(group.year) + 1, 0, 1) - 1 : group.retrieved_at.getTime(),
          properties: {
            title: `Ocorrências de ${group.source.toUpperCase()}, ${dated ? group.year : 'sem data'}`,
            'kianda:dataset': group.source,
            ...parts.properties,
          },
          extensions: [],
          assets: tableAssets('occurrences', 'Ocorrências', ['csv', 'geojson', 'parquet']),
        };
      }
    },

    file: (productId, assetKey) =>
      tableAsset(assetKey, async () => {
        const [, source, year] = idPattern.exec(productId) ?? [];
        return source === undefined || year === undefined ? null : occurrenceTable(db, source, year);
      }),
  };
}

async function occurrenceTable(db: Kysely<BiodiversityTables>, source: string, year: string) {
  const rows = await db
    .selectFrom('biodiversity.occurrences as o')
    .innerJoin('biodiversity.taxa as t', 't.id', 'o.taxon_id')
    .where('o.source', '=', source)
    .where(yearOfEvent, '=', year)
    .select([
      'o.source_id',
      't.scientific_name',
      't.aphia_id',
      't.kingdom',
      't.phylum',
      't.class',
      't.order',
      't.family',
      't.genus',
      'o.lon',
      'o.lat',
      'o.depth_meters',
      'o.event_date',
      'o.basis_of_record',
      'o.dataset_id',
      'o.licence',
      'o.absence',
    ])
    .orderBy('o.source_id')
    .execute();
  return {
    columns: columns.map(([name, kind]) => ({ name, kind })),
    rows: rows.map((row) => ({
      occurrenceID: row.source_id,
      scientificName: row.scientific_name,
      aphiaID: row.aphia_id,
      kingdom: row.kingdom,
      phylum: row.phylum,
      class: row.class,
      order: row.order,
      family: row.family,
      genus: row.genus,
      decimalLongitude: row.lon,
      decimalLatitude: row.lat,
      minimumDepthInMeters: row.depth_meters,
      eventDate: row.event_date,
      basisOfRecord: row.basis_of_record,
      datasetID: row.dataset_id,
      license: row.licence,
      occurrenceStatus: row.absence ? 'absent' : 'present',
    })),
    position: { lon: 'decimalLongitude', lat: 'decimalLatitude' },
  };
}

const columns = [
  ['occurrenceID', 'text'],
  ['scientificName', 'text'],
  ['aphiaID', 'number'],
  ['kingdom', 'text'],
  ['phylum', 'text'],
  ['class', 'text'],
  ['order', 'text'],
  ['family', 'text'],
  ['genus', 'text'],
  ['decimalLongitude', 'number'],
  ['decimalLatitude', 'number'],
  ['minimumDepthInMeters', 'number'],
  ['eventDate', 'text'],
  ['basisOfRecord', 'text'],
  ['datasetID', 'text'],
  ['license', 'text'],
  ['occurrenceStatus', 'text'],
] as const;
