import * as zarr from 'zarrita';
import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import type { HttpResponse } from '../core/http.ts';
import { parseJson } from '../core/parse.ts';
import { addressOf } from '../core/status.ts';
import { consolidatedMetadata } from './wire.ts';

/**
 * Most values of one axis, one field and one chunk; the catalogue's have a tenth of it. Larger arrays are not decoded.
 */
const most = { axis: 4_000_000, field: 16_000_000, chunk: 32_000_000 } as const;
const bytesPerValue = 8;

export type ZarrReader = {
  /** All values of a one-dimensional array, and its attributes. Throws `schema` when it is not there. */
  axis(name: string): Promise<{ readonly values: number[]; readonly attributes: Readonly<Record<string, unknown>> }>;
  array(name: string): Promise<ZarrField>;
};

export type ZarrField = {
  /** Names of its dimensions, slowest first. */
  readonly dimensions: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly fillValue: number | null;
  /**
   * One number per dimension is an index, a pair is a range [from, to). Row-major values; null when a chunk of it does
   * not exist (yet), which in Zarr would read as a field of fill values.
   */
  read(selection: readonly (number | readonly [number, number])[]): Promise<Float64Array | null>;
};

/**
 * Opens a consolidated Zarr v2 store over HTTP. `fetch` answers null for a key that does not exist. Throws `schema` for
 * metadata that cannot be read, `network` for a chunk that cannot be decoded.
 */
export async function openZarr(url: string, fetch: (url: string) => Promise<HttpResponse | null>): Promise<ZarrReader> {
  const body = await fetch(`${url}/.zmetadata`);
  if (body === null) throw new ProviderError('schema', `${addressOf(url)}: sem .zmetadata`);
  const { metadata } = parseJson(body, consolidatedMetadata);
  const known = new Map(Object.entries(metadata).map(([key, value]) => [`/${key}`, encode(value)]));
  let absent = 0;
  const store = {
    async get(key: `/${string}`): Promise<Uint8Array | undefined> {
      const found = known.get(key);
      if (found !== undefined || /\/\.z(array|attrs|group)$/.test(key)) return found;
      const chunk = await fetch(`${url}${key}`);
      if (chunk === null) absent += 1;
      else if (compressorOf(metadata, key) === 'blosc') checkBlosc(`${url}${key}`, chunk.bytes);
      return chunk?.bytes;
    },
  };
  const root = zarr.root(store);

  async function open(name: string): Promise<zarr.Array<zarr.DataType, typeof store>> {
    const array = await guarded(url, name, () => zarr.open.v2(root.resolve(name), { kind: 'array' }));
    refuseMore(url, `os blocos de ${name}`, array.chunks, most.chunk);
    return array;
  }

  return {
    async axis(name) {
      const array = await open(name);
      refuseMore(url, `o eixo ${name}`, array.shape, most.axis);
      const before = absent;
      const { data } = await guarded(url, name, () => zarr.get(array));
      if (absent > before) throw new ProviderError('schema', `${addressOf(url)}: o eixo ${name} não tem valores`);
      return { values: numbers(url, name, data), attributes: array.attrs };
    },
    async array(name) {
      const array = await open(name);
      const fill = array.fillValue;
      return {
        dimensions: array.dimensionNames ?? [],
        attributes: array.attrs,
        fillValue: typeof fill === 'number' ? fill : null,
        async read(selection) {
          const lengths = selection.map((part) => (typeof part === 'number' ? 1 : part[1] - part[0]));
          refuseMore(url, name, lengths, most.field);
          const before = absent;
          const ranges = selection.map((part) => (typeof part === 'number' ? part : zarr.slice(part[0], part[1])));
          const { data } = await guarded(url, name, () => zarr.get(array, ranges));
          return absent > before ? null : Float64Array.from(numbers(url, name, data));
        },
      };
    },
  };
}

const arrayMetadata = z.object({ compressor: z.object({ id: z.string() }).nullable() });

function compressorOf(metadata: Readonly<Record<string, unknown>>, chunkKey: string): string | null {
  const name = chunkKey.slice(1, chunkKey.lastIndexOf('/'));
  const parsed = arrayMetadata.safeParse(metadata[`${name}/.zarray`]);
  return parsed.success ? (parsed.data.compressor?.id ?? null) : null;
}

/**
 * The blosc decoder trusts its header: from a chunk cut short it returns whatever lies in memory, as plausible numbers.
 * Bytes 12–15 of the header are the length of the whole chunk, 4–7 its length once decoded (c-blosc, README_CHUNK_FORMAT).
 */
function checkBlosc(url: string, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const expected = bytes.length < 16 ? 16 : view.getUint32(12, true);
  if (bytes.length !== expected)
    throw new ProviderError('network', `${addressOf(url)}: bloco de ${bytes.length} bytes; esperados ${expected}`);
  refuseMore(url, 'o bloco', [view.getUint32(4, true) / bytesPerValue], most.chunk);
}

/** Refuses sizes above the limit, because memory is allocated for the claimed size, present or not. */
function refuseMore(url: string, what: string, lengths: readonly number[], limit: number): void {
  const values = lengths.reduce((product, length) => product * length, 1);
  if (values > limit)
    throw new ProviderError('schema', `${addressOf(url)}: ${what}: ${values} valores; esperados até ${limit}`);
}

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function numbers(url: string, name: string, data: unknown): number[] {
  if (!ArrayBuffer.isView(data) || !(Symbol.iterator in data))
    throw new ProviderError('schema', `${addressOf(url)}: ${name} não é numérico`);
  const values: number[] = [];
  // 64-bit integers come as BigInt: milliseconds since 1970 fit a double exactly.
  for (const value of data as Iterable<unknown>) values.push(Number(value));
  return values;
}

async function guarded<T>(url: string, name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof ProviderError) throw cause;
    if (zarr.isZarritaError(cause, 'CodecPipelineError') || cause instanceof RangeError)
      throw new ProviderError('network', `${addressOf(url)}: bloco de ${name} ilegível`, { cause });
    if (zarr.isZarritaError(cause))
      throw new ProviderError('schema', `${addressOf(url)}: ${name}: ${cause.message}`, { cause });
    throw cause;
  }
}
