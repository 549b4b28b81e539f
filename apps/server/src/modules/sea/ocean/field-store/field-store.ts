import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { Grid } from '@kianda/geo';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';

const pack = promisify(deflate);
const unpack = promisify(inflate);

const hourMs = 3_600_000;
/** Length of every time axis: from 1970 up to the year 2079; absent chunks read as missing. */
const axisDays = 40_000;

export type FieldAddress = {
  readonly dataset: string;
  readonly variable: string;
  readonly depthMeters: number;
  readonly observedAtMs: number;
  /** Hours between the chunks of the variable; absent: 24. Never another for the same array. */
  readonly timeStepHours?: number;
};

/** A chunk and the hash of its content, as the index has them. */
export type StoredField = { readonly storage_key: string; readonly content_hash: string };

/**
 * Gridded fields as Zarr v2 arrays in object storage, one chunk an instant, so that xarray or GDAL open them as they are:
 * instants are days, or steps of some hours for variables that have several a day.
 * The most recently used fields stay decoded, by content: another process may have revised a chunk meanwhile.
 */
export function createFieldStore(storage: ObjectStorage, options: { keepDecoded: number } = { keepDecoded: 400 }) {
  const decoded = new Map<string, Float32Array>();
  const reading = new Map<string, Promise<Float32Array | null>>();
  const described = new Set<string>();

  const nameOf = (field: StoredField) => `${field.content_hash} ${field.storage_key}`;

  function remember(field: StoredField, values: Float32Array): void {
    const name = nameOf(field);
    decoded.delete(name);
    decoded.set(name, values);
    const oldest = decoded.keys().next();
    if (decoded.size > options.keepDecoded && oldest.done !== true) decoded.delete(oldest.value);
  }

  async function chunkOf(field: StoredField): Promise<Float32Array | null> {
    const packed = await storage.get(field.storage_key);
    if (packed === null) return null;
    const bytes = await unpack(packed);
    // Copied to a separate buffer: pooled buffers are not aligned to four bytes.
    const values = new Float32Array(new Uint8Array(bytes).buffer);
    remember(field, values);
    return values;
  }

  return {
    /** Stores one field; the array's description is written with its first. */
    async write(address: FieldAddress, grid: Grid, values: Float32Array): Promise<StoredField> {
      const root = `fields/${address.dataset}.zarr`;
      const array = `${root}/${arrayName(address)}`;
      const stepHours = address.timeStepHours ?? 24;
      if (!described.has(array)) {
        await describe(storage, { root, array, grid, stepHours });
        described.add(array);
      }
      const key = `${array}/${Math.floor(address.observedAtMs / (stepHours * hourMs))}.0.0`;
      const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      await storage.put(key, await pack(bytes, { level: 4 }), 'application/octet-stream');
      const field = { storage_key: key, content_hash: createHash('sha1').update(bytes).digest('base64url') };
      remember(field, values);
      return field;
    },

    /** Cells of a stored field, row-major, south → north; null when the object is gone. */
    async read(field: StoredField): Promise<Float32Array | null> {
      const known = decoded.get(nameOf(field));
      if (known !== undefined) {
        remember(field, known);
        return known;
      }
      // The tiles of a map ask for one chunk all at once: it is read for the first of them.
      const begun = reading.get(nameOf(field)) ?? chunkOf(field);
      reading.set(nameOf(field), begun);
      return begun.finally(() => reading.delete(nameOf(field)));
    },
  };
}

export type FieldStore = ReturnType<typeof createFieldStore>;

/** Steps that arrays had before others came: their names say no step, and the fields stored in them stay where they are. */
const unsaidSteps: readonly number[] = [24, 6];

function arrayName({ variable, depthMeters, timeStepHours = 24 }: FieldAddress): string {
  const step = unsaidSteps.includes(timeStepHours) ? '' : `_${timeStepHours}h`;
  return `${variable}${depthMeters === 0 ? '' : `_${depthMeters}m`}${step}`;
}

/** Writes the description of an array and of its axes. */
async function describe(
  storage: ObjectStorage,
  described: { readonly root: string; readonly array: string; readonly grid: Grid; readonly stepHours: number },
): Promise<void> {
  const { root, array, grid, stepHours } = described;
  const put = (key: string, value: unknown) => storage.put(key, Buffer.from(JSON.stringify(value)), 'application/json');
  const coordinate = async (name: string, values: Float64Array, attributes: Record<string, string>) => {
    await put(`${root}/${name}/.zarray`, {
      zarr_format: 2,
      shape: [values.length],
      chunks: [values.length],
      dtype: '<f8',
      compressor: null,
      fill_value: null,
      filters: null,
      order: 'C',
    });
    await put(`${root}/${name}/.zattrs`, { _ARRAY_DIMENSIONS: [name], ...attributes });
    await storage.put(`${root}/${name}/0`, new Uint8Array(values.buffer), 'application/octet-stream');
  };
  await put(`${root}/.zgroup`, { zarr_format: 2 });
  await coordinate('longitude', axis(grid.west, grid.lonStepDegrees, grid.columns), { units: 'degrees_east' });
  await coordinate('latitude', axis(grid.south, grid.latStepDegrees, grid.rows), { units: 'degrees_north' });
  const steps = (axisDays * 24) / stepHours;
  const daily = stepHours === 24;
  // Variables of one dataset may differ in their steps: each step has an axis with its own name.
  const time = daily ? 'time' : `time_${stepHours}h`;
  const units = daily ? 'days since 1970-01-01' : 'hours since 1970-01-01';
  await coordinate(time, axis(0, daily ? 1 : stepHours, steps), { units, calendar: 'gregorian' });
  await put(`${array}/.zattrs`, { _ARRAY_DIMENSIONS: [time, 'latitude', 'longitude'] });
  await put(`${array}/.zarray`, {
    zarr_format: 2,
    shape: [steps, grid.rows, grid.columns],
    chunks: [1, grid.rows, grid.columns],
    dtype: '<f4',
    compressor: { id: 'zlib', level: 4 },
    fill_value: 'NaN',
    filters: null,
    order: 'C',
  });
}

function axis(first: number, step: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, index) => first + index * step);
}
