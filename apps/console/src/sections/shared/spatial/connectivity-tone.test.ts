import { expect, test } from 'vitest';
import { connectivityTone } from './connectivity-tone.ts';

test('the thresholds are above 0.7 and above 0.5, the ends belong below', () => {
  expect([0.71, 0.7, 0.51, 0.5, 0].map(connectivityTone)).toEqual(['good', 'info', 'info', 'bad', 'bad']);
});
