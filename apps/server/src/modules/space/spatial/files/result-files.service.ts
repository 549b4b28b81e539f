import { type ResultFormat, resultFormats } from '@kianda/contract/space/spatial/analyses.contract';
import type { Download, Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { runThread } from '../../../../platform/threads/run-thread.ts';
import type { Analyses } from '../analyses.service.ts';
import type { SpatialContext } from '../spatial.context.ts';
import type { ResultRow, StoredLayer } from '../spatial.tables.ts';
import type { FileAbout, FileTask, SentFeature, SentLayer } from './file.types.ts';

const featuresAtOnce = 5_000;
/** Features that one file holds at most: the whole of it is in memory. */
const mostInFile = 250_000;
const writingMs = 120_000;

const mediaTypes: Readonly<Record<ResultFormat, string>> = {
  geojson: 'application/geo+json',
  gpkg: 'application/geopackage+sqlite3',
  fgb: 'application/octet-stream',
  parquet: 'application/vnd.apache.parquet',
  shp: 'application/zip',
  csv: 'text/csv; charset=utf-8',
  kml: 'application/vnd.google-earth.kml+xml',
  tif: 'image/tiff',
  qgz: 'application/zip',
};
const endings: Partial<Record<ResultFormat, string>> = { shp: 'zip', qgz: 'zip' };

/** Files of results. */
export function createResultFiles(context: SpatialContext, analyses: Analyses) {
  const { repository, platform } = context;

  async function featuresOf(resultId: string, layer: StoredLayer): Promise<SentLayer> {
    if (layer.count > mostInFile) {
      throw new AppError('export_too_large', {
        detail: `A camada tem ${layer.count} elementos, e um ficheiro leva ${mostInFile}. Leia-a pela OGC API.`,
      });
    }
    const features: SentFeature[] = [];
    let after = 0;
    for (;;) {
      const rows = await repository.features({ resultId, layer: layer.id }, { after, limit: featuresAtOnce });
      for (const { fid, geometry, properties } of rows) {
        features.push({ id: fid, wkb: new Uint8Array(geometry), properties: properties as SentFeature['properties'] });
      }
      if (rows.length < featuresAtOnce) return { layer, features };
      after = rows.at(-1)?.fid ?? after;
    }
  }

  async function stored({ storageKey }: StoredLayer): Promise<Uint8Array> {
    const bytes = storageKey === null ? null : await platform.storage.get(storageKey);
    if (bytes === null)
      throw new AppError('unavailable', { detail: 'O ficheiro desta camada não está no armazenamento.' });
    return bytes;
  }

  /** One layer as a file of a format that holds one. */
  async function layerFile(result: ResultRow, layer: StoredLayer, format: ResultFormat): Promise<Uint8Array> {
    if (format === 'tif') return stored(layer);
    return written({
      format,
      vectors: [await featuresOf(result.id, layer)],
      rasters: [],
      about: aboutOf(result, layer.title),
    });
  }

  /** All layers: vectors in a GeoPackage, rasters beside it. */
  async function wholeFile(result: ResultRow, name: string, format: 'gpkg' | 'qgz'): Promise<Uint8Array> {
    const vectors: SentLayer[] = [];
    for (const layer of result.layers) if (layer.kind === 'vector') vectors.push(await featuresOf(result.id, layer));
    const kept = format === 'qgz' ? result.layers.filter(({ kind }) => kind === 'raster') : [];
    const rasters = await Promise.all(kept.map(async (layer) => ({ layer, bytes: await stored(layer) })));
    return written({ format, vectors, rasters, about: aboutOf(result, name) });
  }

  return {
    layerFile,

    async file(
      id: string,
      { format, layer: layerId }: { readonly format: ResultFormat; readonly layer?: string | undefined },
      reader: Principal,
    ): Promise<Download> {
      const { row, result } = await analyses.completed(id, reader);
      const stem = stemOf(row.name);
      const contentType = mediaTypes[format];
      const ending = endings[format] ?? format;
      if (format === 'gpkg' || format === 'qgz') {
        if (format === 'gpkg' && result.layers.every(({ kind }) => kind === 'raster')) throw wrongFormat(format);
        return {
          bytes: await wholeFile(result, row.name, format),
          contentType,
          fileName: `${stem}${format === 'qgz' ? '-qgis' : ''}.${ending}`,
        };
      }
      const layer = layerFor(result, format, layerId);
      const bytes = await layerFile(result, layer, format);
      return { bytes, contentType, fileName: `${stem}-${layer.id}.${ending}` };
    },
  };
}

/** The layer asked for, or the first that the format can hold. Throws where the result has none. */
function layerFor(result: ResultRow, format: ResultFormat, layerId: string | undefined): StoredLayer {
  const wanted = format === 'tif' ? 'raster' : 'vector';
  const layer =
    layerId === undefined
      ? result.layers.find(({ kind }) => kind === wanted)
      : result.layers.find((one) => one.id === layerId);
  if (layer === undefined && layerId !== undefined) {
    throw new AppError('not_found', { detail: 'O resultado não tem esta camada.' });
  }
  if (layer === undefined || layer.kind !== wanted) throw wrongFormat(format);
  return layer;
}

/** Writes a file in a thread of its own: the whole of it is worked out at once. */
const written = (task: FileTask): Promise<Uint8Array> =>
  runThread<Uint8Array>(new URL('./file-worker.ts', import.meta.url), task, {
    signal: AbortSignal.timeout(writingMs),
    progress: () => undefined,
  });

const aboutOf = (result: ResultRow, title: string): FileAbout => ({
  ...{ title, citation: result.citation, methods: result.methods, isSimulated: result.is_simulated },
  madeAt: result.made_at.toISOString(),
});

const wrongFormat = (format: ResultFormat) =>
  new AppError('validation_failed', {
    detail: `O resultado não tem camadas que caibam em ${resultFormats[format]}.`,
    issues: [{ path: 'query.format', message: 'Escolha outro formato, ou outra camada.' }],
  });

const stemOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'analise';
