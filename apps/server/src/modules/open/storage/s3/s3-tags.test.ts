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

test('tags of an area', async () => {
  const read = () => client.send(new sdk.GetBucketTaggingCommand({ Bucket }));
  expect(await nameOf(read())).toBe('NoSuchTagSet');
  const TagSet = [
    { Key: 'projeto', Value: 'Recursos do mar' },
    { Key: 'dono', Value: '' },
  ];
  const scientist = await clientFor('cientista');
  const write = new sdk.PutBucketTaggingCommand({ Bucket, Tagging: { TagSet } });
  expect(await nameOf(scientist.send(write))).toBe('AccessDenied');
  await client.send(write);
  expect((await read()).TagSet).toEqual(TagSet);
  expect((await scientist.send(new sdk.GetBucketTaggingCommand({ Bucket }))).TagSet).toEqual(TagSet);
  const many = Array.from({ length: 51 }, (_, n) => ({ Key: `n${n}`, Value: '' }));
  expect(await nameOf(client.send(new sdk.PutBucketTaggingCommand({ Bucket, Tagging: { TagSet: many } })))).toBe(
    'InvalidTag',
  );
  await client.send(new sdk.DeleteBucketTaggingCommand({ Bucket }));
  expect(await nameOf(read())).toBe('NoSuchTagSet');
});

test('a version has tags of its own', async () => {
  const area = 'etiquetas-de-versoes';
  await client.send(new sdk.CreateBucketCommand({ Bucket: area }));
  const at = { Bucket: area, Key: 'perfil.nc' };
  await client.send(
    new sdk.PutBucketVersioningCommand({ Bucket: area, VersioningConfiguration: { Status: 'Enabled' } }),
  );
  const first = await client.send(new sdk.PutObjectCommand({ ...at, Body: 'um', Tagging: 'estado=bruto' }));
  const second = await client.send(new sdk.PutObjectCommand({ ...at, Body: 'dois' }));
  const tagsAt = async (VersionId?: string) =>
    (await client.send(new sdk.GetObjectTaggingCommand({ ...at, VersionId }))).TagSet?.map(({ Value }) => Value);
  const write = (Value: string, VersionId?: string) =>
    client.send(new sdk.PutObjectTaggingCommand({ ...at, VersionId, Tagging: { TagSet: [{ Key: 'estado', Value }] } }));
  expect([await tagsAt(first.VersionId), await tagsAt()]).toEqual([['bruto'], []]);
  expect((await write('validado', first.VersionId)).VersionId).toBe(first.VersionId);
  expect((await write('final')).VersionId).toBe(second.VersionId);
  expect([await tagsAt(first.VersionId), await tagsAt(second.VersionId), await tagsAt()]).toEqual([
    ['validado'],
    ['final'],
    ['final'],
  ]);
  const read = await client.send(new sdk.GetObjectCommand({ ...at, VersionId: first.VersionId }));
  expect([read.TagCount, await read.Body?.transformToString()]).toEqual([1, 'um']);
  await client.send(new sdk.DeleteObjectTaggingCommand({ ...at, VersionId: first.VersionId }));
  expect([await tagsAt(first.VersionId), await tagsAt()]).toEqual([[], ['final']]);
  expect(await nameOf(write('x', 'f'.repeat(32)))).toBe('NoSuchVersion');
  const copied = await client.send(
    new sdk.CopyObjectCommand({ Bucket: area, Key: 'copia', CopySource: `${area}/perfil.nc` }),
  );
  expect(copied.VersionId).toBeDefined();
  const copyTags = await client.send(new sdk.GetObjectTaggingCommand({ Bucket: area, Key: 'copia' }));
  expect(copyTags.TagSet).toEqual([{ Key: 'estado', Value: 'final' }]);
});
