// @vitest-environment happy-dom
import type { SearchHit } from '@kianda/contract/operations/search/search.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, type Reply } from '../../client/testing.ts';
import { createPage } from '../../sections/testing.tsx';

const vessel: SearchHit = {
  ...{ kind: 'vessel', id: '603000001', title: 'LUCIRA 3', detail: 'Pesca · Angola · MMSI 603000001', score: 900 },
  position: [12, -9],
  target: { section: 'maps', search: { q: 'lucira' } },
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const field = () => page.host.ownerDocument.querySelector<HTMLInputElement>('[role=combobox][aria-controls]');
const options = () => [...document.querySelectorAll('[role=option]')].map((option) => option.textContent);

/** Opens the palette by its keys and types. */
async function type(text: string, answer: Reply = { json: envelope({ hits: [vessel], unavailable: [] }) }) {
  page.open('/?section=notices', { '/admin-api/search': answer });
  await page.says('Kianda');
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
  const input = await page.find(field);
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setter?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  return input;
}

test('a vessel that the server finds is offered, and opens where the server says', async () => {
  const input = await type('lucira');
  await page.find(() => options().find((text) => text?.includes('LUCIRA 3')));
  expect(document.querySelector('[role=listbox]')?.textContent).toContain('Embarcações');
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  await page.find(() => (window.location.search.includes('section=maps') ? true : null));
  expect(window.location.search).toContain('q=lucira');
});

test('without a server the console still finds what it knows, and says that it looked no further', async () => {
  await type('cópia de segurança', { status: 503, json: { title: 'unavailable' } });
  await page.find(() => options().find((text) => text?.includes('Backup e Segurança')));
  await page.find(() => {
    const told = [...document.querySelectorAll('[role=status]')].map((part) => part.textContent ?? '');
    return told.find((text) => text.includes('mostra-se só o que a consola conhece'));
  });
});

test('a kind that could not be searched is named', async () => {
  await type('lucira', { json: envelope({ hits: [], unavailable: ['vessel'] }) });
  await page.find(() => {
    const told = [...document.querySelectorAll('[role=status]')].map((part) => part.textContent ?? '');
    return told.find((text) => text.includes('Não foi possível procurar em: Embarcações.'));
  });
});

test('the shortcuts and the news are found by their names, and open the help on their part', async () => {
  const input = await type('atalhos', { json: envelope({ hits: [], unavailable: [] }) });
  await page.find(() => (options()[0]?.includes('Atalhos do teclado') ? true : null));
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  await page.find(() => {
    const [shown] = [...document.querySelectorAll('[role=tab][aria-selected=true]')];
    return shown?.textContent === 'Atalhos' ? true : null;
  });
});

test('coordinates lead to the place on the map', async () => {
  const input = await type('8°49′S 13°14′E', { json: envelope({ hits: [], unavailable: [] }) });
  await page.find(() => options().find((text) => text?.includes('Ir para')));
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  await page.find(() => (window.location.search.includes('camera=13.2333') ? true : null));
  expect(window.location.search).toContain('section=global-fishing-watch');
});
