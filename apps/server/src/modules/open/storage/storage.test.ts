import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createModulePlatform, type ModulePlatform } from '../../../testing/module.ts';
import { serveBindings } from '../../../testing/serve.ts';
import { createStorageModule } from './index.ts';
import { storageMigrations } from './storage.migrations.ts';

let base: ModulePlatform;
let site: Awaited<ReturnType<typeof serveBindings>>;
let job: NonNullable<ReturnType<typeof createStorageModule>['jobs']>[number];
const audited: AuditEntry[] = [];

beforeAll(async () => {
  base = await createModulePlatform([{ name: 'storage', migrations: storageMigrations }]);
  const module = createStorageModule({
    platform: base.platform,
    audit: { record: async (entry) => audited.push(entry) },
    masterKey: new Uint8Array(32).fill(7),
    publicUrl: 'https://kianda.test',
    queue: () => {
      throw new Error('no queue here');
    },
  });
  const [lifecycle] = module.jobs ?? [];
  if (lifecycle === undefined) throw new Error('no job');
  job = lifecycle;
  site = await serveBindings(module.bindings ?? [], base.platform.clock);
  await base.platform.storage.put('raw/gfw/2026.json.gz', Buffer.from('xxxx'));
  await base.platform.storage.put('copias/base.dump', Buffer.from('segredo'));
  await site.ask('POST', '/storage/buckets', { payload: { name: 'campanhas' } });
});
afterAll(async () => {
  await site.close();
  await base.close();
});

const object = (key: string, bucket = 'campanhas') =>
  `/storage/buckets/${bucket}/object?key=${encodeURIComponent(key)}`;
const put = (key: string, payload: string | Buffer, bucket?: string) =>
  site.ask('PUT', object(key, bucket), { payload, headers: { 'content-type': 'text/html' }, role: 'cientista' });

describe('objects', () => {
  test('go in and out as they are, by range too, never as a page', async () => {
    const put1 = await put('2026/Lobito é bom.csv', 'a;b\n1;2\n');
    expect(put1.body.data).toEqual({ key: '2026/Lobito é bom.csv', size: 8, replaced: false });
    expect((await put('2026/Lobito é bom.csv', 'a;b\n3;4\n')).body.data.replaced).toBe(true);
    const whole = await site.ask('GET', object('2026/Lobito é bom.csv'), { role: 'investigador' });
    expect(whole.text).toBe('a;b\n3;4\n');
    expect(whole.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'accept-ranges': 'bytes',
      'content-disposition': "inline; filename*=UTF-8''Lobito%20%C3%A9%20bom.csv",
    });
    const part = await site.ask('GET', object('2026/Lobito é bom.csv'), { headers: { range: 'bytes=-4' } });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, '3;4\n', 'bytes 4-7/8']);
    const beyond = await site.ask('GET', object('2026/Lobito é bom.csv'), { headers: { range: 'bytes=8-' } });
    expect([beyond.status, beyond.body.code]).toEqual([416, 'range_not_satisfiable']);
    await put('pagina.html', '<script>alert(1)</script>');
    const page = await site.ask('GET', object('pagina.html'));
    expect(page.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(String(page.headers['content-disposition'])).toMatch(/^attachment/);
  });

  test.each(['../fora', '/raiz', 'a//b', 'a\u0007', 'a/../../raw/x'])('refuses the name %j', async (key) => {
    expect((await put(key, 'x')).body.code).toBe('validation_failed');
  });

  test('are listed one level at a time, in pages', async () => {
    await put('2026/perfis/p1.nc', 'nc');
    const list = async (query: string) =>
      (await site.ask('GET', `/admin-api/storage/buckets/campanhas/objects?${query}`)).body.data;
    expect(await list('')).toMatchObject({ prefixes: ['2026/'], objects: [{ key: 'pagina.html', size: 25 }] });
    expect(await list('prefix=2026/')).toMatchObject({
      prefixes: ['2026/perfis/'],
      objects: [{ key: '2026/Lobito é bom.csv', contentType: 'text/csv; charset=utf-8' }],
    });
    const first = await list('limit=1');
    expect([first.prefixes, first.objects, first.next]).toEqual([['2026/'], [], '2026/']);
    expect((await list(`limit=1&after=${first.next}`)).objects).toHaveLength(1);
    expect((await site.ask('GET', '/admin-api/storage/buckets/nada/objects')).status).toBe(404);
    expect((await site.ask('GET', '/admin-api/storage/buckets/areas/objects')).status).toBe(404);
    expect((await site.ask('GET', '/admin-api/storage/buckets/%2e%2e/objects')).status).toBe(404);
  });

  test('are deleted once, by those who may, and the trail knows', async () => {
    expect((await site.ask('DELETE', object('pagina.html'), { role: 'investigador' })).status).toBe(403);
    expect((await site.ask('DELETE', object('pagina.html'), { role: 'cientista' })).status).toBe(200);
    expect(audited.at(-1)).toMatchObject({ event: 'data.delete', resource: 'storage/campanhas/pagina.html' });
    expect((await site.ask('DELETE', object('pagina.html'))).status).toBe(404);
  });
});

