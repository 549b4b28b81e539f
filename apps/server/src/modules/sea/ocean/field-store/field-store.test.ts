import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as zarr from 'zarrita';
import { createFolderStorage } from '../../../../platform/storage/folder.ts';
import { createFieldStore } from './field-store.ts';

const grid = { west: 8, south: -6, lonStepDegrees: 0.5, latStepDegrees: 0.25, columns: 3, rows: 2 };
const address = { dataset: 'ensaio', variable: 'salinity', depthMeters: 0, observedAtMs: Date.UTC(2026, 7, 30, 12) };
const dayOfAddress = Date.UTC(2026, 7, 30) / 86_400_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-fields-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const storage = () => createFolderStorage({ folder });

test('what is written is read again by another process, bit for bit, missing cells included', async () => {
  const cells = fc.array(fc.oneof(fc.float({ noNaN: false }), fc.constant(Number.NaN)), { minLength: 6, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(cells, async (values) => {
      const field = Float32Array.from(values);
      const stored = await createFieldStore(storage()).write(address, grid, field);
      const read = await createFieldStore(storage()).read(stored);
      expect(read).toEqual(field);
      expect(new Uint8Array(read?.buffer ?? new ArrayBuffer(0), 0, 24)).toEqual(new Uint8Array(field.buffer));
    }),
    { numRuns: 50 },
  );
});

test('a field revised by another process is read anew: the index names its content', async () => {
  const [reader, writer] = [createFieldStore(storage()), createFieldStore(storage())];
  const first = await writer.write(address, grid, Float32Array.from([1, 2, 3, 4, 5, 6]));
  expect(await reader.read(first)).toEqual(Float32Array.from([1, 2, 3, 4, 5, 6]));
  const revised = await writer.write(address, grid, Float32Array.from([1, 2, 3, 4, 5, 7]));
  expect(revised.storage_key).toBe(first.storage_key);
  expect(await reader.read(revised)).toEqual(Float32Array.from([1, 2, 3, 4, 5, 7]));
});

test('a chunk that is gone reads as null', async () => {
  const store = createFieldStore(storage());
  expect(await store.read({ storage_key: 'fields/ensaio.zarr/salinity/1.0.0', content_hash: 'x' })).toBeNull();
});

test('few fields are kept decoded: the one used longest ago is read again', async () => {
  const kept = storage();
  let reads = 0;
  const counting = {
    ...kept,
    get(key: string) {
      reads += 1;
      return kept.get(key);
    },
  };
  const store = createFieldStore(counting, { keepDecoded: 2 });
  const written = [];
  for (const day of [1, 2, 3]) {
    const observedAtMs = address.observedAtMs + day * 86_400_000;
    written.push(await store.write({ ...address, observedAtMs }, grid, new Float32Array(6).fill(day)));
  }
  for (const field of [...written, ...written.slice(1)]) await store.read(field);
  expect(reads).toBeLessThan(5);
  expect(reads).toBeGreaterThan(0);
});

/** The store of a dataset, as a client of object storage sees it. */
const asZarrStore = {
  async get(path: string): Promise<Uint8Array | undefined> {
    return (await storage().get(`fields/ensaio.zarr${path}`)) ?? undefined;
  },
};

test('any Zarr client opens the dataset: axes, dimensions, cells', async () => {
  const field = Float32Array.from([34.5, Number.NaN, 35.25, 36, 36.5, 34]);
  await createFieldStore(storage()).write(address, grid, field);
  const root = zarr.root(asZarrStore);
  const array = await zarr.open.v2(root.resolve('salinity'), { kind: 'array' });
  expect(array.attrs._ARRAY_DIMENSIONS).toEqual(['time', 'latitude', 'longitude']);
  const day = await zarr.get(array, [dayOfAddress, null, null]);
  expect(day.shape).toEqual([2, 3]);
  expect(day.data).toEqual(field);
  const absent = await zarr.get(array, [dayOfAddress - 1, null, null]);
  expect(Array.from(absent.data as Float32Array).every((value) => Number.isNaN(value))).toBe(true);
  const axis = async (name: string) => {
    const values = await zarr.get(await zarr.open.v2(root.resolve(name), { kind: 'array' }));
    return Array.from(values.data as Float64Array);
  };
  expect(await axis('longitude')).toEqual([8, 8.5, 9]);
  expect(await axis('latitude')).toEqual([-6, -5.75]);
  const time = await zarr.open.v2(root.resolve('time'), { kind: 'array' });
  expect(time.attrs.units).toBe('days since 1970-01-01');
  expect((await axis('time'))[dayOfAddress]).toBe(dayOfAddress);
});

test('depths are arrays of their own', async () => {
  await createFieldStore(storage()).write({ ...address, depthMeters: 50 }, grid, new Float32Array(6).fill(50));
  const array = await zarr.open.v2(zarr.root(asZarrStore).resolve('salinity_50m'), { kind: 'array' });
  expect((await zarr.get(array, [dayOfAddress, 0, 0])) as unknown).toBe(50);
});

test('a variable with several instants a day has an axis of hours, a chunk for each, and leaves days alone', async () => {
  const store = createFieldStore(storage());
  for (const hour of [0, 6, 18]) {
    const observedAtMs = Date.UTC(2026, 7, 30, hour);
    const wind = { ...address, variable: 'windEast', observedAtMs, timeStepHours: 6 };
    await store.write(wind, grid, new Float32Array(6).fill(hour));
  }
  const root = zarr.root(asZarrStore);
  const array = await zarr.open.v2(root.resolve('windEast'), { kind: 'array' });
  expect(array.attrs._ARRAY_DIMENSIONS).toEqual(['time_6h', 'latitude', 'longitude']);
  const at = async (hour: number) => (await zarr.get(array, [dayOfAddress * 4 + hour / 6, 0, 0])) as unknown;
  expect([await at(0), await at(6), await at(12), await at(18)]).toEqual([0, 6, Number.NaN, 18]);
  const time = await zarr.open.v2(root.resolve('time_6h'), { kind: 'array' });
  expect(time.attrs.units).toBe('hours since 1970-01-01');
  expect((await zarr.get(time, [dayOfAddress * 4 + 3])) as unknown).toBe(dayOfAddress * 24 + 18);
  const salinity = await zarr.open.v2(root.resolve('salinity'), { kind: 'array' });
  expect(salinity.attrs._ARRAY_DIMENSIONS).toEqual(['time', 'latitude', 'longitude']);
  // The same variable by the hour is another array: chunks of six hours keep their places.
  const observedAtMs = Date.UTC(2026, 7, 30, 7);
  await store.write({ ...address, variable: 'windEast', observedAtMs, timeStepHours: 1 }, grid, new Float32Array(6));
  const hourly = await zarr.open.v2(root.resolve('windEast_1h'), { kind: 'array' });
  expect(hourly.attrs._ARRAY_DIMENSIONS).toEqual(['time_1h', 'latitude', 'longitude']);
  expect((await zarr.get(hourly, [dayOfAddress * 24 + 7, 0, 0])) as unknown).toBe(0);
  expect(await at(6)).toBe(6);
});
