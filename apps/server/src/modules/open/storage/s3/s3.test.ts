import { createHash } from 'node:crypto';
import * as sdk from '@aws-sdk/client-s3';
import { SignatureV4 } from '@smithy/signature-v4';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SignerHash } from '../../../../platform/crypto/signer-hash.ts';
import { createStorage } from '../../../../platform/storage/storage.ts';
import { startS3rver } from '../../../../platform/storage/testing/s3rver.ts';
import { createSum, type SumName } from './sums.ts';
import { openS3Site } from './testing/site.ts';

type Site = Awaited<ReturnType<typeof openS3Site>>;
type Credentials = { readonly accessKeyId: string; readonly secretAccessKey: string };

let site: Site;
let full: Credentials;

beforeAll(async () => {
  site = await openS3Site();
  full = await site.key('operador');
  await site.platform.storage.put('stac/tsm/2026.tif', Buffer.from('raster'));
  await site.platform.storage.put('audit/marco.json', Buffer.from('{}'));
});
afterAll(() => site.close());

const clientOf = (
  credentials: Credentials,
  endpoint = site.url,
  checksums: 'WHEN_SUPPORTED' | 'WHEN_REQUIRED' = 'WHEN_SUPPORTED',
) =>
  new sdk.S3Client({
    endpoint,
    region: 'us-east-1',
    credentials,
    forcePathStyle: true,
    maxAttempts: 1,
    requestChecksumCalculation: checksums,
  });
const nameOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
const md5 = (bytes: string | Buffer) => createHash('md5').update(bytes).digest('hex');

/** Sum of one part, and of the list that only holds it, in base64. */
async function sumsOf(algorithm: sdk.ChecksumAlgorithm, text: string): Promise<[string, string]> {
  const sum = async (bytes: Uint8Array) => {
    const running = createSum(algorithm.toLowerCase() as SumName);
    running.update(bytes);
    return Buffer.from(await running.digest());
  };
  const own = await sum(Buffer.from(text));
  return [own.toString('base64'), (await sum(own)).toString('base64')];
}

