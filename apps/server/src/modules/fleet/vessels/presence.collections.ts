import { dayMs } from '@kianda/geo';
import { type Kysely, sql } from 'kysely';
import type { ProductCollection } from '../../../platform/collections.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Table } from '../../../platform/formats/table.ts';
import { originSummary, summaryParts, tableAsset, tableAssets } from '../../../platform/formats/table-product.ts';
import type { Tables } from './vessels.repository.ts';

const idPattern = /^presence_(\d{4}-\d{2}-\d{2})$/;
/** Side of a cell, degrees; `lon` and `lat` are its south-west corner. */
const cellDegrees = 0.1;

/** Hours of presence by vessel and cell, an item a UTC day. */
export function presenceCollection(database: Database): ProductCollection {
  const db = database.for<Tables>();
  const day = sql<string>`to_char(day, 'YYYY-MM-DD')`;
  return {
    id: 'vessel-presence',
    title: 'Presença de embarcações',
    description:
      'Horas de presença por embarcação e célula de 0,1°, por dia, segundo a Global Fishing Watch. Powered by Global Fishing Watch.',
    keywords: ['embarcações', 'AIS', 'presença', 'Global Fishing Watch'],
    access: 'vessels:read',
    connectorIds: ['gfw'],

    async *products() {
      const days = await db
        .selectFrom('vessels.presence')
        .select([
          day.as('on'),
          ...originSummary,
          sql<number>`min(lon)`.as('west'),
          sql<number>`min(lat)`.as('south'),
          sql<number>`max(lon) + ${cellDegrees}::float8`.as('east'),
          sql<number>`max(lat) + ${cellDegrees}::float8`.as('north'),
        ])
        .groupBy('day')
        .execute();
      for (const summary of days) {
        const startMs = Date.parse(summary.on);
        const parts = summaryParts(summary, 1);
        yield {
          ...parts,
          id: `presence_${summary.on}`,
          startMs,
          endMs: startMs + dayMs - 1,
          properties: { title: `Presença de embarcações, ${summary.on}`, ...parts.properties },
          extensions: [],
          assets: tableAssets('presence', 'Presença por embarcação e célula', ['csv', 'geojson', 'parquet']),
        };
      }
    },

    file: (productId, assetKey) =>
      tableAsset(assetKey, async () => {
        const day = idPattern.exec(productId)?.[1];
        return day === undefined ? null : presenceTable(db, day);
      }),
  };
}

/** Rows of presence of a UTC day, `YYYY-MM-DD`. */
async function presenceTable(db: Kysely<Tables>, day: string): Promise<Table> {
  const rows = await db
    .selectFrom('vessels.presence as p')
    .leftJoin('vessels.identities as i', 'i.vessel_id', 'p.vessel_id')
    .where('p.day', '=', day)
    .select(['p.vessel_id', 'i.ssvid', 'i.ship_name', 'i.flag', 'i.vessel_type', 'i.gear_type'])
    .select(['p.lon', 'p.lat', 'p.hours'])
    .orderBy('p.vessel_id')
    .orderBy('p.lon')
    .orderBy('p.lat')
    .execute();
  return {
    columns: [
      { name: 'vessel_id', kind: 'text' },
      { name: 'mmsi', kind: 'text' },
      { name: 'name', kind: 'text' },
      { name: 'flag', kind: 'text' },
      { name: 'vessel_type', kind: 'text' },
      { name: 'gear_type', kind: 'text' },
      { name: 'cell_longitude', kind: 'number' },
      { name: 'cell_latitude', kind: 'number' },
      { name: 'hours', kind: 'number' },
    ],
    rows: rows.map((row) => ({
      vessel_id: row.vessel_id,
      mmsi: row.ssvid,
      name: row.ship_name,
      flag: row.flag,
      vessel_type: row.vessel_type,
      gear_type: row.gear_type,
      cell_longitude: row.lon,
      cell_latitude: row.lat,
      hours: row.hours,
    })),
    position: { lon: 'cell_longitude', lat: 'cell_latitude' },
  };
}
