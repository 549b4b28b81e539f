import { expect, test } from 'vitest';
import { clampPage, pageButtons, pageButtonsWithLast } from './pages.ts';

test('at most five buttons around the present page, and no page beyond the ends', () => {
  expect(pageButtons(1, 1)).toEqual([1]);
  expect(pageButtons(1, 9)).toEqual([1, 2, 3, 4, 5]);
  expect(pageButtons(5, 9)).toEqual([3, 4, 5, 6, 7]);
  expect(pageButtons(9, 9)).toEqual([5, 6, 7, 8, 9]);
  expect([clampPage(7, 60, 25), clampPage(0, 60, 25), clampPage(3, 0, 25)]).toEqual([3, 1, 1]);
});

test('the last page has a button of its own where the five do not reach it', () => {
  expect(pageButtonsWithLast(1, 9)).toEqual([1, 2, 3, 4, 5, 9]);
  expect(pageButtonsWithLast(7, 9)).toEqual([5, 6, 7, 8, 9]);
});
