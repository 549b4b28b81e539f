import * as sdk from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openS3Site } from './testing/site.ts';

const Bucket = 'com-versoes';
let site: Awaited<ReturnType<typeof openS3Site>>;
let client: sdk.S3Client;
let scientist: sdk.S3Client;

beforeAll(async () => {
  site = await openS3Site();
  const clientOf = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
    new sdk.S3Client({ endpoint: site.url, region: 'us-east-1', credentials, forcePathStyle: true, maxAttempts: 1 });
  client = clientOf(await site.key('operador'));
  scientist = clientOf(await site.key('cientista'));
  await client.send(new sdk.CreateBucketCommand({ Bucket }));
});
afterAll(() => site.close());

const nameOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
const put = (Key: string, Body: string, more: Partial<sdk.PutObjectCommandInput> = {}) =>
  client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ...more }));
const textOf = async (Key: string, VersionId?: string) =>
  (await client.send(new sdk.GetObjectCommand({ Bucket, Key, VersionId }))).Body?.transformToString();
const remove = (Key: string, VersionId?: string, more: Partial<sdk.DeleteObjectCommandInput> = {}) =>
  client.send(new sdk.DeleteObjectCommand({ Bucket, Key, VersionId, ...more }));
const listed = (Prefix: string, more: Partial<sdk.ListObjectVersionsCommandInput> = {}) =>
  client.send(new sdk.ListObjectVersionsCommand({ Bucket, Prefix, ...more }));
const idsOf = async (Prefix: string) => (await listed(Prefix)).Versions?.map(({ VersionId }) => VersionId) ?? [];
const setVersioning = (Status: sdk.BucketVersioningStatus) =>
  client.send(new sdk.PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status } }));

test('an object written before is kept as the null version; nobody who may not manage turns versions on', async () => {
  expect((await put('antes', 'primeiro')).VersionId).toBeUndefined();
  expect(await idsOf('antes')).toEqual(['null']);
  expect(
    await nameOf(
      scientist.send(new sdk.PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } })),
    ),
  ).toBe('AccessDenied');
  await setVersioning('Enabled');
  expect((await client.send(new sdk.GetBucketVersioningCommand({ Bucket }))).Status).toBe('Enabled');
  const { VersionId } = await put('antes', 'segundo', { Metadata: { a: '2' } });
  expect(await idsOf('antes')).toEqual([VersionId, 'null']);
  expect([await textOf('antes'), await textOf('antes', 'null'), await textOf('antes', VersionId)]).toEqual([
    'segundo',
    'primeiro',
    'segundo',
  ]);
  const head = await client.send(new sdk.HeadObjectCommand({ Bucket, Key: 'antes', VersionId: 'null' }));
  expect([head.ContentLength, head.Metadata, head.VersionId]).toEqual([8, {}, 'null']);
  expect(await nameOf(textOf('antes', 'f'.repeat(32)))).toBe('NoSuchVersion');
});

test('a deletion is a mark that can be deleted, and a deleted version gives place to the one before', async () => {
  const first = (await put('m', 'um')).VersionId;
  const second = (await put('m', 'dois')).VersionId;
  const mark = await remove('m');
  expect(mark.DeleteMarker).toBe(true);
  expect(await nameOf(textOf('m'))).toBe('NoSuchKey');
  expect(await nameOf(textOf('m', mark.VersionId))).toBe('MethodNotAllowed');
  expect(await textOf('m', second)).toBe('dois');
  const all = await listed('m');
  expect(all.DeleteMarkers?.map(({ VersionId, IsLatest }) => [VersionId, IsLatest])).toEqual([[mark.VersionId, true]]);
  expect((await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: 'm' }))).KeyCount).toBe(0);
  expect((await remove('m', mark.VersionId)).DeleteMarker).toBe(true);
  expect(await textOf('m')).toBe('dois');
  await remove('m', second);
  expect([await textOf('m'), await idsOf('m')]).toEqual(['um', [first]]);
  const gone = await client.send(
    new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'm', VersionId: first }] } }),
  );
  expect(gone.Deleted).toEqual([{ Key: 'm', VersionId: first }]);
  expect([await nameOf(textOf('m')), await idsOf('m')]).toEqual(['NoSuchKey', []]);
});

