// @vitest-environment happy-dom
import type { Licence } from '@kianda/contract/fleet/surveillance/registry.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';
import { address, answers, at, buttonOf, dialogText, enter, fieldOf, modal, pageOfAll } from '../testing.ts';
// The parts that load when they are opened, before any clock runs.
import '../areas/areas-tab.tsx';
import '../page.tsx';
import './registry.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const path = '/admin-api/surveillance/licences';
const licence: Licence = {
  id: '7a3c1d10-0000-4000-8000-000000000009',
  number: 'SN-1',
  vesselName: 'PALANCA',
  mmsi: '603990001',
  imo: null,
  callsign: null,
  registration: null,
  flag: 'AGO',
  holder: null,
  gears: ['cerco'],
  fleet: null,
  areaIds: null,
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  suspensions: [{ from: '2026-08-01', to: null, reason: 'Despacho 12' }],
  source: 'ensaio',
  isValid: false,
  isSuspended: true,
  simulated: false,
  updatedAt: at,
};
const held = {
  ...answers,
  [`GET ${path}`]: { json: envelope(pageOfAll([licence])) },
  [`PUT ${path}/${licence.id}`]: { json: envelope(licence) },
};

const savedLicence = () =>
  page.find(() => page.asked.find((one) => one.method === 'PUT' && one.path === `${path}/${licence.id}`));

test('a suspended licence says so, since when and why; its suspensions are changed in the form', async () => {
  page.open(address('areas'), held);
  await page.says('SN-1 · PALANCA');
  expect(page.text()).toContain('Suspensa');
  expect(page.text()).toMatch(/suspensa desde .+ \(Despacho 12\)/);
  expect(page.text()).not.toContain('Fora do períodoAGO');
  page.button('Editar SN-1 · PALANCA')?.click();
  await page.find(() => (dialogText().includes('Suspensões') ? true : null));
  const dialog = modal() ?? document;
  enter(fieldOf('Até (vazio', dialog), '2026-08-20');
  buttonOf(dialog, 'Adicionar suspensão')?.click();
  await page.find(() => buttonOf(dialog, 'Retirar a suspensão 2'));
  const [, second] = [...dialog.querySelectorAll('label')].filter(({ textContent }) =>
    textContent?.startsWith('Suspensa desde'),
  );
  const field = document.getElementById(second?.getAttribute('for') ?? '');
  if (field instanceof HTMLInputElement) enter(field, '2026-10-01');
  buttonOf(dialog, 'Guardar')?.click();
  const change = await savedLicence();
  expect((change.body as Licence).suspensions).toEqual([
    { from: '2026-08-01', to: '2026-08-20', reason: 'Despacho 12' },
    { from: '2026-10-01', to: null, reason: '' },
  ]);
});

test('a suspension is taken back', async () => {
  page.open(address('areas'), held);
  await page.says('SN-1 · PALANCA');
  page.button('Editar SN-1 · PALANCA')?.click();
  const remove = await page.find(() => buttonOf(modal() ?? document, 'Retirar a suspensão 1'));
  remove.click();
  await page.find(() => (dialogText().includes('Motivo') ? null : true));
  buttonOf(modal() ?? document, 'Guardar')?.click();
  const change = await savedLicence();
  expect((change.body as Licence).suspensions).toEqual([]);
});

test('licences are filtered, ordered, paged and given as a file by the server', async () => {
  const queries: Record<string, string>[] = [];
  const files: Record<string, string>[] = [];
  page.open(address('areas'), {
    ...held,
    [`GET ${path}`]: (query: URLSearchParams) => {
      queries.push(Object.fromEntries(query));
      const list = { ...pageOfAll([licence]), total: 60, page: Number(query.get('page')), pageSize: 25 };
      return { json: envelope(list) };
    },
    [`${path}/export`]: (query: URLSearchParams) => {
      files.push(Object.fromEntries(query));
      return { json: {} };
    },
  });
  const asks = (wanted: Record<string, string>) =>
    page.find(() => (Object.entries(wanted).every(([name, value]) => queries.at(-1)?.[name] === value) ? true : null));
  const choose = (label: string, value: string) => {
    const name = [...page.host.querySelectorAll('label')].find(({ textContent }) => textContent === label);
    const field = document.getElementById(name?.htmlFor ?? '') as HTMLSelectElement;
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
  await page.says('1–25 de 60');
  await asks({ sort: 'to', order: 'desc', page: '1', pageSize: '25' });
  page.button('Página seguinte')?.click();
  await asks({ page: '2' });
  choose('Validade', 'false');
  await asks({ valid: 'false', page: '1' });
  choose('Ordenar por', 'vessel');
  await asks({ valid: 'false', sort: 'vessel' });
  page.button('Exportar')?.click();
  const csv = await page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(({ textContent }) => textContent === 'CSV'),
  );
  csv.click();
  await page.find(() => (files.length > 0 ? true : null));
  expect(files).toEqual([{ valid: 'false', sort: 'vessel', order: 'desc', format: 'csv' }]);
});
