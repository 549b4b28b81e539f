// @vitest-environment happy-dom
import { gfwOverallStatuses } from '@kianda/contract/fleet/vessels/gfw.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';
import { address, answers, at } from '../testing.ts';
// The parts that load when they are opened, before any clock runs.
import '../page.tsx';
import './access-tab.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const statusPath = '/gfw-api/api/permissions/status';
const testPath = '/gfw-api/api/permissions/test';
const credited = { attribution: '', provenance: envelope(null).metadata.provenance };
const untested = {
  request_submitted: false,
  submission_date: null,
  last_updated: null,
  overall_status: 'no_access',
  datasets: {},
  live_test_results: {},
  token_configured: true,
  ...credited,
};
const result = { accessible: true, status_code: 200, tested_at: at, tested_dataset: 'x:v4.0', error: null };
const blocked = { ...result, accessible: false, status_code: 403, error: 'recusado' };
const tested = {
  ...untested,
  request_submitted: true,
  submission_date: '2026-08-01',
  last_updated: at,
  overall_status: 'partial_access',
  datasets: { 'public-global-vessels': { access_level: 'full', last_updated: at } },
  live_test_results: { 'public-global-vessels': result, 'public-global-transshipment': blocked },
};
const open = (status: object, more = {}) =>
  page.open(address('access'), { ...answers, [statusPath]: { json: status }, ...more });
const requestLink = () =>
  document.querySelector<HTMLAnchorElement>('main a[href^="mailto:apis@globalfishingwatch.org"]');

test('five data sets, the most pressing first, each with what the specification asks for', async () => {
  open(tested);
  await page.says('Acesso parcial - alguns datasets ainda pendentes');
  const items = [...document.querySelectorAll('main li')].map((item) => item.textContent ?? '');
  const sets = items.filter((text) => text.includes('Justificação:'));
  expect(sets).toHaveLength(5);
  for (const text of sets) for (const word of ['Estado', 'Acesso atual', 'Prioridade']) expect(text).toContain(word);
  const order = ['Alta', 'Média', 'Baixa'];
  const priorities = sets.map((text) => order.findIndex((word) => text.endsWith(word)));
  expect(priorities).toEqual(priorities.toSorted((a, b) => a - b));
  expect(sets[0]).toContain('Aprovado');
  expect(sets[0]).toContain('Completo');
  expect(sets[1]).toContain('Pendente');
});

test.each([
  ['full_access', 'Acesso completo a todos os datasets solicitados'],
  ['partial_access', 'Acesso parcial - alguns datasets ainda pendentes'],
  ['no_access', 'Acesso limitado - apenas datasets públicos disponíveis'],
] as const)('%s: «%s»', async (overall_status, words) => {
  expect(gfwOverallStatuses).toContain(overall_status);
  open({ ...tested, overall_status });
  expect(await page.says(words)).toBe(true);
});

test('before any test the state is unknown, and there is the way to ask for access', async () => {
  open(untested);
  await page.says('Status desconhecido');
  expect(requestLink()?.textContent).toContain('Enviar Solicitação');
  expect(decodeURIComponent(requestLink()?.href ?? '')).toContain('public-global-transshipment');
});

test('tests that passed and that did not; a request that was sent is not asked for again', async () => {
  open(tested);
  await page.says('Acessível');
  expect(page.text()).toContain('Bloqueado (HTTP 403)');
  expect(page.text()).toContain(
    'Insufficient permissions for this dataset. Please request additional access from Global Fishing Watch.',
  );
  expect(page.text()).toContain('Pedido formal enviado em 01/08/2026.');
  expect(requestLink()).toBeNull();
});

test('a status that does not come: no request, no data set, limited access, labelled as a stand-in', async () => {
  page.open(address('access'), {
    ...answers,
    [statusPath]: { status: 503, json: problem('unavailable', 503, 'Já volta.') },
  });
  await page.says('Acesso limitado - apenas datasets públicos disponíveis');
  expect(page.text()).toContain('Dados de fallback');
  expect(page.text()).toContain('Por testar');
  expect(requestLink()).not.toBeNull();
});

test('testing now asks the provider, and a test that fails is told without losing what is known', async () => {
  open(tested, { [testPath]: { status: 503, json: problem('unavailable', 503, 'O ensaio não correu.') } });
  const run = await page.find(() => page.button('Testar Acesso'));
  run.click();
  await page.says('O ensaio não correu.');
  expect(page.text()).toContain('Bloqueado (HTTP 403)');
  expect(page.asked.some(({ path }) => path === testPath)).toBe(true);
  const before = page.asked.filter(({ path }) => path === statusPath).length;
  const refresh = [...document.querySelectorAll<HTMLButtonElement>('main [role="tabpanel"] button')].find(
    ({ textContent }) => textContent === 'Atualizar',
  );
  refresh?.click();
  await page.find(() => (page.asked.filter(({ path }) => path === statusPath).length > before ? true : null));
});
