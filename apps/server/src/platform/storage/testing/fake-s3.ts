import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compareKeys } from '../keys.ts';

export type FakeS3 = {
  readonly url: string;
  /** The next so many requests are answered 503. */
  failNext(requests: number): void;
  readonly requests: readonly string[];
  close(): Promise<void>;
};

type Stored = { readonly bytes: Buffer; readonly contentType: string; readonly modified: Date };

/** A small S3 on a free port of this machine, path style: PutObject, GetObject, DeleteObject, ListObjectsV2. */
export async function startFakeS3({ bucket, pageSize }: { bucket: string; pageSize: number }): Promise<FakeS3> {
  const objects = new Map<string, Stored>();
  const requests: string[] = [];
  let failures = 0;

  const answerXml = (response: ServerResponse, status: number, xml: string) => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
  };
  const answerError = (response: ServerResponse, status: number, code: string) =>
    answerXml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);

  function answerListing(response: ServerResponse, query: URLSearchParams): void {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(prefix) && (after === '' || compareKeys(key, after) > 0))
      .sort(compareKeys);
    const page = keys.slice(0, pageSize);
    const last = page.at(-1);
    const truncated = keys.length > page.length && last !== undefined;
    const contents = page.map((key) => {
      const stored = objects.get(key);
      return `<Contents><Key>${escapeXml(key)}</Key><LastModified>${stored?.modified.toISOString()}</LastModified><Size>${stored?.bytes.length}</Size></Contents>`;
    });
    const next = truncated ? `<NextContinuationToken>${escapeXml(last)}</NextContinuationToken>` : '';
    answerXml(
      response,
      200,
      `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${truncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const url = new URL(request.url ?? '/', 'http://s3');
    requests.push(`${request.method} ${url.pathname}`);
    if (failures > 0) {
      failures -= 1;
      return answerError(response, 503, 'SlowDown');
    }
    if (!(request.headers.authorization ?? '').startsWith('AWS4-HMAC-SHA256 Credential=test-key/')) {
      return answerError(response, 403, 'AccessDenied');
    }
    const [, wantedBucket, ...segments] = url.pathname.split('/').map(decodeURIComponent);
    const key = segments.join('/');
    if (wantedBucket !== bucket) return answerError(response, 404, 'NoSuchBucket');
    if (request.method === 'GET' && url.searchParams.get('list-type') === '2') {
      return answerListing(response, url.searchParams);
    }
    if (request.method === 'PUT') {
      objects.set(key, { bytes, contentType: request.headers['content-type'] ?? '', modified: new Date() });
      response.writeHead(200, { etag: '"x"' }).end();
      return;
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
      return;
    }
    const stored = objects.get(key);
    if (stored === undefined) return answerError(response, 404, 'NoSuchKey');
    response.writeHead(200, { 'content-type': stored.contentType, 'content-length': stored.bytes.length });
    response.end(stored.bytes);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    failNext: (count) => {
      failures = count;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
