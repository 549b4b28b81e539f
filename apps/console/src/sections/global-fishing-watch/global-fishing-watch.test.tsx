// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { VesselAlert, vesselAlertDetail } from '@kianda/contract/surveillance/alerts.contract';
import type { ListedVessel, listVessels } from '@kianda/contract/vessels/list.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../client/testing.ts';
import { lastNotice } from '../../platform/notices.ts';
import { createPage } from '../testing.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const id = '7a3c1d10-0000-4000-8000-000000000001';
const at = '2026-08-31T08:00:00.000Z';
const alert: VesselAlert = {
  id,
  rule: 'encounter',
  type: 'encounters',
  severity: 'high',
  description: 'Encontro junto de Cabo Ledo',
  location: null,
  vesselCount: 2,
  vessels: [{ id: 1, name: 'PALANCA', flag: 'AGO' }],
  area: null,
  state: 'new',
  assignee: null,
  dueAt: null,
  snoozedUntil: null,
  timestamp: at,
  lastAt: at,
  raisedAt: at,
  updatedAt: at,
  simulated: true,
};
const detail: DataOf<typeof vesselAlertDetail> = {
  alert,
  event: null,
  steps: [{ seq: 1, at, actor: 'Kianda', from: null, to: 'new', note: '' }],
  allowed: ['acknowledged', 'investigating'],
};
const vessel: ListedVessel = {
  id: '603990001',
  shipId: null,
  vesselId: 'gfw-a',
  name: 'PALANCA',
  vesselType: 'fishing',
  gearType: null,
  flag: 'AGO',
  mmsi: '603990001',
  imo: null,
  callsign: null,
  registration: null,
  lengthMeters: null,
  firstTransmissionDate: null,
  lastTransmissionDate: at,
  geom: { type: 'Point', coordinates: [12, -9] },
  positionKind: 'presence',
  activity: 'inactive',
  simulated: true,
};
const list = (vessels: readonly ListedVessel[]): DataOf<typeof listVessels> => ({
  data: [...vessels],
  total: vessels.length,
  page: 1,
  pageSize: 25,
  hasNext: false,
  hasPrev: false,
  known: vessels.length,
  active: 0,
  flags: [{ flag: 'AGO', vessels: vessels.length }],
  attribution: '',
});
const paged = (data: readonly unknown[]) => ({
  data,
  total: data.length,
  page: 1,
  pageSize: 200,
  hasNext: false,
  hasPrev: false,
});
const low = { ...alert, id: id.replace('1', '2'), severity: 'low', description: 'Deriva sem importância' };
const answers = {
  '/admin-api/vessels': { json: envelope(list([vessel])) },
  '/admin-api/surveillance/alerts': (query: URLSearchParams) => ({
    json: envelope(paged(query.get('minSeverity') === 'low' ? [alert, low] : [alert])),
  }),
  [`/admin-api/surveillance/alerts/${id}`]: { json: envelope(detail) },
  '/admin-api/surveillance/areas': { json: envelope({ areas: [] }) },
  '/admin-api/surveillance/licences': { json: envelope(paged([])) },
  '/admin-api/surveillance/seasons': { json: envelope({ seasons: [] }) },
  '/admin-api/ingest/jobs': { json: envelope({ jobs: [] }) },
  '/admin-api/api/gfw/vessel-presence': {
    json: envelope({
      vessel_count: 1,
      total_hours: 2,
      window_hours: 24,
      window_end: at,
      updated_at: at,
      data_source: 'Global Fishing Watch',
      api_status: 'online',
      note: '',
      by_flag: [],
    }),
  },
  '/admin-api/users': { json: envelope(paged([])) },
  '/admin-api/me/settings/global-fishing-watch': { json: envelope({ value: null, updatedAt: null }) },
} as const;
const dialogText = () => document.querySelector('[role="dialog"]')?.textContent ?? '';
const buttonOf = (root: ParentNode, name: string) =>
  [...root.querySelectorAll<HTMLButtonElement>('button')].find(({ textContent }) => textContent?.trim() === name);

