import { expect, test } from 'vitest';
import { AppError } from '../http/errors.ts';
import { createLogger } from '../log/log.ts';
import { createWaker } from './waker.ts';

const log = createLogger({ level: 'silent', pretty: false });
const busy = new AppError('already_running');

test('asked while a run is under way, it asks again until one begins', async () => {
  const asked: string[] = [];
  const waker = createWaker({
    log,
    againMs: 1,
    enqueue: async () => {
      asked.push(asked.length < 3 ? 'busy' : 'begun');
      if (asked.length <= 3) throw busy;
    },
  });
  waker.soon();
  waker.soon();
  await expect.poll(() => asked).toEqual(['busy', 'busy', 'busy', 'begun']);
  waker.soon();
  await expect.poll(() => asked.length).toBe(5);
  await waker.stop();
});

test('stopped, it asks no more', async () => {
  let asked = 0;
  const waker = createWaker({
    log,
    againMs: 1,
    enqueue: async () => {
      asked += 1;
      throw busy;
    },
  });
  waker.soon();
  await expect.poll(() => asked).toBeGreaterThan(2);
  await waker.stop();
  const before = asked;
  waker.soon();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toBe(before);
});
