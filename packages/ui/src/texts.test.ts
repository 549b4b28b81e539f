import { expect, test } from 'vitest';
import { uiTexts } from './texts.pt.ts';

test('a table says how many lines it has, one in the singular', () => {
  const { rows, outOfView } = uiTexts.table;
  expect([rows('1', '1'), rows('0', '1'), rows('2', '2'), rows('1', '30'), rows('0', '0')]).toEqual([
    ...['1 linha', '0 de 1 linha', '2 linhas', '1 de 30 linhas', '0 linhas'],
  ]);
  expect([outOfView(1), outOfView(2)]).toEqual(['1 linha fora da vista', '2 linhas fora da vista']);
});
