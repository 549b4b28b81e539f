// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { lastNotice, type Notice, subscribeNotices } from '../../../platform/notices.ts';
import { createPage } from '../../testing.tsx';
import { address, alert, answers, area, at, listOf, pageOfAll, vessel } from './testing.ts';
// The parts that load when they are opened, before any clock runs.
import './page.tsx';
import './settings/settings-tab.tsx';

let page: ReturnType<typeof createPage>;
/** All that was said in passing. */
let said: Notice[];
let unsubscribe: () => void;
beforeEach(() => {
  page = createPage();
  said = [];
  unsubscribe = subscribeNotices(() => {
    const notice = lastNotice();
    if (notice !== null) said.push(notice);
  });
});
afterEach(async () => {
  unsubscribe();
  await page.close();
});

const own = { attribution: 'Powered by Global Fishing Watch.', provenance: envelope(null).metadata.provenance };
const daily = { limit: 50_000, usage: 12_500, remaining: 37_500, resetHours: 9 };
const quota = { daily, monthly: { limit: null, usage: null, remaining: null, resetDays: null }, observedAt: at };
const broken = { status: 503, json: problem('unavailable', 503, 'Já volta.') };
const count = (path: string) => page.asked.filter((one) => one.path === path).length;

test('header, connected message, four cards, five tabs with their counts, and the attribution', async () => {
  const fleet = { ...listOf([vessel]), known: 1_234, active: 56 };
  page.open(address('settings'), {
    ...answers,
    '/admin-api/vessels': {
      json: {
        ...envelope(fleet),
        metadata: {
          ...envelope(fleet).metadata,
          fields: { active: { state: 'simulated', source: 'AIS + VMS', observedAt: at, retrievedAt: at, seed: 7 } },
        },
      },
    },
    '/admin-api/surveillance/alerts': { json: envelope({ ...pageOfAll([alert]), total: 12 }) },
    '/admin-api/surveillance/areas': { json: envelope({ areas: [area, { ...area, id: 'b', violations: 0 }] }) },
    '/gfw-api/gfw/quota': { json: { ...quota, reason: null, ...own } },
  });
  await page.find(() => (page.text('#uso-da-api').includes('12 500') ? true : null));
  await page.says('Ligado: 1 234 embarcações conhecidas. Última atualização:');
  expect(page.text()).toContain('Presença no satélite AIS até 31/08/2026');
  expect(page.text('#embarcacoes-ativas')).toContain('56');
  // The card speaks of the whole fleet, and not of the one row that was asked for.
  expect(page.text('#embarcacoes-ativas')).toContain('Simulado');
  expect(page.text('#alertas-ativos')).toContain('12');
  expect(page.text('#violacoes')).toContain('3');
  expect(page.text('#violacoes')).toContain('nas últimas 24 h');
  expect(page.text('#uso-da-api')).toContain('de 50 000 pedidos por dia');
  const bar = document.querySelector('#uso-da-api [role="progressbar"]');
  expect([bar?.getAttribute('aria-label'), bar?.getAttribute('aria-valuenow')]).toEqual(['Quota diária usada', '25']);
  const tabs = await page.find(() => {
    const shown = [...document.querySelectorAll('main [role="tab"]')];
    return shown[1]?.textContent?.includes('(') ? shown : null;
  });
  const words = tabs.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
  expect(words).toEqual([
    'Alertas (12)',
    'Embarcações (1 234)',
    'Áreas Protegidas',
    'Segurança e Ajudas',
    'Permissões GFW',
    'Configurações',
  ]);
  expect(page.text()).toContain('Powered by Global Fishing Watch.');
});

test('refreshing asks again for what is shown, and says how it went', async () => {
  let answer: Reply = answers['/admin-api/vessels'];
  page.open(address('settings'), { ...answers, '/admin-api/vessels': () => answer });
  await page.says('Ligado: 1 embarcação conhecida');
  const before = count('/admin-api/vessels');
  page.button('Atualizar')?.click();
  const done = await page.find(() =>
    said.find(({ message }) => message === 'Dados do Global Fishing Watch atualizados'),
  );
  expect(done).toMatchObject({ tone: 'success', title: 'Sucesso' });
  expect(count('/admin-api/vessels')).toBeGreaterThan(before);
  answer = broken;
  page.button('Atualizar')?.click();
  const failed = await page.find(() => said.find(({ message }) => message === 'Falha ao atualizar dados'));
  expect(failed).toMatchObject({ tone: 'error', title: 'Erro' });
});

test('a failed connection: banner and toast with its words, dismissed, or cleared by asking again', async () => {
  let answer: Reply = broken;
  page.open(address('settings'), { ...answers, '/admin-api/vessels': () => answer });
  await page.says('Erro de Conexão');
  expect(page.text('main [role="alert"]')).toContain('Já volta.');
  expect(said).toContainEqual({ tone: 'error', title: 'Erro de Conexão', message: 'Já volta.' });
  // An unknown figure is a dash with its reason, never a zero that looks like calm.
  expect(page.text('#embarcacoes-ativas')).toContain('—');
  page.button('Dispensar')?.click();
  await page.find(() => (page.text().includes('Erro de Conexão') ? null : true));
  await page.close();

  page = createPage();
  page.open(address('settings'), { ...answers, '/admin-api/vessels': () => answer });
  await page.says('Erro de Conexão');
  answer = answers['/admin-api/vessels'];
  page.button('Limpar Erro')?.click();
  await page.says('Ligado: 1 embarcação conhecida');
  expect(page.text()).not.toContain('Erro de Conexão');
});

test('a failure that says nothing has the words of the specification', async () => {
  page.open(address('settings'), {
    ...answers,
    '/admin-api/vessels': { status: 400, json: { ...problem('validation_failed', 400, ''), message: '' } },
  });
  await page.says('Erro desconhecido ao carregar dados GFW');
});