describe('what the platform stores itself', () => {
  test('is listed and measured, and can’t be changed', async () => {
    const { buckets } = (await site.ask('GET', '/admin-api/storage/buckets')).body.data;
    expect(buckets.find(({ name }: { name: string }) => name === 'raw')).toMatchObject({
      kind: 'system',
      size: 4,
      objects: 1,
    });
    expect((await put('novo', 'x', 'raw')).body.code).toBe('read_only');
    expect((await site.ask('DELETE', object('gfw/2026.json.gz', 'raw'))).body.code).toBe('read_only');
    expect((await site.ask('DELETE', '/storage/buckets/raw')).body.code).toBe('read_only');
  });

  test('opens to readers only where it is open data', async () => {
    const read = async (key: string, bucket: string, role: 'investigador' | 'operador') =>
      (await site.ask('GET', object(key, bucket), { role })).status;
    expect(await read('gfw/2026.json.gz', 'raw', 'investigador')).toBe(200);
    expect(await read('base.dump', 'copias', 'investigador')).toBe(403);
    expect(await read('base.dump', 'copias', 'operador')).toBe(200);
  });
});

describe('signed links', () => {
  test('open their object and nothing else, until they expire', async () => {
    await put('aberto.json', '{"a":1}');
    const made = await site.ask('POST', '/storage/buckets/campanhas/links', {
      payload: { key: 'aberto.json', expiresInSeconds: 600 },
    });
    const url = String(made.body.data.url).replace('https://kianda.test', '');
    const anonymous = (address: string) => site.ask('GET', address, { role: null });
    expect((await anonymous(url)).text).toBe('{"a":1}');
    expect((await anonymous(url.replace('aberto', 'outro'))).body.code).toBe('link_invalid');
    expect((await anonymous(url.replace(/expires=\d+/, 'expires=9999999999'))).body.code).toBe('link_invalid');
    base.advance(601_000);
    expect((await anonymous(url)).body.code).toBe('link_invalid');
    expect((await site.ask('POST', '/storage/buckets/campanhas/links', { payload: { key: 'nada' } })).status).toBe(404);
  });
});

describe('uploads in parts', () => {
  test('go on after an interruption, and become one object', async () => {
    const bytes = Buffer.alloc(8 * 1_048_576 + 5, 'x');
    const begun = await site.ask('POST', '/storage/uploads', {
      payload: { bucket: 'campanhas', key: 'grande.bin', size: bytes.length },
    });
    const { id, partSize } = begun.body.data;
    const part = (number: number, payload: Buffer) =>
      site.ask('PUT', `/storage/uploads/${id}/parts/${number}`, {
        payload,
        headers: { 'content-type': 'application/octet-stream' },
      });
    expect((await part(1, bytes.subarray(0, partSize))).status).toBe(200);
    expect((await part(2, Buffer.from('curto').subarray(0, 4))).body.code).toBe('validation_failed');
    expect((await part(3, Buffer.from('x'))).body.code).toBe('validation_failed');
    const early = await site.ask('POST', `/storage/uploads/${id}/complete`);
    expect([early.status, early.body.message]).toEqual([409, 'Faltam 1 de 2 partes.']);
    expect((await site.ask('GET', `/storage/uploads/${id}`)).body.data.parts).toEqual([1]);
    expect((await site.ask('GET', `/storage/uploads/${id}`, { role: 'administrador' })).status).toBe(404);
    await part(2, bytes.subarray(partSize));
    const done = await site.ask('POST', `/storage/uploads/${id}/complete`);
    expect(done.body.data).toEqual({ key: 'grande.bin', size: bytes.length, replaced: false });
    expect((await site.ask('GET', object('grande.bin'))).bytes.equals(bytes)).toBe(true);
    expect((await site.ask('GET', `/storage/uploads/${id}`)).status).toBe(404);
    expect(await Array.fromAsync(base.platform.storage.list('uploads/'))).toEqual([]);
  });

  test('of a single byte are whole, and what comes after the last part is told in bytes', async () => {
    const begun = await site.ask('POST', '/storage/uploads', {
      payload: { bucket: 'campanhas', key: 'um.bin', size: 1 },
    });
    const { id } = begun.body.data;
    const part = (number: number, payload: Buffer) =>
      site.ask('PUT', `/storage/uploads/${id}/parts/${number}`, {
        payload,
        headers: { 'content-type': 'application/octet-stream' },
      });
    const beyond = await part(2, Buffer.from('x'));
    expect([beyond.status, beyond.body.code]).toEqual([400, 'validation_failed']);
    expect(JSON.stringify(beyond.body)).toContain('Recebidos 0 bytes, esperados 0.');
    expect(JSON.stringify((await part(1, Buffer.from('xy'))).body)).toContain('Recebidos 2 bytes, esperados 1.');
    expect((await part(1, Buffer.from('x'))).body.data).toEqual({ part: 1, size: 1 });
    const done = await site.ask('POST', `/storage/uploads/${id}/complete`);
    expect(done.body.data).toEqual({ key: 'um.bin', size: 1, replaced: false });
  });
});

