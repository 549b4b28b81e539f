import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { oneTimePassword } from './one-time-password.ts';
import { passwordFault } from './password.rules.ts';

const owner = { email: 'marta.kiala@pescas.gov.ao', name: 'Marta Kiala' };

test.each([
  ['onze letras', 'Ax7#pLq9!zB', /pelo menos, 12/],
  ['129 characters', 'uma frase longa '.repeat(9).slice(0, 129), /exceder 128/],
  ['country', 'minha-angola-azul', /«angola»/],
  ['country with accents and capitals', 'Ângola do meu peito', /«angola»/],
  ['product in leet', 'k14nd4 do mar azul', /«kianda»/],
  ['first name', 'a marta gosta de mar', /«marta»/],
  ['part of the e-mail', 'kiala2026kiala2026', /«kiala»/],
  ['domain of the e-mail', 'o rapaz das pescas', /«pescas»/],
  ['common with digits around', '2026password2026', /comum/],
  ['common with signs', 'Qwertyuiop!!!', /comum/],
  ['common in leet', 'P4ssw0rd1234!', /comum/],
  ['two common ones', 'sunshineprincess', /comum/],
  ['one sign', 'aaaaaaaaaaaaaa', /previsível/],
  ['repetition', 'xk4qzxk4qzxk4qz', /previsível/],
  ['run of digits', '123456789012', /comum|previsível/],
  ['alphabet backwards', 'zyxwvutsrqponm', /previsível/],
  ['run on the keyboard', 'asdfghjklqwert', /comum|previsível/],
])('refuses %s', (_name, password, reason) => {
  expect(passwordFault(password, owner)).toMatch(reason);
});

test.each([
  'vento fresco na restinga 41',
  'Zarpar às seis da manhã',
  'dezasseis letras minúsculas',
  'xxxQ9!vT2#mL0',
  '漁師は夜明けに港を出ていく船',
])('accepts %s', (password) => {
  expect(passwordFault(password, owner)).toBeNull();
});

test('no rule of composition: any twelve random letters will do', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...Array.from('bcdfghjkmnpqrstvwxyz')),
    minLength: 24,
    maxLength: 40,
  });
  fc.assert(
    fc.property(letters, (password) => {
      fc.pre(new Set(password).size > 10);
      expect(passwordFault(password, owner)).toBeNull();
    }),
  );
});

test('the list holds about five hundred, lower case, no blanks', () => {
  expect(commonPasswords.size).toBeGreaterThan(480);
  for (const word of commonPasswords) expect(word).toMatch(/^[a-z0-9]+$/);
});

test('one-time passwords pass the rules, use every symbol, and follow from their bytes', () => {
  const seen = new Set<string>();
  for (let index = 0; index < 200; index += 1) {
    const password = oneTimePassword(crypto.getRandomValues(new Uint8Array(20)));
    expect(password).toMatch(/^([0-9a-z]{4}-){4}[0-9a-z]{4}$/);
    for (const symbol of password.replaceAll('-', '')) seen.add(symbol);
  }
  expect(seen.size).toBe(32);
  expect(oneTimePassword(new Uint8Array(20))).toBe('0000-0000-0000-0000-0000');
  expect(() => oneTimePassword(new Uint8Array(19))).toThrow(/received 19 bytes/);
});