test('a version is copied with what belongs to it, and the console restores one', async () => {
  const { VersionId } = await put('c', 'velho', { ContentType: 'text/csv', Metadata: { de: 'c' } });
  await put('c', 'novo');
  const copied = await client.send(
    new sdk.CopyObjectCommand({ Bucket, Key: 'c-copia', CopySource: `${Bucket}/c?versionId=${VersionId}` }),
  );
  expect(copied.CopySourceVersionId).toBe(VersionId);
  const head = await client.send(new sdk.HeadObjectCommand({ Bucket, Key: 'c-copia' }));
  expect([await textOf('c-copia'), head.ContentType, head.Metadata]).toEqual(['velho', 'text/csv', { de: 'c' }]);
  const seen = await site.ask('GET', `/storage/buckets/${Bucket}/versions?prefix=c`, 'operador');
  expect([seen.body.data.versioning, seen.body.data.versions.length]).toEqual(['enabled', 3]);
  const url = `/storage/buckets/${Bucket}/versions/restore`;
  expect((await site.ask('POST', url, 'operador', { key: 'c', versionId: VersionId })).status).toBe(200);
  expect([await textOf('c'), (await idsOf('c')).length]).toEqual(['velho', 4]);
  // The restored copy is another version: the old one may go.
  await remove('c', VersionId);
  expect(await textOf('c')).toBe('velho');
});

test('suspended, new writes take the place of the null version alone', async () => {
  const kept = (await put('s', 'guardado')).VersionId;
  await setVersioning('Suspended');
  expect((await put('s', 'nulo 1')).VersionId).toBe('null');
  await put('s', 'nulo 2');
  expect([await idsOf('s'), await textOf('s'), await textOf('s', kept)]).toEqual([
    ['null', kept],
    'nulo 2',
    'guardado',
  ]);
  expect((await remove('s')).VersionId).toBe('null');
  expect([await idsOf('s'), await nameOf(textOf('s'))]).toEqual([[kept], 'NoSuchKey']);
  await setVersioning('Enabled');
});

test('writers at once lose nothing, nor does what came past the protocol', async () => {
  const bodies = Array.from({ length: 12 }, (_, n) => `corpo ${n}`);
  const ids = await Promise.all(bodies.map((body) => put('ao-mesmo-tempo', body).then(({ VersionId }) => VersionId)));
  for (const [n, id] of ids.entries()) expect(await textOf('ao-mesmo-tempo', id)).toBe(bodies[n]);
  expect(new Set(await idsOf('ao-mesmo-tempo'))).toEqual(new Set(ids));
  await site.platform.storage.put(`areas/${Bucket}/ao-mesmo-tempo`, Buffer.from('por fora'));
  await put('ao-mesmo-tempo', 'depois');
  const all = await idsOf('ao-mesmo-tempo');
  expect(all).toHaveLength(14);
  expect(await textOf('ao-mesmo-tempo', all[1])).toBe('por fora');
});

