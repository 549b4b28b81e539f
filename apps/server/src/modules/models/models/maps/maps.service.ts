import type { BodyOf, DataOf } from '@kianda/contract';
import {
  type listModelMaps,
  type MapBand,
  type MapRun,
  type makeModelMap,
  mostMapsOfVersion,
} from '@kianda/contract/models/maps/maps.contract';
import { type ModelType, modelTypes } from '@kianda/contract/models/registry/models.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { createCache } from '../../../../platform/cache/cache.ts';
import { packInt16 } from '../../../../platform/formats/int16.ts';
import { isInGrid, type TileAddress } from '../../../../platform/formats/raster-tile.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { ModelActor } from '../models.context.ts';
import type { VersionRow } from '../models.tables.ts';
import { gridFor } from '../scoring/scores.service.ts';
import { folderOfVersion, mapFolder } from './make-map.ts';
import { differenceFile, requireAlike } from './map-difference.ts';
import { type MapRaster, readMapFile } from './map-file.ts';
import { mapCsv, mapGeoParquet } from './map-table.ts';
import { mapTile } from './map-tile.ts';
import { mapRunView, mapView } from './map-views.rules.ts';
import type { MapContext } from './maps.context.ts';
import { type MapInput, mapJobName } from './maps.jobs.ts';
import type { MapOfVersion } from './maps.repository.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Runs that are shown beside the maps. */
const shownRuns = 20;
/** Rasters that stay in memory: three layers of a million cells are 12 MB. */
const heldRasters = 6;
const usualDegrees = 0.1;
const ownName = 'Kianda';

/** Maps of versions: who asks for them, what they say, and their files. */
export function createMaps(context: MapContext) {
  return { ...mapRequests(context), ...mapReads(context), ...mapFiles(context) };
}

export type Maps = ReturnType<typeof createMaps>;

function mapRequests(context: MapContext) {
  const { repository, versions, queue, platform } = context;

  async function begin(input: MapInput, by: { readonly actorId?: string; readonly trigger: string }): Promise<string> {
    const kept = await repository.countOfVersion(input.modelType, input.version);
    if (kept >= mostMapsOfVersion) {
      throw new AppError('conflict', {
        detail: `Esta versão já tem ${kept} mapas, e o máximo é ${mostMapsOfVersion}. Elimine um antes de pedir outro.`,
      });
    }
    return queue().enqueue(mapJobName, input, by);
  }

  return {
    async make(body: BodyOf<typeof makeModelMap>, actor: ModelActor): Promise<MapRun> {
      const { type, cellDegrees, month, inputs } = body;
      const row = await versionOf(versions, type, body.version);
      gridFor(cellDegrees);
      const wants = needsOf(row, inputs);
      if (wants !== null) throw new AppError('validation_failed', wants);
      const input = inputOf(row, { cellDegrees, inputs, month: month ?? monthOf(context) }, actor.principal.name);
      const id = await begin(input, { actorId: actor.principal.accountId, trigger: 'manual' });
      await record(context, 'data.modify', { id, actor }, { model: type, version: row.version, cellDegrees });
      return runOf(context, id);
    },

    /** Asks for the usual map of a version that has come into use; those that need inputs of a person are left to one. */
    async makeUsual(type: ModelType, version: number): Promise<void> {
      const row = await versions.version(type, version);
      if (row === undefined || needsOf(row, {}) !== null) return;
      const input = inputOf(row, { cellDegrees: usualDegrees, inputs: {}, month: monthOf(context) }, ownName);
      try {
        await begin(input, { trigger: 'event' });
      } catch (error) {
        // The approval stands although its map is being made already, or there is no more room for one.
        if (!(error instanceof AppError)) throw error;
      }
    },

    async cancel(id: string): Promise<MapRun> {
      const run = await runOf(context, id);
      if (!(await queue().cancel(id))) throw new AppError('conflict', { detail: 'Este mapa já acabou.' });
      return run;
    },

    async remove(id: string, actor: ModelActor): Promise<{ id: string }> {
      const removed = await repository.remove(id);
      if (removed === undefined) throw noMap();
      await platform.storage.delete(removed.file_key);
      const { model_type: model, version } = removed;
      await record(context, 'data.delete', { id, actor }, { model, version });
      return { id };
    },

    /** Deletes the files of the maps of a version that is gone. */
    async forgetVersion(modelType: ModelType, version: number): Promise<void> {
      for await (const { key } of platform.storage.list(folderOfVersion({ modelType, version }))) {
        await platform.storage.delete(key);
      }
    },

    /** Deletes files that became no map; resolves to how many. */
    async forget(): Promise<number> {
      const used = await repository.fileKeys();
      const now = platform.clock.nowMs();
      let files = 0;
      for await (const { key, modifiedAt } of platform.storage.list(mapFolder)) {
        // A file of the last day may be of a map that is published in a moment.
        if (used.has(key) || Date.parse(modifiedAt) > now - dayMs) continue;
        await platform.storage.delete(key);
        files += 1;
      }
      return files;
    },
  };
}

function mapReads({ repository, queue }: MapContext) {
  return {
    async list(type: ModelType | undefined): Promise<DataOf<typeof listModelMaps>> {
      const rows = await repository.maps(type);
      const recent = await queue().list({ name: mapJobName, limit: shownRuns });
      const runs = await Promise.all(recent.map(({ id }) => queue().get(id)));
      return {
        maps: rows.map(mapView),
        runs: runs
          .flatMap((run) => (run === null ? [] : [mapRunView(run)]))
          .filter((run) => type === undefined || run.modelType === type)
          .filter(({ state }) => state !== 'succeeded'),
      };
    },
  };
}

