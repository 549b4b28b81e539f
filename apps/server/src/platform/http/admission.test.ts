import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAdmission } from './admission.ts';

const limits = { atOnce: 2, waiting: 2, waitMs: 5_000 };
const alive = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first are answered at once, the next wait in order, one more is refused', async () => {
  const admission = createAdmission(limits, () => 0.5);
  const leaves = [await admission.enter('ordinary', alive), await admission.enter('ordinary', alive)];
  const order: string[] = [];
  const third = admission.enter('ordinary', alive).then((leave) => {
    order.push('third');
    return leave;
  });
  const fourth = admission.enter('ordinary', alive).then(() => order.push('fourth'));
  await expect(admission.enter('ordinary', alive)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
  expect(order).toEqual([]);
  leaves[0]?.();
  // Ended twice, it gives one place.
  leaves[0]?.();
  await third;
  expect(order).toEqual(['third']);
  (await third)();
  await fourth;
  expect([order, admission.refused()]).toEqual([['third', 'fourth'], 1]);
});

test('what comes first is never held, however many wait', async () => {
  const admission = createAdmission({ ...limits, waiting: 0 }, () => 0);
  await admission.enter('ordinary', alive);
  await admission.enter('ordinary', alive);
  await expect(admission.enter('ordinary', alive)).rejects.toMatchObject({ retryAfterSeconds: 2 });
  for (let count = 0; count < 100; count += 1) await admission.enter('first', alive);
  expect(admission.refused()).toBe(1);
});

test('whoever waited too long, or has gone, leaves the line and takes no place', async () => {
  const admission = createAdmission(limits, () => 0.999);
  const leave = await admission.enter('ordinary', alive);
  await admission.enter('ordinary', alive);
  const gone = new AbortController();
  const abandoned = admission.enter('ordinary', gone.signal).catch((error: unknown) => error);
  const late = admission.enter('ordinary', alive).catch((error: unknown) => error);
  gone.abort(new Error('foi-se'));
  expect(await abandoned).toMatchObject({ code: 'unavailable', downstream: true, cause: { message: 'foi-se' } });
  await vi.advanceTimersByTimeAsync(4_999);
  await vi.advanceTimersByTimeAsync(1);
  expect(await late).toMatchObject({ code: 'unavailable', retryAfterSeconds: 8 });
  leave();
  await admission.enter('ordinary', alive);
  expect(admission.refused()).toBe(1);
});
