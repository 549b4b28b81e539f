import { previewLifecycle, previewObject } from '@kianda/contract/open/storage/preview.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { writeArrayBuffer } from 'geotiff';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { geotiff } from '../../../../platform/formats/geotiff.ts';
import { tableFile } from '../../../../platform/formats/table.ts';
import { jobMigrations, jobsModuleName } from '../../../../platform/jobs/jobs.migrations.ts';
import { createJobQueue, type RunnableJobQueue } from '../../../../platform/jobs/queue.ts';
import { createModulePlatform, type ModulePlatform } from '../../../../testing/module.ts';
import { serveBindings } from '../../../../testing/serve.ts';
import { createStorageModule } from '../index.ts';
import { storageMigrations } from '../storage.migrations.ts';
import { previewObject as describeObject } from './preview.ts';

const audited: AuditEntry[] = [];
let queue: RunnableJobQueue;
let base: ModulePlatform;
let site: Awaited<ReturnType<typeof serveBindings>>;
let job: NonNullable<ReturnType<typeof createStorageModule>['jobs']>[number];

beforeAll(async () => {
  base = await createModulePlatform([
    { name: jobsModuleName, migrations: jobMigrations },
    { name: 'storage', migrations: storageMigrations },
  ]);
  const { platform } = base;
  const module = createStorageModule({
    platform,
    audit: { record: async (entry) => audited.push(entry) },
    masterKey: new Uint8Array(32).fill(7),
    publicUrl: 'https://kianda.test',
    queue: () => queue,
  });
  const [lifecycle] = module.jobs ?? [];
  if (lifecycle === undefined) throw new Error('no job');
  job = lifecycle;
  // Without workers: what is put into it stays to be seen.
  const { database, clock, log, events } = platform;
  queue = createJobQueue({ database, jobs: [job], clock, log, events, roles: [] });
  await queue.start();
  site = await serveBindings(module.bindings ?? [], base.platform.clock);
  await site.ask('POST', '/storage/buckets', { payload: { name: 'campanhas' } });
});
afterAll(async () => {
  await site.close();
  await queue.stop();
  await base.close();
});

const store = (key: string, bytes: Uint8Array) => base.platform.storage.put(`areas/campanhas/${key}`, bytes);
const ask = (key: string, query = '', bucket = 'campanhas') =>
  site.ask('GET', `/storage/buckets/${bucket}/preview?key=${encodeURIComponent(key)}${query}`, {
    role: 'investigador',
  });
const previewOf = async (key: string, query = '') => previewObject.response.parse((await ask(key, query)).body.data);
const valuesOf = (text: string) => {
  const bytes = Buffer.from(text, 'base64');
  return [...new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))];
};

describe('a GeoTIFF', () => {
  test('with its place, its size and its values, rows from the north', async () => {
    const grid = { west: 11.5, south: -9.5, lonStepDegrees: 1, latStepDegrees: 1, columns: 3, rows: 2 };
    await store('campo.tif', geotiff(grid, Float32Array.from([1, 2, 3, 4, Number.NaN, 6])));
    const preview = await previewOf('campo.tif');
    expect(preview).toMatchObject({
      kind: 'raster',
      width: 3,
      height: 2,
      bands: 1,
      sample: 'float32',
      crs: 'EPSG:4326',
      bbox: [11, -10, 14, -8],
      overviews: 0,
      reason: null,
      picture: { width: 3, height: 2, min: 1, max: 6 },
    });
    if (preview.kind !== 'raster') throw new Error('no raster');
    expect(valuesOf(preview.picture?.values ?? '')).toEqual([4, Number.NaN, 6, 1, 2, 3]);
  });

  test('of several bands shows the one asked for; a large one is made small; no data is no value', async () => {
    const side = 900;
    const pixels = new Uint8Array(side * side * 2).map((_, index) => (index % 2 === 0 ? 10 : 200));
    const file = writeArrayBuffer(pixels, {
      width: side,
      height: side,
      SamplesPerPixel: 2,
      BitsPerSample: [8, 8],
      PhotometricInterpretation: 1,
      PlanarConfiguration: 1,
      ModelPixelScale: [0.01, 0.01, 0],
      ModelTiepoint: [0, 0, 0, 500_000, 9_000_000, 0],
      GTModelTypeGeoKey: 1,
      ProjectedCSTypeGeoKey: 32_733,
      GDAL_NODATA: '200',
    });
    await store('bandas.tif', new Uint8Array(file));
    expect(await previewOf('bandas.tif')).toMatchObject({
      bands: 2,
      crs: 'EPSG:32733',
      picture: { width: 360, height: 360, min: 10, max: 10 },
    });
    expect(await previewOf('bandas.tif', '&band=2')).toMatchObject({ picture: null, reason: 'no-values' });
    expect((await ask('bandas.tif', '&band=3')).status).toBe(400);
  });

  test('that is none, or cut, is refused with its reason; one that is not there is not found', async () => {
    await store('falso.tif', Buffer.from('isto não é um TIFF'));
    await store('vazio.tif', new Uint8Array());
    const whole = geotiff(
      { west: 0, south: 0, lonStepDegrees: 1, latStepDegrees: 1, columns: 40, rows: 40 },
      new Float32Array(1600).fill(1),
    );
    await store('cortado.tif', whole.subarray(0, 700));
    for (const key of ['falso.tif', 'cortado.tif', 'vazio.tif']) {
      expect([key, (await ask(key)).body]).toMatchObject([key, { code: 'validation_failed' }]);
    }
    expect((await ask('nada.tif')).status).toBe(404);
    await store('notas.txt', Buffer.from('x'));
    expect((await ask('notas.txt')).body.issues[0].message).toContain('GeoTIFF e Parquet');
  });

  test('whose pages go round in a circle is described by the first ones', async () => {
    const grid = { west: 0, south: 0, lonStepDegrees: 1, latStepDegrees: 1, columns: 2, rows: 2 };
    const circle = Buffer.from(geotiff(grid, new Float32Array(4).fill(1)));
    // Big-endian, as the library writes it.
    const directory = circle.readUInt32BE(4);
    circle.writeUInt32BE(directory, directory + 2 + circle.readUInt16BE(directory) * 12);
    await store('circulo.tif', circle);
    expect(await previewOf('circulo.tif')).toMatchObject({ width: 2, height: 2, overviews: 15 });
  });

  test('that takes more than it may is refused with what to do, and the next is described', async () => {
    const storage = base.platform.storage;
    const limits = { seconds: 0.001, heapMiB: 64, bytesMiB: 512 };
    const { signal } = new AbortController();
    const key = 'areas/campanhas/campo.tif';
    await expect(describeObject(storage, key, { band: 1, signal, limits })).rejects.toThrow('versões reduzidas');
    expect(await describeObject(storage, key, { band: 1, signal })).toMatchObject({ kind: 'raster' });
  });

  test('of a closed area is for those who manage the storage', async () => {
    await base.platform.storage.put('copias/x.tif', Buffer.from('x'));
    expect((await ask('x.tif', '', 'copias')).status).toBe(403);
  });
});

