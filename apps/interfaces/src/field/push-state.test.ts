import { expect, test } from 'vitest';
import { type PushFacts, pushStateOf } from './push-state.ts';

const facts: PushFacts = {
  ...{ isFramed: false, canPush: true, permission: 'default', hasKey: true },
  ...{ isSubscribed: false, deviceId: null, listed: null },
};
const stateOf = (over: Partial<PushFacts>) => pushStateOf({ ...facts, ...over });

test('a window of its own offers it once the key is known, and says why it cannot', () => {
  expect(stateOf({})).toBe('offered');
  expect(stateOf({ hasKey: false })).toBe('keyless');
  expect(stateOf({ permission: 'denied' })).toBe('denied');
  expect(stateOf({ canPush: false })).toBe('unsupported');
});

test('in the console it is not asked for: it sends to the own window', () => {
  expect(stateOf({ isFramed: true })).toBe('framed');
});

test('a phone that subscribed waits until the platform knows it, and belongs to the account that lists it', () => {
  expect(stateOf({ isSubscribed: true })).toBe('pending');
  expect(stateOf({ isSubscribed: true, deviceId: 'a' })).toBe('on');
  expect(stateOf({ isSubscribed: true, deviceId: 'a', isFramed: true, listed: ['a'] })).toBe('on');
  expect(stateOf({ isSubscribed: true, deviceId: 'a', isFramed: true, listed: ['b'] })).toBe('elsewhere');
});
