import { type Kysely, sql } from 'kysely';
import type { ProductCollection } from '../../../../platform/collections.ts';
import type { Database } from '../../../../platform/db/database.ts';
import type { Table } from '../../../../platform/formats/table.ts';
import { originSummary, summaryParts, tableAsset, tableAssets } from '../../../../platform/formats/table-product.ts';
import type { OceanTables } from '../ocean.types.ts';

const variables = ['waveHeight', 'waveDirection', 'wavePeriod', 'swellHeight'];
const dayMs = 86_400_000;
const idPattern = /^waves_(\d{4}-\d{2}-\d{2})$/;

const utcDay = sql<string>`to_char(observed_at at time zone 'UTC', 'YYYY-MM-DD')`;

/** Sea state at the platform's stations, an item a UTC day. */
export function waveCollection(database: Database): ProductCollection {
  const db = database.for<OceanTables>();
  return {
    id: 'waves',
    title: 'Ondas nas estações',
    description:
      'Altura significativa, período e direção das ondas e altura da ondulação, hora a hora, nas estações costeiras da plataforma.',
    keywords: ['ondas', 'ondulação', 'estações', 'estado do mar'],
    access: 'public',
    connectorIds: ['open-meteo-marine'],

    async *products() {
      const days = await observations(db)
        .select([
          utcDay.as('day'),
          ...originSummary,
          sql<number>`min(lon)`.as('west'),
          sql<number>`min(lat)`.as('south'),
          sql<number>`max(lon)`.as('east'),
          sql<number>`max(lat)`.as('north'),
        ])
        .groupBy(utcDay)
        .execute();
      for (const summary of days) {
        const startMs = Date.parse(summary.day);
        const parts = summaryParts(summary, 1);
        yield {
          ...parts,
          id: `waves_${summary.day}`,
          startMs,
          endMs: startMs + dayMs - 1,
          properties: {
            title: `Ondas nas estações, ${summary.day}`,
            'kianda:variables': variables,
            ...parts.properties,
          },
          extensions: [],
          assets: tableAssets('waves', 'Ondas por estação e hora', ['csv', 'geojson', 'parquet']),
        };
      }
    },

    file: (productId, assetKey) =>
      tableAsset(assetKey, async () => {
        const day = idPattern.exec(productId)?.[1];
        return day === undefined ? null : waveTable(db, day);
      }),
  };
}

function observations(db: Kysely<OceanTables>) {
  return db
    .selectFrom('ocean.observations')
    .innerJoin('ocean.stations', 'ocean.stations.id', 'ocean.observations.station_id')
    .where('variable', 'in', variables);
}

async function waveTable(db: Kysely<OceanTables>, day: string): Promise<Table> {
  const from = new Date(day);
  const rows = await observations(db)
    .select(['station_id', 'name', 'lon', 'lat', 'observed_at', 'variable', 'value', 'unit', 'dataset'])
    .where('observed_at', '>=', from)
    .where('observed_at', '<', new Date(from.getTime() + dayMs))
    .orderBy('station_id')
    .orderBy('observed_at')
    .orderBy('variable')
    .execute();
  return {
    columns: [
      { name: 'station', kind: 'text' },
      { name: 'name', kind: 'text' },
      { name: 'longitude', kind: 'number' },
      { name: 'latitude', kind: 'number' },
      { name: 'time', kind: 'text' },
      { name: 'variable', kind: 'text' },
      { name: 'value', kind: 'number' },
      { name: 'unit', kind: 'text' },
      { name: 'dataset', kind: 'text' },
    ],
    rows: rows.map((row) => ({
      station: row.station_id,
      name: row.name,
      longitude: row.lon,
      latitude: row.lat,
      time: row.observed_at.toISOString(),
      variable: row.variable,
      value: row.value,
      unit: row.unit,
      dataset: row.dataset,
    })),
    position: { lon: 'longitude', lat: 'latitude' },
  };
}
