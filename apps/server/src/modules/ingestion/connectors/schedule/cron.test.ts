import { connectors } from '@kianda/connectors';
import { expect, test } from 'vitest';
import { isCron, jitterOf, nextRunOf, nextRunsOf } from './cron.ts';

const nowMs = Date.parse('2026-08-31T09:00:00Z');

test('jitter is a whole number of seconds, at most five minutes or a twentieth of the interval, and a connector’s own', () => {
  for (const { id, cron } of connectors) {
    const [first = '', second = ''] = nextRunsOf(cron, id, nowMs, 2);
    const intervalMs = Date.parse(second) - Date.parse(first);
    const jitterMs = jitterOf(cron, id);
    expect(jitterMs % 1000).toBe(0);
    expect(jitterMs).toBeGreaterThanOrEqual(0);
    expect(jitterMs).toBeLessThanOrEqual(Math.min(300_000, intervalMs / 20));
  }
  // Ten connectors of one cron do not begin at once.
  const starts = new Set(Array.from({ length: 10 }, (_, index) => jitterOf('0 5 * * *', `conector-${index}`)));
  expect(starts.size).toBe(10);
});

test('the preview is exact: each run shown is the next one of the instant before it', () => {
  const shown = nextRunsOf('*/10 * * * *', 'angola-vms', nowMs, 5);
  let at = nowMs;
  for (const run of shown) {
    expect(nextRunOf('*/10 * * * *', 'angola-vms', at)).toBe(run);
    at = Date.parse(run);
  }
});

test('the next run does not depend on what was asked before', () => {
  const hours = [0, 3, 1.5, 40, -100, 3, 1000, 999];
  for (const cron of ['*/10 * * * *', '0 3 * * 0', '17 5 1 * *']) {
    for (const connectorId of ['angola-vms', 'worms']) {
      for (const at of hours.map((hour) => nowMs + hour * 3_600_000))
        expect(nextRunOf(cron, connectorId, at)).toBe(nextRunsOf(cron, connectorId, at, 1)[0]);
    }
  }
  expect(() => nextRunOf('61 * * * *', 'worms', nowMs)).toThrow(Error);
});

test.each([
  ['*/15 * * * *', true],
  ['0 3 * * 0', true],
  ['* * * * * *', false],
  ['61 * * * *', false],
  ['amanhã', false],
])('%s', (text, valid) => expect(isCron(text)).toBe(valid));