async function link(credentials: Credentials, path: string, query: Record<string, string> = {}, seconds = 300) {
  const { host } = new URL(site.origin);
  const signer = new SignatureV4({
    credentials,
    region: 'us-east-1',
    service: 's3',
    sha256: SignerHash,
    uriEscapePath: false,
  });
  const signed = await signer.presign(
    {
      method: 'GET',
      protocol: 'http:',
      hostname: host,
      path: `/storage/s3${path}`,
      query,
      headers: { host, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' },
    },
    { expiresIn: seconds, signingDate: new Date(site.clock.nowMs()) },
  );
  return `${site.origin}${signed.path}?${new URLSearchParams(signed.query as Record<string, string>)}`;
}

describe.each([
  ['below the prefix', () => site.url],
  ['at the root', () => site.origin],
])("Amazon's client, %s", (place, endpoint) => {
  const Bucket = place === 'at the root' ? 'raiz-de-ensaio' : 'campanha-2026';
  let client: sdk.S3Client;
  const put = (Key: string, Body: string | Buffer, more: Partial<sdk.PutObjectCommandInput> = {}) =>
    client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ...more }));
  const textOf = async (Key: string, more: Partial<sdk.GetObjectCommandInput> = {}) =>
    (await client.send(new sdk.GetObjectCommand({ Bucket, Key, ...more }))).Body?.transformToString();

  beforeAll(async () => {
    client = clientOf(full, endpoint());
    await client.send(new sdk.CreateBucketCommand({ Bucket }));
  });

  test('sees the areas it may open, and makes none twice', async () => {
    const names = (await client.send(new sdk.ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name) ?? [];
    expect(names).toEqual(expect.arrayContaining([Bucket, 'stac']));
    expect(names).not.toContain('audit');
    expect(await nameOf(client.send(new sdk.CreateBucketCommand({ Bucket })))).toBe('BucketAlreadyOwnedByYou');
    expect(await nameOf(client.send(new sdk.CreateBucketCommand({ Bucket: 'Má' })))).not.toBe('ok');
    expect(await nameOf(client.send(new sdk.HeadBucketCommand({ Bucket })))).toBe('ok');
    expect(await nameOf(client.send(new sdk.HeadBucketCommand({ Bucket: 'nenhuma' })))).toBe('NotFound');
    expect((await client.send(new sdk.GetBucketLocationCommand({ Bucket }))).LocationConstraint).toBeFalsy();
    expect((await client.send(new sdk.GetBucketVersioningCommand({ Bucket }))).Status).toBeUndefined();
  });

  test('writes, reads, ranges and conditions, with what it sent beside the content', async () => {
    const Key = "perfis/Baía Farta + 1&2 (ç)~!*'.csv";
    const given = await put(Key, 'a;b\n1;2\n', {
      ContentType: 'text/csv',
      CacheControl: 'max-age=60',
      Metadata: { mtime: '1700000000.5' },
    });
    expect(given.ETag).toBe(`"${md5('a;b\n1;2\n')}"`);
    const head = await client.send(new sdk.HeadObjectCommand({ Bucket, Key }));
    expect(head).toMatchObject({
      ...{ ContentLength: 8, ETag: given.ETag, ContentType: 'text/csv', CacheControl: 'max-age=60, no-transform' },
      Metadata: { mtime: '1700000000.5' },
    });
    expect(await textOf(Key)).toBe('a;b\n1;2\n');
    expect(await textOf(Key, { Range: 'bytes=2-3' })).toBe('b\n');
    expect(await textOf(Key, { Range: 'bytes=-2' })).toBe('2\n');
    expect(await textOf(Key, { Range: 'bytes=6-999' })).toBe('2\n');
    expect(await nameOf(textOf(Key, { Range: 'bytes=8-' }))).toBe('InvalidRange');
    expect(await nameOf(textOf(Key, { IfMatch: '"outra"' }))).toBe('PreconditionFailed');
    await expect(textOf(Key, { IfNoneMatch: given.ETag })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 304 },
    });
    expect(await nameOf(put(Key, 'x', { IfNoneMatch: '*' }))).toBe('PreconditionFailed');
    expect(await nameOf(put(Key, 'x', { IfMatch: '"outra"' }))).toBe('PreconditionFailed');
    expect(await textOf(Key)).toBe('a;b\n1;2\n');
    expect(await nameOf(textOf('nenhum'))).toBe('NoSuchKey');
    await put('vazio', '');
    expect(await textOf('vazio')).toBe('');
  });

  test('lists by prefix, by level and by page, every key once', async () => {
    const keys = ['l/a/1', 'l/a/2', 'l/a-b', 'l/b', 'l/c/d/e', 'l/é'];
    for (const key of keys) await put(key, key);
    const page = async (more: Partial<sdk.ListObjectsV2CommandInput>) =>
      client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: 'l/', ...more }));
    const sorted = ['l/a-b', 'l/a/1', 'l/a/2', 'l/b', 'l/c/d/e', 'l/é'];
    expect((await page({})).Contents?.map(({ Key }) => Key)).toEqual(sorted);
    const seen: (string | undefined)[] = [];
    for await (const each of sdk.paginateListObjectsV2({ client, pageSize: 2 }, { Bucket, Prefix: 'l/' }))
      seen.push(...(each.Contents ?? []).map(({ Key }) => Key));
    expect(seen).toEqual(sorted);
    const level = await page({ Delimiter: '/', MaxKeys: 3 });
    expect([level.Contents?.map(({ Key }) => Key), level.CommonPrefixes, level.IsTruncated]).toEqual([
      ['l/a-b', 'l/b'],
      [{ Prefix: 'l/a/' }],
      true,
    ]);
    const rest = await page({ Delimiter: '/', ContinuationToken: level.NextContinuationToken });
    expect([rest.Contents?.map(({ Key }) => Key), rest.CommonPrefixes]).toEqual([['l/é'], [{ Prefix: 'l/c/' }]]);
    expect((await page({ Delimiter: '-' })).CommonPrefixes).toEqual([{ Prefix: 'l/a-' }]);
    expect((await page({ StartAfter: 'l/b' })).Contents?.map(({ Key }) => Key)).toEqual(['l/c/d/e', 'l/é']);
    const first = await client.send(new sdk.ListObjectsCommand({ Bucket, Prefix: 'l/', MaxKeys: 4 }));
    expect([first.IsTruncated, first.NextMarker, first.Contents?.[0]?.ETag]).toEqual([
      true,
      'l/b',
      `"${md5('l/a-b')}"`,
    ]);
    expect((await page({ Prefix: '../' })).KeyCount).toBe(0);
    // A token that no page gave would make a client take the area for empty, and remove what it holds elsewhere.
    for (const ContinuationToken of ['zzz', 'YWJj', `${level.NextContinuationToken?.slice(0, -2)}AA`]) {
      await expect(page({ ContinuationToken })).rejects.toMatchObject({ name: 'InvalidArgument' });
    }
    expect((await page({ ContinuationToken: '' })).KeyCount).toBeGreaterThan(0);
  });

  test('copies, and deletes one and many', async () => {
    await put('de', 'conteúdo', { Metadata: { a: '1' }, ContentType: 'text/plain' });
    await client.send(new sdk.CopyObjectCommand({ Bucket, Key: 'para/aqui', CopySource: `${Bucket}/de` }));
    expect((await client.send(new sdk.HeadObjectCommand({ Bucket, Key: 'para/aqui' }))).Metadata).toEqual({ a: '1' });
    const self = { Bucket, Key: 'de', CopySource: `/${Bucket}/de` };
    expect(await nameOf(client.send(new sdk.CopyObjectCommand(self)))).toBe('InvalidRequest');
    await client.send(new sdk.CopyObjectCommand({ ...self, MetadataDirective: 'REPLACE', Metadata: { b: '2' } }));
    expect((await client.send(new sdk.HeadObjectCommand({ Bucket, Key: 'de' }))).Metadata).toEqual({ b: '2' });
    expect(await textOf('de')).toBe('conteúdo');
    expect(
      await nameOf(client.send(new sdk.CopyObjectCommand({ Bucket, Key: 'roubo', CopySource: 'audit/marco.json' }))),
    ).toBe('AccessDenied');
    const gone = await client.send(
      new sdk.DeleteObjectsCommand({
        Bucket,
        Delete: { Objects: [{ Key: 'de' }, { Key: 'para/aqui' }, { Key: 'nunca' }, { Key: '../x' }] },
      }),
    );
    expect([gone.Deleted?.map(({ Key }) => Key), gone.Errors?.map(({ Key, Code }) => [Key, Code])]).toEqual([
      ['de', 'para/aqui', 'nunca'],
      [['../x', 'InvalidArgument']],
    ]);
    expect(await nameOf(client.send(new sdk.DeleteObjectCommand({ Bucket, Key: 'nunca' })))).toBe('ok');
    expect(await nameOf(textOf('de'))).toBe('NoSuchKey');
  });

  test('sends in parts, lists them, completes and aborts', async () => {
    const at = { Bucket, Key: 'grande.bin' };
    const bytes = [Buffer.alloc(5 * 1_048_576, 1), Buffer.alloc(1234, 2)];
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand({ ...at, Metadata: { m: 'x' } }));
    const Parts: sdk.CompletedPart[] = [];
    for (const [index, Body] of bytes.entries()) {
      const { ETag } = await client.send(new sdk.UploadPartCommand({ ...at, UploadId, PartNumber: index + 1, Body }));
      Parts.push({ PartNumber: index + 1, ETag });
    }
    const listed = await client.send(new sdk.ListPartsCommand({ ...at, UploadId }));
    expect(listed.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
      [1, 5_242_880],
      [2, 1234],
    ]);
    expect((await client.send(new sdk.ListMultipartUploadsCommand({ Bucket }))).Uploads?.[0]?.UploadId).toBe(UploadId);
    const complete = (parts: sdk.CompletedPart[]) =>
      client.send(new sdk.CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts: parts } }));
    expect(await nameOf(complete(Parts.toReversed()))).toBe('InvalidPartOrder');
    expect(await nameOf(complete([{ PartNumber: 1, ETag: '"x"' }]))).toBe('InvalidPart');
    const sum = createHash('md5');
    for (const part of bytes) sum.update(createHash('md5').update(part).digest());
    expect((await complete(Parts)).ETag).toBe(`"${sum.digest('hex')}-2"`);
    const whole = await client.send(new sdk.GetObjectCommand(at));
    expect([whole.ContentLength, whole.Metadata]).toEqual([5_244_114, { m: 'x' }]);
    expect(md5(Buffer.from((await whole.Body?.transformToByteArray()) ?? []))).toBe(md5(Buffer.concat(bytes)));
    expect(await nameOf(complete(Parts))).toBe('NoSuchUpload');

    const copied = await client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key: 'copia.bin' }));
    const source = { Bucket, Key: 'copia.bin', UploadId: copied.UploadId, CopySource: `${Bucket}/grande.bin` };
    const part = await client.send(
      new sdk.UploadPartCopyCommand({ ...source, PartNumber: 1, CopySourceRange: 'bytes=5242880-5242883' }),
    );
    expect(part.CopyPartResult?.ETag).toBe(`"${md5(Buffer.alloc(4, 2))}"`);
    await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key: 'copia.bin', UploadId: copied.UploadId }));
    expect(await Array.fromAsync(site.platform.storage.list('uploads/'))).toEqual([]);
  });

  test.each(Object.values(sdk.ChecksumAlgorithm))('checks %s, in a trailer, a header and parts', async (algorithm) => {
    const Key = `somas/${algorithm}`;
    const told = (sum: string | undefined) => ({ [`Checksum${algorithm}`]: sum });
    expect(await nameOf(put(Key, 'x', told(Buffer.alloc(4).toString('base64'))))).toBe('BadDigest');
    expect(await nameOf(textOf(Key))).toBe('NoSuchKey');
    expect(await nameOf(put(Key, 'conteúdo', told((await sumsOf(algorithm, 'conteúdo'))[0])))).toBe('ok');
    expect(await textOf(Key)).toBe('conteúdo');

    const at = { Bucket, Key };
    const { UploadId } = await client.send(
      new sdk.CreateMultipartUploadCommand({ ...at, ChecksumAlgorithm: algorithm }),
    );
    const [own, composite] = await sumsOf(algorithm, 'partes');
    const send = (Body: string) =>
      client.send(new sdk.UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body, ...told(own) }));
    expect(await nameOf(send('outras'))).toBe('BadDigest');
    const { ETag } = await send('partes');
    const complete = (sum: string | undefined, whole: string | undefined) =>
      client.send(
        new sdk.CompleteMultipartUploadCommand({
          ...{ ...at, UploadId, ...told(whole) },
          MultipartUpload: { Parts: [{ PartNumber: 1, ETag, ...told(sum) }] },
        }),
      );
    const other = Buffer.alloc(Buffer.from(own, 'base64').byteLength).toString('base64');
    expect(await nameOf(complete(other, undefined))).toBe('InvalidPart');
    expect(await nameOf(complete(own, other))).toBe('BadDigest');
    expect(await nameOf(complete(own, `${other}-1`))).toBe('BadDigest');
    expect(await textOf(Key)).toBe('conteúdo');
    expect(await nameOf(complete(own, algorithm === 'CRC64NVME' ? own : `${composite}-1`))).toBe('ok');
    expect(await textOf(Key)).toBe('partes');
  });

  test('a name is of an object or of a folder, never of both', async () => {
    const stored = async () =>
      (await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: 'nomes/' }))).Contents?.map(({ Key }) => Key);
    await put('nomes/objeto', 'um');
    await put('nomes/pasta/dentro', 'dois');
    expect(await nameOf(put('nomes/objeto/dentro', 'x'))).toBe('XMinioParentIsObject');
    expect(await nameOf(put('nomes/objeto/mais/fundo', 'x'))).toBe('XMinioParentIsObject');
    expect(await nameOf(put('nomes/pasta', 'x'))).toBe('XMinioObjectExistsAsDirectory');
    const refused = await put('nomes/pasta', 'x').catch((error: unknown) => error);
    expect(refused).toMatchObject({ $metadata: { httpStatusCode: 409 }, message: expect.stringContaining('pasta') });
    const source = `${Bucket}/nomes/objeto`;
    expect(
      await nameOf(client.send(new sdk.CopyObjectCommand({ Bucket, Key: 'nomes/pasta', CopySource: source }))),
    ).toBe('XMinioObjectExistsAsDirectory');
    expect(await stored()).toEqual(['nomes/objeto', 'nomes/pasta/dentro']);
    expect([await textOf('nomes/objeto'), await textOf('nomes/pasta/dentro')]).toEqual(['um', 'dois']);
    // A folder is there as long as something is in it.
    await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: 'nomes/pasta/dentro' }));
    expect(await nameOf(put('nomes/pasta', 'três'))).toBe('ok');
  });

  test('refuses names that are none, sums that do not agree, and what is not done here', async () => {
    for (const Key of ['../../fora', 'a/../b', 'a//b', 'a\u0007', 'pasta/'])
      expect(await nameOf(put(Key, 'x'))).toBe('InvalidArgument');
    expect(await nameOf(put('x'.repeat(1025), 'x'))).toBe('KeyTooLongError');
    expect(await nameOf(put('x', 'x', { ContentMD5: md5('y') }))).toBe('InvalidDigest');
    expect(await nameOf(put('x', 'x', { ChecksumSHA256: 'AAAA' }))).toBe('BadDigest');
    expect(await nameOf(put('x', 'x', { ACL: 'public-read' }))).toBe('NotImplemented');
    expect(await nameOf(put('x', 'x', { Metadata: { grande: 'x'.repeat(3000) } }))).toBe('MetadataTooLarge');
    expect(await nameOf(client.send(new sdk.GetBucketPolicyCommand({ Bucket })))).toBe('NoSuchBucketPolicy');
    expect(await nameOf(client.send(new sdk.GetBucketEncryptionCommand({ Bucket })))).toBe('NotImplemented');
    expect(await nameOf(client.send(new sdk.HeadObjectCommand({ Bucket, Key: 'x' })))).toBe('NotFound');
  });

  test('removes an area once it is empty, folders and all', async () => {
    expect(await nameOf(client.send(new sdk.DeleteBucketCommand({ Bucket })))).toBe('BucketNotEmpty');
    const { Contents = [] } = await client.send(new sdk.ListObjectsV2Command({ Bucket }));
    for (const { Key } of Contents) await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
    expect(await nameOf(client.send(new sdk.DeleteBucketCommand({ Bucket })))).toBe('ok');
    expect(await nameOf(client.send(new sdk.ListObjectsV2Command({ Bucket })))).toBe('NoSuchBucket');
  });
});

