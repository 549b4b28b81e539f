import { seededRandom } from '@kianda/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { createModulePlatform, type ModulePlatform } from '../../../testing/module.ts';
import { serveBindings } from '../../../testing/serve.ts';
import { createStorageModule } from './index.ts';
import { storageMigrations } from './storage.migrations.ts';

let base: ModulePlatform;
let storage: ObjectStorage;
let site: Awaited<ReturnType<typeof serveBindings>>;
let count: () => Promise<unknown>;
let listed = 0;

beforeAll(async () => {
  base = await createModulePlatform([{ name: 'storage', migrations: storageMigrations }]);
  storage = base.platform.storage;
  const counting: ObjectStorage = {
    ...storage,
    list(prefix, after) {
      listed += 1;
      return storage.list(prefix, after);
    },
  };
  const module = createStorageModule({
    platform: { ...base.platform, storage: counting },
    audit: { record: async () => undefined },
    masterKey: new Uint8Array(32).fill(7),
    publicUrl: 'https://kianda.test',
    queue: () => {
      throw new Error('no queue here');
    },
  });
  const job = module.jobs?.find(({ name }) => name === 'storage.count');
  const { log } = base.platform;
  const context = { runId: 'r', signal: new AbortController().signal, log, progress: async () => undefined };
  count = async () => job?.run({}, context);
  site = await serveBindings(module.bindings ?? [], base.platform.clock);
  await storage.put('raw/gfw/2026.json.gz', Buffer.alloc(2_000));
  await site.ask('POST', '/storage/buckets', { payload: { name: 'campanhas' } });
  // Stored before totals were kept, or just before a kill.
  await storage.put('areas/campanhas/antigo.bin', Buffer.alloc(70));
});
afterAll(async () => {
  await site.close();
  await base.close();
});

const object = (key: string) => `/storage/buckets/campanhas/object?key=${encodeURIComponent(key)}`;
const put = (key: string, bytes: number) =>
  site.ask('PUT', object(key), {
    payload: Buffer.alloc(bytes, 1),
    headers: { 'content-type': 'application/octet-stream' },
    role: 'cientista',
  });
const remove = (key: string) => site.ask('DELETE', object(key), { role: 'cientista' });

/** Totals by walking every object of an area. */
async function walked(prefix: string) {
  const found = { size: 0, objects: 0, lastModified: null as string | null };
  for await (const { sizeBytes, modifiedAt } of storage.list(prefix)) {
    found.size += sizeBytes;
    found.objects += 1;
    if (found.lastModified === null || modifiedAt > found.lastModified) found.lastModified = modifiedAt;
  }
  return found;
}

async function told(name: string) {
  const { data } = (await site.ask('GET', `/admin-api/storage/buckets/${name}/info`)).body;
  const inGroups = data.histogram.reduce((sum: number, { objects }: { objects: number }) => sum + objects, 0);
  expect(inGroups).toBe(data.objects);
  return { size: data.size, objects: data.objects, lastModified: data.lastModified };
}

test('totals equal a walk after stores, replacements and removals in any order, at once too', async () => {
  const random = seededRandom(12);
  expect(await told('campanhas')).toEqual(await walked('areas/campanhas/'));
  for (let round = 0; round < 12; round += 1) {
    await Promise.all(
      Array.from({ length: 6 }, () => {
        const key = `p/${Math.floor(random() * 5)}.bin`;
        return random() < 0.3 ? remove(key) : put(key, Math.floor(random() * 3_000));
      }),
    );
    expect(await told('campanhas')).toEqual(await walked('areas/campanhas/'));
  }
  await remove('antigo.bin');
  expect(await told('campanhas')).toEqual(await walked('areas/campanhas/'));
});

test('what a kill left between an object and its total, and what the platform stored itself, comes with the next count', async () => {
  await put('fica.bin', 10);
  await storage.put('areas/campanhas/por-contar.bin', Buffer.alloc(2_000_000));
  await storage.delete('areas/campanhas/fica.bin');
  await storage.put('fields/a.zarr/0', Buffer.alloc(5));
  await count();
  expect(await told('campanhas')).not.toEqual(await walked('areas/campanhas/'));
  base.advance(3_600_000);
  await count();
  expect(await told('campanhas')).toEqual(await walked('areas/campanhas/'));
  expect(await told('fields')).toMatchObject({ size: 5, objects: 1 });
});

test('nobody who asks reads every object, and the answer says since when it was counted', async () => {
  const countedAt = new Date(base.platform.clock.nowMs()).toISOString();
  base.advance(30_000);
  listed = 0;
  for (const path of [
    '/storage/minio/admin/v3/list-buckets',
    '/storage/minio/admin/v3/accountinfo',
    '/storage/',
    '/admin-api/storage/buckets',
    '/admin-api/storage/buckets/raw/info',
    '/admin-api/storage/stats',
  ]) {
    const answer = await site.ask('GET', path);
    const { headers, status } = answer;
    const header = headers['x-kianda-provenance'];
    const provenance = header === undefined ? answer.body.metadata.provenance : JSON.parse(String(header));
    expect([path, status, provenance.observedAt]).toEqual([path, 200, countedAt]);
  }
  await count();
  expect(listed).toBe(0);
});
