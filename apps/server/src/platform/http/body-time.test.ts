import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limitBodyTime } from './body-time.ts';

const limitMs = 400;
let app: FastifyInstance;
let port: number;
beforeEach(async () => {
  app = Fastify({ requestTimeout: 0 });
  limitBodyTime(app, () => limitMs);
  app.post('/form', async (request) => ({ received: request.body }));
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.post('/file', { config: { takesFile: true } }, async (request) => {
      let bytes = 0;
      for await (const chunk of request.body as AsyncIterable<Uint8Array>) bytes += chunk.length;
      return { bytes };
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterEach(() => app.close());

/** Sends a body piece by piece; what came back until the connection ended, or the answer was whole. */
async function send(path: string, type: string, pieces: readonly string[], everyMs: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  const ended = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (received.includes('\r\n\r\n')) resolve();
    });
    socket.once('close', () => resolve());
    socket.on('error', () => resolve());
  });
  const length = pieces.join('').length;
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`);
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(piece);
    await delay(everyMs);
  }
  await ended;
  socket.destroy();
  return received;
}

test('a form that arrives byte by byte is cut off; one that comes in time is answered', async () => {
  expect(await send('/form', 'application/json', ['{"a', '":1', '}'], 20)).toContain('200 OK');
  const slow = ['{"a":', ...Array.from({ length: 30 }, () => ' '), '1}'];
  expect(await send('/form', 'application/json', slow, 60)).toBe('');
});

test('a file takes as long as something comes', async () => {
  const pieces = Array.from({ length: 12 }, () => 'linha\n');
  expect(await send('/file', 'text/csv', pieces, 100)).toContain('{"bytes":72}');
});

test('a file whose line falls silent is cut off', async () => {
  expect(await send('/file', 'text/csv', ['linha\n', 'linha\n'], 3 * limitMs)).toBe('');
});
