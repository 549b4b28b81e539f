import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('CSV quotes what it must and defuses formulas', () => {
  expect(
    toCsv(
      ['Nome', 'Valor'],
      [
        ['a;b', 1.5],
        ['=1+1', null],
        ['diz "olá"', 0],
      ],
    ),
  ).toBe('\ufeffNome;Valor\r\n"a;b";1,5\r\n\'=1+1;\r\n"diz ""olá""";0\r\n');
});
