import { expect, test } from 'vitest';
import { findable, isNear, matchScore, singularOf, typedQuery, wordsOf } from './match.ts';

const score = (typed: string, title: string, names: readonly string[] = [], about: readonly string[] = []) =>
  matchScore(typedQuery(typed), findable(title, names, about));

test('words are cut at what is neither letter nor digit, without accents and case', () => {
  expect(wordsOf('Cópia de Segurança (S3) – 8°49′')).toEqual(['copia', 'de', 'seguranca', 's3', '8', '49']);
  expect(typedQuery('a cópia da base').words).toEqual(['copia', 'base']);
  expect(typedQuery('para').words).toEqual(['para']);
});

test.each([
  ['embarcacoes', 'embarcacao'],
  ['capitaes', 'capitao'],
  ['areas', 'area'],
  ['canais', 'canal'],
  ['paineis', 'painel'],
  ['imagens', 'imagem'],
  ['conectores', 'conector'],
  ['mar', 'mar'],
  ['gas', 'gas'],
])('the singular of %s is %s', (plural, singular) => {
  expect(singularOf(plural)).toBe(singular);
});

test.each([
  ['sardinha', 'sardihna', 1, true],
  ['sardinha', 'sardina', 1, true],
  ['sardinha', 'sadina', 1, false],
  ['sardinha', 'sadina', 2, true],
  ['ab', 'abcd', 1, false],
  ['', 'a', 1, true],
])('%s and %s within %i', (one, other, most, expected) => {
  expect(isNear(one, other, most)).toBe(expected);
  expect(isNear(other, one, most)).toBe(expected);
});

test('a whole title comes before a whole name, a beginning, a word, a part, an error and a mention', () => {
  const scores = [
    score('lucira', 'Lucira'),
    score('lucira', 'Mar Alto', ['Lucira']),
    score('lucira', 'Lucira 3'),
    score('lucira', 'Nova Lucira do Sul'),
    score('lucira', 'Sul', ['Nova Lucira']),
    score('lucira', 'Navio Xlucirax'),
    score('lucria', 'Lucira 3'),
    score('lucira', 'Navio', [], ['Lucira']),
  ];
  expect(scores.every((value) => value > 0)).toBe(true);
  expect(scores.slice(0, 6)).toEqual(scores.slice(0, 6).toSorted((one, other) => other - one));
  expect(new Set(scores).size).toBe(scores.length);
});

test('every word must be found, in any order', () => {
  expect(score('bens raros', 'Registo de bens')).toBe(0);
  expect(score('segurança cópias', 'Cópia de Segurança')).toBeGreaterThan(500);
  expect(score('', 'Cópia')).toBe(0);
});

test('numbers are found by their beginning and never with an error', () => {
  expect(score('603000', 'X', ['603000001'])).toBeGreaterThan(500);
  expect(score('603000002', 'X', ['603000001'])).toBe(0);
});
