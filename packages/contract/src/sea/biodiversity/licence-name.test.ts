import { expect, test } from 'vitest';
import { licenceName } from './licence-name.ts';

test('a licence has one short name, whichever way its provider writes it', () => {
  const sentence = 'This work is licensed under a Creative Commons Attribution Non Commercial (CC-BY-NC) 4.0 License';
  expect(licenceName(sentence)).toBe('CC BY-NC 4.0');
  expect(licenceName('http://creativecommons.org/licenses/by/4.0/legalcode')).toBe('CC BY 4.0');
  expect(licenceName('CC-BY-SA 4.0')).toBe('CC BY-SA 4.0');
  expect(licenceName('CC BY-NC 4.0')).toBe('CC BY-NC 4.0');
  expect(licenceName('CC0 1.0')).toBe('CC0 1.0');
  expect(licenceName('To the extent possible under law, the publisher has waived all rights (CC0 1.0)')).toBe(
    'CC0 1.0',
  );
  expect(licenceName('Uso interno')).toBe('Uso interno');
});
