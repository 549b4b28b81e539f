import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { isConnectionLost } from './runner.ts';

/** The driver's error when the server treats a connection so. */
async function failureWith(treat: (socket: Socket) => void): Promise<unknown> {
  const server = createServer(treat).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'ninguem', connectionTimeoutMillis: 50 });
  client.on('error', () => undefined);
  const failure = await client.connect().catch((error: unknown) => error);
  server.close();
  return failure;
}

test('a database that does not answer, or cuts the connection, is unavailable and no fault of ours', async () => {
  const sockets: Socket[] = [];
  expect(isConnectionLost(await failureWith((socket) => void sockets.push(socket)))).toBe(true);
  for (const socket of sockets) socket.destroy();
  expect(isConnectionLost(await failureWith((socket) => socket.destroy()))).toBe(true);
  const refused = await new pg.Client({ host: '127.0.0.1', port: 1, user: 'ninguem' })
    .connect()
    .catch((error) => error);
  expect(isConnectionLost(refused)).toBe(true);
});

test('anything else stays what it is', () => {
  expect([isConnectionLost(new TypeError('x is not a function')), isConnectionLost('x')]).toEqual([false, false]);
});
