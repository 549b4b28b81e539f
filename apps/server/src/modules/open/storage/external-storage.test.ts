import { minioListBuckets } from '@kianda/contract/open/storage/storage.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startS3rver } from '../../../platform/storage/testing/s3rver.ts';
import { createModulePlatform, type ModulePlatform } from '../../../testing/module.ts';
import { replay } from '../../../testing/replay.ts';
import { serveBindings } from '../../../testing/serve.ts';
import { createStorageModule, type ExternalStorageSettings } from './index.ts';
import { storageMigrations } from './storage.migrations.ts';
import { minio2025, refusals } from './testing/minio-2025.ts';

let base: ModulePlatform;
beforeAll(async () => {
  base = await createModulePlatform([{ name: 'storage', migrations: storageMigrations }]);
});
afterAll(() => base.close());

async function serve(
  outside: Pick<ExternalStorageSettings, 'baseUrl' | 'accessKey' | 'secretKey'>,
  timeoutMs = 60_000,
) {
  const audited: AuditEntry[] = [];
  const module = createStorageModule({
    platform: base.platform,
    audit: { record: async (entry) => audited.push(entry) },
    masterKey: new Uint8Array(32).fill(7),
    publicUrl: 'https://kianda.test',
    queue: () => {
      throw new Error('no queue here');
    },
    outside: { region: 'us-east-1', userAgent: () => 'Kianda/test', timeoutMs, ...outside },
  });
  const site = await serveBindings(module.bindings ?? [], base.platform.clock);
  return {
    ask: site.ask,
    signedLink: module.signedLink,
    audited,
    async close() {
      await site.close();
      await module.stop?.();
    },
  };
}

