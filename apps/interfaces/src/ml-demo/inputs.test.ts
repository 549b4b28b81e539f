import { expect, test } from 'vitest';
import { readOverrides, stepOf, writeOverrides } from './inputs.ts';

test('inputs come back from the address as they were', () => {
  const inputs = { sst: 21.4, depth: -3, época: 'inverno: frio, curto' };
  expect(readOverrides(writeOverrides(inputs))).toEqual(inputs);
  expect(readOverrides('')).toEqual({});
});

test('what makes no sense is left out', () => {
  expect(readOverrides('sst,:3,depth:,a:1:2,%E0%A4%A:1,ph:8')).toEqual({ ph: 8 });
});

test('steps are round, and some hundred of them span the range', () => {
  expect([stepOf(14, 30), stepOf(0, 5000), stepOf(7.9, 8.2), stepOf(3, 3)]).toEqual([0.1, 50, 0.002, 1]);
});
