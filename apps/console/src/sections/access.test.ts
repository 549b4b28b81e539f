// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { faultsOfOverlay } from './access.testing.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

test('a dialog without a name, and a field without one, are found; nothing open has no faults', async () => {
  expect(await faultsOfOverlay()).toEqual([]);
  document.body.innerHTML = '<div role="dialog"><input type="text"></div>';
  expect((await faultsOfOverlay()).join(' ')).toContain('label');
});

test('a place in a menu that is no entry is found', async () => {
  document.body.innerHTML = '<div role="menu" aria-label="Opções"><p>Nada</p></div>';
  expect((await faultsOfOverlay()).join(' ')).toContain('aria-required-children');
});
