import type { Download } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { LimitRepository } from './limits.repository.ts';
import { linesOf, zonesOf } from './limits.service.ts';
import * as texts from './limits.texts.ts';

/** The newest drawing as one GeoJSON file. */
export async function limitsFile(repository: LimitRepository): Promise<Download> {
  const row = await repository.newest();
  if (row === undefined) throw new AppError('not_found', { detail: texts.noDrawing });
  const { id, madeAt, baseline } = { id: row.id, madeAt: row.made_at.toISOString(), baseline: row.baseline };
  const zones = zonesOf(row).map(({ geometry, legal, ...zone }) => ({
    ...{ type: 'Feature', id: zone.id, geometry },
    properties: { ...zone, articles: legal?.articles ?? null, national: legal?.national ?? null },
  }));
  const lines = linesOf(row).map(({ geometry, ...line }) => ({
    ...{ type: 'Feature', id: `line-${line.id}`, geometry, properties: line },
  }));
  const collection = {
    ...{ type: 'FeatureCollection', features: [...zones, ...lines] },
    metadata: { id, madeAt, baseline, method: texts.method, isSimulated: row.simulated_seed !== null },
  };
  return {
    ...{ bytes: Buffer.from(JSON.stringify(collection)), contentType: 'application/geo+json' },
    fileName: `limites-maritimos-${madeAt.slice(0, 10)}.geojson`,
  };
}
