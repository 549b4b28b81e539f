import { expect, onTestFinished, test, vi } from 'vitest';
import { RateStore } from './rate-store.ts';

const numberOf = (store: RateStore, key: string) =>
  new Promise<{ current: number; ttl: number }>((resolve, reject) =>
    store.incr(key, (error, result) => (result === undefined ? reject(error) : resolve(result)), 60_000),
  );

test('requests that come together have a number each', async () => {
  const store = new RateStore();
  const told = await Promise.all([1, 2, 3].map(() => numberOf(store, 'a')));
  expect(told.map(({ current }) => current)).toEqual([1, 2, 3]);
  expect((await numberOf(store, 'b')).current).toBe(1);
  expect((await numberOf(store.child(), 'a')).current).toBe(1);
});

test('a window begins with its first request and ends by itself', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = new RateStore();
  expect(await numberOf(store, 'a')).toEqual({ current: 1, ttl: 60_000 });
  vi.advanceTimersByTime(59_000);
  expect(await numberOf(store, 'a')).toEqual({ current: 2, ttl: 1_000 });
  vi.advanceTimersByTime(1_000);
  expect(await numberOf(store, 'a')).toEqual({ current: 1, ttl: 60_000 });
});

test('of too many callers, the one heard least lately is forgotten', async () => {
  const store = new RateStore();
  await numberOf(store, 'first');
  await numberOf(store, 'second');
  await numberOf(store, 'first');
  for (let index = 0; index < 4_999; index += 1) await numberOf(store, String(index));
  expect((await numberOf(store, 'first')).current).toBe(3);
  expect((await numberOf(store, 'second')).current).toBe(1);
});
