import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listFields } from '@kianda/contract/sea/ocean/ocean.contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CallFailure, createClient } from './client.ts';

const answer = {
  success: true,
  data: { fields: [] },
  metadata: {
    timestamp: '2026-11-21T12:00:00Z',
    version: '2.0.0',
    cached: false,
    provenance: { state: 'fallback', reason: 'ensaio' },
  },
};
const refusal = (status: number, code: string, message: string) => ({
  status,
  body: { type: 'about:blank', title: code, status, code, success: false, error: code, message, requestId: 'pedido-1' },
});

type Reply = { readonly status: number; readonly body: unknown };

let server: Server;
let base: string;
let seen: { url: string; token: string | undefined }[];
let reply: (token: string | undefined) => Reply;

beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    const token = request.headers.authorization?.replace('Bearer ', '');
    seen.push({ url: request.url ?? '', token });
    const { status, body } = reply(token);
    // No connection outlives its test: the next server may get the same port.
    response.writeHead(status, { connection: 'close', 'content-type': 'application/json', 'x-request-id': 'pedido-1' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((closed) => server.close(closed)));

/** A console that gives another token each time it is asked for a new one. */
function session() {
  let given = 1;
  return {
    credential: async (renew = false) => {
      if (renew) given += 1;
      return { token: `token-${given}`, apiBaseUrl: base };
    },
  };
}

const failureOf = (call: Promise<unknown>): Promise<CallFailure> =>
  call.then(
    () => {
      throw new Error('expected a failure');
    },
    (failure: CallFailure) => failure,
  );

describe('client', () => {
  it('asks with the lent token and gives the whole envelope', async () => {
    reply = () => ({ status: 200, body: answer });
    const envelope = await createClient(session()).read(listFields, { query: { variable: 'salinity', limit: 5 } });
    expect(envelope.metadata.provenance).toEqual({ state: 'fallback', reason: 'ensaio' });
    expect(seen).toEqual([{ url: '/admin-api/ocean/fields?variable=salinity&limit=5', token: 'token-1' }]);
  });
  it('renews a token that is no longer known, once', async () => {
    reply = (token) =>
      token === 'token-2' ? { status: 200, body: answer } : refusal(401, 'unauthenticated', 'Sessão expirada.');
    await createClient(session()).read(listFields, {});
    expect(seen.map(({ token }) => token)).toEqual(['token-1', 'token-2']);

    reply = () => refusal(401, 'unauthenticated', 'Sessão expirada.');
    const failure = await failureOf(createClient(session()).read(listFields, {}));
    expect(failure.status).toBe(401);
    expect(seen).toHaveLength(4);
  });
  it('gives the server’s own words for a refusal', async () => {
    reply = () => refusal(403, 'forbidden', 'O seu perfil não permite esta operação.');
    const failure = await failureOf(createClient(session()).read(listFields, {}));
    expect(failure).toBeInstanceOf(CallFailure);
    expect([failure.status, failure.requestId]).toEqual([403, 'pedido-1']);
    expect(failure.message).toBe('O seu perfil não permite esta operação.');
  });
  it.each(['<html>', '{"success":true}', JSON.stringify({ ...answer, data: { fields: 3 } })])(
    'takes %s for what it is: no answer of the contract',
    async (body) => {
      reply = () => ({ status: 200, body });
      const failure = await failureOf(createClient(session()).read(listFields, {}));
      expect(failure.message).toBe('O servidor respondeu num formato inesperado.');
    },
  );
  it('says that there is no server, and passes an abort on', async () => {
    const client = createClient({
      credential: async () => ({ token: 'x', apiBaseUrl: 'http://127.0.0.1:9' }),
    });
    expect((await failureOf(client.read(listFields, {}))).message).toMatch(/contactar o servidor/);
    const abort = new AbortController();
    abort.abort(new Error('mudou de página'));
    expect((await failureOf(client.read(listFields, {}, abort.signal))).message).toBe('mudou de página');
  });
});
