import { mkdir, mkdtemp, readdir, readFile, rm, stat as statOf, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ObjectStorage } from './object-storage.ts';
import { createStorage } from './storage.ts';
import { startFakeS3 } from './testing/fake-s3.ts';
import { startS3rver } from './testing/s3rver.ts';

type Opened = { readonly storage: ObjectStorage; close(): Promise<void> };

async function openFolder(): Promise<Opened & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'kianda objetos à-'));
  return {
    folder,
    storage: createStorage({ kind: 'folder', folder }),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function openS3() {
  const server = await startFakeS3({ bucket: 'kianda', pageSize: 2 });
  const storage = createStorage({
    kind: 's3',
    bucket: 'kianda',
    region: 'us-east-1',
    endpoint: server.url,
    accessKeyId: 'test-key',
    secretAccessKey: 'test-secret',
    forcePathStyle: true,
  });
  return { storage, server, close: () => server.close() };
}

const text = (value: string) => new TextEncoder().encode(value);
const keysOf = async (storage: ObjectStorage, prefix: string) =>
  (await Array.fromAsync(storage.list(prefix))).map((info) => info.key);

let opened: Opened | null = null;
afterEach(async () => {
  await opened?.close();
  opened = null;
});
async function use<T extends Opened>(open: () => Promise<T>): Promise<T> {
  const subject = await open();
  opened = subject;
  return subject;
}

describe('small objects of a folder that are read again', () => {
  const bytesOf = async (storage: ObjectStorage, key: string, range?: { first: number; last: number }) => {
    const object = await storage.open(key, range === undefined ? undefined : () => range);
    if (object === null) return null;
    const [whole, streamed] = [Buffer.from(object.whole ?? []), Buffer.concat(await Array.fromAsync(object.bytes))];
    expect(streamed.equals(whole)).toBe(true);
    return whole.toString();
  };

  it('are those of now, whoever changed them and however', async () => {
    const { storage, folder } = await use(openFolder);
    const path = join(folder, 'objects', 'a.txt');
    await storage.put('a.txt', text('primeiro'));
    const first = await storage.open('a.txt');
    expect([await bytesOf(storage, 'a.txt'), await bytesOf(storage, 'a.txt', { first: 2, last: 4 })]).toEqual([
      'primeiro',
      'ime',
    ]);
    expect(first?.modifiedAt).toBe((await storage.stat('a.txt'))?.modifiedAt);
    expect((await storage.open('a.txt'))?.modifiedAt).toBe(first?.modifiedAt);
    // Another file in its place, of the same size.
    await storage.put('a.txt', text('segundos'));
    expect(await bytesOf(storage, 'a.txt')).toBe('segundos');
    // The same file written by another program, which gives it the date of before.
    const { mtime } = await statOf(path);
    await writeFile(path, 'terceiro');
    await utimes(path, mtime, mtime);
    expect(await bytesOf(storage, 'a.txt')).toBe('terceiro');
    await storage.delete('a.txt');
    expect(await bytesOf(storage, 'a.txt')).toBeNull();
    await storage.put('a.txt', text('de novo'));
    expect(await bytesOf(storage, 'a.txt')).toBe('de novo');
  });

  it('are kept up to a bound, and read all the same beyond it', async () => {
    const { storage } = await use(openFolder);
    const size = 32 * 1024;
    const names = Array.from({ length: 1_100 }, (_, n) => `m/${n}`);
    for (const [n, name] of names.entries()) await storage.put(name, Buffer.alloc(size, n % 251));
    for (const round of [0, 1]) {
      for (const [n, name] of names.entries()) {
        const whole = (await storage.open(name))?.whole;
        expect([round, name, whole?.byteLength, whole?.at(-1)]).toEqual([round, name, size, n % 251]);
      }
    }
  });
});

describe.each([
  ['folder', openFolder],
  ['s3', openS3],
] as const)('object storage: %s', (kind, open: () => Promise<Opened>) => {
  it('gives back what was put, replaces it, deletes it', async () => {
    const { storage } = await use(open);
    expect(storage.kind).toBe(kind);
    expect(await storage.get('ocean/sst/2026.bin')).toBeNull();
    await storage.put('ocean/sst/2026.bin', new Uint8Array([0, 255, 10, 13]), 'application/octet-stream');
    expect([...((await storage.get('ocean/sst/2026.bin')) ?? [])]).toEqual([0, 255, 10, 13]);
    await storage.put('ocean/sst/2026.bin', text('novo'));
    expect(Buffer.from((await storage.get('ocean/sst/2026.bin')) ?? []).toString()).toBe('novo');
    await storage.delete('ocean/sst/2026.bin');
    await storage.delete('ocean/sst/2026.bin');
    expect(await storage.get('ocean/sst/2026.bin')).toBeNull();
  });

  it('takes and gives bytes one after the other, also more than one part of S3 holds', async () => {
    const { storage } = await use(open);
    async function* chunks(count: number) {
      for (let index = 0; index < count; index += 1) yield Buffer.alloc(1_000_000, index);
    }
    expect(await storage.putStream('grande.bin', chunks(18))).toBe(18_000_000);
    expect(await storage.putStream('pequeno.bin', chunks(0))).toBe(0);
    const whole = await storage.open('grande.bin');
    expect(whole?.sizeBytes).toBe(18_000_000);
    const bytes = Buffer.concat(await Array.fromAsync(whole?.bytes ?? []));
    expect([bytes.length, bytes[999_999], bytes[1_000_000], bytes[17_999_999]]).toEqual([18_000_000, 0, 1, 17]);
    const part = await storage.open('grande.bin', (size) => ({ first: size - 1_000_001, last: size - 999_999 }));
    expect([...Buffer.concat(await Array.fromAsync(part?.bytes ?? []))]).toEqual([16, 17, 17]);
    expect(await storage.open('nada')).toBeNull();
    async function* broken() {
      yield Buffer.from('metade');
      throw new Error('line cut');
    }
    await expect(storage.putStream('cortado', broken())).rejects.toThrow('line cut');
    expect(await storage.get('cortado')).toBeNull();
  });

  it('lists one level at a time, in pages', async () => {
    const { storage } = await use(open);
    for (const key of ['a/b', 'a-b', 'a/c/d', 'ab', 'b/1', 'b/2/3']) await storage.put(key, text(key));
    const level = async (prefix: string, limit = 2, after?: string) => {
      const { objects, prefixes, next } = await storage.listLevel(prefix, { limit, after });
      return [objects.map(({ key }) => key), prefixes, next];
    };
    expect(await level('')).toEqual([['a-b'], ['a/'], 'a/']);
    expect(await level('', 2, 'a/')).toEqual([['ab'], ['b/'], null]);
    expect(await level('b/')).toEqual([['b/1'], ['b/2/'], null]);
    expect(await level('a/c')).toEqual([[], ['a/c/'], null]);
    expect(await level('nada/')).toEqual([[], [], null]);
  });

  it('keeps an empty object apart from none', async () => {
    const { storage } = await use(open);
    await storage.put('vazio', new Uint8Array());
    expect((await storage.get('vazio'))?.byteLength).toBe(0);
  });

  it('lists by prefix over several pages, in the order of the keys, with size and date', async () => {
    const { storage } = await use(open);
    const keys = ['a/b', 'a-b', 'a/c/d', 'a/é', 'ab', 'b/1', 'a/.zarray', 'a/c%20+&<d'];
    for (const key of keys) await storage.put(key, text(key));
    expect(await keysOf(storage, '')).toEqual(['a-b', 'a/.zarray', 'a/b', 'a/c%20+&<d', 'a/c/d', 'a/é', 'ab', 'b/1']);
    expect(await keysOf(storage, 'a/')).toEqual(['a/.zarray', 'a/b', 'a/c%20+&<d', 'a/c/d', 'a/é']);
    expect(await keysOf(storage, 'a/c')).toEqual(['a/c%20+&<d', 'a/c/d']);
    expect(await keysOf(storage, 'a/c/')).toEqual(['a/c/d']);
    expect(await keysOf(storage, 'nothing/here')).toEqual([]);
    for await (const info of storage.list('b/')) {
      expect(info.sizeBytes).toBe(3);
      expect(Math.abs(Date.parse(info.modifiedAt) - Date.now())).toBeLessThan(60_000);
    }
  });

  it('holds names with colons and backslashes, which are no path, in the order of their bytes', async () => {
    const { storage } = await use(open);
    const keys = ['a/b', 'a:b', 'a\\b', 'a\\..\\..\\b', 'C:/x', '2026-01-01T10:00.nc', 'a9', 'aZ', 'ab'];
    for (const key of keys) await storage.put(key, text(key));
    const ordered = ['2026-01-01T10:00.nc', 'C:/x', 'a/b', 'a9', 'a:b', 'aZ', 'a\\..\\..\\b', 'a\\b', 'ab'];
    expect(await keysOf(storage, '')).toEqual(ordered);
    expect([await keysOf(storage, 'a:'), await keysOf(storage, 'C:/')]).toEqual([['a:b'], ['C:/x']]);
    for (const key of keys) {
      expect(Buffer.from((await storage.get(key)) ?? []).toString()).toBe(key);
      await storage.delete(key);
    }
    expect(await keysOf(storage, '')).toEqual([]);
  });

  it('has one whole object after concurrent puts of one key', async () => {
    const { storage } = await use(open);
    const bodies = Array.from({ length: 8 }, (_, index) => String(index).repeat(50_000));
    await Promise.all(bodies.map((body) => storage.put('disputado', text(body))));
    expect(bodies).toContain(Buffer.from((await storage.get('disputado')) ?? []).toString());
    expect(await keysOf(storage, '')).toEqual(['disputado']);
  });

  it.each([
    '',
    '/etc/passwd',
    '../fora',
    'a/../../fora',
    'a/./b',
    'a//b',
    'a/',
    'a\0b',
    'a\nb',
    'x'.repeat(256),
    'x/'.repeat(600).slice(0, -1),
  ])('refuses the key %j', async (key) => {
    const { storage } = await use(open);
    await expect(storage.put(key, text('x'))).rejects.toThrow(RangeError);
    await expect(storage.get(key)).rejects.toThrow(RangeError);
    await expect(storage.delete(key)).rejects.toThrow(RangeError);
  });

  it.each(['/etc', '../', 'a/../b', 'a\0'])('refuses to list %j', async (prefix) => {
    const { storage } = await use(open);
    await expect((async () => keysOf(storage, prefix))()).rejects.toThrow(RangeError);
  });
});

describe('folder storage', () => {
  it('leaves no temporary file, and clears those that a dead process left', async () => {
    const { storage, folder } = await use(openFolder);
    await mkdir(join(folder, 'tmp'), { recursive: true });
    for (const name of ['old', 'young']) await writeFile(join(folder, 'tmp', name), 'x');
    await utimes(join(folder, 'tmp', 'old'), new Date(0), new Date(0));
    await storage.put('a/b', text('x'));
    expect(await readdir(join(folder, 'tmp'))).toEqual(['young']);
    expect(await readFile(join(folder, 'objects', 'a', 'b'), 'utf8')).toBe('x');
  });

  it('fails, and leaves nothing behind, where an object is in the way of a folder', async () => {
    const { storage, folder } = await use(openFolder);
    await storage.put('a', text('x'));
    await expect(storage.put('a/b', text('y'))).rejects.toThrow();
    expect(await readdir(join(folder, 'tmp'))).toEqual([]);
    expect(await storage.get('a/b')).toBeNull();
  });
});

describe('S3 storage', () => {
  it('tries again when the server is busy', async () => {
    const { storage, server } = await use(openS3);
    server.failNext(1);
    await storage.put('a', text('x'));
    expect(server.requests.filter((request) => request === 'PUT /kianda/a').length).toBe(2);
    expect(await storage.get('a')).not.toBeNull();
  });

  it('says so when the bucket does not exist, instead of "no such object"', async () => {
    const { server } = await use(openS3);
    const storage = createStorage({
      kind: 's3',
      bucket: 'outro',
      region: 'us-east-1',
      endpoint: server.url,
      accessKeyId: 'test-key',
      secretAccessKey: 'test-secret',
      forcePathStyle: true,
    });
    await expect(storage.get('a')).rejects.toThrow('NoSuchBucket');
  });
});

/** Its listings are not in the order of S3, and escape names twice: those are held to the small one above. */
describe('S3 of others, which checks signatures (s3rver 5)', () => {
  it('takes what we sign: objects, ranges, parts, listings', async () => {
    const server = await startS3rver(['kianda']);
    opened = {
      storage: createStorage({ kind: 's3', bucket: 'kianda', ...server.access }),
      close: () => server.close(),
    };
    const { storage } = opened;
    for (const key of ['a/b', 'a/c/d', 'b (1) é+.csv']) await storage.put(key, text(key), 'text/csv');
    expect(Buffer.from((await storage.get('b (1) é+.csv')) ?? []).toString()).toBe('b (1) é+.csv');
    expect(await storage.get('nada')).toBeNull();
    const part = await storage.open('a/c/d', (size) => ({ first: size - 3, last: size - 1 }));
    expect(Buffer.concat(await Array.fromAsync(part?.bytes ?? [])).toString()).toBe('c/d');
    async function* nineMegabytes() {
      for (let number = 0; number < 9; number += 1) yield Buffer.alloc(1_048_576, number);
    }
    expect(await storage.putStream('grande.bin', nineMegabytes())).toBe(9 * 1_048_576);
    expect((await storage.get('grande.bin'))?.at(-1)).toBe(8);
    expect(await keysOf(storage, 'a/')).toEqual(['a/b', 'a/c/d']);
    expect(await storage.listLevel('a/', { limit: 10 })).toMatchObject({ prefixes: ['a/c/'], next: null });
    await storage.delete('a/b');
    expect(await keysOf(storage, 'a/')).toEqual(['a/c/d']);
  });

  it('refuses another key, and is heard to', async () => {
    const server = await startS3rver(['kianda']);
    const access = { ...server.access, secretAccessKey: 'outro' };
    opened = { storage: createStorage({ kind: 's3', bucket: 'kianda', ...access }), close: () => server.close() };
    await expect(opened.storage.get('a')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    await expect(keysOf(opened.storage, '')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
  });
});
