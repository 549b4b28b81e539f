// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../client/testing.ts';
import { createPage } from '../sections/testing.tsx';

const settings = '/admin-api/me/settings/menu';
const initial = { favourites: [], isRail: false };
let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

/** Opens the console for an account of its own: what another chose is kept in this browser. */
const open = (account: number, value: object | null) =>
  page.open(
    '/?section=notices',
    {
      [settings]: { json: envelope({ value, updatedAt: null }) },
      [`PUT ${settings}`]: { json: envelope({ value, updatedAt: null }) },
    },
    { me: { id: `00000000-0000-4000-8000-00000000000${account}` } },
  );
const inMenu = <E extends HTMLElement>(selector: string, name: string) =>
  [...page.host.querySelectorAll<E>(`aside ${selector}`)].find(
    (one) => one.getAttribute('aria-label') === name || one.textContent?.trim() === name,
  );
const press = async (name: string) => (await page.find(() => inMenu('button', name))).click();
const saved = () => page.asked.filter(({ method, path }) => method === 'PUT' && path === settings).at(-1)?.body;
/** Names of the links in the group of favourites. */
const favourites = () => [...page.host.querySelectorAll('#grupo-favoritos a')].map((link) => link.textContent);

test('a section becomes a favourite, stands at the top of the menu, and stops being one', async () => {
  open(1, null);
  await press('Juntar «Espécies» aos favoritos');
  await page.find(() => (favourites().length === 1 ? true : null));
  expect(favourites()).toEqual(['Espécies']);
  await page.find(() => saved());
  expect(saved()).toEqual({ value: { favourites: ['species'], isRail: false }, base: initial });
  expect(inMenu('button', 'Juntar «Espécies» aos favoritos')).toBeUndefined();
  await press('Tirar «Espécies» dos favoritos');
  await page.find(() => (favourites().length === 0 ? true : null));
  expect(inMenu('button', 'Favoritos')).toBeUndefined();
});

test('favourites of another machine come in their order; a section that is no more is left out', async () => {
  open(2, { favourites: ['species', 'nunca-houve', 'home'], isRail: false });
  await page.find(() => (favourites().length === 2 ? true : null));
  expect(favourites()).toEqual(['Espécies', 'Início']);
});

test('the menu is narrowed to icons with their names, and a group widens it again', async () => {
  open(3, null);
  await press('Recolher o menu');
  const menu = await page.find(() => page.host.querySelector('aside[data-rail="true"]'));
  expect(inMenu('a', 'Espécies')?.title).toBe('Espécies');
  expect(menu.querySelector('[aria-expanded="true"]')).toBeNull();
  await page.find(() => saved());
  expect(saved()).toEqual({ value: { favourites: [], isRail: true }, base: initial });
  const group = await page.find(() => menu.querySelector<HTMLButtonElement>('[aria-controls="grupo-data"]'));
  group.click();
  await page.find(() =>
    page.host.querySelector('aside[data-rail="false"] [aria-controls="grupo-data"][aria-expanded="true"]'),
  );
});
