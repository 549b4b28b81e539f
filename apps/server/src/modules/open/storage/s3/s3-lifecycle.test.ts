import * as sdk from '@aws-sdk/client-s3';
import { dayMs } from '@kianda/geo';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openS3Site } from './testing/site.ts';

let site: Awaited<ReturnType<typeof openS3Site>>;
let client: sdk.S3Client;
let scientist: sdk.S3Client;
let Bucket = '';
let areas = 0;

beforeAll(async () => {
  site = await openS3Site();
  const clientOf = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
    new sdk.S3Client({ endpoint: site.url, region: 'us-east-1', credentials, forcePathStyle: true, maxAttempts: 1 });
  client = clientOf(await site.key('operador'));
  scientist = clientOf(await site.key('cientista'));
});
afterAll(() => site.close());
beforeEach(async () => {
  areas += 1;
  Bucket = `ciclo-${areas}`;
  await client.send(new sdk.CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: areas % 2 === 0 }));
});

const nameOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
const put = (Key: string, more: Partial<sdk.PutObjectCommandInput> = {}) =>
  client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: Key, ...more }));
const write = (Rules: sdk.LifecycleRule[], by = client) =>
  by.send(new sdk.PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }));
const read = () => client.send(new sdk.GetBucketLifecycleConfigurationCommand({ Bucket }));
const keep = () =>
  client.send(new sdk.PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
const keys = async () =>
  (await client.send(new sdk.ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key) ?? [];
const versions = async () => {
  const { Versions = [], DeleteMarkers = [] } = await client.send(new sdk.ListObjectVersionsCommand({ Bucket }));
  return { ids: Versions.map(({ VersionId }) => VersionId), marks: DeleteMarkers.length };
};

/** Runs the nightly deletion as of so many days from now; clients sign with today's date. */
async function nightOf(day: number): Promise<Readonly<Record<string, number>>> {
  const [job] = site.module.jobs ?? [];
  if (job === undefined) throw new Error('no job');
  const { log } = site.platform;
  const context = { runId: 'r', signal: new AbortController().signal, log, progress: async () => undefined };
  site.clock.advance(day * dayMs);
  try {
    return (await job.run({}, context)) as Readonly<Record<string, number>>;
  } finally {
    site.clock.advance(-day * dayMs);
  }
}

test('rules come back as they were written; what this storage can not do is refused, and nothing changes', async () => {
  expect(await nameOf(read())).toBe('NoSuchLifecycleConfiguration');
  await keep();
  const rules: sdk.LifecycleRule[] = [
    { ID: 'temporários', Status: 'Enabled', Filter: { Prefix: 'tmp/' }, Expiration: { Days: 7 } },
    { ID: 'parada', Status: 'Disabled', Filter: { Prefix: 'x/' }, Expiration: { Days: 1 } },
    { ID: 'brutos', Status: 'Enabled', Filter: { Tag: { Key: 'estado', Value: 'bruto' } }, Expiration: { Days: 2 } },
    {
      ID: 'dois',
      Status: 'Enabled',
      Filter: { And: { Prefix: 'a/', Tags: [{ Key: 'b', Value: 'c' }] } },
      Expiration: { Date: new Date('2030-01-01T00:00:00Z') },
    },
    {
      ID: 'versões',
      Status: 'Enabled',
      Filter: { Prefix: '' },
      Expiration: { ExpiredObjectDeleteMarker: true },
      NoncurrentVersionExpiration: { NoncurrentDays: 30, NewerNoncurrentVersions: 2 },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 3 },
    },
  ];
  await write(rules);
  expect((await read()).Rules).toEqual(rules);
  const one = { Status: 'Enabled', Filter: { Prefix: '' } } as const;
  const refused: [sdk.LifecycleRule, string][] = [
    [{ ...one, Transitions: [{ Days: 30, StorageClass: 'GLACIER' }] }, 'NotImplemented'],
    [{ ...one, Filter: { ObjectSizeGreaterThan: 5 }, Expiration: { Days: 1 } }, 'NotImplemented'],
    [{ ...one, Expiration: { Days: 0 } }, 'InvalidArgument'],
    [{ ...one, Expiration: { Days: 40_000 } }, 'InvalidArgument'],
    [{ ...one, Expiration: { Date: new Date('2030-01-01T12:00:00Z') } }, 'InvalidRequest'],
    [{ ...one, Expiration: { Days: 1, Date: new Date('2030-01-01T00:00:00Z') } }, 'InvalidRequest'],
    [
      { ...one, Filter: { Tag: { Key: 'a', Value: 'b' } }, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
      'InvalidRequest',
    ],
    [one, 'InvalidRequest'],
    [{ ...one, Status: 'enabled' as 'Enabled', Expiration: { Days: 1 } }, 'MalformedXML'],
  ];
  for (const [rule, code] of refused) expect([rule, await nameOf(write([rule]))]).toEqual([rule, code]);
  const twice: sdk.LifecycleRule = { ...one, ID: 'igual', Expiration: { Days: 1 } };
  expect(await nameOf(write([twice, twice]))).toBe('InvalidArgument');
  expect(await nameOf(write([twice], scientist))).toBe('AccessDenied');
  expect((await read()).Rules).toEqual(rules);
  await client.send(new sdk.DeleteBucketLifecycleCommand({ Bucket }));
  expect(await nameOf(read())).toBe('NoSuchLifecycleConfiguration');
});

test('objects go by age, by tag and on a date, and those of other prefixes stay', async () => {
  await put('tmp/a');
  await put('tmp/b', { Tagging: 'estado=final' });
  await put('dados/bruto', { Tagging: 'estado=bruto&ano=2026' });
  await put('dados/final', { Tagging: 'estado=final' });
  const end = new Date(Math.ceil((site.clock.nowMs() + 20 * dayMs) / dayMs) * dayMs);
  await write([
    { Status: 'Enabled', Filter: { Prefix: 'tmp/' }, Expiration: { Days: 5 } },
    { Status: 'Disabled', Filter: { Prefix: '' }, Expiration: { Days: 1 } },
    {
      Status: 'Enabled',
      Filter: { And: { Prefix: 'dados/', Tags: [{ Key: 'estado', Value: 'bruto' }] } },
      Expiration: { Days: 8 },
    },
    { Status: 'Enabled', Filter: { Prefix: '' }, Expiration: { Date: end } },
  ]);
  expect(await nightOf(4)).toMatchObject({ deleted: 0 });
  expect(await nightOf(6)).toMatchObject({ deleted: 2 });
  expect(await keys()).toEqual(['dados/bruto', 'dados/final']);
  expect(await nightOf(9)).toMatchObject({ deleted: 1 });
  expect(await keys()).toEqual(['dados/final']);
  const record = site.audited.filter(({ metadata }) => metadata?.act === 'lifecycle' && 'objects' in metadata).at(-1);
  expect(record).toMatchObject({
    ...{ event: 'data.delete', actorId: null, resource: `storage/${Bucket}/dados/` },
    metadata: { objects: 1, versions: 0, kept: 0, days: 8 },
  });
  expect(await nightOf(22)).toMatchObject({ deleted: 1 });
  expect(await keys()).toEqual([]);
  await client.send(new sdk.DeleteBucketLifecycleCommand({ Bucket }));
});

test('versions go so long after another took their place, but for the newest of them; then the mark that stands alone', async () => {
  await keep();
  const ids: (string | undefined)[] = [];
  for (let n = 0; n < 4; n += 1) ids.push((await put('diario')).VersionId);
  await write([
    {
      Status: 'Enabled',
      Filter: { Prefix: '' },
      NoncurrentVersionExpiration: { NoncurrentDays: 10, NewerNoncurrentVersions: 1 },
    },
  ]);
  expect(await nightOf(9)).toMatchObject({ versions: 0 });
  expect(await nightOf(11)).toMatchObject({ versions: 2, deleted: 0 });
  expect((await versions()).ids).toEqual([ids[3], ids[2]]);
  expect(await keys()).toEqual(['diario']);
  // The one before becomes the newest again, and none of the versions that rules take.
  await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: 'diario', VersionId: ids[3] }));
  await write([
    {
      Status: 'Enabled',
      Filter: { Prefix: '' },
      NoncurrentVersionExpiration: { NoncurrentDays: 10 },
      Expiration: { ExpiredObjectDeleteMarker: true },
    },
  ]);
  expect(await nightOf(11)).toMatchObject({ versions: 0, markers: 0 });
  await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: 'diario' }));
  expect(await nightOf(9)).toMatchObject({ versions: 0, markers: 0 });
  expect(await versions()).toEqual({ ids: [ids[2]], marks: 1 });
  expect(await nightOf(11)).toMatchObject({ versions: 1, markers: 1 });
  expect(await versions()).toEqual({ ids: [], marks: 0 });
});

