import { expect, test } from 'vitest';
import { createDeviceTokens, createTokenStore } from './tokens.ts';

function memory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

test('a browser is known for each account that signed in, the last first, and eight at most', () => {
  const devices = createDeviceTokens(memory());
  expect(devices.read()).toEqual([]);
  for (let index = 0; index < 10; index += 1) devices.put(`conta-${index}`, `t.${index}.x`);
  devices.put('conta-4', 't.novo.x');
  expect(devices.read()).toEqual(['t.novo.x', ...[9, 8, 7, 6, 5, 3, 2].map((index) => `t.${index}.x`)]);
});

test('the end of a session leaves the browser known', () => {
  const storage = memory();
  const tokens = createTokenStore(storage);
  const devices = createDeviceTokens(storage);
  tokens.write({ accessToken: 'a', refreshToken: 'r' });
  devices.put('conta', 't.1.x');
  tokens.clear();
  expect(tokens.read()).toBeNull();
  expect(devices.read()).toEqual(['t.1.x']);
});
