import { expect, test } from 'vitest';
import { parseSearch, stringifySearch, validateLogin, validateSection } from './search.ts';

test('the address stays readable both ways', () => {
  const text = stringifySearch({ section: 'reports', page: 2, q: 'maré alta', tab: undefined });
  expect(text).toBe('?section=reports&page=2&q=mar%C3%A9+alta');
  expect(validateSection(parseSearch(text))).toEqual({ section: 'reports', page: 2, q: 'maré alta' });
});

test('what does not fit is dropped, the rest stays', () => {
  expect(validateSection({ section: '<script>', page: '-3', tab: 'mapa', especie: 'Sardinella aurita' })).toMatchObject(
    {
      section: undefined,
      page: undefined,
      tab: 'mapa',
      especie: 'Sardinella aurita',
    },
  );
});

test('after sign-in only this console can be next', () => {
  expect(validateLogin({ next: '?section=reports' }).next).toBe('?section=reports');
  expect(validateLogin({ next: 'https://outro.example/' }).next).toBeUndefined();
  expect(validateLogin({ next: '//outro.example' }).next).toBeUndefined();
});
