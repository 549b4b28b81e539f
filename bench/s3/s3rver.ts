/** Another S3 server, s3rver, with the same objects, in a process of its own: prints its port, ends by SIGTERM. */
import * as sdk from '@aws-sdk/client-s3';
import { startS3rver } from '../../apps/server/src/platform/storage/testing/s3rver.ts';
import { bigBytes, bigName, bucket, keyOf, objectOf, smallObjects } from './objects.ts';

const server = await startS3rver([bucket]);
const { endpoint, accessKeyId, secretAccessKey, ...rest } = server.access;
const client = new sdk.S3Client({ endpoint, credentials: { accessKeyId, secretAccessKey }, ...rest });
const put = (Key: string, Body: Buffer) => client.send(new sdk.PutObjectCommand({ Bucket: bucket, Key, Body }));
for (let n = 0; n < smallObjects; n += 1) await put(keyOf(n), objectOf(n));
await put(bigName, Buffer.alloc(bigBytes, objectOf(1)));
process.stdout.write(`${JSON.stringify({ port: new URL(endpoint).port, accessKeyId, secretAccessKey })}\n`);
process.once('SIGTERM', () => {
  void server.close().then(() => process.exit(0));
});
