import type { ObjectPreview } from '@kianda/contract/open/storage/preview.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import { type ParseLimits, type ParseTask, sandboxedParse } from '../../../../platform/untrusted/sandboxed-parse.ts';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { unknownObject } from '../own-objects.service.ts';
import { openFile } from './object-file.ts';

/** Facts of a file that its parser needs; the parser asks for the bytes itself. */
export type PreviewTask = { readonly kind: ObjectPreview['kind']; readonly band: number; readonly byteLength: number };

const parser = new URL('./preview-worker.ts', import.meta.url);
/** A picture is made of sixteen million cells at most, of eight bytes each, once packed and once unpacked. */
const usualLimits: ParseLimits = { seconds: 30, heapMiB: 256, bytesMiB: 512 };
const remedies = {
  raster: 'grave-o de novo em blocos mais pequenos e com versões reduzidas.',
  parquet: 'grave-o de novo com menos grupos de linhas.',
} as const;

type PreviewOptions = { readonly band: number; readonly signal: AbortSignal; readonly limits?: ParseLimits };

/** Description of a large file, read from its directory. Throws `not_found`, or `validation_failed` for one it can't read. */
export async function previewObject(
  storage: Pick<ObjectStorage, 'open'>,
  key: string,
  { band, signal, limits = usualLimits }: PreviewOptions,
): Promise<ObjectPreview> {
  const file = await openFile(storage, key);
  if (file === null) throw unknownObject();
  const isRaster = /\.tiff?$/i.test(key);
  if (!isRaster && !/\.parquet$/i.test(key)) {
    throw unreadable('Só se descrevem ficheiros GeoTIFF e Parquet.');
  }
  const kind = isRaster ? 'raster' : 'parquet';
  const input: PreviewTask = { kind, band, byteLength: file.byteLength };
  try {
    return await described({ parser, input, limits, remedy: remedies[kind], part: file.slice }, signal);
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

async function described(task: ParseTask, signal: AbortSignal): Promise<ObjectPreview> {
  for await (const [preview] of sandboxedParse<ObjectPreview>(task, signal)) {
    if (preview !== undefined) return preview;
  }
  throw new Error('preview: the parser described nothing');
}
