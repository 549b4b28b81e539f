// @vitest-environment happy-dom
import '../boot.ts';
import { roles } from '@kianda/contract';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppRoot } from '../app-root.tsx';
import type { Application } from '../client/application.ts';
import { envelope, problem, type Reply, testApplication } from '../client/testing.ts';
import { initialPreferences } from '../platform/preferences-store.ts';
import { createConsoleRouter } from '../router.tsx';
import { pages } from './pages.ts';
import { plannedSections } from './planned.ts';
import { allSections, findSection, groupOf } from './sections.ts';

const account = {
  id: '00000000-0000-4000-8000-000000000001',
  email: 'ana@kianda.test',
  name: 'Ana Mar',
  role: 'administrador',
  permissions: [],
  mustChangePassword: false,
  totpEnabled: false,
  mustSetUpTwoStep: false,
  twoStepDueAt: null,
  hasPassword: true,
  lastSignInAt: null,
};

type Answers = Readonly<Record<string, Reply>>;
const platform = envelope({
  name: 'Kianda',
  version: '2.0.0',
  mode: 'demo',
  operatorName: 'Operador de Ensaio',
  supportEmail: 'apoio@kianda.test',
  interfacesUrl: 'http://interfaces.test',
  serviceUrls: {},
});

/** Answers of the wire by path; everything else is a server that fails. */
function wire(answers: Answers): typeof fetch {
  return async (input) => {
    const { pathname } = new URL(typeof input === 'string' ? input : '', 'http://kianda.test');
    const reply = answers[pathname] ?? { status: 404, json: problem('not_found', 404, 'Não existe.') };
    if (reply === 'hang') return new Promise(() => undefined);
    return new Response(JSON.stringify(reply.json), {
      status: reply.status ?? 200,
      headers: { 'content-type': 'application/json' },
    });
  };
}

let root: Root | undefined;
let host: HTMLElement;

beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
});
afterEach(() => {
  root?.unmount();
  host.remove();
});

async function open(address: string, answers: Answers = {}): Promise<Application> {
  window.history.replaceState(null, '', address);
  const application = testApplication('', {
    fetch: wire({
      '/admin-api/auth/me': { json: envelope(account) },
      '/admin-api/platform': { json: platform },
      ...answers,
    }),
  });
  const router = createConsoleRouter(application);
  root = createRoot(host);
  root.render(
    <AppRoot application={application} clock={application.clock} preferences={initialPreferences}>
      <RouterProvider router={router} />
    </AppRoot>,
  );
  return application;
}

/** Waits until `look` finds something in the page. */
async function find<T>(look: () => T | null | undefined): Promise<T> {
  let found: T | null | undefined;
  await vi.waitFor(() => {
    found = look();
    if (found === null || found === undefined) throw new Error(`not in the page: ${host.textContent?.slice(0, 400)}`);
  }, 60_000);
  return found as T;
}

const heading = () => host.querySelector('h1')?.textContent;
const main = () => host.querySelector('main')?.textContent ?? '';
const mainWith = (text: string) => () => (main().includes(text) ? main() : null);

test.each(allSections.filter(({ id }) => pages[id] === undefined).map(({ id, title }) => [id, title]))(
  'section %s says that it is still to come',
  async (id, title) => {
    await open(`/?section=${id}`);
    await find(mainWith('Funcionalidade em desenvolvimento'));
    expect(heading()).toBe(title);
    expect(host.querySelectorAll('h1')).toHaveLength(1);
  },
);

test('what leads to a section without a screen is known to be inactive', () => {
  const withoutScreen = allSections.map(({ id }) => id).filter((id) => pages[id] === undefined);
  expect([...plannedSections].toSorted()).toEqual(withoutScreen.toSorted());
});

test('a mistyped section is told from one that is still to come, and the nearest one is offered', async () => {
  await open('/?section=data-conectors');
  await find(mainWith('Nenhuma secção da consola se chama «data-conectors».'));
  expect(heading()).toBe('Data Conectors');
  expect(main()).not.toContain('em desenvolvimento');
  expect(window.location.search).toBe('?section=data-conectors');
  const offered = [...host.querySelectorAll('main button')].find(
    (button) => button.textContent === 'Conectores de Dados',
  );
  (offered as HTMLButtonElement).click();
  await find(() => (heading() === 'Conectores de Dados' ? true : null));
  expect(window.location.search).toContain('section=data-connectors');
});

test('the sidebar offers the groups of what has a screen, and opens those of the daily work', async () => {
  await open('/?section=reports');
  await find(mainWith('Total de relatórios'));
  const groups = [...host.querySelectorAll('nav [aria-expanded]')];
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
  expect(host.querySelector('[aria-current=page]')?.textContent).toContain('Gestão de Relatórios');
  expect(groupOf('reports')?.id).toBe('analytics');
  await find(() => (host.textContent?.includes('Operador de Ensaio') ? true : null));
  expect(host.querySelector('a[href="mailto:apoio@kianda.test"]')).not.toBeNull();
});

