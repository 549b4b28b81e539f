// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { listSeasons } from '@kianda/contract/fleet/surveillance/registry.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../../client/testing.ts';
import { lastNotice } from '../../../../platform/notices.ts';
import { createPage } from '../../../testing.tsx';
import { address, answers, at, buttonOf, dialogText, modal } from '../testing.ts';
// The parts that load when they are opened, before any clock runs.
import '../areas/areas-tab.tsx';
import '../page.tsx';
import './registry.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const path = '/admin-api/surveillance/seasons';
const season: DataOf<typeof listSeasons>['seasons'][number] = {
  id: '7a3c1d10-0000-4000-8000-00000000000b',
  name: 'Veda do camarão',
  startsOn: '2026-01-01',
  endsOn: '2026-03-31',
  gears: null,
  species: ['camarão'],
  areaId: null,
  source: 'Decreto 1',
  updatedAt: at,
};
const open = (copy: object = {}) => {
  const years: (string | null)[] = [];
  page.open(address('areas'), {
    ...answers,
    [`GET ${path}`]: (query: URLSearchParams) => {
      years.push(query.get('year'));
      return { json: envelope({ seasons: query.get('year') === '2020' ? [] : [season] }) };
    },
    ...copy,
  });
  return years;
};
const choose = async (year: string) => {
  const select = await page.find(() =>
    [...document.querySelectorAll<HTMLSelectElement>('main select')].find(({ options }) =>
      [...options].some(({ textContent }) => textContent === 'Todos os anos'),
    ),
  );
  select.value = year;
  select.dispatchEvent(new Event('change', { bubbles: true }));
};

test('closed seasons say their days, gears and place, and are those of the year chosen', async () => {
  const years = open();
  await page.says('Veda do camarão');
  expect(page.text()).toContain('Toda a ZEE');
  expect(years).toEqual([null]);
  await choose('2020');
  await page.find(() => (years.at(-1) === '2020' ? true : null));
  await page.find(() => (page.text().includes('Veda do camarão') ? null : true));
  await choose('');
  await page.says('Veda do camarão');
});

test('the seasons of a year go into the next once confirmed, and how many did is told', async () => {
  open({ [`POST ${path}/copy`]: { json: envelope({ seasons: [season], skipped: 2 }) } });
  await choose('2027');
  (await page.find(() => page.button('Copiar de 2026 para 2027'))).click();
  await page.find(() => (dialogText().includes('As vedas que começam em 2026') ? true : null));
  expect(page.asked.some(({ method }) => method === 'POST')).toBe(false);
  buttonOf(modal() ?? document, 'Copiar de 2026 para 2027')?.click();
  const sent = await page.find(() => page.asked.find(({ method }) => method === 'POST'));
  expect(sent).toMatchObject({ path: `${path}/copy`, body: { from: 2026, to: 2027 } });
  await page.find(() =>
    lastNotice()?.message.replaceAll('\u00a0', ' ').includes('2 já existiam') === true ? true : null,
  );
  await page.find(() => (dialogText().includes('As vedas que começam em 2026') ? null : true));
});

test.each([
  ['there is nothing to copy', { json: envelope({ seasons: [], skipped: 0 }) }, 'Não há vedas que comecem em 2025.'],
  ['the server refuses', { status: 409, json: problem('conflict', 409, 'Ocupado.') }, 'Ocupado.'],
])('the dialog stays and says so where %s', async (_, answer, says) => {
  open({ [`POST ${path}/copy`]: answer });
  await page.says('Veda do camarão');
  (await page.find(() => page.button('Copiar de 2025 para 2026'))).click();
  await page.find(() => (dialogText().includes('As vedas que começam em 2025') ? true : null));
  buttonOf(modal() ?? document, 'Copiar de 2025 para 2026')?.click();
  await page.find(() => (dialogText().includes(says) ? true : null));
});

test('who may not change the registry sees no way to add or eliminate a season', async () => {
  page.open(
    address('areas'),
    { ...answers, [`GET ${path}`]: { json: envelope({ seasons: [season] }) } },
    { role: 'investigador' },
  );
  await page.says('Veda do camarão');
  expect(page.button('Eliminar Veda do camarão')).toBeUndefined();
  expect(page.button('Editar Veda do camarão')).toBeUndefined();
});
