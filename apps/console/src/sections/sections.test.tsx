// @vitest-environment happy-dom
import { roles } from '@kianda/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../client/testing.ts';
import { pages } from './pages.ts';
import { plannedSections } from './planned.ts';
import { allSections, findSection, groupOf } from './sections.ts';
import { createPage } from './testing.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const heading = () => page.host.querySelector('h1')?.textContent;

test.each(allSections.filter(({ id }) => pages[id] === undefined).map(({ id, title }) => [id, title]))(
  'section %s says that it is still to come',
  async (id, title) => {
    page.open(`/?section=${id}`, {});
    await page.says('Funcionalidade em desenvolvimento');
    expect(heading()).toBe(title);
    expect(page.host.querySelectorAll('h1')).toHaveLength(1);
  },
);

test('what leads to a section without a screen is known to be inactive', () => {
  const withoutScreen = allSections.map(({ id }) => id).filter((id) => pages[id] === undefined);
  expect([...plannedSections].toSorted()).toEqual(withoutScreen.toSorted());
});

test('a mistyped section is told from one that is still to come, and the nearest one is offered', async () => {
  page.open('/?section=data-conectors', {});
  await page.says('Nenhuma secção da consola se chama «data-conectors».');
  expect(heading()).toBe('Data Conectors');
  expect(page.text()).not.toContain('em desenvolvimento');
  expect(window.location.search).toBe('?section=data-conectors');
  const offered = [...page.host.querySelectorAll('main button')].find(
    (button) => button.textContent === 'Conectores de Dados',
  );
  (offered as HTMLButtonElement).click();
  await page.find(() => (heading() === 'Conectores de Dados' ? true : null));
  expect(window.location.search).toContain('section=data-connectors');
});

test('the sidebar offers the groups of what has a screen, and opens those of the daily work', async () => {
  page.open('/?section=reports', {});
  await page.says('Total de relatórios');
  const groups = [...page.host.querySelectorAll('nav [aria-expanded]')];
  expect(groups.map((group) => group.textContent?.trim())).toEqual([
    'Hub Científico',
    'Copernicus',
    'Sistema Machine LearningAI',
    'QGIS Análise AvançadaANÁLISE',
    'Analytics e Relatórios',
    'Dados e Mapas',
    'Gestão do Sistema',
    'Segurança e Monitorização',
    'Mobile e Demos',
  ]);
  const expanded = groups.filter((group) => group.getAttribute('aria-expanded') === 'true');
  expect(expanded.map((group) => group.textContent?.trim())).toEqual([
    'Hub Científico',
    'Sistema Machine LearningAI',
    'QGIS Análise AvançadaANÁLISE',
    'Analytics e Relatórios',
  ]);
  expect(page.host.querySelector('[aria-current=page]')?.textContent).toContain('Gestão de Relatórios');
  expect(groupOf('reports')?.id).toBe('analytics');
  await page.find(() => (page.text('body').includes('Operador de Ensaio') ? true : null));
  expect(page.host.querySelector('a[href="mailto:apoio@kianda.test"]')).not.toBeNull();
});

test('what a role may not see is neither offered nor shown', async () => {
  page.open('/?section=user-management', {}, { role: 'cliente' });
  await page.says('Sem permissão');
  expect(page.text('body')).not.toContain('Alertas Automáticos');
  expect(page.text('body')).toContain('Portal Interfaces');
});

test('without a session the sign-in page comes first, and remembers where to go', async () => {
  const application = page.open('/?section=reports', {
    '/admin-api/auth/me': { status: 401, json: problem('unauthenticated', 401, 'Sessão expirada.') },
    '/admin-api/auth/refresh': { status: 401, json: problem('refresh_rejected', 401, 'Inicie sessão.') },
  });
  await page.find(() => page.host.querySelector('input[type=email]'));
  expect(page.host.querySelector('input[type=password]')).not.toBeNull();
  expect(application.keeper.tokens()).toBeNull();
  expect(new URLSearchParams(window.location.search).get('next')).toBe('?section=reports');
});

const entry = {
  id: 'realtime_angola',
  name: 'Tempo Real Angola',
  description: 'Mapa ao vivo da ZEE.',
  url: 'http://interfaces.test/realtime_angola.html',
  category: 'monitoring',
  features: ['Camadas oceânicas', 'Correntes animadas', 'Séries temporais'],
  isActive: true,
  isStatic: false,
  lastAccessed: null,
  isFavourite: false,
  openings: 0,
  health: null,
  picture: null,
};
const catalogue = (list: readonly object[]) =>
  envelope({
    interfaces: list,
    total: list.length,
    active: list.length,
    popular: [],
    popularBy: 'specification',
    by_category: { monitoring: list.length },
    baseUrl: 'http://interfaces.test',
  });

