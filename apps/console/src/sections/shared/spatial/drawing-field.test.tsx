// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../client/testing.ts';
import { sources, stats, summary } from '../../space/qgis-spatial-analysis/sample.testing.ts';
import { createPage } from '../../testing.tsx';
// The parts that load when they are opened, before any clock runs.
import '../../space/qgis-spatial-analysis/page.tsx';
import './analysis-form.tsx';
import './drawing-field.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const modal = '[aria-modal=true]';
function enter(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
const button = (name: string) =>
  page.find(() =>
    [...document.querySelectorAll<HTMLButtonElement>(`${modal} button`)].find(
      ({ textContent }) => textContent?.trim() === name,
    ),
  );
const field = (label: string) =>
  page.find(() => {
    const found = [...document.querySelectorAll(`${modal} label`)].find(({ textContent }) => textContent === label);
    return document.querySelector<HTMLInputElement>(`[id="${found?.getAttribute('for')}"]`);
  });
const drawn = (words: string) =>
  page.find(() =>
    [...document.querySelectorAll(`${modal} [role=status]`)].some(
      ({ textContent }) => textContent?.replaceAll('\u00a0', ' ') === words,
    )
      ? true
      : null,
  );

test('a point is put by its coordinates, inside the world alone, and the drawing is cleared', async () => {
  page.open('/?section=qgis-spatial-analysis&vista=proximity', {
    '/admin-api/qgis/spatial-analysis': { json: envelope(summary) },
    '/admin-api/spatial/stats': { json: envelope(stats) },
    '/admin-api/spatial/sources': { json: envelope(sources) },
  });
  (await page.find(() => page.button('Nova análise'))).click();
  enter(
    await page.find(() => document.querySelector<HTMLSelectElement>(`${modal} select[aria-label="Alvos"]`)),
    'drawing',
  );
  await drawn('0 áreas, 0 pontos');
  expect((await button('Limpar o desenho')).disabled).toBe(true);
  (await page.find(() => document.querySelector<HTMLInputElement>(`${modal} input[type=radio][value=point]`))).click();
  enter(await field('Longitude'), '12,5');
  expect((await button('Pôr ponto')).disabled).toBe(true);
  enter(await field('Latitude'), '-9');
  const put = await button('Pôr ponto');
  await page.find(() => (put.disabled ? null : true));
  put.click();
  await drawn('0 áreas, 1 ponto');
  const clear = await button('Limpar o desenho');
  expect(clear.disabled).toBe(false);
  clear.click();
  await drawn('0 áreas, 0 pontos');
});
