import * as sdk from '@aws-sdk/client-s3';
import { dayMs } from '@kianda/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openS3Site } from './s3/testing/site.ts';

const Bucket = 'definicoes-benguela';
const path = `/storage/buckets/${Bucket}`;
let site: Awaited<ReturnType<typeof openS3Site>>;
let client: sdk.S3Client;

beforeAll(async () => {
  site = await openS3Site();
  const credentials = await site.key('operador');
  client = new sdk.S3Client({ endpoint: site.url, region: 'us-east-1', credentials, forcePathStyle: true });
  await client.send(new sdk.CreateBucketCommand({ Bucket }));
});
afterAll(() => site.close());

const put = (what: string, body: object, role: 'operador' | 'cientista' = 'operador') =>
  site.ask('PUT', `${path}/${what}`, role, body);
const view = async () => (await site.ask('GET', `${path}/settings`, 'cientista')).body.data;
const versionsOf = async () => (await site.ask('GET', `${path}/versions`, 'cientista')).body.data.versions;
const openAll = (bucket: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${bucket}/*` },
  });
const rule = {
  ...{ name: '', isEnabled: true, prefix: 'v/', tags: [], days: null, onDate: null, expiredMarkers: true },
  ...{ noncurrentDays: 30, newerNoncurrent: 2, abortDays: null },
};

test('a new area keeps nothing, opens nothing, and only who manages the storage changes that', async () => {
  expect(await view()).toEqual({
    ...{ versioning: 'off', lock: null, cors: [], policy: null, isPublic: false, publicBlock: null, tags: [] },
    ...{ rules: [], revisions: { cors: expect.any(String), policy: expect.any(String), rules: expect.any(String) } },
  });
  const changes: [string, object][] = [
    ['settings/versions', { versioning: 'enabled' }],
    ['settings/lock', { mode: null, days: null }],
    ['settings/cors', { rules: [] }],
    ['settings/policy', { policy: null }],
    ['settings/rules', { rules: [] }],
    ['versions/lock', { key: 'a', versionId: 'b', legalHold: true }],
  ];
  for (const [what, body] of changes) expect([what, (await put(what, body, 'cientista')).status]).toEqual([what, 403]);
  expect((await site.ask('GET', '/storage/buckets/nenhuma/settings', 'cientista')).status).toBe(404);
});

test('the policy of the console is that of S3: shown in the list, refused where it could not hold', async () => {
  await client.send(new sdk.PutObjectCommand({ Bucket, Key: 'mapa.json', Body: '{}' }));
  const refused = await put('settings/policy', { policy: openAll('outra') });
  expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
  expect((await put('settings/policy', { policy: openAll(Bucket) })).status).toBe(200);
  expect((await fetch(`${site.url}/${Bucket}/mapa.json`)).status).toBe(200);
  expect(await view()).toMatchObject({ isPublic: true, policy: openAll(Bucket) });
  const listed = async () => {
    const { body } = await site.ask('GET', '/admin-api/storage/buckets', 'cientista');
    return body.data.buckets.find(({ name }: { name: string }) => name === Bucket).isPublic;
  };
  expect(await listed()).toBe(true);
  expect(site.audited.at(-1)).toMatchObject({ event: 'system.config.change', metadata: { act: 'bucket-settings' } });
  await put('settings/policy', { policy: null });
  expect([await listed(), (await fetch(`${site.url}/${Bucket}/mapa.json`)).status]).toEqual([false, 403]);
});

test('CORS and rules are those of S3; the rules of age and the others stay apart', async () => {
  const cors = {
    ...{ id: null, origins: ['https://mapas.example.ao'], methods: ['GET'], headers: [], exposed: ['ETag'] },
    maxAgeSeconds: 60,
  };
  // The database refuses such characters: they must not reach it.
  for (const id of ['\u0000', '\ud800'])
    expect((await put('settings/cors', { rules: [{ ...cors, id }] })).status).toBe(400);
  expect((await put('settings/rules', { rules: [{ ...rule, name: '\u0000' }] })).status).toBe(400);
  await put('settings/cors', { rules: [cors] });
  expect((await client.send(new sdk.GetBucketCorsCommand({ Bucket }))).CORSRules).toEqual([
    {
      ...{ AllowedOrigins: ['https://mapas.example.ao'], AllowedMethods: ['GET'], ExposeHeaders: ['ETag'] },
      MaxAgeSeconds: 60,
    },
  ]);
  await put('lifecycle', { rules: [{ prefix: 'tmp/', days: 7 }] });
  expect((await put('settings/rules', { rules: [rule] })).status).toBe(200);
  await put('lifecycle', { rules: [{ prefix: 'tmp/', days: 9 }] });
  expect((await view()).rules).toEqual([rule]);
  const { Rules = [] } = await client.send(new sdk.GetBucketLifecycleConfigurationCommand({ Bucket }));
  expect(Rules.map(({ Filter, Expiration }) => [Filter?.Prefix, Expiration?.Days])).toEqual([
    ['tmp/', 9],
    ['v/', undefined],
  ]);
  const idle = await put('settings/rules', { rules: [{ ...rule, noncurrentDays: null, expiredMarkers: false }] });
  expect([idle.status, idle.body.code]).toEqual([400, 'validation_failed']);
});

test('a list that another has changed meanwhile is not put over theirs', async () => {
  const cors = (id: string) => ({
    ...{ id, origins: ['https://mapas.example.ao'], methods: ['GET'], headers: [], exposed: [], maxAgeSeconds: 60 },
  });
  const { revisions } = await view();
  const info = async () => {
    const answer = await site.ask('GET', `/admin-api${path}/info`, 'operador');
    expect(answer).toMatchObject({ status: 200 });
    return answer.body.data;
  };
  const { lifecycleRevision } = await info();
  // Two people save from the same page.
  const both: [string, string, object, object][] = [
    ['settings/cors', revisions.cors, { rules: [cors('a')] }, { rules: [cors('b')] }],
    ['settings/rules', revisions.rules, { rules: [] }, { rules: [rule, { ...rule, prefix: 'w/' }] }],
    ['settings/policy', revisions.policy, { policy: openAll(Bucket) }, { policy: null }],
    ['lifecycle', lifecycleRevision, { rules: [{ prefix: 'a/', days: 1 }] }, { rules: [{ prefix: 'b/', days: 2 }] }],
  ];
  for (const [what, revision, first, second] of both) {
    expect([what, (await put(what, { ...first, revision })).status]).toEqual([what, 200]);
    const late = await put(what, { ...second, revision });
    expect([what, late.status, late.body.code]).toEqual([what, 412, 'precondition_failed']);
  }
  expect(await view()).toMatchObject({ cors: [cors('a')], rules: [], policy: openAll(Bucket) });
  expect((await info()).lifecycle).toEqual([{ prefix: 'a/', days: 1 }]);
  // From the newest, or by who says nothing of it, it is put; S3 clients go on as before.
  const now = await view();
  expect((await put('settings/cors', { rules: [cors('b')], revision: now.revisions.cors })).status).toBe(200);
  expect((await put('settings/policy', { policy: null })).status).toBe(200);
  await client.send(new sdk.DeleteBucketCorsCommand({ Bucket }));
  expect((await put('settings/cors', { rules: [], revision: now.revisions.cors })).status).toBe(412);
});

test('rules of age and other rules that are saved at once both stay', async () => {
  const turns = Array.from({ length: 6 }, (_, n) =>
    n % 2 === 0
      ? put('lifecycle', { rules: [{ prefix: `idade-${n}/`, days: 3 }] })
      : put('settings/rules', { rules: [{ ...rule, prefix: `outra-${n}/` }] }),
  );
  expect((await Promise.all(turns)).map(({ status }) => status)).toEqual(turns.map(() => 200));
  const { Rules = [] } = await client.send(new sdk.GetBucketLifecycleConfigurationCommand({ Bucket }));
  expect(new Set(Rules.map(({ Filter }) => Filter?.Prefix?.slice(0, 6)))).toEqual(new Set(['idade-', 'outra-']));
  expect(Rules).toHaveLength(2);
});

test('locks: only with versions, never off again, and of a single version', async () => {
  expect((await put('settings/lock', { mode: null, days: null })).status).toBe(409);
  await put('settings/versions', { versioning: 'enabled' });
  expect((await put('settings/lock', { mode: 'GOVERNANCE', days: null })).status).toBe(400);
  expect((await put('settings/lock', { mode: null, days: null })).status).toBe(200);
  expect((await put('settings/versions', { versioning: 'suspended' })).status).toBe(409);
  const { VersionId } = await client.send(new sdk.PutObjectCommand({ Bucket, Key: 'auto.pdf', Body: 'x' }));
  const lock = (more: object) => put('versions/lock', { key: 'auto.pdf', versionId: VersionId, ...more });
  const at = (days: number) => new Date(site.clock.nowMs() + days * dayMs).toISOString();
  const until = at(10);
  expect((await lock({ retention: { mode: 'COMPLIANCE', until }, legalHold: true })).status).toBe(200);
  const found = (await versionsOf()).find(({ versionId }: { versionId: string }) => versionId === VersionId);
  expect(found.lock).toEqual({ mode: 'COMPLIANCE', until, legalHold: true });
  expect((await lock({ retention: null })).status).toBe(409);
  expect((await lock({ retention: { mode: 'COMPLIANCE', until: at(5) } })).status).toBe(409);
  expect((await lock({ retention: { mode: 'COMPLIANCE', until: at(-1) } })).status).toBe(400);
  expect((await lock({ legalHold: false })).status).toBe(200);
  expect((await lock({ retention: { mode: 'COMPLIANCE', until: at(20) } })).status).toBe(200);
  const gone = await site.ask('DELETE', `${path}/versions?key=auto.pdf&versionId=${VersionId}`, 'operador');
  expect(gone.status).toBe(409);
  expect((await put('versions/lock', { key: 'auto.pdf', versionId: 'nenhuma', legalHold: true })).status).toBe(404);
});

test('versions come by pages, each from where the one before ended, and what no page gave is refused', async () => {
  for (const Body of ['um', 'dois', 'três']) {
    await client.send(new sdk.PutObjectCommand({ Bucket, Key: 'paginas.txt', Body }));
  }
  const page = (after: string | null) =>
    site.ask(
      'GET',
      `${path}/versions?prefix=paginas&limit=2${after === null ? '' : `&after=${encodeURIComponent(after)}`}`,
      'cientista',
    );
  const whole = await site.ask('GET', `${path}/versions?prefix=paginas`, 'cientista');
  const ids = whole.body.data.versions.map(({ versionId }: { versionId: string }) => versionId);
  expect(ids).toHaveLength(3);
  const first = (await page(null)).body.data;
  const second = (await page(first.next)).body.data;
  expect([...first.versions, ...second.versions].map(({ versionId }: { versionId: string }) => versionId)).toEqual(ids);
  expect(second.next).toBeNull();
  for (const wrong of [
    'nada',
    '[]',
    '["paginas.txt"]',
    '[1,"2"]',
    '["a",2]',
    '["a","x"]',
    `["a","${'9'.repeat(19)}"]`,
  ]) {
    expect([wrong, (await page(wrong)).status]).toEqual([wrong, 400]);
  }
});
