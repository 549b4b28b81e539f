import { once } from 'node:events';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';
import { describeConnectionTimeout, isConnectionTimeout, patiently } from './patience.ts';
import { createTestDatabase } from './testing.ts';

let current: { database: Database; drop(): Promise<void> };
beforeAll(async () => {
  current = await createTestDatabase([]);
});
afterAll(() => current.drop());

/** The database behind a server that keeps each connection waiting until it is let through. */
async function slowServer() {
  const url = new URL(current.database.url);
  const socketFolder = url.searchParams.get('host');
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432));
  const target = socketFolder === null ? { host: url.hostname, port } : { path: `${socketFolder}/.s.PGSQL.${port}` };
  const waiting: Socket[] = [];
  let isOpen = false;
  const pass = (client: Socket) => {
    const server = connectTo(target);
    for (const side of [client, server]) side.on('error', () => undefined);
    client.pipe(server).pipe(client);
  };
  const server = createServer((client) => {
    client.on('error', () => undefined);
    if (isOpen) pass(client);
    else waiting.push(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  for (const part of ['host', 'port']) url.searchParams.delete(part);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  return {
    url: url.toString(),
    asked: () => waiting.length,
    open() {
      isOpen = true;
      for (const client of waiting.splice(0)) pass(client);
    },
    close: () => server.close(),
  };
}

test('a start waits for a database that is slow to answer, longer than a running platform would', async () => {
  const slow = await slowServer();
  const opening = openDatabase({
    url: slow.url,
    applicationName: 'lento',
    connectionTimeoutMs: 20,
    patienceMs: 60_000,
  });
  await expect.poll(() => slow.asked()).toBeGreaterThan(0);
  // Without patience the same wait ends with the driver's words, and it is those that are told apart.
  const hasty = await openDatabase({ url: slow.url, applicationName: 'apressado', connectionTimeoutMs: 20 }).catch(
    (error: unknown) => error,
  );
  expect(String(hasty)).toContain('Não foi possível ligar à base de dados');
  slow.open();
  const database = await opening;
  expect(database.serverVersion).toBeGreaterThanOrEqual(150_000);
  database.settle();
  await database.close();
  slow.close();
});

test('only time-outs are waited out, and those only for so long', async () => {
  let tries = 0;
  const late = async () => {
    tries += 1;
    if (tries < 3) throw new Error('timeout expired');
    return 'chegou';
  };
  expect(await patiently(late)).toBe('chegou');
  expect(tries).toBe(3);
  await expect(patiently(() => Promise.reject(new Error('ECONNREFUSED')))).rejects.toThrow('ECONNREFUSED');
  await expect(patiently(() => Promise.reject(new Error('timeout expired')), 0)).rejects.toThrow('timeout expired');
});

test('a time-out of a pool is told in one Portuguese line; any other fault keeps its own', () => {
  const pool = new Error('timeout exceeded when trying to connect');
  expect(isConnectionTimeout(pool)).toBe(true);
  expect(describeConnectionTimeout(pool)?.message).toMatch(/^A base de dados não respondeu a tempo/);
  expect(describeConnectionTimeout(new Error('relation "x" does not exist'))).toBeNull();
});
