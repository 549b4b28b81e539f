import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorld, type World } from '../testing/world.ts';
import {
  type AttemptKey,
  accountKey,
  addressKey,
  clearFailures,
  countFailure,
  failuresOn,
  forgetFailures,
  lockOf,
  personKey,
  purgeFailures,
} from './failed-attempts.repository.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  return () => world.close();
});
beforeEach(() => world.reset());

const startMs = Date.parse('2026-08-31T09:00:00Z');
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const count = (key: AttemptKey, times: number, nowMs = startMs) =>
  Array.from({ length: times }).reduce<Promise<boolean>>(async (before) => {
    await before;
    return world.context.store.transaction().execute((store) => countFailure(store, key, nowMs));
  }, Promise.resolve(false));
const left = (key: AttemptKey, nowMs = startMs) => lockOf(world.context.store, key, nowMs);
const failures = async (nowMs = startMs) => (await failuresOn(world.context.store, 'ana@mar.ao', nowMs)).failures;

test('the fifth failure of a person from one place locks for a quarter of an hour, and after it one begins anew', async () => {
  const key = personKey('ana@mar.ao', '41.63.160.1');
  expect(await count(key, 4)).toBe(false);
  expect(await left(key)).toBeNull();
  expect(await count(key, 1)).toBe(true);
  expect(await left(key)).toBe(15 * 60);
  expect(await left(key, startMs + 15 * minuteMs - 1)).toBe(1);
  expect(await left(key, startMs + 15 * minuteMs)).toBeNull();
  expect(await count(key, 4, startMs + 15 * minuteMs)).toBe(false);
  expect(await left(key, startMs + 15 * minuteMs)).toBeNull();
  expect(await left(personKey('ana@mar.ao', '41.63.200.1'))).toBeNull();
});

test('failures further apart than a quarter of an hour do not add up, those that are not do', async () => {
  const key = personKey('ana@mar.ao', '41.63.160.1');
  await count(key, 4);
  expect(await count(key, 1, startMs + 15 * minuteMs + 1)).toBe(false);
  const near = personKey('rui@mar.ao', '41.63.160.1');
  await count(near, 4);
  expect(await count(near, 1, startMs + 15 * minuteMs)).toBe(true);
});

test('an account waits from its tenth failure on, twice as long each time, and no longer than a quarter of an hour', async () => {
  const key = accountKey('ana@mar.ao');
  await count(key, 9);
  expect(await left(key)).toBeNull();
  expect(await count(key, 1)).toBe(true);
  expect(await left(key)).toBe(1);
  expect(await count(key, 1)).toBe(false);
  expect(await left(key)).toBe(2);
  await count(key, 1);
  expect(await left(key)).toBe(4);
  expect([20, 21, 40].map((times) => key.lockMs(times))).toEqual([15 * minuteMs, 15 * minuteMs, 15 * minuteMs]);
  expect(await failures()).toBe(12);
  expect(await count(key, 1, startMs + dayMs)).toBe(false);
  expect(await failures()).toBe(13);
});

test('a day after the last failure an account begins anew, and its counter is removed', async () => {
  const key = accountKey('ana@mar.ao');
  await count(key, 12);
  await purgeFailures(world.context.store, startMs + dayMs);
  expect(await failures()).toBe(12);
  await purgeFailures(world.context.store, startMs + dayMs + 1);
  expect(await failures()).toBe(0);
  await count(key, 12);
  await count(key, 1, startMs + dayMs + 1);
  expect(await failures()).toBe(1);
});

test('an address is locked by fifty failures, not by forty-nine', async () => {
  const key = addressKey('41.63.160.1');
  expect([key.lockMs(49), key.lockMs(50)]).toEqual([0, 15 * minuteMs]);
});

test('failures on one account are told and forgotten together, from everywhere, and only its own', async () => {
  const here = personKey('ana@mar.ao', '41.63.160.1');
  const there = personKey('ana@mar.ao', '102.140.1.1');
  const other = personKey('rui@mar.ao', '41.63.160.1');
  for (const key of [here, there, other]) await count(key, 5);
  await count(accountKey('ana@mar.ao'), 2, startMs + minuteMs);
  expect(await failuresOn(world.context.store, 'ana@mar.ao', startMs)).toEqual({
    failures: 2,
    lastFailedAt: new Date(startMs + minuteMs),
    locked: true,
  });
  await clearFailures(world.context.store, 'ana@mar.ao');
  expect(await failuresOn(world.context.store, 'ana@mar.ao', startMs)).toEqual({
    failures: 0,
    lastFailedAt: null,
    locked: false,
  });
  expect([await left(here), await left(there), await left(other)]).toEqual([null, null, 15 * 60]);
  await clearFailures(world.context.store, 'ninguem@mar.ao');
  await clearFailures(world.context.store);
  expect(await left(other)).toBeNull();
});

test('one counter is forgotten alone', async () => {
  const [here, there] = [personKey('ana@mar.ao', '41.63.160.1'), personKey('ana@mar.ao', '102.140.1.1')];
  await count(here, 5);
  await count(there, 5);
  await forgetFailures(world.context.store, here);
  expect([await left(here), await left(there)]).toEqual([null, 15 * 60]);
});