test('an object of an area with versions goes under a mark; a lock wins over every rule', async () => {
  const until = new Date(site.clock.nowMs() + 40 * dayMs);
  const locked = await put('guardado', { ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: until });
  const held = await put('guardado', { ObjectLockLegalHoldStatus: 'ON' });
  const plain = await put('guardado');
  await write([
    {
      Status: 'Enabled',
      Filter: { Prefix: '' },
      Expiration: { Days: 3 },
      NoncurrentVersionExpiration: { NoncurrentDays: 2 },
    },
  ]);
  expect(await nightOf(4)).toMatchObject({ deleted: 1, versions: 0, kept: 2 });
  expect(await keys()).toEqual([]);
  expect(await versions()).toEqual({ ids: [plain.VersionId, held.VersionId, locked.VersionId], marks: 1 });
  expect(await nightOf(7)).toMatchObject({ versions: 1, kept: 2 });
  expect(await nightOf(47)).toMatchObject({ versions: 1, kept: 1 });
  expect((await versions()).ids).toEqual([held.VersionId]);
  await client.send(
    new sdk.PutObjectLegalHoldCommand({
      Bucket,
      Key: 'guardado',
      VersionId: held.VersionId,
      LegalHold: { Status: 'OFF' },
    }),
  );
  expect(await nightOf(48)).toMatchObject({ versions: 1, kept: 0 });
  expect((await versions()).ids).toEqual([]);
});

test('uploads in parts that were not completed go with their parts', async () => {
  const begin = (Key: string) => client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key }));
  const { UploadId } = await begin('envios/grande');
  await client.send(new sdk.UploadPartCommand({ Bucket, Key: 'envios/grande', UploadId, PartNumber: 1, Body: 'x' }));
  await begin('outros/grande');
  await write([
    { Status: 'Enabled', Filter: { Prefix: 'envios/' }, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 } },
  ]);
  expect(await nightOf(1)).toMatchObject({ uploads: 0 });
  expect(await nightOf(3)).toMatchObject({ uploads: 1 });
  const { Uploads = [] } = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket }));
  expect(Uploads.map(({ Key }) => Key)).toEqual(['outros/grande']);
  expect(await Array.fromAsync(site.platform.storage.list('uploads/'))).toEqual([]);
});
