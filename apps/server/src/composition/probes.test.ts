import { expect, test } from 'vitest';
import { mayScrape } from './probes.ts';

const token = 'um-segredo-comprido';

test.each([
  { mode: 'demo', metricsToken: null, ip: '127.0.0.1', expected: true },
  { mode: 'demo', metricsToken: null, ip: '::1', expected: true },
  { mode: 'demo', metricsToken: null, ip: '::ffff:127.0.0.1', expected: true },
  { mode: 'demo', metricsToken: null, ip: '10.0.0.9', expected: false },
  { mode: 'production', metricsToken: null, ip: '127.0.0.1', expected: false },
  { mode: 'production', metricsToken: null, ip: '::1', expected: false },
  { mode: 'production', metricsToken: token, ip: '10.0.0.9', authorization: `Bearer ${token}`, expected: true },
  { mode: 'production', metricsToken: token, ip: '127.0.0.1', expected: false },
  { mode: 'demo', metricsToken: token, ip: '127.0.0.1', authorization: 'Bearer outro', expected: false },
] as const)('in $mode, from $ip: $expected', ({ expected, ip, mode, metricsToken, ...rest }) => {
  expect(mayScrape({ headers: rest, ip }, { mode, metricsToken })).toBe(expected);
});