test('the catalogue shows what is served and opens only that', async () => {
  const inactive = { ...entry, id: 'mapa_simples', name: 'Mapa Simples', isActive: false };
  page.open('/?section=scientific-interfaces', { '/admin-api/interfaces': { json: catalogue([entry, inactive]) } });
  await page.says('Mapa Simples');
  expect(page.text()).toContain('Em direto');
  const disabled = [...page.host.querySelectorAll('main button:disabled')].map((button) => button.textContent);
  expect(disabled).toContain('Interface Inativa');
  expect(page.text('body')).toContain('2 INTERFACES');
});

const analysis = { ...entry, id: 'dashboard_cientifico', name: 'Dashboard Científico', category: 'analysis' };

test('the catalogue stands by category, the first open', async () => {
  page.open('/?section=scientific-interfaces', { '/admin-api/interfaces': { json: catalogue([entry, analysis]) } });
  await page.says('Dashboard Científico');
  const groups = [...page.host.querySelectorAll<HTMLDetailsElement>('main details')];
  expect(groups.map((group) => [group.querySelector('h2')?.textContent, group.open])).toEqual([
    ['Análise', true],
    ['Monitorização', false],
  ]);
});

test('a search of the catalogue shows all that it finds, whatever their category', async () => {
  page.open('/?section=scientific-interfaces&q=correntes', {
    '/admin-api/interfaces': { json: catalogue([entry, analysis]) },
  });
  await page.says('Dashboard Científico');
  expect(page.text()).toContain('Tempo Real Angola');
  expect(page.host.querySelector('main details')).toBeNull();
});

test('the catalogue of a failing server is the contract’s own, labelled, and what of it is served is not known', async () => {
  page.open('/?section=scientific-interfaces', {
    '/admin-api/interfaces': { status: 503, json: problem('unavailable', 503, 'Já volta.') },
  });
  await page.says('Dados de fallback');
  expect(page.text()).toContain('— de 41 ativas');
});

test('the catalogue of a server that refuses is an error with a way to try again', async () => {
  page.open('/?section=scientific-interfaces', {
    '/admin-api/interfaces': { status: 400, json: problem('validation_failed', 400, 'Pedido inválido.') },
  });
  await page.says('Pedido inválido.');
  expect(page.text()).toContain('Tentar Novamente');
});

test('a search without result says so', async () => {
  page.open('/?section=scientific-interfaces&q=inexistente', {
    '/admin-api/interfaces': { json: catalogue([entry]) },
  });
  await page.says('Nenhuma interface corresponde');
  expect(page.text()).toContain('Mostrar todas');
});

const check = (change: object) =>
  envelope({
    url: entry.url,
    embeddable: true,
    reason: 'ok',
    message: '',
    status: 200,
    latencyMs: 3,
    checkedAt: '2026-08-31T09:00:00Z',
    ...change,
  });

test('an embedded page that cannot be shown says the true reason', async () => {
  page.open('/?section=scientific-interfaces&interface=realtime_angola', {
    '/admin-api/interfaces': { json: catalogue([entry]) },
    '/admin-api/frames/check': {
      json: check({
        embeddable: false,
        reason: 'connection_refused',
        message: 'O servidor da página recusou a ligação.',
      }),
    },
  });
  await page.says('Erro ao carregar interface');
  expect(page.text()).toContain('Não foi possível carregar a interface. Verifique a conectividade.');
  expect(page.text()).toContain('O servidor da página recusou a ligação.');
  expect(page.text()).not.toContain('Online');
  expect(page.host.querySelector('iframe')).toBeNull();
});

test('a page of the console itself is not put inside it', async () => {
  page.open('/?section=scientific-interfaces&interface=realtime_angola', {
    '/admin-api/interfaces': { json: catalogue([{ ...entry, url: 'http://localhost:3000/' }]) },
  });
  await page.says('Navegação Circular Detectada');
  expect(page.host.querySelector('iframe')).toBeNull();
});

test('an inactive page cannot be opened by its address', async () => {
  page.open('/?section=scientific-interfaces&interface=realtime_angola', {
    '/admin-api/interfaces': { json: catalogue([{ ...entry, isActive: false }]) },
  });
  await page.says('Interface Inativa');
  expect(page.host.querySelector('iframe')).toBeNull();
});

test('a link by another name of a section opens its screen', async () => {
  page.open('/?section=cache', {});
  await page.find(() => (page.asked.some(({ path }) => path.includes('/cache')) ? true : null));
  expect(page.text()).not.toContain('Funcionalidade em desenvolvimento');
});

test('sections of the tree have one entry each, and every role a dashboard', () => {
  const ids = allSections.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(findSection('dashboard')?.access).toBe('dashboard:read');
  expect(findSection('cache')?.id).toBe('cache-redis');
  expect(roles).toHaveLength(5);
});
