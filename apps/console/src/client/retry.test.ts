import { expect, test } from 'vitest';
import { CallFailure } from './failure.ts';
import { askedDelayMs, defaultRetry, retryDelayMs, sleep, worthRetrying } from './retry.ts';

test('delays double from one second to ten, half of each by chance', () => {
  expect([0, 1, 2, 3, 4].map((attempt) => retryDelayMs(defaultRetry, attempt, 0))).toEqual([
    500, 1000, 2000, 4000, 5000,
  ]);
  expect([0, 1, 2, 3, 4].map((attempt) => retryDelayMs(defaultRetry, attempt, 1))).toEqual([
    1000, 2000, 4000, 8000, 10_000,
  ]);
});

test('only what may pass by itself is tried again', () => {
  const http = (status: number) => new CallFailure({ kind: 'http', message: '', status });
  expect([408, 429, 500, 503].map((status) => worthRetrying(http(status)))).toEqual([true, true, true, true]);
  expect([400, 401, 403, 404, 409, 422].some((status) => worthRetrying(http(status)))).toBe(false);
  expect(worthRetrying(new CallFailure({ kind: 'network', message: '' }))).toBe(true);
  expect(worthRetrying(new CallFailure({ kind: 'signed-out', message: '' }))).toBe(false);
  expect(worthRetrying(new CallFailure({ kind: 'http', message: '', status: 503, code: 'service_stopped' }))).toBe(
    false,
  );
});

test('only a delay longer than the client waits by itself is left to the next refresh', () => {
  const after = (retryAfterSeconds?: number) =>
    askedDelayMs(new CallFailure({ kind: 'http', message: '', status: 429, retryAfterSeconds }));
  expect([after(), after(10), after(11), askedDelayMs(null)]).toEqual([null, null, 11_000, null]);
});

test('a wait ends with its signal', async () => {
  const stop = new AbortController();
  const waiting = sleep(3_600_000, stop.signal);
  stop.abort(new Error('basta'));
  await expect(waiting).rejects.toThrow('basta');
});
