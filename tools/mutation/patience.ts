/** Waits of a test under mutation end early, because an event that a fault prevents never comes. */
import { vi } from 'vitest';
import { longestWaitMs } from './limits.ts';

const { waitFor } = vi;

vi.waitFor = (callback, options = {}) => {
  const given = typeof options === 'number' ? { timeout: options } : options;
  return waitFor(callback, { ...given, timeout: Math.min(given.timeout ?? longestWaitMs, longestWaitMs) });
};
