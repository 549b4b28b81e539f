import { describe, expect, test } from 'vitest';
import type { S3Request } from './canonical.ts';
import { readPayload } from './payload.ts';
import { S3Error } from './s3-error.ts';
import { verifySignature } from './signature.ts';
import { announcedSums, createSum } from './sums.ts';

/** The examples of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html */
const accessKey = 'AKIAIOSFODNN7EXAMPLE';
const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const nowMs = Date.UTC(2013, 4, 24);
const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const date = '20130524T000000Z';
const host = 'examplebucket.s3.amazonaws.com';
const credential = `${accessKey}/20130524/us-east-1/s3/aws4_request`;

function signed(signedHeaders: string, signature: string): string {
  return `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${signedHeaders},Signature=${signature}`;
}

const get: S3Request = {
  method: 'GET',
  target: '/test.txt',
  headers: {
    authorization: signed(
      'host;range;x-amz-content-sha256;x-amz-date',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ),
    host,
    range: 'bytes=0-9',
    'x-amz-content-sha256': empty,
    'x-amz-date': date,
  },
};
const plain = (target: string, signature: string): S3Request => ({
  method: 'GET',
  target,
  headers: {
    authorization: signed('host;x-amz-content-sha256;x-amz-date', signature),
    host,
    'x-amz-content-sha256': empty,
    'x-amz-date': date,
  },
});
const put: S3Request = {
  method: 'PUT',
  target: '/test%24file.text',
  headers: {
    authorization: signed(
      'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ),
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    host,
    'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    'x-amz-date': date,
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
  },
};
const link: S3Request = {
  method: 'GET',
  target: `/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(credential)}&X-Amz-Date=${date}&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`,
  headers: { host },
};
const chunked: S3Request = {
  method: 'PUT',
  target: '/examplebucket/chunkObject.txt',
  headers: {
    authorization: signed(
      'content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class',
      '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
    ),
    'content-encoding': 'aws-chunked',
    'content-length': '66824',
    host: 's3.amazonaws.com',
    'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
    'x-amz-date': date,
    'x-amz-decoded-content-length': '66560',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
  },
};
const chunkSignatures = [
  'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
  '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
  'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
];

const verify = (request: S3Request, at = nowMs) =>
  verifySignature(request, { nowMs: at, secretOf: async (key) => (key === accessKey ? secret : null) });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof S3Error ? error.code : String(error)),
  );
const withHeaders = (request: S3Request, headers: S3Request['headers']): S3Request => ({
  ...request,
  headers: { ...request.headers, ...headers },
});

