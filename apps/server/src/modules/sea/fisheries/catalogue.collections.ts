import { angolaBbox } from '@kianda/geo';
import { sql } from 'kysely';
import type { ProductCollection } from '../../../platform/collections.ts';
import type { Database } from '../../../platform/db/database.ts';
import { originSummary, summaryParts, tableAsset, tableAssets } from '../../../platform/formats/table-product.ts';
import type { Tables as CatchTables } from './catches.repository.ts';
import type { Tables as LandingTables } from './fisheries.repository.ts';

const yearPattern = /^([\w-]+)_(\d{4})$/;
const monthPattern = /^([\w-]+)_(\d{4}-\d{2})$/;
/** Neither series has positions: both cover the country's waters. */
const [west, south, east, north] = angolaBbox;
const waters = { west, south, east, north };

/** Catches by year of the international series, and by month as the national institute reports them. */
export function fisheriesCollections(database: Database): readonly ProductCollection[] {
  return [landings(database), catches(database)];
}

function landings(database: Database): ProductCollection {
  const db = database.for<LandingTables>();
  return {
    id: 'fisheries',
    title: 'Capturas por ano (área FAO 47)',
    description: 'Capturas por espécie e ano nas águas de Angola, em toneladas de peso vivo, da série internacional.',
    keywords: ['pescas', 'capturas', 'desembarques', 'área 47'],
    access: 'public',
    connectorIds: ['fisheries-area47'],

    async *products() {
      const years = await db
        .selectFrom('fisheries.landings')
        .select(['source', 'year', ...originSummary])
        .groupBy(['source', 'year'])
        .execute();
      for (const summary of years) {
        const parts = summaryParts({ ...summary, ...waters }, 1);
        yield {
          ...parts,
          id: `${summary.source}_${summary.year}`,
          startMs: Date.UTC(summary.year, 0, 1),
          endMs: Date.UTC(summary.year + 1, 0, 1) - 1,
          properties: { title: `Capturas de ${summary.year}`, 'kianda:dataset': summary.source, ...parts.properties },
          extensions: [],
          assets: tableAssets('landings', 'Capturas por espécie', ['csv', 'parquet']),
        };
      }
    },

    file: (productId, assetKey) =>
      tableAsset(assetKey, async () => {
        const [, source, year] = yearPattern.exec(productId) ?? [];
        if (source === undefined) return null;
        const rows = await db
          .selectFrom('fisheries.landings')
          .select(['region', 'year', 'species', 'tonnes'])
          .where('source', '=', source)
          .where('year', '=', Number(year))
          .orderBy('region')
          .orderBy('species')
          .execute();
        return {
          columns: [
            { name: 'region', kind: 'text' },
            { name: 'year', kind: 'number' },
            { name: 'species', kind: 'text' },
            { name: 'tonnes', kind: 'number' },
          ],
          rows,
          position: null,
        };
      }),
  };
}

function catches(database: Database): ProductCollection {
  const db = database.for<CatchTables>();
  const month = sql<string>`to_char(landed_on, 'YYYY-MM')`;
  return {
    id: 'national-landings',
    title: 'Desembarques nacionais por mês',
    description: 'Desembarques por dia, porto, segmento, arte e espécie, tal como o INIPM os comunica.',
    keywords: ['pescas', 'desembarques', 'portos', 'INIPM'],
    // The institute's data go on only with its leave: never to strangers.
    access: 'fisheries:read',
    connectorIds: ['angola-inipm'],

    async *products() {
      const months = await db
        .selectFrom('fisheries.catches')
        .select(['source', month.as('month'), ...originSummary])
        .groupBy(['source', month])
        .execute();
      for (const summary of months) {
        const startMs = Date.parse(`${summary.month}-01`);
        const next = new Date(startMs);
        next.setUTCMonth(next.getUTCMonth() + 1);
        const parts = summaryParts({ ...summary, ...waters }, 1);
        yield {
          ...parts,
          id: `${summary.source}_${summary.month}`,
          startMs,
          endMs: next.getTime() - 1,
          properties: {
            title: `Desembarques de ${summary.month}`,
            'kianda:dataset': summary.source,
            ...parts.properties,
          },
          extensions: [],
          assets: tableAssets('landings', 'Desembarques', ['csv', 'parquet']),
        };
      }
    },

    file: (productId, assetKey) =>
      tableAsset(assetKey, async () => {
        const [, source, ofMonth] = monthPattern.exec(productId) ?? [];
        if (source === undefined || ofMonth === undefined) return null;
        const rows = await db
          .selectFrom('fisheries.catches')
          .select([sql<string>`to_char(landed_on, 'YYYY-MM-DD')`.as('date'), 'port', 'province', 'segment', 'gear'])
          .select(['species_code', 'common_name', 'scientific_name', 'tonnes', 'effort_days', 'vessels'])
          .where('source', '=', source)
          .where(month, '=', ofMonth)
          .orderBy('landed_on')
          .orderBy('port')
          .orderBy('segment')
          .orderBy('gear')
          .orderBy('species_code')
          .execute();
        return {
          columns: [
            ...['date', 'port', 'province', 'segment', 'gear', 'species_code', 'common_name', 'scientific_name'].map(
              (name) => ({ name, kind: 'text' as const }),
            ),
            ...['tonnes', 'effort_days', 'vessels'].map((name) => ({ name, kind: 'number' as const })),
          ],
          rows,
          position: null,
        };
      }),
  };
}