describe('a MinIO elsewhere', () => {
  let real: Awaited<ReturnType<typeof replay>>;
  let site: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    real = await replay(minio2025, refusals.fault(404, 'NoSuchKey'));
    site = await serve({ baseUrl: real.url, accessKey: 'kianda', secretKey: 'chave muito secreta' });
  });
  beforeEach(() => {
    real.use({});
    base.advance(60_000);
  });
  afterAll(async () => {
    await site.close();
    await real.close();
  });
  const read = (path: string) => site.ask('GET', path);

  test('is listed at the console’s own address, by its account, signed', async () => {
    const { body, headers, text } = await read('/storage/minio/admin/v3/list-buckets');
    expect(minioListBuckets.response.parse(body).buckets).toEqual([
      { name: 'campanhas', creationDate: '2025-03-01T08:00:00.123Z', size: 2048, objects: 2 },
      { name: 'modelos', creationDate: '2025-03-01T08:00:00.123Z', size: 2048, objects: 2 },
    ]);
    const provenance = JSON.parse(String(headers['x-kianda-provenance']));
    expect(provenance).toMatchObject({ state: 'live', source: `S3 (${new URL(real.url).host})` });
    const asked = real.requests.at(-1);
    expect(asked?.url.pathname).toBe('/minio/admin/v3/accountinfo');
    expect(asked?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=kianda\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=host;/,
    );
    expect(text + JSON.stringify(asked?.headers)).not.toContain('secreta');
    expect((await read('/storage/minio/admin/v3/accountinfo')).body.Buckets[0]).toMatchObject({
      name: 'campanhas',
      objectHistogram: { BETWEEN_1024_B_AND_1_MB: 2 },
      details: { versioning: true },
    });
    expect((await read('/storage/')).text).toContain('<Name>modelos</Name>');
    expect((await read('/admin-api/storage/stats')).body.data).toMatchObject({ backend: 's3', totalBuckets: 2 });
  });

  test('shows buckets, objects and rules; what the key may only read is read only', async () => {
    const info = (await read('/admin-api/storage/buckets/campanhas/info')).body.data;
    expect(info).toMatchObject({ writable: true, readable: true, lifecycle: [{ prefix: 'tmp/', days: 30 }] });
    expect((await read('/admin-api/storage/buckets/modelos/info')).body.data).toMatchObject({
      writable: false,
      lifecycle: [],
    });
    expect((await read('/admin-api/storage/buckets/nada/info')).status).toBe(404);
    expect((await read('/admin-api/storage/buckets/campanhas/objects')).body.data).toMatchObject({
      objects: [{ key: 'notas.csv', size: 8, contentType: 'text/csv; charset=utf-8' }],
      prefixes: ['perfis/'],
      next: null,
    });
    expect((await read('/storage/buckets/campanhas/object?key=notas.csv')).text).toBe('a;b\n1;2\n');
    const refused = await site.ask('PUT', '/storage/buckets/modelos/object?key=x', {
      payload: 'x',
      headers: { 'content-type': 'text/csv' },
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'read_only']);
  });

  test('applies its rules itself: there is nothing to run here', async () => {
    const run = await site.ask('POST', '/storage/lifecycle/run');
    expect(run.body).toMatchObject({ code: 'conflict', message: expect.stringContaining('aplica ele próprio') });
  });

  test('keeps rules of other kinds when ours are changed', async () => {
    const payload = { rules: [{ prefix: 'rascunhos/', days: 7 }] };
    const saved = await site.ask('PUT', '/storage/buckets/campanhas/lifecycle', { payload });
    expect(saved.body.data.rules).toEqual(payload.rules);
    const sent = real.requests.at(-1)?.body ?? '';
    expect(sent).toContain('<NoncurrentDays>90</NoncurrentDays>');
    expect(sent).toContain('<Prefix>rascunhos/</Prefix>');
    expect(sent).not.toContain('tmp/');
    expect(site.audited.at(-1)).toMatchObject({
      event: 'system.config.change',
      resource: 'storage/campanhas',
      metadata: { act: 'lifecycle', host: new URL(real.url).host },
    });
  });

  test('shows what was deleted and replaced, and brings it back', async () => {
    const { data } = (await read('/storage/buckets/campanhas/versions?prefix=perfis/')).body;
    expect(data).toMatchObject({ versioning: 'enabled', reason: null, next: null });
    expect(
      data.versions.map(({ versionId, isLatest, isDeleted }: Record<string, unknown>) => [
        versionId,
        isLatest,
        isDeleted,
      ]),
    ).toEqual([
      ['m3', true, true],
      ['v2', false, false],
      ['v1', false, false],
    ]);
    expect(data.versions[2]).toMatchObject({ key: 'perfis/p1.csv', size: 7 });
    const old = await read('/storage/buckets/campanhas/object?key=perfis/p1.csv&versionId=v1');
    expect([old.status, old.text]).toEqual([200, 'antigo\n']);

    const restore = (versionId: string, role: 'investigador' | 'operador' = 'operador') =>
      site.ask('POST', '/storage/buckets/campanhas/versions/restore', {
        payload: { key: 'perfis/p1.csv', versionId },
        role,
      });
    expect((await restore('m3', 'investigador')).status).toBe(403);
    expect((await restore('m3')).body.message).toBe('Versão reposta.');
    expect(real.requests.at(-1)?.url.searchParams.get('versionId')).toBe('m3');
    expect(real.requests.at(-1)?.method).toBe('DELETE');
    expect((await restore('v1')).status).toBe(200);
    expect(site.audited.at(-1)).toMatchObject({
      resource: 'storage/campanhas/perfis/p1.csv',
      metadata: { act: 'restore-version' },
    });
    expect((await restore('v9')).body).toMatchObject({ status: 404, message: 'Essa versão não existe.' });
    const one = '/storage/buckets/campanhas/versions?key=perfis/p1.csv&versionId=v1';
    expect((await site.ask('DELETE', one, { role: 'investigador' })).status).toBe(403);
    expect((await site.ask('DELETE', one)).status).toBe(200);
    expect([real.requests.at(-1)?.method, real.requests.at(-1)?.url.searchParams.get('versionId')]).toEqual([
      'DELETE',
      'v1',
    ]);
    expect(site.audited.at(-1)).toMatchObject({
      event: 'data.delete',
      severity: 'high',
      metadata: { act: 'delete-version' },
    });
    expect((await read('/storage/buckets/campanhas/versions?after=nada')).status).toBe(400);
  });

  test('signed links open objects there, and those that the platform hands out open its own', async () => {
    const asked = { payload: { key: 'notas.csv', expiresInSeconds: 600 } };
    const { url } = (await site.ask('POST', '/storage/buckets/campanhas/links', asked)).body.data;
    const anonymous = async (address: string) =>
      (await site.ask('GET', address.replace('https://kianda.test', ''), { role: null })).text;
    expect(await anonymous(url)).toBe('a;b\n1;2\n');
    await base.platform.storage.put('exports/campanhas.csv', Buffer.from('nosso'));
    const expires = Math.floor(base.platform.clock.nowMs() / 1000) + 600;
    expect(await anonymous(site.signedLink({ bucket: 'exports', key: 'campanhas.csv', expires }))).toBe('nosso');
  });

  test.each([
    [403, 'AccessDenied', 'falta a permissão «s3:ListBucket» à credencial configurada.'],
    [403, 'SignatureDoesNotMatch', 'Verifique KIANDA_SERVICE_STORAGE_ACCESS_KEY e KIANDA_SERVICE_STORAGE_SECRET_KEY.'],
    [503, 'SlowDown', 'respondeu HTTP 503.'],
  ])('%s %s is told in Portuguese', async (status, code, reason) => {
    real.use({ 'GET /campanhas/': refusals.fault(status, code) });
    const { body, text } = await read('/admin-api/storage/buckets/campanhas/objects');
    expect(body).toMatchObject({ status: 502, code: 'provider_failed', downstream: true });
    expect(body.message).toMatch(/^Falha ao carregar objetos \(S3, /);
    expect(body.message).toContain(reason);
    expect(text).not.toContain('node1');
  });

  test('an answer that does not come, and a bucket that is not empty', async () => {
    real.use({ 'GET /campanhas/': 'hang' });
    const hurried = await serve({ baseUrl: real.url, accessKey: 'kianda', secretKey: 'x' }, 500);
    const late = await hurried.ask('GET', '/admin-api/storage/buckets/campanhas/objects');
    expect(late.body).toMatchObject({ status: 504, code: 'timeout' });
    await hurried.close();
    const removal = await site.ask('DELETE', '/storage/buckets/campanhas');
    expect([removal.status, removal.body.code]).toEqual([409, 'conflict']);
    expect(removal.body.message).toContain('a área ainda tem objetos');
  });

  test('the console’s fallback: both addresses fail alike, and say so', async () => {
    real.use({ 'GET /minio/admin/v3/accountinfo': { status: 500, body: {} } });
    // The earlier measurement may be shown for a while, but not after this.
    base.advance(600_000);
    for (const path of ['/storage/minio/admin/v3/list-buckets', '/admin-api/storage/buckets']) {
      const { body } = await read(path);
      expect(body.message).toMatch(/^Falha ao carregar informações de armazenamento \(S3, .*respondeu HTTP 500\.$/);
    }
  });
});

