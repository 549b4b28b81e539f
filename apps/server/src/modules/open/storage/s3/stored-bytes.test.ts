import { createHash } from 'node:crypto';
import * as sdk from '@aws-sdk/client-s3';
import { seededRandom } from '@kianda/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openS3Site } from './testing/site.ts';

let site: Awaited<ReturnType<typeof openS3Site>>;
let client: sdk.S3Client;

beforeAll(async () => {
  site = await openS3Site();
  client = new sdk.S3Client({
    endpoint: site.url,
    region: 'us-east-1',
    credentials: await site.key('administrador'),
    forcePathStyle: true,
    maxAttempts: 1,
  });
  await client.send(new sdk.CreateBucketCommand({ Bucket: 'amostras' }));
});
afterAll(async () => {
  client.destroy();
  await site.close();
});

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const address = (key: string) => `${site.origin}/storage/buckets/amostras/object?key=${key}`;
const headers = { authorization: 'Bearer administrador', 'accept-encoding': 'gzip, br' };

async function readByConsole(key: string): Promise<Uint8Array> {
  const answer = await fetch(address(key), { headers, signal: AbortSignal.timeout(30_000) });
  return new Uint8Array(await answer.arrayBuffer());
}

async function readByS3(key: string): Promise<Uint8Array> {
  const command = new sdk.GetObjectCommand({ Bucket: 'amostras', Key: key });
  command.middlewareStack.add(
    (next) => (given) => {
      (given.request as { headers: Record<string, string> }).headers['accept-encoding'] = 'gzip, br';
      return next(given);
    },
    { step: 'build' },
  );
  const { Body, ContentEncoding } = await client.send(command, { abortSignal: AbortSignal.timeout(30_000) });
  expect(ContentEncoding).toBeUndefined();
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
}

/** Random bytes; every third object begins as zlib data, every seventh as gzip data. */
function objects(count: number): Map<string, Buffer> {
  const random = seededRandom(20_261_125);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const bytes = Buffer.from(
        Uint8Array.from({ length: 12 + Math.floor(random() * 4_000) }, () => Math.floor(random() * 256)),
      );
      if (index % 3 === 0) bytes.writeUInt16BE([0x2891, 0x38ea, 0x789c, 0x7801][index % 4] ?? 0x78da);
      if (index % 7 === 0) Buffer.from([0x1f, 0x8b, 8]).copy(bytes);
      return [`amostra-${index}${index % 3 === 0 ? '.zz' : '.bin'}`, bytes] as const;
    }),
  );
}

async function putByS3(key: string, bytes: Buffer): Promise<number> {
  const stored = await client.send(new sdk.PutObjectCommand({ Bucket: 'amostras', Key: key, Body: bytes }));
  return stored.$metadata.httpStatusCode ?? 0;
}

async function putByConsole(key: string, bytes: Buffer): Promise<number> {
  return (await fetch(address(key), { method: 'PUT', headers, body: Uint8Array.from(bytes) })).status;
}

test('objects come back byte for byte by the console and by S3, whatever they begin with', async () => {
  let index = 0;
  for (const [key, bytes] of objects(100)) {
    const isByS3 = index % 2 === 0;
    expect(await (isByS3 ? putByS3 : putByConsole)(key, bytes), key).toBe(isByS3 ? 200 : 201);
    index += 1;
    expect(hash(await readByConsole(key)), `${key} by the console`).toBe(hash(bytes));
    expect(hash(await readByS3(key)), `${key} by S3`).toBe(hash(bytes));
  }
}, 120_000);