describe('keys', () => {
  const listed = async (credentials: Credentials, Bucket: string) =>
    nameOf(clientOf(credentials).send(new sdk.ListObjectsV2Command({ Bucket })));
  const written = async (credentials: Credentials, Bucket: string) =>
    nameOf(clientOf(credentials).send(new sdk.PutObjectCommand({ Bucket, Key: 'x', Body: 'x' })));

  beforeAll(async () => {
    for (const name of ['uma-area', 'outra-area']) await site.ask('POST', '/storage/buckets', 'operador', { name });
  });

  test('open the areas they name and no other, and write where they may', async () => {
    const one = await site.key('cientista', { buckets: ['uma-area', 'stac'] });
    expect([await listed(one, 'uma-area'), await written(one, 'uma-area')]).toEqual(['ok', 'ok']);
    expect([await listed(one, 'outra-area'), await written(one, 'outra-area')]).toEqual([
      'AccessDenied',
      'AccessDenied',
    ]);
    expect([await listed(one, 'stac'), await written(one, 'stac')]).toEqual(['ok', 'AccessDenied']);
    expect(await nameOf(clientOf(one).send(new sdk.CreateBucketCommand({ Bucket: 'nova-area' })))).toBe('AccessDenied');
    const names = (await clientOf(one).send(new sdk.ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name);
    expect(names).toEqual(['stac', 'uma-area']);
    const reader = await site.key('operador', { write: false });
    expect([await listed(reader, 'uma-area'), await written(reader, 'uma-area')]).toEqual(['ok', 'AccessDenied']);
    // An area that the platform closes is closed for every key, an administrator's too.
    expect(await listed(await site.key('administrador'), 'audit')).toBe('AccessDenied');
  });

  test('are over when revoked, expired, or their account is', async () => {
    const key = await site.key('cientista');
    expect(await listed(key, 'uma-area')).toBe('ok');
    const { accountId } = {
      accountId: String((await site.ask('GET', '/storage/s3-keys', 'cientista')).body.data.keys[0].ownerId),
    };
    site.suspended.add(accountId);
    // As the identity announces it.
    site.platform.events.publish({ channel: 'identity', type: 'identity.changed', payload: { accountId } });
    expect(await listed(key, 'uma-area')).toBe('InvalidAccessKeyId');
    site.suspended.delete(accountId);
    expect((await site.ask('DELETE', `/storage/s3-keys/${key.accessKeyId}`, 'operador')).status).toBe(200);
    expect(await listed(key, 'uma-area')).toBe('InvalidAccessKeyId');
    expect((await site.ask('DELETE', `/storage/s3-keys/${key.accessKeyId}`, 'operador')).status).toBe(404);
    const { secretAccessKey } = await site.key('cientista');
    expect(await listed({ accessKeyId: full.accessKeyId, secretAccessKey }, 'uma-area')).toBe('SignatureDoesNotMatch');
  });

  test('are listed without their secret, one own or, for managers, all; each act is audited', async () => {
    const key = await site.key('cientista', { write: false });
    const own = (await site.ask('GET', '/storage/s3-keys', 'cientista')).body.data;
    expect(own).toMatchObject({ endpoint: 'https://kianda.test/storage/s3', host: 'kianda.test', reason: null });
    const found = own.keys.find(({ accessKey }: { accessKey: string }) => accessKey === key.accessKeyId);
    expect(found).toMatchObject({ write: false, state: 'active', ownerName: 'cientista', lastUsedAt: null });
    expect(JSON.stringify(own)).not.toContain(key.secretAccessKey);
    expect(JSON.stringify(site.audited)).not.toContain(key.secretAccessKey);
    await listed(key, 'uma-area');
    const all = (await site.ask('GET', '/storage/s3-keys', 'operador')).body.data.keys;
    expect(all.length).toBeGreaterThan(own.keys.length);
    expect(all.find(({ accessKey }: { accessKey: string }) => accessKey === key.accessKeyId).lastUsedAt).not.toBeNull();
    expect(site.audited.filter(({ event }) => event === 'auth.key.created').at(-1)).toMatchObject({
      ...{ severity: 'high', actorName: 'cientista@kianda.test' },
      resource: `storage/s3-keys/${key.accessKeyId}`,
    });
    expect(
      site.audited.some(({ event, resource }) => event === 'data.import' && resource === 'storage/uma-area/x'),
    ).toBe(true);
    expect((await site.ask('POST', '/storage/s3-keys', 'cliente', {})).status).toBe(403);
  });
});

test('links open an object without a key of one’s own, and nothing in them acts as a page', async () => {
  await site.ask('POST', '/storage/buckets', 'operador', { name: 'ligacoes' });
  await clientOf(full).send(
    new sdk.PutObjectCommand({
      Bucket: 'ligacoes',
      Key: 'p á.html',
      Body: '<script>1</script>',
      ContentType: 'text/html',
    }),
  );
  const url = await link(full, '/ligacoes/p%20%C3%A1.html');
  const page = await fetch(url);
  expect([page.status, await page.text()]).toEqual([200, '<script>1</script>']);
  expect(page.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  const named = await fetch(
    await link(full, '/ligacoes/p%20%C3%A1.html', { 'response-content-disposition': 'attachment' }),
  );
  expect(named.headers.get('content-disposition')).toBe('attachment');
  const wrong = await fetch(url.replace('html', 'htm'));
  expect([wrong.status, wrong.headers.get('content-type')]).toEqual([403, 'application/xml']);
  expect(await wrong.text()).toMatch(/<Error><Code>SignatureDoesNotMatch<\/Code><Message>.+<\/Message><Resource>/);
  const other = await fetch(url, { method: 'PUT', body: 'x' });
  expect(other.status).toBe(403);
  site.clock.advance(301_000);
  expect((await fetch(url)).status).toBe(403);
  expect(await nameOf(clientOf(full).send(new sdk.ListBucketsCommand({})))).toBe('ok');
  site.clock.advance(900_000);
  const late = await fetch(site.url, { headers: { authorization: 'AWS4-HMAC-SHA256 x' } });
  expect(late.status).toBe(400);
  expect(await nameOf(clientOf(full).send(new sdk.ListBucketsCommand({})))).toBe('RequestTimeTooSkewed');
});

test('an upload in parts that nobody ended goes after a week', async () => {
  const later = await openS3Site();
  try {
    await later.ask('POST', '/storage/buckets', 'operador', { name: 'ligacoes' });
    const client = clientOf(await later.key('operador'), later.url);
    const at = { Bucket: 'ligacoes', Key: 'por-acabar' };
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(at));
    await client.send(new sdk.UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: 'x' }));
    const [job] = later.module.jobs ?? [];
    const { log } = later.platform;
    const context = { runId: 'r', signal: new AbortController().signal, log, progress: async () => undefined };
    const run = () => job?.run({}, context);
    expect(await run()).toMatchObject({ abandoned: 0 });
    later.clock.advance(8 * 86_400_000);
    expect(await run()).toMatchObject({ abandoned: 1 });
    expect(await Array.fromAsync(later.platform.storage.list('uploads/'))).toEqual([]);
  } finally {
    await later.close();
  }
});