test('alerts: severity, no location, the level of the settings, and a quota that is not known', async () => {
  page.open('/?section=global-fishing-watch', answers);
  await page.says('Encontro junto de Cabo Ledo');
  expect(page.text()).toContain('Localização não disponível');
  expect(page.text()).toContain('Alta');
  expect(page.text()).not.toContain('Deriva sem importância');
  expect(page.text()).toContain('1 alerta fora do nível de confiança');
  expect(page.button('Ver no Mapa')?.disabled).toBe(true);
  await page.find(() => (page.text('#uso-da-api').includes('—') ? true : null));
  expect(page.text()).toContain('Powered by Global Fishing Watch.');
});

test('alerts: the least severity chosen goes to the server, and is not told as hidden by the level', async () => {
  page.open('/?section=global-fishing-watch&level=1&least=medium', answers);
  await page.says('Encontro junto de Cabo Ledo');
  expect(page.text()).not.toContain('Deriva sem importância');
  expect(page.text()).not.toContain('fora do nível de confiança');
});

test('no alerts: the empty state, and nothing to export', async () => {
  page.open('/?section=global-fishing-watch', {
    ...answers,
    '/admin-api/surveillance/alerts': { json: envelope(paged([])) },
  });
  await page.says('Nenhum Alerta');
  expect(page.button('Exportar alertas (JSON)')?.disabled).toBe(true);
});

test('investigating: the step goes with the state that was seen, and a conflict is told', async () => {
  page.open(`/?section=global-fishing-watch&alert=${id}`, {
    ...answers,
    [`/admin-api/surveillance/alerts/${id}/steps`]: {
      status: 409,
      json: problem('conflict', 409, 'O alerta já não está nesse estado.'),
    },
  });
  const select = await page.find(() =>
    [...document.querySelectorAll<HTMLSelectElement>('[role="dialog"] select')].find(({ textContent }) =>
      textContent?.includes('Reconhecido'),
    ),
  );
  select.value = 'acknowledged';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  const submit = await page.find(() => {
    const button = buttonOf(document.querySelector('[role="dialog"]') ?? document, 'Registar');
    return button?.disabled === false ? button : null;
  });
  submit.click();
  await page.find(() => (dialogText().includes('Outra pessoa mudou este alerta') ? true : null));
  expect(page.asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ from: 'new', to: 'acknowledged' });
});

test('whoever may only look sees no form', async () => {
  page.open(`/?section=global-fishing-watch&alert=${id}`, answers, { role: 'investigador' });
  await page.find(() => (dialogText().includes('só operadores e administradores') ? true : null));
  expect(document.querySelector('[role="dialog"] form')).toBeNull();
});

test('vessels: one row, activity by age, and why it can never be active', async () => {
  page.open('/?section=global-fishing-watch&tab=vessels', answers);
  await page.says('PALANCA');
  expect(page.text()).toContain('Inativa');
  page.button('Ver detalhes de PALANCA')?.click();
  await page.find(() => (dialogText().includes('96 h antes do presente') ? true : null));
  await page.find(() => (dialogText().includes('Nenhum Alerta') ? true : null));
  expect(dialogText()).toContain('Esta embarcação não possui alertas ativos no momento.');
});

test('no vessels: the specification says what to do, and there is nothing to export', async () => {
  page.open('/?section=global-fishing-watch&tab=vessels', {
    ...answers,
    '/admin-api/vessels': { json: envelope(list([])) },
  });
  await page.says('Nenhuma Embarcação Encontrada');
  expect(page.text()).toContain('Ajuste os filtros para encontrar embarcações específicas.');
  expect(page.button('Exportar')?.disabled).toBe(true);
});

