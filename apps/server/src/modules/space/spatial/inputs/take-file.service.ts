import { createHash, randomUUID } from 'node:crypto';
import type { DataOf } from '@kianda/contract';
import type { uploadSpatialFile } from '@kianda/contract/space/spatial/analyses.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { cleanName, fileTables, formatOf } from '../../../open/layers/index.ts';
import type { SpatialActor, SpatialContext } from '../spatial.context.ts';
import { bandName, describeRaster, isTiff, rasterFormat } from './raster-file.service.ts';

const headBytes = 4_096;
const bytesPerMegabyte = 1_048_576;

/**
 * Stores a file and says which tables it has. Throws `payload_too_large`, and `validation_failed` for a file that is none
 * of those that are read; nothing of a refused one is kept.
 */
export async function takeSpatialFile(
  { platform, repository, settings }: SpatialContext,
  given: { readonly name: string; readonly body: AsyncIterable<Uint8Array> },
  { principal }: SpatialActor,
): Promise<DataOf<typeof uploadSpatialFile>> {
  const id = randomUUID();
  const key = `spatial/files/${id}`;
  const name = cleanName(given.name);
  const most = settings.limits.fileBytes;
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let sizeBytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of given.body) {
      if (sizeBytes < headBytes) head.push(chunk.slice(0, headBytes));
      sizeBytes += chunk.byteLength;
      if (sizeBytes > most) {
        const detail = `O ficheiro excede o limite de ${Math.floor(most / bytesPerMegabyte)} MB.`;
        throw new AppError('payload_too_large', { detail });
      }
      hash.update(chunk);
      yield chunk;
    }
  }
  await platform.storage.putStream(key, counted(), 'application/octet-stream');
  try {
    const stored = { key, name, sizeBytes, mostCells: settings.limits.cells };
    const { format, tables } = await describedFile(platform.storage, stored, Buffer.concat(head));
    const receivedAt = new Date(platform.clock.nowMs());
    const sha256 = hash.digest('hex');
    await repository.addFile({
      ...{ id, name, format, storage_key: key, size_bytes: sizeBytes, sha256, tables: JSON.stringify(tables) },
      ...{ account_id: principal.accountId, received_at: receivedAt },
    });
    return { fileId: id, name, sizeBytes, sha256, format, tables, receivedAt: receivedAt.toISOString() };
  } catch (error) {
    await platform.storage.delete(key);
    if (!(error instanceof UnreadableFile)) throw error;
    throw new AppError('validation_failed', {
      detail: error.message,
      issues: [{ path: 'body', message: error.message }],
    });
  }
}

type Described = Pick<DataOf<typeof uploadSpatialFile>, 'format' | 'tables'>;

/** Format and tables of a stored file; each band of a GeoTIFF is one. Throws `UnreadableFile`. */
async function describedFile(
  storage: ObjectStorage,
  stored: { readonly key: string; readonly name: string; readonly sizeBytes: number; readonly mostCells: number },
  head: Uint8Array,
): Promise<Described> {
  if (isTiff(head)) {
    const { grid, bands, crs } = await describeRaster(storage, stored);
    const features = grid.columns * grid.rows;
    const tables = bands.map(({ name: title }, place) => ({
      ...{ name: bandName(place), title, features, crs, refusal: null, columns: [] },
    }));
    return { format: rasterFormat, tables };
  }
  const format = formatOf(stored.name, head);
  if (format === null || stored.sizeBytes === 0) {
    throw new UnreadableFile(
      'O ficheiro não é GeoPackage, GeoJSON, FlatGeobuf, shapefile em zip, CSV, KML, GeoParquet nem GeoTIFF.',
    );
  }
  const tables = await fileTables(storage, { key: stored.key, name: stored.name, format, sizeBytes: stored.sizeBytes });
  return { format, tables: tables.map((table) => ({ ...table, title: table.name })) };
}