test('the same over a storage that is itself an S3', async () => {
  const server = await startS3rver(['plataforma']);
  const storage = createStorage({ kind: 's3', bucket: 'plataforma', ...server.access });
  const behind = await openS3Site({ storage });
  try {
    const client = clientOf(await behind.key('operador'), behind.url, 'WHEN_REQUIRED');
    const Bucket = 'sobre-outro-s3';
    await client.send(new sdk.CreateBucketCommand({ Bucket }));
    const { ETag } = await client.send(
      new sdk.PutObjectCommand({ Bucket, Key: 'a/b.txt', Body: 'olá', Metadata: { mtime: '1' } }),
    );
    const got = await client.send(new sdk.GetObjectCommand({ Bucket, Key: 'a/b.txt', Range: 'bytes=0-1' }));
    expect([await got.Body?.transformToString(), got.ETag, got.Metadata]).toEqual(['ol', ETag, { mtime: '1' }]);
    const level = await client.send(new sdk.ListObjectsV2Command({ Bucket, Delimiter: '/' }));
    expect(level.CommonPrefixes).toEqual([{ Prefix: 'a/' }]);
    const flat = await client.send(new sdk.ListObjectsV2Command({ Bucket }));
    expect(flat.Contents?.map(({ Key, ETag: tag }) => [Key, tag])).toEqual([['a/b.txt', ETag]]);
    await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: 'a/b.txt' }));
    expect(await nameOf(client.send(new sdk.DeleteBucketCommand({ Bucket })))).toBe('ok');
  } finally {
    await behind.close();
    await server.close();
  }
});
