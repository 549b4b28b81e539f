import { createHash } from 'node:crypto';
import { cog } from '../../../../platform/formats/cog.ts';
import { gridBox } from '../../../../platform/formats/geotiff.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import type { Computed, ComputedVector, RasterDraft } from '../compute/compute.types.ts';
import { unpackedFeatures } from '../compute/packed-features.ts';
import type { StoredLayer } from '../spatial.tables.ts';

type Target = Pick<ObjectStorage, 'put'>;

/** Key of the file of a raster layer. */
const rasterKey = (resultId: string, layer: string): string => `spatial/${resultId}/${layer}.tif`;

/** Stores the files of a result's cells; gives what is said of each layer, and those of features. */
export async function storeLayers(storage: Target, resultId: string, { layers }: Computed) {
  const stored: StoredLayer[] = [];
  const vectors: ComputedVector[] = [];
  for (const layer of layers) {
    if (layer.kind === 'vector') vectors.push(layer);
    stored.push(layer.kind === 'vector' ? vectorLayer(layer) : await rasterLayer(storage, resultId, layer));
  }
  return { layers: stored, vectors };
}

function vectorLayer(layer: ComputedVector): StoredLayer {
  const hash = createHash('sha256');
  let bytes = 0;
  let bbox: [number, number, number, number] | null = null;
  for (const { wkb, bounds, text } of unpackedFeatures(layer.features)) {
    hash.update(wkb).update(text);
    bytes += wkb.length + text.length;
    const [west, south, east, north] = bounds;
    bbox =
      bbox === null
        ? [west, south, east, north]
        : [Math.min(bbox[0], west), Math.min(bbox[1], south), Math.max(bbox[2], east), Math.max(bbox[3], north)];
  }
  const { id, title, geometryType, attributes, legendAttribute, legend } = layer;
  return {
    ...{ id, title, kind: 'vector', geometryType, legendAttribute, count: layer.features.count, bbox, bytes },
    ...{ attributes: [...attributes], legend: [...legend], unit: null, range: null, cellDegrees: null },
    ...{ sha256: hash.digest('hex'), storageKey: null },
  };
}

async function rasterLayer(storage: Target, resultId: string, layer: RasterDraft): Promise<StoredLayer> {
  const { id, title, unit, grid, values, legend } = layer;
  const file = await cog(grid, [{ name: id, unit, values, kind: 'number' }]);
  const storageKey = rasterKey(resultId, id);
  await storage.put(storageKey, file, 'image/tiff');
  let [count, least, most] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    count += 1;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return {
    ...{ id, title, kind: 'raster', geometryType: null, legendAttribute: null, count, bbox: gridBox(grid), unit },
    ...{ attributes: [], legend: [...legend], range: count === 0 ? null : [least, most] },
    ...{ cellDegrees: grid.lonStepDegrees, bytes: file.length, storageKey },
    sha256: createHash('sha256').update(file).digest('hex'),
  };
}
