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

/**
 * A small S3 on a free port of this machine, path style: PutObject, HeadObject, GetObject (with ranges),
 * DeleteObject, ListObjectsV2 (with delimiter), multipart uploads.
 */
export async function startFakeS3({ bucket, pageSize }: { bucket: string; pageSize: number }): Promise<FakeS3> {
  const objects = new Map<string, Stored>();
  const requests: string[] = [];
  const uploads = new Map<string, Map<number, Buffer>>();
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
    const delimiter = query.get('delimiter') ?? '';
    const begin = after === '' ? (query.get('start-after') ?? '') : after;
    const folded = (key: string): string => {
      const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
      return cut < 0 ? key : key.slice(0, cut + 1);
    };
    const keys = [...new Set([...objects.keys()].filter((key) => key.startsWith(prefix)).map(folded))]
      .filter((key) => begin === '' || compareKeys(key, begin) > 0)
      .sort(compareKeys);
    const page = keys.slice(0, Math.min(pageSize, Number(query.get('max-keys') ?? pageSize)));
    const last = page.at(-1);
    const truncated = keys.length > page.length && last !== undefined;
    const contents = page.map((key) => {
      if (!objects.has(key)) return `<CommonPrefixes><Prefix>${escapeXml(key)}</Prefix></CommonPrefixes>`;
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
    const uploadId = url.searchParams.get('uploadId');
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      uploads.set(`u${uploads.size}`, new Map());
      const id = `u${uploads.size - 1}`;
      return answerXml(
        response,
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (uploadId !== null) {
      const parts = uploads.get(uploadId);
      if (parts === undefined) return answerError(response, 404, 'NoSuchUpload');
      if (request.method === 'PUT') {
        parts.set(Number(url.searchParams.get('partNumber')), bytes);
        response.writeHead(200, { etag: '"p"' }).end();
        return;
      }
      uploads.delete(uploadId);
      if (request.method === 'DELETE') {
        response.writeHead(204).end();
        return;
      }
      const whole = Buffer.concat([...parts].toSorted(([a], [b]) => a - b).map(([, part]) => part));
      objects.set(key, { bytes: whole, contentType: '', modified: new Date() });
      return answerXml(
        response,
        200,
        '<CompleteMultipartUploadResult><ETag>"m"</ETag></CompleteMultipartUploadResult>',
      );
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
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const sent = first === undefined ? stored.bytes : stored.bytes.subarray(Number(first), Number(last) + 1);
    response.writeHead(first === undefined ? 200 : 206, {
      'content-type': stored.contentType,
      'content-length': sent.length,
      'last-modified': stored.modified.toUTCString(),
    });
    response.end(request.method === 'HEAD' ? undefined : sent);
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