test('lists in pages and by level, every version once', async () => {
  for (const key of ['p/a/1', 'p/a/2', 'p/b']) for (const body of ['1', '2']) await put(key, body);
  const seen: string[] = [];
  let marker: Partial<sdk.ListObjectVersionsCommandInput> = {};
  for (;;) {
    const page = await listed('p/', { MaxKeys: 2, ...marker });
    seen.push(...(page.Versions ?? []).map(({ Key, IsLatest }) => `${Key} ${IsLatest}`));
    if (page.IsTruncated !== true) break;
    marker = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
  expect(seen).toEqual(['p/a/1', 'p/a/2', 'p/b'].flatMap((key) => [`${key} true`, `${key} false`]));
  const level = await listed('p/', { Delimiter: '/' });
  expect([level.CommonPrefixes, level.Versions?.map(({ Key }) => Key)]).toEqual([[{ Prefix: 'p/a/' }], ['p/b', 'p/b']]);
});

test('a locked version goes by nobody before its time', async () => {
  const lock = (mode: sdk.ObjectLockRetentionMode, days: number) => ({
    Mode: mode,
    RetainUntilDate: new Date(site.clock.nowMs() + days * 86_400_000),
  });
  const retain = (Key: string, Retention: sdk.ObjectLockRetention, BypassGovernanceRetention = false) =>
    client.send(new sdk.PutObjectRetentionCommand({ Bucket, Key, Retention, BypassGovernanceRetention }));
  const id = (await put('prova', 'original')).VersionId ?? '';
  expect(await nameOf(retain('prova', lock('GOVERNANCE', 2)))).toBe('InvalidRequest');
  expect(await nameOf(client.send(new sdk.GetObjectLockConfigurationCommand({ Bucket })))).toBe(
    'ObjectLockConfigurationNotFoundError',
  );
  const Rule = { DefaultRetention: { Mode: 'GOVERNANCE' as const, Days: 5 } };
  const configured = { Bucket, ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled' as const, Rule } };
  await client.send(new sdk.PutObjectLockConfigurationCommand(configured));
  expect(
    (await client.send(new sdk.GetObjectLockConfigurationCommand({ Bucket }))).ObjectLockConfiguration?.Rule,
  ).toEqual(Rule);
  expect(await nameOf(setVersioning('Suspended'))).toBe('InvalidBucketState');

  await retain('prova', lock('COMPLIANCE', 2));
  expect(await nameOf(retain('prova', lock('COMPLIANCE', 1), true))).toBe('AccessDenied');
  expect(await nameOf(retain('prova', lock('COMPLIANCE', 3)))).toBe('ok');
  expect(await nameOf(remove('prova', id, { BypassGovernanceRetention: true }))).toBe('AccessDenied');
  const url = `/storage/buckets/${Bucket}/versions?key=prova&versionId=${id}`;
  const byConsole = await site.ask('DELETE', url, 'administrador');
  expect([byConsole.status, byConsole.body.code]).toEqual([409, 'conflict']);
  // A deletion without a version only marks; the content stays.
  await remove('prova');
  expect(await textOf('prova', id)).toBe('original');

  const ruled = (await put('regra', 'pela regra')).VersionId ?? '';
  const told = await client.send(new sdk.GetObjectRetentionCommand({ Bucket, Key: 'regra' }));
  expect(told.Retention?.Mode).toBe('GOVERNANCE');
  expect(await nameOf(remove('regra', ruled))).toBe('AccessDenied');
  expect(
    await nameOf(
      scientist.send(
        new sdk.DeleteObjectCommand({ Bucket, Key: 'regra', VersionId: ruled, BypassGovernanceRetention: true }),
      ),
    ),
  ).toBe('AccessDenied');
  expect(await nameOf(remove('regra', ruled, { BypassGovernanceRetention: true }))).toBe('ok');

  const held =
    (
      await put('retido', 'x', {
        ObjectLockLegalHoldStatus: 'ON',
        ObjectLockMode: 'GOVERNANCE',
        ObjectLockRetainUntilDate: lock('GOVERNANCE', 1).RetainUntilDate,
      })
    ).VersionId ?? '';
  expect((await client.send(new sdk.HeadObjectCommand({ Bucket, Key: 'retido' }))).ObjectLockLegalHoldStatus).toBe(
    'ON',
  );
  expect(await nameOf(remove('retido', held, { BypassGovernanceRetention: true }))).toBe('AccessDenied');
  const lift = { Bucket, Key: 'retido', LegalHold: { Status: 'OFF' as const } };
  expect(await nameOf(scientist.send(new sdk.PutObjectLegalHoldCommand(lift)))).toBe('AccessDenied');
  await client.send(new sdk.PutObjectLegalHoldCommand(lift));
  expect(await nameOf(remove('retido', held, { BypassGovernanceRetention: true }))).toBe('ok');

  expect(await nameOf(client.send(new sdk.DeleteBucketCommand({ Bucket })))).toBe('BucketNotEmpty');
  site.clock.advance(4 * 86_400_000);
  // The signatures of a client whose clock is four days behind are none.
  expect((await site.ask('DELETE', url, 'administrador')).status).toBe(200);
  site.clock.advance(-4 * 86_400_000);
  expect(await nameOf(textOf('prova', id))).toBe('NoSuchVersion');
});
