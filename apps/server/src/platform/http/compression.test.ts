import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { seededRandom } from '@kianda/geo';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compressAnswers, encodingFor } from './compression.ts';

const app = Fastify();
const bodies = new Map<string, Buffer>();
const kinds = {
  buffer: (bytes: Buffer) => bytes,
  stream: (bytes: Buffer) => Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]),
} as const;

beforeAll(async () => {
  compressAnswers(app);
  app.get<{ Params: { kind: keyof typeof kinds; id: string } }>('/:kind/:id', (request, reply) => {
    const { kind, id } = request.params;
    return reply.type('application/octet-stream').send(kinds[kind](bodies.get(id) ?? Buffer.alloc(0)));
  });
  app.get('/text', (_request, reply) => reply.type('text/csv').send('80;12\n'.repeat(400)));
  app.get('/kept', (_request, reply) =>
    reply
      .headers({ 'cache-control': 'private, no-transform', 'content-length': '4096' })
      .type('application/octet-stream')
      .send(Readable.from([Buffer.alloc(4096, 120)])),
  );
  app.get('/cut', (_request, reply) =>
    reply.type('text/plain').send(
      Readable.from(
        (async function* () {
          yield 'a'.repeat(50_000);
          throw new Error('the source is gone');
        })(),
      ),
    ),
  );
  await app.ready();
});
afterAll(() => app.close());

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const decoded = (bytes: Buffer, encoding: unknown) => {
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
};

/** Two bytes with which zlib data begin (RFC 1950 §2.2). */
const zlibHeads = Array.from({ length: 0x8000 }, (_, head) => head).filter(
  (head) => ((head >> 8) & 0x0f) === 8 && head % 31 === 0,
);

describe.each(Object.keys(kinds))('an answer as %s', (kind) => {
  test.each(['br', 'gzip'])('that begins like compressed data is what its %s header says', async (encoding) => {
    const random = seededRandom(20_261_125);
    for (const head of [...zlibHeads, 0x1f8b]) {
      for (const size of [12, 1500, 5000]) {
        const bytes = Buffer.from(Uint8Array.from({ length: size }, () => Math.floor(random() * 256)));
        bytes.writeUInt16BE(head);
        bytes[2] = 8;
        bodies.set('now', bytes);
        const answer = await app.inject({ url: `/${kind}/now`, headers: { 'accept-encoding': encoding } });
        const received = decoded(answer.rawPayload, answer.headers['content-encoding']);
        expect(hash(received), `${head.toString(16)}, ${size} bytes`).toBe(hash(bytes));
      }
    }
  });
});

test('ten thousand random answers arrive as they were sent', async () => {
  const random = seededRandom(7);
  for (let index = 0; index < 10_000; index += 1) {
    const size = 1024 + Math.floor(random() * 200);
    const bytes = Buffer.from(Uint8Array.from({ length: size }, () => Math.floor(random() * 256)));
    bodies.set('now', bytes);
    const kind = index % 2 === 0 ? 'buffer' : 'stream';
    const answer = await app.inject({ url: `/${kind}/now`, headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(answer.rawPayload).equals(bytes), `answer ${index}`).toBe(true);
  }
}, 120_000);

test('a text that begins with the letters of a zlib header is compressed too', async () => {
  const { headers, rawPayload } = await app.inject({ url: '/text', headers: { 'accept-encoding': 'gzip, br;q=0.5' } });
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(headers['content-length']).toBe(String(rawPayload.byteLength));
  expect(gunzipSync(rawPayload).toString()).toBe('80;12\n'.repeat(400));
});

test('a content that must not be transformed stays as it is, with its length', async () => {
  const { headers, rawPayload } = await app.inject({ url: '/kept', headers: { 'accept-encoding': 'br' } });
  expect(headers).not.toHaveProperty('content-encoding');
  expect(headers['content-length']).toBe('4096');
  expect(rawPayload.byteLength).toBe(4096);
});

test('a source that fails cuts the answer off', async () => {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const read = async () => (await fetch(`${origin}/cut`, { headers: { 'accept-encoding': 'gzip' } })).text();
  await expect(read()).rejects.toThrow();
});

test.each([
  [undefined, null],
  ['', null],
  ['br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip, br', 'br'],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['identity, br;q=0.5', null],
  ['br;q=0, gzip;q=0', null],
  ['deflate', null],
])('of %j, the encoding is %j', (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding);
});