function mapFiles({ repository, platform }: MapContext) {
  const rasters = createCache<MapRaster>({
    ...{ name: 'models/maps', clock: platform.clock, maxEntries: heldRasters },
    ...{ ttlMs: hourMs, maxStaleMs: hourMs },
  });

  async function rowOf(id: string): Promise<MapOfVersion> {
    const row = await repository.map(id);
    if (row === undefined) throw noMap();
    return row;
  }

  async function bytesOf(row: MapOfVersion): Promise<Uint8Array> {
    const bytes = await platform.storage.get(row.file_key);
    if (bytes === null)
      throw new AppError('unavailable', { detail: 'O ficheiro deste mapa não está no armazenamento.' });
    return bytes;
  }

  async function rasterOf(row: MapOfVersion): Promise<MapRaster> {
    const { value } = await rasters.get(row.id, async () => readMapFile(row, await bytesOf(row)));
    return value;
  }

  async function file(row: MapOfVersion, format: 'tif' | 'csv' | 'parquet'): Promise<Uint8Array> {
    if (format === 'tif') return bytesOf(row);
    const { classes } = row.card;
    return format === 'csv' ? mapCsv(await rasterOf(row), classes) : mapGeoParquet(await rasterOf(row), classes);
  }

  return {
    /** A layer for the screen, and whether it came from a simulator. */
    async grid(id: string, band: MapBand) {
      const row = await rowOf(id);
      const { grid, bands } = await rasterOf(row);
      const { base64, scale, offset } = packInt16(bands[band]);
      const packed = { encoding: 'int16-base64' as const, scale, offset, values: base64 };
      return { isSimulated: row.is_simulated, grid: { ...grid, ...packed } };
    },

    async tile(id: string, band: MapBand, address: TileAddress): Promise<Uint8Array> {
      const row = await rowOf(id);
      if (!isInGrid(address)) throw new AppError('not_found', { detail: 'Não existe esse mosaico na grelha.' });
      const { grid, bands } = await rasterOf(row);
      return mapTile(mapView(row), { band, grid, values: bands[band] }, address);
    },

    async download(id: string, format: 'tif' | 'csv' | 'parquet') {
      const row = await rowOf(id);
      const month = row.month === null ? '' : `-mes${row.month}`;
      const fileName = `${row.model_type}-v${row.version}${month}-${row.cell_degrees}.${format}`;
      return { bytes: await file(row, format), contentType: mediaTypes[format], fileName };
    },

    /** The amount that one map has more than another, as a file. */
    async difference(id: string, minus: string) {
      const [row, other] = [await rowOf(id), await rowOf(minus)];
      requireAlike(row, other);
      const bytes = await differenceFile(
        { row, raster: await rasterOf(row) },
        { row: other, raster: await rasterOf(other) },
      );
      const fileName = `${row.model_type}-v${row.version}-menos-v${other.version}-${row.cell_degrees}.tif`;
      return { bytes, contentType: mediaTypes.tif, fileName };
    },

    /** A file of the catalogue; null where the map is gone. */
    async catalogued(id: string, format: 'tif' | 'csv' | 'parquet'): Promise<Uint8Array | null> {
      const row = await repository.map(id);
      return row === undefined ? null : file(row, format);
    },
  };
}

const mediaTypes = {
  tif: 'image/tiff',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const;

const monthOf = ({ platform }: MapContext): number => new Date(platform.clock.nowMs()).getUTCMonth() + 1;

async function versionOf(
  versions: MapContext['versions'],
  type: ModelType,
  version: number | undefined,
): Promise<VersionRow> {
  const row = version === undefined ? await versions.deployed(type) : await versions.version(type, version);
  if (row !== undefined) return row;
  if (version !== undefined) throw new AppError('not_found', { detail: `Não existe a versão ${version}.` });
  throw new AppError('conflict', {
    detail: `«${modelTypes[type]}» não tem versão em uso: treine uma e peça a quem pode que a aprove.`,
  });
}

/** Inputs that a person must still give: categories, as the species of an abundance, have no value of their own at sea. */
function needsOf({ card }: VersionRow, inputs: MapInput['inputs']) {
  const missing = card.features.filter(({ name, categories }) => categories !== null && inputs[name] === undefined);
  if (missing.length === 0) return null;
  const detail = `Este mapa precisa de que diga: ${missing.map(({ label }) => label).join(', ')}.`;
  return {
    detail,
    issues: missing.map(({ name, label }) => ({ path: `body.inputs.${name}`, message: `Escolha: ${label}.` })),
  };
}

function inputOf(
  { model_type, version, card }: VersionRow,
  { month, ...options }: { readonly cellDegrees: number; readonly inputs: MapInput['inputs']; readonly month: number },
  requestedBy: string,
): MapInput {
  const hasMonth = card.features.some(({ name }) => name === 'month');
  return { modelType: model_type, version, month: hasMonth ? month : null, ...options, requestedBy };
}

async function runOf({ queue }: MapContext, id: string): Promise<MapRun> {
  const run = await queue().get(id);
  if (run === null || run.name !== mapJobName) throw noMap();
  return mapRunView(run);
}

function record(
  { audit }: MapContext,
  event: AuditEntry['event'],
  of: { readonly id: string; readonly actor: ModelActor },
  metadata: NonNullable<AuditEntry['metadata']>,
) {
  const { principal, ipAddress, userAgent } = of.actor;
  return audit.record({
    ...{ event, severity: 'medium', resource: `model-map/${of.id}`, metadata },
    ...{ actorId: principal.accountId, actorName: principal.email, ipAddress, userAgent },
  });
}

const noMap = () => new AppError('not_found', { detail: 'Não existe este mapa.' });
