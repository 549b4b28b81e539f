import type { JobRunView } from '@kianda/contract/operations/tasks/tasks.contract';
import { expect, test } from 'vitest';
import { pipelinesOf, secondsBetween, summarise, taskSpan } from './summary.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const at = (hoursBefore: number, seconds = 0) => new Date(now - hoursBefore * 3_600_000 + seconds * 1000).toISOString();
const job = (over: Partial<JobRunView> = {}) =>
  ({
    name: 'a',
    label: 'A',
    state: 'succeeded',
    createdAt: at(1),
    startedAt: null,
    endedAt: null,
    ...over,
  }) as JobRunView;

test('the span is a day; a full list that does not reach back a day makes it shorter', () => {
  const jobs = [job({ createdAt: at(1) }), job({ createdAt: at(5) })];
  expect(taskSpan(jobs, 2, now)).toEqual({ sinceMs: now - 5 * 3_600_000, isShort: true });
  expect(taskSpan(jobs, 3, now)).toEqual({ sinceMs: now - 86_400_000, isShort: false });
  expect(taskSpan([job({ createdAt: at(24) })], 1, now)).toEqual({ sinceMs: now - 86_400_000, isShort: false });
  expect(taskSpan([], 0, now)).toMatchObject({ sinceMs: now, isShort: true });
});

test('outcomes count within the span, from its first instant on; what runs or waits counts at any age', () => {
  const span = { sinceMs: now - 86_400_000, isShort: false };
  const summary = summarise(
    [
      job({ createdAt: at(24), startedAt: at(24, 10), endedAt: at(24, 14) }),
      job({ createdAt: at(24.01), state: 'failed' }),
      job({ state: 'failed', startedAt: at(1, 20), endedAt: at(1, 26) }),
      job({ state: 'succeeded', startedAt: at(1, 30), endedAt: at(1, 40) }),
      job({ state: 'cancelled' }),
      job({ state: 'running', createdAt: at(90) }),
      job({ state: 'queued', createdAt: at(90) }),
    ],
    span,
  );
  expect(summary).toEqual({
    begun: 3,
    succeeded: 2,
    failed: 1,
    cancelled: 1,
    running: 1,
    queued: 1,
    percentSucceeded: (2 / 3) * 100,
    medianSeconds: 6,
    medianWaitSeconds: 20,
  });
});

test('without an end there is neither share nor median; of two the median lies between', () => {
  const span = { sinceMs: 0, isShort: false };
  expect(summarise([job({ state: 'running' })], span)).toMatchObject({
    percentSucceeded: null,
    medianSeconds: null,
    medianWaitSeconds: null,
  });
  const two = [job({ startedAt: at(1, 2), endedAt: at(1, 4) }), job({ startedAt: at(1, 4), endedAt: at(1, 10) })];
  expect(summarise(two, span)).toMatchObject({ percentSucceeded: 100, medianSeconds: 4, medianWaitSeconds: 3 });
  expect(summarise([job({ state: 'failed' })], span).percentSucceeded).toBe(0);
});

test('a clock that goes back gives no negative time', () => {
  expect(secondsBetween(at(1, 5), at(1))).toEqual([0]);
  expect([secondsBetween(null, at(1)), secondsBetween(at(1), null)]).toEqual([[], []]);
});

test('tasks of one kind stand together, with the newest of them', () => {
  const jobs = [job({ name: 'b', label: 'B2' }), job({ name: 'a' }), job({ name: 'b', label: 'B1', state: 'failed' })];
  const found = pipelinesOf(jobs, { sinceMs: 0, isShort: false });
  expect(found.map(({ name, label, summary }) => [name, label, summary.succeeded, summary.failed])).toEqual([
    ['b', 'B2', 1, 1],
    ['a', 'A', 1, 0],
  ]);
});
