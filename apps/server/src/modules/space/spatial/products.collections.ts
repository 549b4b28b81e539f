import { type ResultFormat, resultFormats } from '@kianda/contract/space/spatial/analyses.contract';
import { analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import {
  type Product,
  type ProductAsset,
  type ProductCollection,
  rectangle,
  stacExtensions,
} from '../../../platform/collections.ts';
import type { createResultFiles } from './files/result-files.service.ts';
import type { SpatialContext } from './spatial.context.ts';
import type { AnalysisRow, ResultRow, StoredLayer } from './spatial.tables.ts';

/** Changes with what an item says. */
const documentVersion = 1;
const mediaTypes = {
  geojson: 'application/geo+json',
  parquet: 'application/vnd.apache.parquet',
  tif: 'image/tiff; application=geotiff; profile=cloud-optimized',
} as const satisfies Partial<Record<ResultFormat, string>>;

type Bbox = readonly [number, number, number, number];

/** Analyses that are shared, as items of the catalogue; private ones are in no catalogue. */
export function sharedAnalyses(
  { repository, settings }: SpatialContext,
  files: Pick<ReturnType<typeof createResultFiles>, 'layerFile'>,
): ProductCollection {
  return {
    id: 'spatial-analyses',
    title: 'Análises espaciais',
    description:
      'Resultados partilhados de análises espaciais, com o método, os parâmetros, as entradas e as suas versões.',
    keywords: ['análise espacial', 'zona tampão', 'conectividade', 'hotspots', 'corredores', 'multicritério'],
    access: 'spatial:read',
    connectorIds: [],
    extensions: [],

    async *products() {
      for (const row of await repository.completed(null)) {
        const result = row.result_id === null ? undefined : await repository.result(row.result_id);
        if (result !== undefined) yield productOf(row, result, settings.simulatorSeed);
      }
    },

    async file(productId, assetKey) {
      const [, layerId, format] = /^([a-z][a-z0-9-]*)\.(geojson|parquet|tif)$/.exec(assetKey) ?? [];
      const row = await repository.analysis(productId);
      if (row === undefined || row.readers === 'private' || row.result_id === null) return null;
      const result = await repository.result(row.result_id);
      const layer = result?.layers.find(({ id }) => id === layerId);
      return result === undefined || layer === undefined
        ? null
        : files.layerFile(result, layer, format as ResultFormat);
    },
  };
}

function productOf(row: AnalysisRow, result: ResultRow, simulatorSeed: number): Product {
  const boxes = result.layers.flatMap(({ bbox }) => (bbox === null ? [] : [bbox]));
  const bbox =
    boxes.length === 0
      ? null
      : (boxes.reduce((all, box) => [
          Math.min(all[0] ?? 0, box[0] ?? 0),
          Math.min(all[1] ?? 0, box[1] ?? 0),
          Math.max(all[2] ?? 0, box[2] ?? 0),
          Math.max(all[3] ?? 0, box[3] ?? 0),
        ]) as unknown as Bbox);
  const atMs = result.made_at.getTime();
  return {
    ...{ id: row.id, bbox, geometry: bbox === null ? null : rectangle(bbox), startMs: atMs, endMs: atMs },
    properties: {
      title: row.name,
      'processing:level': 'L4',
      'processing:lineage': `${analysisTypes[row.type]}: ${row.pinned.map(({ title }) => title).join('; ')}`,
      'processing:software': { Kianda: result.code_version },
      'kianda:analysis': row.type,
      'kianda:parameters': row.parameters,
      'kianda:inputs': row.pinned,
      'kianda:methods': result.methods,
      'kianda:statistics': result.statistics,
      'kianda:warnings': result.warnings,
      'kianda:citation': result.citation,
      'kianda:sha256': result.sha256,
    },
    extensions: [stacExtensions.processing],
    assets: result.layers.flatMap(assetsOf),
    contentHash: `${documentVersion}-${result.id}-${row.name}-${result.sha256}`,
    origin: {
      ...{ connectorId: 'spatial', streamId: row.type, retrievedAtMs: atMs },
      simulatedSeed: result.is_simulated ? simulatorSeed : null,
    },
  };
}

function assetsOf({ id, title, kind }: StoredLayer): ProductAsset[] {
  const formats = kind === 'raster' ? (['tif'] as const) : (['geojson', 'parquet'] as const);
  return formats.map((format) => ({
    key: `${id}.${format}`,
    title: `${title}, ${resultFormats[format]}`,
    mediaType: mediaTypes[format],
    roles: ['data'],
  }));
}
