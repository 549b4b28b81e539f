import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type ParseLimits, sandboxedParse } from '../../../../platform/untrusted/sandboxed-parse.ts';
import { csvRows, textLines } from './csv.ts';
import type { OpenFile, RawRow } from './raw-row.ts';

const parser = new URL('./parse-worker.ts', import.meta.url);
const megabyte = 1_048_576;
/** Texts that a sheet shares are kept whole: two million short ones fit. */
const heapMiB = 256;
/** A file is held as it is stored, as it came, and once more by the reader of archives; the rest is buffers of streams. */
const copies = 3;
const buffersMiB = 128;
/** Seconds that any file has, and those that it has for each megabyte of its compressed bytes. */
const seconds = { base: 60, perMegabyte: 4 } as const;

function limitsOf({ gzipped, limitBytes }: OpenFile): ParseLimits {
  return {
    seconds: seconds.base + Math.ceil(gzipped.length / megabyte) * seconds.perMegabyte,
    heapMiB,
    bytesMiB: buffersMiB + Math.ceil(limitBytes / megabyte) * copies,
  };
}

/**
 * Every row of a file, in order. A process of its own reads a spreadsheet; the readers of text hold no more than one row, and
 * their work grows with the file alone. Throws `UnreadableFile`.
 */
export async function* rawRows(file: OpenFile, limits: ParseLimits = limitsOf(file)): AsyncGenerator<RawRow> {
  if (file.format !== 'xlsx') {
    const bytes = Readable.from([file.gzipped]).pipe(createGunzip());
    yield* file.format === 'lines' ? textLines(bytes, file.dialect.encoding) : csvRows(bytes, file.dialect);
    return;
  }
  const remedy = 'divida-o em ficheiros mais pequenos, ou grave-o como CSV.';
  for await (const batch of sandboxedParse<RawRow>({ parser, input: file, limits, remedy })) yield* batch;
}

/** The next rows, up to a number of them. */
export async function takeRows(rows: AsyncIterator<RawRow>, most: number): Promise<RawRow[]> {
  const taken: RawRow[] = [];
  while (taken.length < most) {
    const { done, value } = await rows.next();
    if (done === true) break;
    taken.push(value);
  }
  return taken;
}
