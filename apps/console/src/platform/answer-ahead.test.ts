import { pathOf } from '@kianda/contract';
import { authMe } from '@kianda/contract/people/identity/identity.contract';
import { expect, test, vi } from 'vitest';
import { accountPath, askAhead, takeAhead } from './answer-ahead.ts';
import { accessKey } from './token-keys.ts';

const storageWith = (token: string | null) => ({ getItem: (key: string) => (key === accessKey ? token : null) });
const as = (token: string, signal?: AbortSignal): RequestInit => ({
  headers: { authorization: `Bearer ${token}` },
  ...(signal === undefined ? {} : { signal }),
});

/** A server that answers nothing until the request is given up. */
const silent = () =>
  vi.fn<typeof fetch>(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      }),
  );

test('asks for the account that the contract names', () => {
  expect(accountPath).toBe(pathOf(authMe));
});

test('gives the answer once, for the address and the session that it was asked for', async () => {
  const send = vi.fn<typeof fetch>(async () => new Response('conta'));
  askAhead(storageWith('abc'), send);
  expect(send).toHaveBeenCalledTimes(1);
  expect(new Headers(send.mock.calls[0]?.[1]?.headers).get('authorization')).toBe('Bearer abc');
  expect(takeAhead('/admin-api/batch', as('abc'))).toBeUndefined();
  expect(await (await takeAhead(accountPath, as('abc')))?.text()).toBe('conta');
  expect(takeAhead(accountPath, as('abc'))).toBeUndefined();
});

test('an answer of a session that was renewed meanwhile is given up', async () => {
  const send = silent();
  askAhead(storageWith('abc'), send);
  expect(takeAhead(accountPath, as('def'))).toBeUndefined();
  expect(send.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
});

test('who takes it may give it up, before and after', async () => {
  const stop = new AbortController();
  askAhead(storageWith('abc'), silent());
  const answer = takeAhead(accountPath, as('abc', stop.signal));
  stop.abort(new Error('tarde'));
  await expect(answer).rejects.toThrow('tarde');

  askAhead(storageWith('abc'), silent());
  await expect(takeAhead(accountPath, as('abc', AbortSignal.abort(new Error('fora'))))).rejects.toThrow('fora');
});

test('without a session nothing is asked', () => {
  const send = silent();
  askAhead(storageWith(null), send);
  expect(send).not.toHaveBeenCalled();
  expect(takeAhead(accountPath, as('abc'))).toBeUndefined();
});