describe('another S3 elsewhere, which checks signatures (s3rver 5)', () => {
  test('is counted here, and its objects go in and out', async () => {
    const server = await startS3rver(['campanhas', 'modelos']);
    const site = await serve({ baseUrl: server.access.endpoint, accessKey: 'S3RVER', secretKey: 'S3RVER' });
    const object = '/storage/buckets/campanhas/object?key=2026%2Flobito.csv';
    const written = await site.ask('PUT', object, {
      payload: 'a;b\n',
      headers: { 'content-type': 'text/csv' },
      role: 'cientista',
    });
    expect(written.body.data).toEqual({ key: '2026/lobito.csv', size: 4, replaced: false });
    expect((await site.ask('GET', object, { headers: { range: 'bytes=0-2' } })).text).toBe('a;b');
    const { buckets } = (await site.ask('GET', '/storage/minio/admin/v3/list-buckets')).body;
    expect(buckets).toMatchObject([
      { name: 'campanhas', size: 4, objects: 1 },
      { name: 'modelos', size: 0, objects: 0 },
    ]);
    expect((await site.ask('POST', '/storage/buckets', { payload: { name: 'perfis' } })).status).toBe(201);
    expect((await site.ask('GET', '/admin-api/storage/buckets')).body.data.buckets).toHaveLength(3);
    const upload = await site.ask('POST', '/storage/uploads', { payload: { bucket: 'perfis', key: 'p.bin', size: 3 } });
    const { id } = upload.body.data;
    const bytes = { payload: Buffer.from('abc'), headers: { 'content-type': 'application/octet-stream' } };
    await site.ask('PUT', `/storage/uploads/${id}/parts/1`, bytes);
    expect((await site.ask('POST', `/storage/uploads/${id}/complete`)).body.data).toMatchObject({ size: 3 });
    expect((await site.ask('DELETE', object, { role: 'cientista' })).status).toBe(200);
    expect((await site.ask('GET', object)).status).toBe(404);
    // Counted with each change, not by reading every object again.
    const after = (await site.ask('GET', '/storage/minio/admin/v3/list-buckets')).body.buckets;
    expect(after.map(({ name, size }: { name: string; size: number }) => [name, size])).toEqual([
      ['campanhas', 0],
      ['modelos', 0],
      ['perfis', 3],
    ]);
    expect(site.audited.map(({ event }) => event)).toEqual([
      'data.import',
      'data.modify',
      'data.import',
      'data.delete',
    ]);
    await site.close();
    const wrong = await serve({ baseUrl: server.access.endpoint, accessKey: 'S3RVER', secretKey: 'outra' });
    expect((await wrong.ask('GET', '/admin-api/storage/buckets')).body.message).toContain('a credencial foi recusada');
    await wrong.close();
    await server.close();
  });
});
