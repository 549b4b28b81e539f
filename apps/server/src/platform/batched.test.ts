import { expect, test } from 'vitest';
import { batched } from './batched.ts';

/** A source that is read by hand: each read waits until it is released. */
function source() {
  let value = 0;
  const waiting: (() => void)[] = [];
  let reads = 0;
  const read = batched(async () => {
    reads += 1;
    const seen = value;
    await new Promise<void>((resolve) => waiting.push(resolve));
    if (seen < 0) throw new RangeError('negative');
    return seen;
  });
  return {
    read,
    set: (next: number) => {
      value = next;
    },
    release: () => waiting.shift()?.(),
    get reads() {
      return reads;
    },
  };
}

test('who asks while a read is under way gets the next one, together', async () => {
  const one = source();
  const first = one.read();
  one.set(1);
  const later = [one.read(), one.read(), one.read()];
  one.release();
  expect(await first).toBe(0);
  await expect.poll(() => one.reads).toBe(2);
  one.release();
  expect(await Promise.all(later)).toEqual([1, 1, 1]);
  expect(one.reads).toBe(2);
});

test('a read that fails fails only those who asked for it', async () => {
  const one = source();
  one.set(-1);
  const first = one.read();
  const second = one.read();
  one.set(2);
  one.release();
  await expect(first).rejects.toThrow('negative');
  await expect.poll(() => one.reads).toBe(2);
  one.release();
  expect(await second).toBe(2);
  const third = one.read();
  one.release();
  expect(await third).toBe(2);
});
