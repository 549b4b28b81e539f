// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../client/testing.ts';
import { sampleBiomass } from '../../space/qgis-biomass-calculator/sample.testing.ts';
import { createPage } from '../../testing.tsx';

const wideWidth = window.innerWidth;
/** Width of the window, as the environment of the test lets it be set. */
const resizeTo = (width: number) =>
  (window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }).happyDOM.setViewport({ width });

let page: ReturnType<typeof createPage>;
let queries: Record<string, string>[];
beforeEach(() => {
  queries = [];
  page = createPage();
});
afterEach(async () => {
  await page.close();
  resizeTo(wideWidth);
});

const openAt = (width: number, search: string) => {
  resizeTo(width);
  page.open(`/?section=audit${search}`, {
    '/admin-api/audit/events': (query) => {
      queries.push(Object.fromEntries(query));
      return { json: envelope({ data: [], total: 0, page: 1, pageSize: 50, hasNext: false, hasPrev: false }) };
    },
  });
};
const folder = () =>
  page.find(() => [...page.host.querySelectorAll('button')].find((one) => one.textContent?.startsWith('Filtros (')));
/** Field of the filter bar that a person sees. */
const shown = (label: string) => {
  const name = [...page.host.querySelectorAll('label')].find((one) => one.textContent === label);
  return name === undefined || name.closest('[hidden]') !== null ? undefined : document.getElementById(name.htmlFor);
};

test('on a phone the filters are folded behind how many are active, and open and close by their button', async () => {
  openAt(390, '&event=data.delete&severity=critical&from=2026-08-31T08:30&to=2026-08-31T09:30');
  const button = await folder();
  expect(button.textContent).toBe('Filtros (3)');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(shown('Ordenar por')).toBeUndefined();
  button.click();
  await page.find(() => (button.getAttribute('aria-expanded') === 'true' ? true : null));
  expect(document.getElementById(button.getAttribute('aria-controls') ?? '')?.textContent).toContain('Ordenar por');
  const order = await page.find(() => shown('Ordem') as HTMLSelectElement | undefined);
  order.value = 'asc';
  order.dispatchEvent(new Event('change', { bubbles: true }));
  await page.find(() => (queries.at(-1)?.order === 'asc' ? true : null));
  button.click();
  await page.find(() => (button.getAttribute('aria-expanded') === 'false' ? true : null));
  expect(shown('Ordem')).toBeUndefined();
});

test('on a phone active filters are cleared without opening them', async () => {
  openAt(390, '&event=data.delete&severity=critical');
  const button = await folder();
  page.button('Limpar filtros')?.click();
  await page.find(() => (button.textContent === 'Filtros (0)' ? true : null));
  await page.find(() => (queries.at(-1)?.severity === undefined ? true : null));
  expect(queries.at(-1)).not.toHaveProperty('event');
});

test('on a phone each chosen filter is said beside the fold, and taken away alone', async () => {
  openAt(390, '&event=data.delete&severity=critical');
  const button = await folder();
  const chip = await page.find(() =>
    [...page.host.querySelectorAll<HTMLButtonElement>('button')].find((one) =>
      one.getAttribute('aria-label')?.startsWith('Retirar o filtro Gravidade'),
    ),
  );
  chip.click();
  await page.find(() => (button.textContent === 'Filtros (1)' ? true : null));
  await page.find(() => (queries.at(-1)?.severity === undefined ? true : null));
  expect(queries.at(-1)).toHaveProperty('event');
});

test('a list that its filters leave empty says so, and one that has nothing says that', async () => {
  openAt(1200, '&severity=critical');
  await page.says('Nada corresponde a estes filtros');
  expect(page.text()).not.toContain('Nenhum evento corresponde');
  page.button('Limpar filtros')?.click();
  await page.says('Nenhum evento corresponde');
});

test('a list without filters has no bar, and one filter is enough for one', async () => {
  resizeTo(1200);
  const empty = envelope({ data: [], total: 0, page: 1, pageSize: 25, hasNext: false, hasPrev: false });
  page.open('/?section=qgis-biomass-calculator', {
    '/admin-api/biomass': { json: envelope(sampleBiomass) },
    '/admin-api/biomass/runs': { json: empty },
  });
  await page.find(() => (page.text('#calculos').includes('Sem cálculos') ? true : null));
  expect(shown('Ordenar por')).toBeUndefined();
});

test('a wide screen shows every filter, and follows the screen that becomes narrow', async () => {
  openAt(1200, '&severity=critical');
  await page.find(() => shown('Ordem'));
  expect(page.button('Filtros (1)')).toBeUndefined();
  resizeTo(390);
  await folder();
  expect(shown('Ordem')).toBeUndefined();
});
