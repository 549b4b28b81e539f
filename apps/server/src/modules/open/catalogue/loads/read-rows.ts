import type { StacLoadFormat } from '@kianda/contract/open/catalogue/stac-loads.contract';
import type { ByteRange, OpenObject } from '../../../../platform/storage/object-storage.ts';
import { type ParseLimits, sandboxedParse } from '../../../../platform/untrusted/sandboxed-parse.ts';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';

/** One row of a file: the document that it holds, or why it holds none. `at`: share of the file read so far. */
export type LoadedRow = { readonly at: number } & (
  | { readonly document: unknown; readonly fault?: undefined }
  | { readonly fault: string; readonly document?: undefined }
);

export type LoadTask = {
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Rows that an earlier attempt has dealt with. */
  readonly skip: number;
  readonly rowsAtOnce: number;
};

const parser = new URL('./load-worker.ts', import.meta.url);
/** A million items are read in some minutes; of each, little stays in memory. */
const limits: ParseLimits = { seconds: 3_600, heapMiB: 512, bytesMiB: 1_024 };

/** Form of a file by the type it came with, or by how it begins. */
export function formatOf(contentType: string, head: Buffer): StacLoadFormat {
  if (head.subarray(0, 4).toString('latin1') === 'PAR1') return 'geoparquet';
  if (/parquet/.test(contentType)) throw new UnreadableFile('O ficheiro diz ser Parquet e não o é.');
  if (/ndjson|jsonl|json-?lines|json-seq/.test(contentType)) return 'ndjson';
  return /"type"\s*:\s*"FeatureCollection"|"features"\s*:/.test(head.toString('utf8')) ? 'geojson' : 'ndjson';
}

/** Opens a part of the file that is read; null where it is gone. */
export type OpenFile = (range: () => ByteRange) => Promise<OpenObject | null>;

/** Rows of a stored file in batches, from just after those already dealt with; first of all the form of the file. */
export function readRows(
  open: OpenFile,
  { input, signal }: { readonly input: LoadTask; readonly signal: AbortSignal },
): AsyncGenerator<readonly (LoadedRow | { readonly format: StacLoadFormat })[]> {
  const part = async (start: number, end: number): Promise<ArrayBuffer> => {
    const object = end <= start ? null : await open(() => ({ first: start, last: end - 1 }));
    if (object === null) return new ArrayBuffer(0);
    const bytes = Buffer.concat(await Array.fromAsync(object.bytes as AsyncIterable<Buffer>));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  };
  return sandboxedParse({ parser, input, limits, remedy: 'divida o ficheiro em partes mais pequenas.', part }, signal);
}
