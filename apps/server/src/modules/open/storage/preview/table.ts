import type { ObjectPreview } from '@kianda/contract/open/storage/preview.contract';
import { parquetMetadataAsync, parquetSchema } from 'hyparquet';
import type { ObjectFile } from './object-file.ts';

/** Columns that a table of them shows at most. */
const mostColumns = 500;

/** A Parquet as its directory describes it. Throws where it is none. */
export async function previewTable(file: ObjectFile): Promise<ObjectPreview> {
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
