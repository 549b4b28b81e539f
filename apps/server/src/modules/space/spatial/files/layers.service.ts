import type { DataOf } from '@kianda/contract';
import type { analysisLayerFeatures, analysisLayerGrid } from '@kianda/contract/space/spatial/analyses.contract';
import { packInt16 } from '../../../../platform/formats/int16.ts';
import { readBands } from '../../../../platform/formats/read-bands.ts';
import { fromWkb } from '../../../../platform/geometry/wkb.ts';
import type { Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Analyses } from '../analyses.service.ts';
import { gridOfLayer } from '../inputs/read-inputs.service.ts';
import type { SpatialContext } from '../spatial.context.ts';
import type { ResultRow, StoredLayer } from '../spatial.tables.ts';

type Asked = { readonly id: string; readonly layer: string };

/** Layers of results, for maps. */
export function createResultLayers(context: SpatialContext, analyses: Analyses) {
  const { repository } = context;

  async function layerOf({ id, layer }: Asked, reader: Principal, kind: StoredLayer['kind']) {
    const { row, result } = await analyses.completed(id, reader);
    const found = result.layers.find((one) => one.id === layer && one.kind === kind);
    if (found === undefined) throw new AppError('not_found', { detail: 'O resultado não tem esta camada.' });
    return { row, result, layer: found };
  }

  return {
    async features(asked: Asked, page: { offset: number; limit: number }, reader: Principal) {
      const { result, layer } = await layerOf(asked, reader, 'vector');
      const of = { resultId: result.id, layer: layer.id };
      const rows = await repository.features(of, { after: page.offset, limit: page.limit });
      const data: DataOf<typeof analysisLayerFeatures> = {
        type: 'FeatureCollection',
        features: rows.map(({ fid, geometry, properties }) => ({
          ...{ type: 'Feature', id: String(fid), geometry: fromWkb(geometry) },
          properties: properties as DataOf<typeof analysisLayerFeatures>['features'][number]['properties'],
        })),
        ...{ numberMatched: layer.count, numberReturned: rows.length },
      };
      return { data, result };
    },

    async grid(asked: Asked, stride: number, reader: Principal) {
      const { result, layer } = await layerOf(asked, reader, 'raster');
      const { grid, values } = strided(gridOfLayer(layer), await rasterOf(context, layer), stride);
      const { base64, scale, offset } = packInt16(values);
      const data: DataOf<typeof analysisLayerGrid> = {
        ...{ ...grid, encoding: 'int16-base64', scale, offset, values: base64, unit: layer.unit },
      };
      return { data, result };
    },
  };
}

/** Values of a raster layer, rows south → north. */
export async function rasterOf({ platform }: SpatialContext, { storageKey }: StoredLayer): Promise<Float32Array> {
  const bytes = storageKey === null ? null : await platform.storage.get(storageKey);
  if (bytes === null)
    throw new AppError('unavailable', { detail: 'O ficheiro desta camada não está no armazenamento.' });
  const [values] = await readBands(bytes);
  return values ?? new Float32Array();
}

/** One cell in `stride` in each direction. */
function strided(grid: ReturnType<typeof gridOfLayer>, values: Float32Array, stride: number) {
  if (stride === 1) return { grid, values };
  const [columns, rows] = [Math.ceil(grid.columns / stride), Math.ceil(grid.rows / stride)];
  const kept = Float32Array.from({ length: columns * rows }, (_, cell) => {
    const at = Math.floor(cell / columns) * stride * grid.columns + (cell % columns) * stride;
    return values[at] ?? Number.NaN;
  });
  const step = { lonStepDegrees: grid.lonStepDegrees * stride, latStepDegrees: grid.latStepDegrees * stride };
  return { grid: { ...grid, ...step, columns, rows }, values: kept };
}

export type ShownResult = Pick<ResultRow, 'made_at' | 'is_simulated'>;
