import { createHash, randomUUID } from 'node:crypto';
import type { LayerFile } from '@kianda/contract/open/layers/layers.contract';
import { AppError } from '../../../platform/http/errors.ts';
import { UnreadableFile } from '../../../platform/untrusted/unreadable-file.ts';
import { cleanName, formatOf } from './layer-file.rules.ts';
import { fileView } from './layer-views.rules.ts';
import type { LayerActor, LayerContext, LayerLimits } from './layers.context.ts';
import { fileTables } from './parse/read-layers.ts';

const headBytes = 4_096;
/** A file that came and became no layer is kept this long. */
export const unusedKeptMs = 86_400_000;

/**
 * Stores a file and says which tables it has. Throws `payload_too_large`, and `validation_failed` for a file that is none
 * of those that are read.
 */
export async function takeLayerFile(
  context: LayerContext,
  given: { readonly name: string; readonly body: AsyncIterable<Uint8Array> },
  { principal }: LayerActor,
): Promise<LayerFile> {
  const { platform, repository, limits } = context;
  const id = randomUUID();
  const key = `layers/${id}`;
  const name = cleanName(given.name);
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let sizeBytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of given.body) {
      if (sizeBytes < headBytes) head.push(chunk.slice(0, headBytes));
      sizeBytes += chunk.byteLength;
      if (sizeBytes > limits.fileBytes) throw tooLarge(limits);
      hash.update(chunk);
      yield chunk;
    }
  }
  await platform.storage.putStream(key, counted(), 'application/octet-stream');
  try {
    const format = formatOf(name, Buffer.concat(head));
    if (format === null || sizeBytes === 0) {
      throw new UnreadableFile(
        'O ficheiro não é GeoPackage, GeoJSON, FlatGeobuf, shapefile em zip, CSV, GeoParquet nem KML.',
      );
    }
    const tables = await fileTables(platform.storage, { key, name, format, sizeBytes });
    const row = {
      ...{ id, name, format, storage_key: key, size_bytes: sizeBytes, sha256: hash.digest('hex') },
      ...{ account_id: principal.accountId, received_at: new Date(platform.clock.nowMs()) },
    };
    await repository.addFile({ ...row, tables: JSON.stringify(tables) });
    return fileView({ ...row, size_bytes: String(sizeBytes), tables });
  } catch (error) {
    await platform.storage.delete(key);
    if (!(error instanceof UnreadableFile)) throw error;
    throw new AppError('validation_failed', {
      detail: error.message,
      issues: [{ path: 'body', message: error.message }],
    });
  }
}

export function tooLarge({ fileBytes }: LayerLimits): AppError {
  const megabytes = Math.floor(fileBytes / 1_048_576);
  return new AppError('payload_too_large', { detail: `O ficheiro excede o limite de ${megabytes} MB.` });
}

/** Forgets files that came more than a day ago and became no layer; resolves to their number. */
export async function forgetUnusedFiles({ platform, repository }: LayerContext): Promise<number> {
  const files = await repository.unusedFiles(new Date(platform.clock.nowMs() - unusedKeptMs));
  for (const { id, storage_key } of files) {
    await platform.storage.delete(storage_key);
    await repository.removeFile(id);
  }
  return files.length;
}
