/**
 * The platform with an S3 key and objects to read, in a process of its own: prints its port and the key, ends by SIGTERM.
 * The rate limits are those of the platform as delivered.
 */
import * as sdk from '@aws-sdk/client-s3';
import { createS3Key } from '@kianda/contract/open/storage/s3.contract';
import { createBucket } from '@kianda/contract/open/storage/storage.contract';
import { createTestApplication } from '../../apps/server/src/testing/application.ts';
import { bigBytes, bigName, bucket, emptyKeys, keyOf, objectOf, smallObjects } from './objects.ts';

const app = await createTestApplication({ validateResponses: false });
const { token, password } = await app.newSession('operador');
await app.call(createBucket, { token, body: { name: bucket } });
const { data } = await app.call<{ key: { accessKey: string }; secretKey: string }>(createS3Key, {
  token,
  body: { name: 'Medida', write: true, buckets: null, days: 1, currentPassword: password },
});
const root = `areas/${bucket}/`;
for (let n = 0; n < emptyKeys; n += 1)
  await app.storage.put(`${root}muitas/${String(n).padStart(5, '0')}`, objectOf(n));
const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
const { port } = new URL(address);
const client = new sdk.S3Client({
  ...{ endpoint: `${address}/storage/s3`, region: 'us-east-1', forcePathStyle: true },
  credentials: { accessKeyId: data.key.accessKey, secretAccessKey: data.secretKey },
});
const put = (Key: string, Body: Buffer) => client.send(new sdk.PutObjectCommand({ Bucket: bucket, Key, Body }));
for (let n = 0; n < smallObjects; n += 1) await put(keyOf(n), objectOf(n));
await put(bigName, Buffer.alloc(bigBytes, objectOf(1)));
process.stdout.write(
  `${JSON.stringify({ port, folder: `${app.folder}/objetos/objects/${root}`, accessKeyId: data.key.accessKey, secretAccessKey: data.secretKey })}\n`,
);
process.once('SIGTERM', () => {
  void app.close().then(() => process.exit(0));
});