test('a Parquet with its rows and columns', async () => {
  const table = {
    columns: [
      { name: 'especie', kind: 'text' },
      { name: 'toneladas', kind: 'number' },
    ],
    rows: [
      { especie: 'Sardinella', toneladas: 1 },
      { especie: 'Thunnus', toneladas: null },
      { especie: null, toneladas: 2.5 },
    ],
    position: null,
  } as const;
  await store('capturas.parquet', tableFile(table, 'parquet'));
  expect(await previewOf('capturas.parquet')).toMatchObject({
    kind: 'parquet',
    rows: 3,
    columns: [{ name: 'especie' }, { name: 'toneladas' }],
  });
  await store('falso.parquet', Buffer.from('PAR1 não'));
  expect((await ask('falso.parquet')).status).toBe(400);
});

describe('deletion by age', () => {
  const preview = async (rules: readonly object[]) =>
    previewLifecycle.response.parse(
      (await site.ask('POST', '/storage/buckets/campanhas/lifecycle/preview', { payload: { rules } })).body.data,
    );

  test('says what it would delete, and then deletes just that', async () => {
    for (const key of ['velho/a.csv', 'velho/b.csv', 'outro.csv']) await store(key, Buffer.from('12345'));
    const rules = [{ prefix: 'velho/', days: 30 }];
    expect(await preview(rules)).toMatchObject({
      objects: 0,
      bytes: 0,
      isWhole: true,
      nextRunAt: queue.nextRun(job.name),
    });
    // Files are dated by the machine, far from the test's clock.
    base.advance(Math.max(0, Date.now() - base.platform.clock.nowMs()) + 31 * 86_400_000);
    const found = await preview([...rules, { prefix: 'velho/a', days: 1 }]);
    expect(found).toMatchObject({
      objects: 2,
      bytes: 10,
      rules: [
        { prefix: 'velho/', objects: 2, bytes: 10 },
        { prefix: 'velho/a', objects: 1, examples: [{ key: 'velho/a.csv', size: 5 }] },
      ],
    });
    await site.ask('PUT', '/storage/buckets/campanhas/lifecycle', { payload: { rules } });
    const context = {
      runId: 'r',
      signal: new AbortController().signal,
      log: base.platform.log,
      progress: async () => undefined,
    };
    expect(await job.run({}, context)).toMatchObject({ deleted: 2 });
    expect(await preview(rules)).toMatchObject({ objects: 0 });
    expect((await ask('campo.tif')).status).toBe(200);
  });

  test('runs at once for those who manage the storage, one at a time, and is told of', async () => {
    const run = (role: 'operador' | 'cientista') => site.ask('POST', '/storage/lifecycle/run', { role });
    expect((await run('cientista')).status).toBe(403);
    const { id } = (await run('operador')).body.data;
    expect(await queue.get(id)).toMatchObject({ name: 'storage.lifecycle', state: 'queued', trigger: 'manual' });
    expect(audited.at(-1)).toMatchObject({ resource: 'storage/lifecycle', metadata: { job: id } });
    expect((await run('operador')).body.code).toBe('already_running');
  });
});
