import type { ObjectPreview } from '@kianda/contract/open/storage/preview.contract';
import { parquetMetadataAsync, parquetSchema } from 'hyparquet';
import { AppError } from '../../../../platform/http/errors.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import { unknownObject } from '../own-objects.service.ts';
import { type ObjectFile, openFile } from './object-file.ts';
import { previewRaster } from './raster.ts';

/** Columns that a table of them shows at most. */
const mostColumns = 500;

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
    return isRaster ? await previewRaster(file, band, signal) : await previewTable(file);
  } catch (error) {
    // A storage that does not answer is no broken file.
    if (signal.aborted || error instanceof AppError) throw error;
    throw unreadable(`O ficheiro não se lê como ${isRaster ? 'GeoTIFF' : 'Parquet'}.`, error);
  }
}

function unreadable(message: string, cause?: unknown): AppError {
  return new AppError('validation_failed', { detail: message, issues: [{ path: 'query.key', message }], cause });
}

async function previewTable(file: ObjectFile): Promise<ObjectPreview> {
  const metadata = await parquetMetadataAsync(file);
  const { children } = parquetSchema(metadata);
  return {
    kind: 'parquet',
    rows: Number(metadata.num_rows),
    rowGroups: metadata.row_groups.length,
    createdBy: metadata.created_by ?? null,
    columns: children.slice(0, mostColumns).map(({ element }) => ({
      name: element.name,
      type: element.logical_type?.type ?? element.converted_type ?? element.type ?? 'GROUP',
      isRequired: element.repetition_type === 'REQUIRED',
    })),
  };
}
