import { expect, test } from 'vitest';
import { middleSkew } from './first-day.rules.ts';

const at = (skewMinutes: number, minute: number) => ({ skewMs: skewMinutes * 60_000, atMs: minute * 60_000 });

test('our clock is judged by the newest round alone, and not by one provider whose clock is wrong', () => {
  expect(middleSkew([])).toBeNull();
  expect(middleSkew([at(10, 0), at(10, 0), at(0, 30)])).toEqual(at(0, 30));
  expect(middleSkew([at(0, 5), at(10, 5)])).toEqual(at(0, 5));
  expect(middleSkew([at(-10, 5), at(-10, 5), at(0, 6)])).toEqual(at(-10, 6));
});
