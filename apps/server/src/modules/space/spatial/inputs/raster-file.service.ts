import type { Grid } from '@kianda/geo';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import { type ParseLimits, sandboxedParse } from '../../../../platform/untrusted/sandboxed-parse.ts';
import type { RasterBand, RasterFile, RasterItem, RasterTask } from './raster.types.ts';

const parser = new URL('./raster-worker.ts', import.meta.url);
const remedy = 'recorte-o à área de que precisa, ou reduza a resolução.';
/** Blocks of a file are unpacked one after the other; beside them stand the rows that are handed over. */
const limits: ParseLimits = { seconds: 120, heapMiB: 256, bytesMiB: 768 };

/** Name of the format of a GeoTIFF among those of files that were sent. */
export const rasterFormat = 'geotiff';
/** System of the cells that are handed over. */
export const degreesCrs = 'EPSG:4326';
/** Name of a band among the tables of its file. */
export const bandName = (place: number): string => `banda-${place + 1}`;

const [intel, motorola] = ['II', 'MM'];
const [tiffVersion, bigTiffVersion] = [42, 43];

/** Whether a file is a TIFF, by its first bytes. */
export function isTiff(head: Uint8Array): boolean {
  const order = Buffer.from(head.subarray(0, 2)).toString('latin1');
  const [first = 0, second = 0] = head.subarray(2, 4);
  const version = order === intel ? first + 256 * second : order === motorola ? 256 * first + second : 0;
  return version === tiffVersion || version === bigTiffVersion;
}

type Readable = Pick<ObjectStorage, 'open'>;
type StoredRaster = { readonly key: string; readonly sizeBytes: number; readonly mostCells: number };

/** Grid and bands of a stored GeoTIFF whose first band was read. Throws `UnreadableFile`. */
export async function describeRaster(storage: Readable, stored: StoredRaster): Promise<RasterFile> {
  const { grid, bands, crs } = await readRaster(storage, { ...stored, band: 1 });
  return { grid, bands, crs };
}

/** The cells of one band, row-major, south → north, NaN missing. Throws `UnreadableFile`, and the signal's reason. */
export async function readRaster(
  storage: Readable,
  { key, sizeBytes, mostCells, band }: StoredRaster & { readonly band: number },
  signal?: AbortSignal,
): Promise<RasterFile & { readonly band: RasterBand; readonly values: Float32Array }> {
  const input: RasterTask = { sizeBytes, mostCells, band };
  const part = async (start: number, end: number): Promise<ArrayBuffer> => {
    if (end <= start) return new ArrayBuffer(0);
    const opened = await storage.open(key, () => ({ first: start, last: end - 1 }));
    if (opened === null) throw new Error(`spatial: the stored file ${key} is gone`);
    const bytes = Buffer.concat(await Array.fromAsync(opened.bytes as AsyncIterable<Uint8Array>));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  };
  let read: { readonly file: RasterFile; readonly isNorthFirst: boolean; readonly values: Float32Array } | null = null;
  for await (const batch of sandboxedParse<RasterItem>({ parser, input, limits, remedy, part }, signal)) {
    for (const item of batch) {
      if (item.kind === 'file') {
        const { columns, rows } = item.file.grid;
        const values = new Float32Array(columns * rows).fill(Number.NaN);
        read = { file: item.file, isNorthFirst: item.isNorthFirst, values };
      } else if (read !== null) {
        place(item, read.file.grid, read);
      }
    }
  }
  const described = read?.file.bands[band - 1];
  if (read === null || described === undefined) throw new Error('spatial: the parser described no raster');
  return { ...read.file, band: described, values: read.values };
}

/** Puts rows of the file where they are from the south on. */
function place(
  { first, values }: Extract<RasterItem, { kind: 'rows' }>,
  { columns, rows }: Grid,
  into: { readonly isNorthFirst: boolean; readonly values: Float32Array },
): void {
  for (let line = 0; line * columns < values.length; line += 1) {
    const row = into.isNorthFirst ? rows - 1 - (first + line) : first + line;
    into.values.set(values.subarray(line * columns, (line + 1) * columns), row * columns);
  }
}
