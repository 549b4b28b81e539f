import type { Sourced } from '@kianda/contract';
import type { SatelliteProduct } from '@kianda/contract/sea/ocean/sources.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { AbsenceOf, MissingData, ProvenanceOf } from '../../ingestion/connectors/index.ts';
import { unknownFigure } from './ocean.context.ts';
import type { ProductRow } from './ocean.types.ts';
import { originOf, withOrigin } from './origins.service.ts';
import type { ProductRepository } from './products.repository.ts';

const dayMs = 86_400_000;
/** Subject of the absence where the catalogue has no product. */
export const missingProducts: MissingData = {
  subject: 'Sem produtos de satélite',
  sources: [{ connectorId: 'cdse-sentinel3', streamId: 'products' }],
};

/** Satellite products over the sea of Angola. */
export function createProductService(
  repository: ProductRepository,
  provenanceOf: ProvenanceOf,
  absenceOf: AbsenceOf,
  clock: Clock,
) {
  const reason = () => absenceOf(missingProducts);
  return {
    async list(query: {
      days: number;
      type?: string | undefined;
      limit: number;
    }): Promise<Sourced<{ products: SatelliteProduct[] }>> {
      const since = new Date(clock.nowMs() - query.days * dayMs);
      const rows = await repository.list({ since, type: query.type, limit: query.limit });
      return withOrigin({ products: rows.map(productOf) }, rows, provenanceOf, reason);
    },

    /** Satellite passes over the box since midnight UTC, as far as they are published; null before the first product. */
    async passesToday(): Promise<Sourced<number | null>> {
      const nowMs = clock.nowMs();
      const midnight = new Date(Math.floor(nowMs / dayMs) * dayMs);
      const [newest, passes] = await Promise.all([repository.newest(), repository.passes(midnight, new Date(nowMs))]);
      if (newest === undefined) return unknownFigure(await reason());
      return { value: passes, provenance: await originOf(newest, provenanceOf) };
    },
  };
}

export type ProductService = ReturnType<typeof createProductService>;

function productOf(row: ProductRow): SatelliteProduct {
  return {
    id: row.id,
    name: row.name,
    productType: row.product_type,
    platform: row.platform,
    cycle: row.cycle,
    relativeOrbit: row.relative_orbit,
    start: row.observed_at.toISOString(),
    end: row.ended_at.toISOString(),
    published: row.published_at === null ? null : row.published_at.toISOString(),
    footprint: row.footprint,
    cloudCover: row.cloud_cover,
    timeliness: row.timeliness,
    sizeBytes: row.size_bytes,
    online: row.online,
  };
}
