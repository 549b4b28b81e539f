import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DataOf, Envelope, Problem } from '@kianda/contract';
import type { PlatformAlert } from '@kianda/contract/operations/health/health.contract';
import type { Account, authLogin } from '@kianda/contract/people/identity/identity.contract';
import { type Application, createApplication, type Environment } from './application.ts';
import { createMemoryStore } from './store.ts';
import { createExclusive } from './tokens.ts';

/** One request as the server of a test saw it. */
export type Seen = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
};

export type Reply =
  | {
      readonly status?: number;
      readonly headers?: Record<string, string>;
      readonly json?: unknown;
      /** A body of several lines, each JSON of its own. */
      readonly lines?: readonly unknown[];
      /** Its head and the beginning of a body come, and nothing more. */
      readonly isCutOff?: boolean;
    }
  | 'hang';

export type TestServer = {
  readonly base: string;
  readonly seen: readonly Seen[];
  readonly close: () => Promise<void>;
};

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  return text === '' ? undefined : JSON.parse(text);
}

function answer(response: ServerResponse, reply: Reply): void {
  if (reply === 'hang') return;
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
  if (reply.isCutOff === true) response.write('{');
  else if (reply.lines !== undefined) response.end(reply.lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  else response.end(JSON.stringify(reply.json ?? null));
}

/** A real HTTP server on a free port that answers by `reply` and remembers what it was asked. */
export async function startTestServer(reply: (seen: Seen) => Reply): Promise<TestServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      seen.push(one);
      answer(response, reply(one));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** An answer of the console API, live at `at`. */
export function envelope<T>(data: T, at = '2026-08-31T09:00:00.000Z'): Envelope<T> {
  return {
    success: true,
    data,
    metadata: {
      timestamp: at,
      version: '2.0.0',
      cached: false,
      provenance: { state: 'live', source: 'Ensaio', observedAt: at, retrievedAt: at },
    },
  };
}

export function problem(code: Problem['code'], status: number, message: string): Problem {
  return { type: code, title: message, status, code, success: false, error: code, message, requestId: 'pedido-1' };
}

/** Storage of two strings, like the browser's. */
export function memoryStorage(initial: Readonly<Record<string, string>> = {}): Environment['tokenStorage'] {
  const map = new Map(Object.entries(initial));
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}

export const signedInStorage = () =>
  memoryStorage({ 'kianda.access-token': 'acesso-1', 'kianda.refresh-token': 'renovar-1' });

/** Surroundings without a browser: memory stores, a clock that stands still, retries without waiting. */
export function testEnvironment(base: string, change: Partial<Environment> = {}): Environment {
  let id = 0;
  return {
    base,
    fetch: (input, init) => fetch(input, init),
    isOnline: () => true,
    isOwnMachine: false,
    tokenStorage: signedInStorage(),
    exclusive: createExclusive(undefined),
    stores: { answers: createMemoryStore(), times: createMemoryStore(), outbox: createMemoryStore() },
    tabs: { send: () => undefined, listen: () => undefined },
    onStorage: () => undefined,
    openSocket: () => ({ send: () => undefined, close: () => undefined, onopen: null, onmessage: null, onclose: null }),
    release: 'ensaio',
    clock: () => Date.parse('2026-08-31T09:00:10.000Z'),
    chance: () => 0.5,
    newId: () => {
      id += 1;
      return `id-${id}`;
    },
    retry: { retries: 3, firstDelayMs: 1, multiplier: 2, maxDelayMs: 4 },
    ...change,
  };
}

/** The account that a test is signed in with, an administrator's unless `change` says otherwise. */
export const testAccount = (change: Partial<Account> = {}): Account => ({
  id: '00000000-0000-4000-8000-000000000001',
  email: 'ana@kianda.test',
  name: 'Ana Mar',
  role: 'administrador',
  permissions: [],
  mustChangePassword: false,
  totpEnabled: false,
  mustSetUpTwoStep: false,
  twoStepDueAt: null,
  hasPassword: true,
  lastSignInAt: null,
  ...change,
});

/** An alert of the platform that somebody acknowledged. */
export const acknowledgedAlert = (id: string): PlatformAlert => ({
  id,
  type: 'warning',
  title: 'Atraso',
  message: 'Um conector está atrasado.',
  source: 'conectores',
  timestamp: '2026-08-31T09:00:00.000Z',
  acknowledged: true,
  resolvedAt: null,
  state: 'acknowledged',
  assignee: null,
  metadata: {},
});

/** Answer to a sign-in with the right password. */
export const testSignIn = (change: Partial<DataOf<typeof authLogin>> = {}): DataOf<typeof authLogin> => ({
  accessToken: 'acesso-2',
  refreshToken: 'renovar-2',
  expiresInSeconds: 900,
  account: testAccount(),
  mustChangePassword: false,
  deviceToken: 'aparelho.1.x',
  refused: null,
  ...change,
});

export function testApplication(base: string, change: Partial<Environment> = {}): Application {
  const application = createApplication(testEnvironment(base, change));
  application.setAccount(testAccount());
  return application;
}
