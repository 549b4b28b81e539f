import { expect, test } from 'vitest';
import { CallFailure } from './failure.ts';
import { withReachability } from './reachability.ts';
import type { HttpCall, Transport } from './transport.ts';

const call: HttpCall = { url: '/a', method: 'GET', accessToken: null, requestId: 'r', timeoutMs: 1000 };
const failures = {
  network: () => new CallFailure({ kind: 'network', message: 'sem resposta' }),
  timeout: () => new CallFailure({ kind: 'timeout', message: 'tarde' }),
  refused: () => new CallFailure({ kind: 'http', message: 'avaria', status: 503 }),
};

test('two requests in a row that reach nobody are a server out of reach, and one that is answered brings it back', async () => {
  let next: 'ok' | keyof typeof failures = 'ok';
  const send: Transport = async () => {
    if (next !== 'ok') throw failures[next]();
    return new Response('{}');
  };
  const { transport, reachability } = withReachability(send);
  const changes: boolean[] = [];
  reachability.subscribe(() => changes.push(reachability.isReachable()));
  const ask = async (outcome: typeof next) => {
    next = outcome;
    await transport(call).catch(() => undefined);
    return reachability.isReachable();
  };
  expect(await ask('network')).toBe(true);
  expect(await ask('ok')).toBe(true);
  expect(await ask('network')).toBe(true);
  expect(await ask('timeout')).toBe(true);
  expect(await ask('network')).toBe(false);
  expect(await ask('network')).toBe(false);
  expect(await ask('refused')).toBe(true);
  expect(changes).toEqual([false, true]);
});
