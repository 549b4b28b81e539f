import type { MapLayerRecord, WithdrawnLayerRecord } from '@kianda/connectors';
import type { DataOf, Provenance, QueryOf } from '@kianda/contract';
import type { listMapLayerFeatures, listMapLayers } from '@kianda/contract/sea/geography/geography.contract';
import { fromWkb } from '../../../platform/geometry/wkb.ts';
import { AppError } from '../../../platform/http/errors.ts';
import {
  type AbsenceOf,
  type MissingData,
  newestTimeMs,
  type ProvenanceOf,
  type Sink,
} from '../../ingestion/connectors/index.ts';
import { attributionsOf, pagingOf } from './attributions.texts.ts';
import type { LayerRow } from './geography.types.ts';
import type { LayerRepository } from './layers.repository.ts';

type Features = DataOf<typeof listMapLayerFeatures>;
type Geometry = Features['features'][number]['geometry'];

const missing: MissingData = {
  subject: 'Sem camadas regionais',
  sources: [{ connectorId: 'bcc-geodata', streamId: 'layers' }],
};

/** Regional layers and their features. */
export function createLayers(repository: LayerRepository, provenanceOf: ProvenanceOf, absenceOf: AbsenceOf) {
  const provenanceOfRow = (row: LayerRow): Promise<Provenance> =>
    provenanceOf({
      connectorId: row.connector_id,
      streamId: row.stream_id,
      observedAtMs: row.updated_at === null ? null : row.updated_at.getTime(),
      retrievedAtMs: row.retrieved_at.getTime(),
      simulatedSeed: row.simulated_seed,
    });

  return {
    async list(query: QueryOf<typeof listMapLayers>) {
      const total = await repository.count();
      const rows = await repository.page((query.page - 1) * query.pageSize, query.pageSize);
      const newest = await repository.newest();
      return {
        data: {
          layers: rows.map(summaryOf),
          ...pagingOf(total, query),
          attributions: newest === undefined ? [] : attributionsOf(newest.connector_id),
        },
        provenance:
          newest === undefined
            ? { state: 'fallback' as const, reason: await absenceOf(missing) }
            : await provenanceOfRow(newest),
      };
    },

    /** Throws `not_found` for an unknown layer. */
    async features(layerId: string, query: QueryOf<typeof listMapLayerFeatures>) {
      const layer = await repository.find(layerId);
      if (layer === undefined) throw new AppError('not_found', { detail: `Não existe a camada «${layerId}».` });
      const box = [query.west, query.south, query.east, query.north] as const;
      const offset = (query.page - 1) * query.pageSize;
      const total = await repository.featureCount(layer.source, layerId, box);
      const rows = await repository.features({ source: layer.source, layerId, box }, { offset, limit: query.pageSize });
      const data: Features = {
        type: 'FeatureCollection',
        features: rows.map(({ feature_id, geometry, properties }) => ({
          type: 'Feature',
          id: feature_id,
          geometry: fromWkb(geometry) as Geometry,
          properties,
        })),
        layer: summaryOf(layer),
        ...pagingOf(total, query),
        attributions: attributionsOf(layer.connector_id),
      };
      return { data, provenance: await provenanceOfRow(layer) };
    },
  };
}

function summaryOf(row: LayerRow): Features['layer'] {
  const { west, south, east, north } = row;
  return {
    id: row.layer_id,
    title: row.title,
    abstract: row.abstract,
    keywords: row.keywords,
    bbox: west === null || south === null || east === null || north === null ? null : [west, south, east, north],
    updatedAt: row.updated_at === null ? null : row.updated_at.toISOString(),
    features: row.feature_count,
    licence: row.licence,
    url: row.url,
  };
}

/** Stores regional layers, and marks withdrawn ones; the newest observation is the newest change of a layer. */
export function layerSink(repository: LayerRepository): Sink<MapLayerRecord | WithdrawnLayerRecord> {
  return async (records, origin) => {
    const written = await repository.upsert(origin.connectorId, records, origin);
    const times = records.map((record) => (record.withdrawn ? null : record.updatedMs));
    const newestObservedMs = newestTimeMs(times, origin.retrievedAtMs);
    return { written, duplicates: records.length - written, newestObservedMs };
  };
}
