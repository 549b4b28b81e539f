import { expect, test } from 'vitest';
import { fileNameOf } from './file-name.ts';

test('a file is called after what it holds, without signs that a folder may refuse', () => {
  expect(fileNameOf('Zonas à volta: Luanda/Lobito', 'csv')).toBe('zonas-à-volta-luanda-lobito.csv');
  expect(fileNameOf('Zonas', 'zip', 'buffers')).toBe('zonas-buffers.zip');
});
