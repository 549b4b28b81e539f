// @vitest-environment happy-dom
import '../boot.ts';
import { expect, test, vi } from 'vitest';
import { fetchSection, screenThatCame } from './first-section.ts';
import { pageNamed, pages } from './pages.ts';

test('the screen that the address names is at hand once its files came, and no other', async () => {
  expect(screenThatCame('autorizar')).toBeUndefined();
  fetchSection('?section=autorizar');
  const page = await pages.autorizar?.();
  expect(page).toBeDefined();
  await vi.waitFor(() => expect(screenThatCame('autorizar')).toBe(page?.default));
  expect(screenThatCame('dashboard')).toBeUndefined();
});

test('an address names a screen, or none', () => {
  expect(pageNamed('dashboard')).toBe(pages.dashboard);
  for (const named of ['', 'toString', '__proto__', 'nenhuma']) expect(pageNamed(named)).toBeUndefined();
});
