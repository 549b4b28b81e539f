// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signInPath, startsAtSignIn } from '../platform/first-place.ts';
import { accessKey, refreshKey } from '../platform/token-keys.ts';
import { carryOver, readFirstForm, showFirstForm } from './first-form.ts';

const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8');
const body = /<body[^>]*>([\s\S]*)<script/.exec(page)?.[1] ?? '';

beforeEach(() => {
  document.body.innerHTML = body;
});
afterEach(() => {
  document.body.innerHTML = '';
});

const field = (name: string) => document.querySelector<HTMLInputElement>(`form input[name="${name}"]`);

test('the page says what it is before any script', () => {
  expect(document.querySelector('#root')?.textContent).toContain('A carregar a consola…');
  expect(field('email')).toBeNull();
});

test('what is typed while the rest comes, and the wish to enter, go over to the real form', async () => {
  showFirstForm(document);
  const email = field('email');
  const password = field('password');
  if (email === null || password === null) throw new Error('the page has no first form');
  email.value = 'ana@kianda.test';
  password.value = 'vento fresco';
  password.focus();
  document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }));
  const typed = readFirstForm(document);
  expect(typed).toEqual({
    values: { email: 'ana@kianda.test', password: 'vento fresco' },
    focused: 'password',
    wantsToEnter: true,
  });

  document.body.innerHTML = '<form><input type="email" name="email"><input type="password" name="password"></form>';
  const heard: string[] = [];
  document.querySelector('form')?.addEventListener('input', (event) => {
    if (event.target instanceof HTMLInputElement) heard.push(`${event.target.name}=${event.target.value}`);
  });
  const asked = new Promise((resolve) => {
    document.querySelector('form')?.addEventListener('submit', (event) => {
      event.preventDefault();
      resolve(true);
    });
  });
  if (typed !== null) carryOver(typed, document);
  expect(heard).toEqual(['email=ana@kianda.test', 'password=vento fresco']);
  expect(document.activeElement).toBe(field('password'));
  expect(await asked).toBe(true);
});

test('a page without the first form has nothing to take over', () => {
  expect(readFirstForm(document)).toBeNull();
});

test('the sign-in page comes first where there is no session, and leads back to the place that was asked for', () => {
  const none = { getItem: () => null };
  const some = { getItem: (key: string) => (key === accessKey || key === refreshKey ? 'x' : null) };
  expect(startsAtSignIn({ pathname: '/' }, none)).toBe(true);
  expect(startsAtSignIn({ pathname: '/login' }, none)).toBe(true);
  expect(startsAtSignIn({ pathname: '/convite' }, none)).toBe(false);
  expect(startsAtSignIn({ pathname: '/' }, some)).toBe(false);
  expect(startsAtSignIn({ pathname: '/login' }, some)).toBe(false);
  expect(signInPath('')).toBe('/login');
  expect(new URLSearchParams(signInPath('?section=reports&q=mar').split('?')[1]).get('next')).toBe(
    '?section=reports&q=mar',
  );
});
