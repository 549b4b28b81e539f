import { type ProductCollection, stacExtensions } from '../../../../platform/collections.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { tableAsset, tableAssets } from '../../../../platform/formats/table-product.ts';
import type { OceanTables } from '../ocean.types.ts';
import { createProfileRepository } from '../profiles.repository.ts';

/** Vertical profiles of floats, an item each. */
export function profileCollection(database: Database): ProductCollection {
  const db = database.for<OceanTables>();
  const repository = createProfileRepository(database);
  return {
    id: 'profiles',
    title: 'Perfis verticais Argo',
    description:
      'Perfis de temperatura, salinidade e, onde os há, oxigénio e clorofila, de flutuadores Argo nas águas de Angola.',
    keywords: ['Argo', 'perfis', 'temperatura', 'salinidade', 'in situ'],
    access: 'public',
    connectorIds: ['argo'],

    async *products() {
      for (const row of await db.selectFrom('ocean.profiles').selectAll().execute()) {
        const atMs = row.observed_at.getTime();
        yield {
          id: row.id,
          geometry: { type: 'Point', coordinates: [row.lon, row.lat] },
          bbox: [row.lon, row.lat, row.lon, row.lat],
          startMs: atMs,
          endMs: atMs,
          properties: {
            title: `Flutuador ${row.platform}, ciclo ${row.cycle}`,
            platform: row.platform,
            'sci:doi': row.doi,
            'kianda:rows': row.level_count,
            'kianda:data_mode': row.data_mode,
            'kianda:max_pressure_decibar': row.max_pressure_decibar,
          },
          extensions: [stacExtensions.scientific],
          assets: tableAssets('profile', 'Níveis do perfil', ['csv', 'parquet']),
          contentHash: row.content_hash,
          origin: {
            connectorId: row.connector_id,
            streamId: row.stream_id,
            retrievedAtMs: row.retrieved_at.getTime(),
            simulatedSeed: row.simulated_seed,
          },
        };
      }
    },

    file: (productId, assetKey) =>
      tableAsset(assetKey, async () => {
        const row = await repository.find(productId);
        if (row === undefined) return null;
        return {
          columns: [
            { name: 'pressure_decibar', kind: 'number' },
            { name: 'temperature_celsius', kind: 'number' },
            { name: 'salinity_psu', kind: 'number' },
            { name: 'oxygen_ml_l', kind: 'number' },
            { name: 'chlorophyll_mg_m3', kind: 'number' },
          ],
          rows: row.pressure_decibar.map((pressure, level) => ({
            pressure_decibar: pressure,
            temperature_celsius: row.temperature_celsius[level] ?? null,
            salinity_psu: row.salinity_psu[level] ?? null,
            oxygen_ml_l: row.oxygen_ml_l?.[level] ?? null,
            chlorophyll_mg_m3: row.chlorophyll_mg_m3?.[level] ?? null,
          })),
          position: null,
        };
      }),
  };
}
