import * as sdk from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openS3Site } from './testing/site.ts';

type Site = Awaited<ReturnType<typeof openS3Site>>;
const Bucket = 'etiquetas-lobito';
let site: Site;
let client: sdk.S3Client;

async function clientFor(role: 'operador' | 'cientista'): Promise<sdk.S3Client> {
  const credentials = await site.key(role);
  return new sdk.S3Client({
    ...{ endpoint: site.url, region: 'us-east-1', credentials, forcePathStyle: true, maxAttempts: 1 },
  });
}

beforeAll(async () => {
  site = await openS3Site();
  client = await clientFor('operador');
  await client.send(new sdk.CreateBucketCommand({ Bucket }));
});
afterAll(() => site.close());

const nameOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
const put = (Key: string, more: Partial<sdk.PutObjectCommandInput> = {}) =>
  client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: 'temperatura', ...more }));
const tagsOf = async (Key: string) => (await client.send(new sdk.GetObjectTaggingCommand({ Bucket, Key }))).TagSet;
const tag = (Key: string, TagSet: sdk.Tag[]) =>
  client.send(new sdk.PutObjectTaggingCommand({ Bucket, Key, Tagging: { TagSet } }));

test('tags come with an object, or after it, and stay with its content and its other headers', async () => {
  await put('a', { Tagging: 'campanha=Lobito%202026&estado=bruto', CacheControl: 'max-age=60' });
  expect(await tagsOf('a')).toEqual([
    { Key: 'campanha', Value: 'Lobito 2026' },
    { Key: 'estado', Value: 'bruto' },
  ]);
  await tag('a', [{ Key: 'estado', Value: 'validado & "assinado" <sim>' }]);
  expect(await tagsOf('a')).toEqual([{ Key: 'estado', Value: 'validado & "assinado" <sim>' }]);
  const read = await client.send(new sdk.GetObjectCommand({ Bucket, Key: 'a' }));
  expect([await read.Body?.transformToString(), read.TagCount]).toEqual(['temperatura', 1]);
  expect(read.CacheControl).toContain('max-age=60');
  await client.send(new sdk.DeleteObjectTaggingCommand({ Bucket, Key: 'a' }));
  expect(await tagsOf('a')).toEqual([]);
  const head = await client.send(new sdk.HeadObjectCommand({ Bucket, Key: 'a' }));
  expect([head.ETag, head.CacheControl]).toEqual([read.ETag, read.CacheControl]);
  // A new content has the tags that come with it, and no others.
  await tag('a', [{ Key: 'estado', Value: 'bruto' }]);
  await put('a');
  expect(await tagsOf('a')).toEqual([]);
});

test('a copy takes the tags along, or those that the call names', async () => {
  await put('fonte', { Tagging: 'estado=bruto' });
  const CopySource = `${Bucket}/fonte`;
  await client.send(new sdk.CopyObjectCommand({ Bucket, Key: 'igual', CopySource }));
  expect(await tagsOf('igual')).toEqual([{ Key: 'estado', Value: 'bruto' }]);
  const other = { TaggingDirective: 'REPLACE', Tagging: 'estado=novo' } as const;
  await client.send(new sdk.CopyObjectCommand({ Bucket, Key: 'outro', CopySource, ...other }));
  expect(await tagsOf('outro')).toEqual([{ Key: 'estado', Value: 'novo' }]);
});

test('an upload in parts keeps the tags that it began with', async () => {
  const target = { Bucket, Key: 'grande' };
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand({ ...target, Tagging: 'estado=bruto' }));
  const part = await client.send(new sdk.UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: 'x' }));
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag: part.ETag }] };
  await client.send(new sdk.CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }));
  expect(await tagsOf('grande')).toEqual([{ Key: 'estado', Value: 'bruto' }]);
});

test('tags that S3 refuses are refused, and those of nobody’s object', async () => {
  await put('b');
  const many = Array.from({ length: 11 }, (_, n) => ({ Key: `n${n}`, Value: '' }));
  expect(await nameOf(tag('b', many))).toBe('InvalidTag');
  expect(await nameOf(tag('b', [{ Key: 'x'.repeat(129), Value: '' }]))).toBe('InvalidTag');
  expect(
    await nameOf(
      tag('b', [
        { Key: 'igual', Value: '1' },
        { Key: 'igual', Value: '2' },
      ]),
    ),
  ).toBe('InvalidTag');
  expect(await nameOf(put('c', { Tagging: `x=${'y'.repeat(257)}` }))).toBe('InvalidTag');
  expect(await nameOf(tag('nenhum', []))).toBe('NoSuchKey');
  expect(await tagsOf('b')).toEqual([]);
});

test('the rules of deletion are those of the console; what this storage can not do is refused, and nothing changes', async () => {
  const read = () => client.send(new sdk.GetBucketLifecycleConfigurationCommand({ Bucket }));
  const write = (Rules: sdk.LifecycleRule[], by = client) =>
    by.send(new sdk.PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }));
  expect(await nameOf(read())).toBe('NoSuchLifecycleConfiguration');
  await write([
    { Status: 'Enabled', Filter: { Prefix: 'tmp/' }, Expiration: { Days: 7 } },
    { Status: 'Enabled', Filter: { Prefix: '' }, Expiration: { Days: 365 } },
  ]);
  const { Rules = [] } = await read();
  expect(Rules.map(({ Filter, Expiration, Status }) => [Filter?.Prefix ?? '', Expiration?.Days, Status])).toEqual([
    ['', 365, 'Enabled'],
    ['tmp/', 7, 'Enabled'],
  ]);
  const refused: sdk.LifecycleRule[] = [
    { Status: 'Disabled', Filter: { Prefix: 'x/' }, Expiration: { Days: 1 } },
    { Status: 'Enabled', Filter: { Tag: { Key: 'a', Value: 'b' } }, Expiration: { Days: 1 } },
    { Status: 'Enabled', Filter: { Prefix: '' }, Transitions: [{ Days: 30, StorageClass: 'GLACIER' }] },
  ];
  for (const rule of refused) expect(await nameOf(write([rule]))).toBe('NotImplemented');
  for (const Days of [0, 40_000]) {
    const rule: sdk.LifecycleRule = { Status: 'Enabled', Filter: { Prefix: '' }, Expiration: { Days } };
    expect([Days, await nameOf(write([rule]))]).toEqual([Days, 'InvalidArgument']);
  }
  const scientist = await clientFor('cientista');
  expect(await nameOf(write([{ Status: 'Enabled', Filter: { Prefix: '' }, Expiration: { Days: 1 } }], scientist))).toBe(
    'AccessDenied',
  );
  expect((await read()).Rules).toHaveLength(2);
  await client.send(new sdk.DeleteBucketLifecycleCommand({ Bucket }));
  expect(await nameOf(read())).toBe('NoSuchLifecycleConfiguration');
});