describe('areas', () => {
  test('have names of their own, and go when they are empty', async () => {
    const create = (name: string) => site.ask('POST', '/storage/buckets', { payload: { name } });
    expect((await create('raw')).status).toBe(409);
    expect((await create('campanhas')).status).toBe(409);
    expect((await create('Não Serve')).status).toBe(400);
    expect((await site.ask('DELETE', '/storage/buckets/campanhas')).body.message).toMatch(/ainda tem objetos/);
    await create('vazia');
    expect((await site.ask('DELETE', '/storage/buckets/vazia')).status).toBe(200);
  });

  test('lose what is older than their rules allow', async () => {
    const rules = [{ prefix: '2026/perfis/', days: 30 }];
    await site.ask('PUT', '/storage/buckets/campanhas/lifecycle', { payload: { rules } });
    const { data } = (await site.ask('GET', '/admin-api/storage/buckets/campanhas/info')).body;
    expect(data).toMatchObject({ lifecycle: rules, writable: true, kind: 'user' });
    // Files are dated by the machine, far from the test's clock.
    base.advance(Math.max(0, Date.now() - base.platform.clock.nowMs()) + 31 * 86_400_000);
    const log = base.platform.log;
    const context = { runId: 'r', signal: new AbortController().signal, log, progress: async () => undefined };
    expect(await job.run({}, context)).toMatchObject({ deleted: 1 });
    expect(await job.run({}, context)).toMatchObject({ deleted: 0 });
    expect((await site.ask('GET', object('2026/Lobito é bom.csv'))).status).toBe(200);
  });
});

describe('as clients of MinIO and S3 see it', () => {
  test('list-buckets, accountinfo and the XML of S3 name the same areas', async () => {
    const list = await site.ask('GET', '/storage/minio/admin/v3/list-buckets');
    expect(Object.keys(list.body)).toEqual(['buckets']);
    const names = list.body.buckets.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['campanhas', 'copias', 'raw']);
    const account = (await site.ask('GET', '/storage/minio/admin/v3/accountinfo')).body;
    expect(account.Buckets.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(account.Buckets[0]).toMatchObject({ access: { read: true, write: true }, details: { versioning: false } });
    const xml = await site.ask('GET', '/storage/');
    expect(xml.headers['content-type']).toMatch(/application\/xml/);
    expect(Array.from(xml.text.matchAll(/<Name>(.*?)<\/Name>/g), ([, name]) => name)).toEqual(names);
    const stats = (await site.ask('GET', '/admin-api/storage/stats')).body.data;
    expect(stats).toMatchObject({ backend: 'folder', totalBuckets: 3 });
  });
});

describe('versions', () => {
  test('are not kept in a folder until that is asked for, and that is said', async () => {
    const { body } = await site.ask('GET', '/storage/buckets/campanhas/versions');
    expect(body.data.versioning).toBe('off');
    expect(body.data.reason).toContain('A área não guarda versões');
    for (const version of body.data.versions) expect(version).toMatchObject({ versionId: 'null', isLatest: true });
    const payload = { key: 'pagina.html', versionId: 'v1' };
    expect((await site.ask('POST', '/storage/buckets/campanhas/versions/restore', { payload })).status).toBe(404);
    expect((await site.ask('POST', '/storage/buckets/raw/versions/restore', { payload })).body.code).toBe('read_only');
    expect((await site.ask('GET', `${object('aberto.json')}&versionId=v1`)).status).toBe(404);
  });
});
