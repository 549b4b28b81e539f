import { expect, test } from 'vitest';
import { isGoodLine } from './good-line.ts';

type File = Pick<PerformanceResourceTiming, 'transferSize' | 'responseStart' | 'responseEnd'>;

const page = (connection: object | undefined, files: readonly File[] = []) =>
  ({ navigator: { connection }, performance: { getEntriesByType: () => files } }) as never;
const file = (transferSize: number, ms: number): File => ({ transferSize, responseStart: 900, responseEnd: 900 + ms });

test('the word of the browser counts, where it gives one', () => {
  expect(isGoodLine(page(undefined))).toBe(true);
  expect(isGoodLine(page({ effectiveType: '4g' }))).toBe(true);
  expect(isGoodLine(page({ effectiveType: '3g' }))).toBe(false);
  expect(isGoodLine(page({ effectiveType: '4g', saveData: true }))).toBe(false);
});

test('a large file that came slowly tells of a bad line; a small or kept one tells nothing', () => {
  expect(isGoodLine(page(undefined, [file(123_000, 4_000)]))).toBe(false);
  expect(isGoodLine(page(undefined, [file(123_000, 400)]))).toBe(true);
  expect(isGoodLine(page(undefined, [file(1_200, 600), file(0, 5_000)]))).toBe(true);
});
