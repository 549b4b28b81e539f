import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/**
 * An S3 of others on a free port of this machine, which refuses requests whose Signature Version 4 is wrong. It keeps no
 * versions, and knows no rules of life.
 */
export async function startS3rver(buckets: readonly string[]) {
  const directory = await mkdtemp(join(tmpdir(), 'kianda-s3rver-'));
  const s3rver = new S3rver({ silent: true, directory, configureBuckets: buckets.map((name) => ({ name })) });
  s3rver.proxy = true;
  await s3rver.configureBuckets();
  const handle = s3rver.callback();
  const server = createServer((request, response) => {
    if (request.url !== undefined) readAsOneOfHost(request, request.url);
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    access: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      // The only account that it has.
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      forcePathStyle: true,
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * `/bucket/?…`, as the AWS client asks of a bucket: s3rver would check its signature for `/bucket`. Told as a request to
 * the bucket's own host, below `/`, it checks it for what was signed.
 */
function readAsOneOfHost(request: IncomingMessage, url: string): void {
  const [, bucket, query = ''] = /^\/([^/?]+)\/(\?.*)?$/.exec(url) ?? [];
  if (bucket === undefined) return;
  request.url = `/${query}`;
  request.headers['x-forwarded-host'] = `${bucket}.s3.amazonaws.com`;
  Object.assign(request, { baseUrl: '/' });
}
