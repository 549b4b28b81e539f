// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { listInterfaces, ScientificInterface } from '@kianda/contract/open/interfaces/interfaces.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import './page.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const entry = (id: string, name: string, more: Partial<ScientificInterface> = {}): ScientificInterface => ({
  ...{ id, name, description: `O que faz ${name}`, url: `/${id}.html`, category: 'analysis', features: ['Mapa'] },
  ...{ isActive: true, isStatic: false, lastAccessed: null, isFavourite: false, openings: 0 },
  ...{ health: null, picture: null },
  ...more,
});
const catalogue: DataOf<typeof listInterfaces> = {
  interfaces: [
    entry('dashboard_cientifico', 'Painel científico', { lastAccessed: '2026-08-30T08:00:00.000Z' }),
    entry('realtime_angola', 'Tempo real', { category: 'monitoring', isFavourite: true }),
    entry('qgis_dashboard', 'Painel QGIS', { lastAccessed: '2026-08-31T08:00:00.000Z' }),
    entry('mobile_pwa', 'Recolha no mar', { category: 'mobile', isActive: false }),
  ],
  ...{ total: 4, active: 3, by_category: { analysis: 2, monitoring: 1, mobile: 1 }, baseUrl: 'http://interfaces.test' },
  popular: ['mobile_pwa', 'dashboard_cientifico', 'realtime_angola'],
  popularBy: 'use',
};
type Answers = Parameters<ReturnType<typeof createPage>['open']>[1];
const open = (of = catalogue, more: Answers = {}, options: Parameters<typeof page.open>[2] = {}) =>
  page.open('/?section=scientific-interfaces', { '/admin-api/interfaces': { json: envelope(of) }, ...more }, options);
/** Names in a row, in its order. */
const row = (title: string) =>
  [...page.host.querySelectorAll(`section[aria-label="${title}"] button`)].map(
    (one) => one.querySelector('span:nth-child(2)')?.textContent,
  );

test('a person’s own come first, the last opened before the others, and what stands above is not said again', async () => {
  open();
  await page.says('3 de 4 ativas');
  expect(row('Favoritas')).toEqual(['Tempo real']);
  expect(row('Abertas há pouco')).toEqual(['Painel QGIS', 'Painel científico']);
  // One without a page comes last.
  expect(row('Mais usadas')).toEqual(['Tempo real', 'Recolha no mar']);
});

test('before anything was opened by anyone the four of the specification are offered, opened or not', async () => {
  open({ ...catalogue, popularBy: 'specification' });
  await page.says('Para começar');
  expect(row('Para começar')).toEqual(['Painel científico', 'Tempo real', 'Recolha no mar']);
});

test('a category and a text narrow the catalogue, and a way back is offered where nothing is left', async () => {
  open();
  await page.says('3 de 4 ativas');
  (await page.find(() => page.button('Todas 4'))).parentElement?.querySelectorAll('button')[2]?.click();
  await page.find(() => (window.location.search.includes('tab=monitoring') ? true : null));
  await page.find(() => (page.text('main').includes('O que faz Painel QGIS') ? null : true));
  expect(page.text()).toContain('O que faz Tempo real');
  expect(row('Favoritas')).toEqual([]);
  const search = await page.find(() =>
    page.host.querySelector<HTMLInputElement>('input[aria-label="Procurar interface"]'),
  );
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, 'zzzz');
  search.dispatchEvent(new Event('input', { bubbles: true }));
  await page.says('Nenhuma interface corresponde');
  page.button('Mostrar todas')?.click();
  await page.says('O que faz Painel QGIS');
});

test('a star is sent for the interface that it stands on', async () => {
  const path = '/admin-api/interfaces/qgis_dashboard/favourite';
  open(catalogue, { [`PUT ${path}`]: { json: envelope({ id: 'qgis_dashboard', isFavourite: true }) } });
  (await page.find(() => page.button('Favorita: Painel QGIS'))).click();
  const sent = await page.find(() => page.asked.find(({ method }) => method === 'PUT'));
  expect(sent).toMatchObject({ path, body: { isFavourite: true } });
});

test('consoles of services stand where this installation has them, and there alone', async () => {
  const platform = {
    ...{ name: 'Kianda', version: '2.0.0', mode: 'demo', operatorName: 'Ensaio', supportEmail: 'apoio@kianda.test' },
    ...{ interfacesUrl: 'http://interfaces.test', serviceUrls: { stac: 'http://stac.test' } },
  };
  open(catalogue, { '/admin-api/platform': { json: envelope(platform) } });
  const link = await page.find(() => page.host.querySelector<HTMLAnchorElement>('main a[href^="http://stac.test"]'));
  expect(link.textContent).toBe('Navegador STAC');
  expect(page.text()).not.toContain('Monitor de tarefas');
  await page.close();
  page = createPage();
  open();
  await page.says('3 de 4 ativas');
  expect(page.text()).not.toContain('Navegador STAC');
});

test('who may not control services is not offered to renew the pages', async () => {
  open(catalogue, {}, { role: 'cliente' });
  await page.says('3 de 4 ativas');
  expect(page.button('Verificar páginas e renovar imagens')).toBeUndefined();
});
