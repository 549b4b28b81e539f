import type { ObjectPreview } from '@kianda/contract/open/storage/preview.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import { sandboxedParse } from '../../../../platform/untrusted/sandboxed-parse.ts';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { unknownObject } from '../own-objects.service.ts';
import { type ObjectFile, openFile } from './object-file.ts';

/** What a thread needs to know of the file that it describes; its bytes it asks for. */
export type PreviewTask = { readonly kind: ObjectPreview['kind']; readonly band: number; readonly byteLength: number };

const parser = new URL('./preview-worker.ts', import.meta.url);
/** A picture is made of sixteen million cells at most, of eight bytes each, once packed and once unpacked. */
const limits = { seconds: 30, heapMiB: 256, bytesMiB: 512 } as const;
const remedies = {
  raster: 'grave-o de novo em blocos mais pequenos e com versões reduzidas.',
  parquet: 'grave-o de novo com menos grupos de linhas.',
} as const;

/** Description of a large file, read from its directory. Throws `not_found`, or `validation_failed` for one it can't read. */
export async function previewObject(
  storage: Pick<ObjectStorage, 'open'>,
  key: string,
  { band, signal }: { readonly band: number; readonly signal: AbortSignal },
): Promise<ObjectPreview> {
  const file = await openFile(storage, key);
  if (file === null) throw unknownObject();
  const isRaster = /\.tiff?$/i.test(key);
  if (!isRaster && !/\.parquet$/i.test(key)) {
    throw unreadable('Só se descrevem ficheiros GeoTIFF e Parquet.');
  }
  try {
    return await described(file, { kind: isRaster ? 'raster' : 'parquet', band, byteLength: file.byteLength }, signal);
  } catch (error) {
    if (error instanceof UnreadableFile) throw unreadable(error.message, error);
    // A storage that does not answer is no broken file.
    if (signal.aborted || error instanceof AppError) throw error;
    throw unreadable(`O ficheiro não se lê como ${isRaster ? 'GeoTIFF' : 'Parquet'}.`, error);
  }
}

function unreadable(message: string, cause?: unknown): AppError {
  return new AppError('validation_failed', { detail: message, issues: [{ path: 'query.key', message }], cause });
}

async function described(file: ObjectFile, input: PreviewTask, signal: AbortSignal): Promise<ObjectPreview> {
  const task = { parser, input, limits, remedy: remedies[input.kind], part: file.slice };
  for await (const [preview] of sandboxedParse<ObjectPreview>(task, signal)) {
    if (preview !== undefined) return preview;
  }
  throw new Error('preview: the parser described nothing');
}