describe("Amazon's own examples", () => {
  test.each([
    ['GET Object', get],
    ['PUT Object', put],
    ['GET Bucket lifecycle', plain('/?lifecycle', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543')],
    [
      'GET Bucket (List Objects)',
      plain('/?max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'),
    ],
    ['presigned GET', link],
    ['PUT in chunks', chunked],
  ])('%s', async (_name, request) => {
    expect(await verify(request)).toMatchObject({ accessKey });
  });
});

describe('what is not as it was signed', () => {
  test.each([
    ['another method', { ...get, method: 'DELETE' }, 'SignatureDoesNotMatch'],
    ['another path', { ...get, target: '/test2.txt' }, 'SignatureDoesNotMatch'],
    ['one more parameter', { ...get, target: '/test.txt?versionId=1' }, 'SignatureDoesNotMatch'],
    ['another signed header', withHeaders(get, { range: 'bytes=0-99' }), 'SignatureDoesNotMatch'],
    ['another content', withHeaders(get, { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }), 'SignatureDoesNotMatch'],
    ['a header slipped in', withHeaders(get, { 'x-amz-copy-source': '/outra/chave' }), 'AccessDenied'],
    ['no signature', withHeaders(get, { authorization: undefined }), 'AccessDenied'],
    ['version 2', withHeaders(get, { authorization: `AWS ${accessKey}:abc=` }), 'InvalidRequest'],
    [
      'a broken header',
      withHeaders(get, { authorization: 'AWS4-HMAC-SHA256 Credential=x' }),
      'AuthorizationHeaderMalformed',
    ],
    [
      'another key',
      withHeaders(get, { authorization: String(get.headers.authorization).replace(accessKey, 'AKIAOUTRA') }),
      'InvalidAccessKeyId',
    ],
    ['no content hash', withHeaders(get, { 'x-amz-content-sha256': undefined }), 'InvalidRequest'],
    ['a link for longer', { ...link, target: link.target.replace('=86400', '=604800') }, 'SignatureDoesNotMatch'],
    [
      'a link for too long',
      { ...link, target: link.target.replace('=86400', '=604801') },
      'AuthorizationQueryParametersError',
    ],
    ['a link to another object', { ...link, target: link.target.replace('test', 'outro') }, 'SignatureDoesNotMatch'],
    [
      'a signature in letters that are none of its own',
      { ...link, target: link.target.replace(/X-Amz-Signature=\w/, 'X-Amz-Signature=%C3%A9') },
      'SignatureDoesNotMatch',
    ],
    ['an address that cannot be read', { ...get, target: '/%zz' }, 'InvalidURI'],
  ])('%s', async (_name, request: S3Request, code) => {
    expect(await codeOf(verify(request))).toBe(code);
  });

  test('a clock that is wrong, a link that is over or not yet begun', async () => {
    expect(await codeOf(verify(get, nowMs + 900_000))).toBe('ok');
    expect(await codeOf(verify(get, nowMs + 900_001))).toBe('RequestTimeTooSkewed');
    expect(await codeOf(verify(get, nowMs - 900_001))).toBe('RequestTimeTooSkewed');
    expect(await codeOf(verify(link, nowMs + 86_400_000))).toBe('ok');
    expect(await codeOf(verify(link, nowMs + 86_400_001))).toBe('AccessDenied');
    expect(await codeOf(verify(link, nowMs - 900_001))).toBe('AccessDenied');
  });
});

describe('bodies', () => {
  const frame = (sizes: readonly number[], signatures: readonly string[]) =>
    sizes.map((size, n) => `${size.toString(16)};chunk-signature=${signatures[n]}\r\n${'a'.repeat(size)}\r\n`).join('');
  async function* pieces(text: string, length: number): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < text.length; at += length) yield Buffer.from(text.slice(at, at + length));
  }
  async function read(request: S3Request, body: AsyncIterable<Uint8Array>, headers: Record<string, string> = {}) {
    const { payload } = await verify(request);
    const all = { ...(request.headers as Record<string, string>), ...headers };
    const header = (name: string) => all[name];
    return Buffer.concat(
      await Array.fromAsync(readPayload(body, payload, header, announcedSums(Object.keys(all), header))),
    );
  }

  test.each([1, 7, 65_536, 1_000_000])('signed chunks, arriving %d bytes at a time', async (length) => {
    const content = await read(chunked, pieces(frame([65_536, 1024, 0], chunkSignatures), length));
    expect(content.toString()).toBe('a'.repeat(66_560));
  });

  test('a chunk that was altered, swapped, cut or added', async () => {
    const good = frame([65_536, 1024, 0], chunkSignatures);
    const code = (text: string) => codeOf(read(chunked, pieces(text, 4096)));
    expect(await code(good.replace('aaaa', 'aaab'))).toBe('SignatureDoesNotMatch');
    expect(
      await code(
        frame(
          [1024, 65_536, 0],
          [1, 0, 2].map((n) => chunkSignatures[n] ?? ''),
        ),
      ),
    ).toBe('SignatureDoesNotMatch');
    expect(await code(good.slice(0, 70_000 - 4000))).toBe('IncompleteBody');
    expect(await code(`${good.slice(0, -2)}x-amz-checksum-crc32:AAAAAA==\r\n\r\n`)).toBe('IncompleteBody');
    expect(await code(frame([65_536, 0], [chunkSignatures[0] ?? '', chunkSignatures[2] ?? '']))).toBe(
      'SignatureDoesNotMatch',
    );
    expect(await code('isto não é um bloco\r\n')).toBe('IncompleteBody');
    expect(await code('f'.repeat(20_000))).toBe('IncompleteBody');
  });

  test('a hashed body must be the one that was signed, and as long as announced', async () => {
    const code = (text: string, headers: Record<string, string> = {}) => codeOf(read(put, pieces(text, 5), headers));
    expect(await code('Welcome to Amazon S3.')).toBe('ok');
    expect(await code('Welcome to Amazon S4.')).toBe('XAmzContentSHA256Mismatch');
    expect(await code('Welcome to Amazon S3.', { 'content-length': '22' })).toBe('IncompleteBody');
    expect(await code('Welcome to Amazon S3.', { 'content-length': String(6 * 1024 ** 3) })).toBe('EntityTooLarge');
    expect(await code('Welcome to Amazon S3.', { 'content-md5': 'AAAAAAAAAAAAAAAAAAAAAA==' })).toBe('BadDigest');
    expect(await code('Welcome to Amazon S3.', { 'content-md5': 'xx' })).toBe('InvalidDigest');
  });

  const ofTrailer = (text: string, trailer: string, headers: Record<string, string> = {}) =>
    Array.fromAsync(
      readPayload(
        pieces(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n${trailer}\r\n`, 3),
        { kind: 'chunked', hasTrailer: true, signer: null },
        (name) => headers[name],
        new Map(),
      ),
    ).then((parts) => Buffer.concat(parts).toString());

  test('an unsigned body in chunks, its sum in the trailer', async () => {
    const content = (trailer: string, headers: Record<string, string> = {}) =>
      ofTrailer('olá!', trailer, {
        ...{ 'x-amz-trailer': 'x-amz-checksum-crc32', 'x-amz-decoded-content-length': '5' },
        ...headers,
      });
    // crc32('olá!') by zlib.
    expect(await content('x-amz-checksum-crc32:xCzq1Q==\r\n')).toBe('olá!');
    expect(await codeOf(content('x-amz-checksum-crc32:AAAAAA==\r\n'))).toBe('BadDigest');
    expect(await codeOf(content('', { 'x-amz-decoded-content-length': '6' }))).toBe('IncompleteBody');
  });

  // Of «123456789»: the check values of the catalogue of CRC algorithms (CRC-32/ISO-HDLC, CRC-32/ISCSI, CRC-64/NVME), and
  // what md5sum, sha1sum and sha256sum print.
  const checkValues: readonly (readonly [name: string, hex: string])[] = [
    ['crc32', 'cbf43926'],
    ['crc32c', 'e3069283'],
    ['crc64nvme', 'ae8b14860a799888'],
    ['md5', '25f9e794323b453885f5181f1b624d0b'],
    ['sha1', 'f7c3bc1d808e04732adf679965ccc34ca7ae3441'],
    ['sha256', '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225'],
  ];

  test.each(checkValues)('%s in the trailer is checked', async (name, hex) => {
    const header = `x-amz-checksum-${name}`;
    const given = (bytes: Buffer) =>
      ofTrailer('123456789', `${header}:${bytes.toString('base64')}\r\n`, { 'x-amz-trailer': header });
    expect(await given(Buffer.from(hex, 'hex'))).toBe('123456789');
    expect(await codeOf(given(Buffer.alloc(hex.length / 2)))).toBe('BadDigest');
  });

  // The reference implementation's checksum of no bytes at all.
  test.each([
    ['xxhash64', 'ef46db3751d8e999'],
    ['xxhash3', '2d06800538d394c2'],
    ['xxhash128', '99aa06d3014798d86001c324468d497f'],
  ] as const)('%s of nothing', async (name, hex) => {
    expect(Buffer.from(await createSum(name).digest()).toString('hex')).toBe(hex);
  });

  test('a trailer that brings less than announced, or something else, is refused', async () => {
    const crc32 = 'x-amz-checksum-crc32:y/Q5Jg==\r\n';
    const announced = { 'x-amz-trailer': 'x-amz-checksum-crc32' };
    expect(await ofTrailer('123456789', crc32, announced)).toBe('123456789');
    expect(await codeOf(ofTrailer('123456789', '', announced))).toBe('MalformedTrailerError');
    expect(await codeOf(ofTrailer('123456789', crc32))).toBe('MalformedTrailerError');
    expect(await codeOf(ofTrailer('123456789', '', { 'x-amz-trailer': 'x-amz-checksum-crc16' }))).toBe(
      'InvalidRequest',
    );
  });
});