test('a server that fails: the banner with its two buttons, dismissed until it fails anew', async () => {
  page.open('/?section=global-fishing-watch&tab=settings', {
    ...answers,
    '/admin-api/vessels': { status: 503, json: problem('unavailable', 503, 'Já volta.') },
  });
  await page.says('Erro de Conexão');
  expect(page.button('Limpar Erro')).toBeDefined();
  page.button('Dispensar')?.click();
  await page.find(() => (page.text().includes('Erro de Conexão') ? null : true));
});

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

test('permissions: nobody asked yet, and the way to ask', async () => {
  page.open('/?section=global-fishing-watch&tab=access', {
    ...answers,
    '/gfw-api/api/permissions/status': { json: untested },
  });
  await page.says('Status desconhecido');
  const link = document.querySelector<HTMLAnchorElement>('main a[href^="mailto:apis@globalfishingwatch.org"]');
  expect(link?.textContent).toContain('Enviar Solicitação');
});

test('permissions: one open, one refused by its HTTP code', async () => {
  const result = { accessible: true, status_code: 200, tested_at: at, tested_dataset: 'x:v4.0', error: null };
  page.open('/?section=global-fishing-watch&tab=access', {
    ...answers,
    '/gfw-api/api/permissions/status': {
      json: {
        ...untested,
        request_submitted: true,
        submission_date: '2026-08-01',
        overall_status: 'partial_access',
        live_test_results: {
          'public-global-vessels': result,
          'public-global-transshipment': { ...result, accessible: false, status_code: 403, error: 'recusado' },
        },
      },
    },
  });
  await page.says('Acesso parcial - alguns datasets ainda pendentes');
  expect(page.text()).toContain('Acessível');
  expect(page.text()).toContain('Bloqueado (HTTP 403)');
  expect(page.text()).toContain('Insufficient permissions for this dataset.');
  expect(page.text()).not.toContain('Enviar Solicitação');
});

test('settings: those of the account on the server, and what only this browser knew is handed to it', async () => {
  const path = '/admin-api/me/settings/global-fishing-watch';
  const value = {
    alertsEnabled: true,
    autoRefresh: true,
    refreshInterval: 30,
    vesselTypes: ['fishing'],
    confidenceLevel: 1,
  };
  const saved = () => page.asked.filter((one) => one.method === 'PUT' && one.path === path).map(({ body }) => body);
  page.open('/?section=global-fishing-watch&tab=settings', {
    ...answers,
    [path]: { json: envelope({ value, updatedAt: at }) },
  });
  await page.says('Intervalo de atualização');
  expect(document.querySelector<HTMLSelectElement>('main select')?.value).toBe('30');
  expect(saved()).toEqual([]);
  document.querySelector<HTMLInputElement>('main input[type="checkbox"]')?.click();
  await page.find(() => (saved().length === 1 ? true : null));
  const changed = { ...value, alertsEnabled: false };
  expect(saved()).toEqual([{ value: changed }]);

  page.close();
  page = createPage();
  page.open('/?section=global-fishing-watch&tab=settings', answers);
  await page.find(() => (saved().length === 1 ? true : null));
  expect(saved()).toEqual([{ value: changed }]);
});

test('settings: data are exported, and a file is handed over only once the audit trail knows of it', async () => {
  const note = '/admin-api/vessels/exports/notes';
  page.open('/?section=global-fishing-watch&tab=settings', {
    ...answers,
    [note]: { status: 403, json: problem('forbidden', 403, 'Não ficou registado.') },
  });
  await page.says('Exportação de dados');
  await page.find(() => page.button('Embarcações (CSV)') ?? null);
  page.button('Embarcações (CSV)')?.click();
  await page.find(() => (lastNotice()?.message === 'Não ficou registado.' ? true : null));
  const noted = page.asked.filter(({ path }) => path === note);
  expect(noted[0]?.body).toMatchObject({
    of: 'vessels',
    rows: 1,
    fileName: expect.stringMatching(/^gfw-vessels-.*\.csv$/),
  });
});