test('what a role may not see is neither offered nor shown', async () => {
  await open('/?section=user-management', {
    '/admin-api/auth/me': { json: envelope({ ...account, role: 'cliente' }) },
  });
  await find(mainWith('Sem permissão'));
  expect(host.textContent).not.toContain('Alertas Automáticos');
  expect(host.textContent).toContain('Portal Interfaces');
});

test('without a session the sign-in page comes first, and remembers where to go', async () => {
  const application = await open('/?section=reports', {
    '/admin-api/auth/me': { status: 401, json: problem('unauthenticated', 401, 'Sessão expirada.') },
    '/admin-api/auth/refresh': { status: 401, json: problem('refresh_rejected', 401, 'Inicie sessão.') },
  });
  await find(() => host.querySelector('input[type=email]'));
  expect(host.querySelector('input[type=password]')).not.toBeNull();
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
  await open('/?section=scientific-interfaces', { '/admin-api/interfaces': { json: catalogue([entry, inactive]) } });
  await find(mainWith('Mapa Simples'));
  expect(main()).toContain('Em direto');
  const disabled = [...host.querySelectorAll('main button:disabled')].map((button) => button.textContent);
  expect(disabled).toContain('Interface Inativa');
  expect(host.textContent).toContain('2 INTERFACES');
});

const analysis = { ...entry, id: 'dashboard_cientifico', name: 'Dashboard Científico', category: 'analysis' };

test('the catalogue stands by category, the first open', async () => {
  await open('/?section=scientific-interfaces', { '/admin-api/interfaces': { json: catalogue([entry, analysis]) } });
  await find(mainWith('Dashboard Científico'));
  const groups = [...host.querySelectorAll<HTMLDetailsElement>('main details')];
  expect(groups.map((group) => [group.querySelector('h2')?.textContent, group.open])).toEqual([
    ['Análise', true],
    ['Monitorização', false],
  ]);
});

test('a search of the catalogue shows all that it finds, whatever their category', async () => {
  await open('/?section=scientific-interfaces&q=correntes', {
    '/admin-api/interfaces': { json: catalogue([entry, analysis]) },
  });
  await find(mainWith('Dashboard Científico'));
  expect(main()).toContain('Tempo Real Angola');
  expect(host.querySelector('main details')).toBeNull();
});

test('the catalogue of a failing server is the contract’s own, labelled, and what of it is served is not known', async () => {
  await open('/?section=scientific-interfaces', {
    '/admin-api/interfaces': { status: 503, json: problem('unavailable', 503, 'Já volta.') },
  });
  await find(mainWith('Dados de fallback'));
  expect(main()).toContain('— de 41 ativas');
});

test('the catalogue of a server that refuses is an error with a way to try again', async () => {
  await open('/?section=scientific-interfaces', {
    '/admin-api/interfaces': { status: 400, json: problem('validation_failed', 400, 'Pedido inválido.') },
  });
  await find(mainWith('Pedido inválido.'));
  expect(main()).toContain('Tentar Novamente');
});

test('a search without result says so', async () => {
  await open('/?section=scientific-interfaces&q=inexistente', {
    '/admin-api/interfaces': { json: catalogue([entry]) },
  });
  await find(mainWith('Nenhuma interface corresponde'));
  expect(main()).toContain('Mostrar todas');
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
  await open('/?section=scientific-interfaces&interface=realtime_angola', {
    '/admin-api/interfaces': { json: catalogue([entry]) },
    '/admin-api/frames/check': {
      json: check({
        embeddable: false,
        reason: 'connection_refused',
        message: 'O servidor da página recusou a ligação.',
      }),
    },
  });
  await find(mainWith('Erro ao carregar interface'));
  expect(main()).toContain('Não foi possível carregar a interface. Verifique a conectividade.');
  expect(main()).toContain('O servidor da página recusou a ligação.');
  expect(main()).not.toContain('Online');
  expect(host.querySelector('iframe')).toBeNull();
});

test('a page of the console itself is not put inside it', async () => {
  await open('/?section=scientific-interfaces&interface=realtime_angola', {
    '/admin-api/interfaces': { json: catalogue([{ ...entry, url: 'http://localhost:3000/' }]) },
  });
  await find(mainWith('Navegação Circular Detectada'));
  expect(host.querySelector('iframe')).toBeNull();
});

test('an inactive page cannot be opened by its address', async () => {
  await open('/?section=scientific-interfaces&interface=realtime_angola', {
    '/admin-api/interfaces': { json: catalogue([{ ...entry, isActive: false }]) },
  });
  await find(mainWith('Interface Inativa'));
  expect(host.querySelector('iframe')).toBeNull();
});

test('sections of the tree have one entry each, and every role a dashboard', () => {
  const ids = allSections.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(findSection('dashboard')?.access).toBe('dashboard:read');
  expect(roles).toHaveLength(5);
});
