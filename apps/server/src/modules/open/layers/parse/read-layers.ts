import type { LayerFileTable, LayerFormat } from '@kianda/contract/open/layers/layers.contract';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import { type ParseLimits, sandboxedParse } from '../../../../platform/untrusted/sandboxed-parse.ts';
import type { LayerItem, LayerTask } from './layer-task.ts';

const parser = new URL('./layer-parser.ts', import.meta.url);
const megabyte = 1_048_576;
const remedy = 'divida-o em ficheiros mais pequenos, ou grave-o como GeoPackage.';

/** A stored file of layers. */
export type StoredFile = {
  readonly key: string;
  readonly name: string;
  readonly format: LayerFormat;
  readonly sizeBytes: number;
};

/** Texts and objects of a file are several times its size; a database is read from disk. */
function limitsOf({ sizeBytes, format }: StoredFile): ParseLimits {
  const megabytes = Math.ceil(sizeBytes / megabyte);
  const isOnDisk = format === 'geopackage';
  return {
    seconds: 60 + megabytes * 4,
    heapMiB: 256 + (isOnDisk ? 0 : Math.min(1_536, megabytes * 8)),
    bytesMiB: 256 + (isOnDisk ? 0 : Math.min(1_536, megabytes * 6)),
  };
}

/** The tables of a file. Throws `UnreadableFile`. */
export async function fileTables(
  storage: ObjectStorage,
  file: StoredFile,
  signal?: AbortSignal,
): Promise<LayerFileTable[]> {
  const tables: LayerFileTable[] = [];
  for await (const batch of parsed(storage, file, { table: null, mostRows: 0 }, signal)) {
    for (const item of batch) if (item.kind === 'table') tables.push(item.table);
  }
  return tables;
}

/** The rows of one table of a file, after the table itself. Throws `UnreadableFile`, and the signal's reason. */
export function fileRows(
  storage: ObjectStorage,
  file: StoredFile,
  asked: Pick<LayerTask, 'table' | 'mostRows'>,
  signal: AbortSignal,
): AsyncGenerator<readonly LayerItem[]> {
  return parsed(storage, file, asked, signal);
}

function parsed(
  storage: ObjectStorage,
  file: StoredFile,
  asked: Pick<LayerTask, 'table' | 'mostRows'>,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly LayerItem[]> {
  const { format, name, sizeBytes } = file;
  const input: LayerTask = { format, name, sizeBytes, ...asked };
  const part = async (start: number, end: number): Promise<ArrayBuffer> => {
    const opened = await storage.open(file.key, () => ({ first: start, last: end - 1 }));
    if (opened === null) throw new Error(`layers: the stored file ${file.key} is gone`);
    const bytes = Buffer.concat(await Array.fromAsync(opened.bytes as AsyncIterable<Uint8Array>));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  };
  return sandboxedParse<LayerItem>({ parser, input, limits: limitsOf(file), remedy, part }, signal);
}
