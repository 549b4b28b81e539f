// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { AlertDetail } from '@kianda/contract/operations/alerts/casework.contract';
import type {
  AlertRuleView,
  AlertSilence,
  listAlertMetrics,
  listAlertRules,
  previewAlertRule,
} from '@kianda/contract/operations/alerts/rules.contract';
import type { PlatformAlert } from '@kianda/contract/operations/health/health.contract';
import type { Delivery, DeliveryChannel } from '@kianda/contract/people/delivery/delivery.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import { formTexts } from './rule-texts.pt.ts';
import { channelTexts } from './texts.pt.ts';
// The parts that load when they are opened, before any clock runs.
import './channel-form.tsx';
import './history-panel.tsx';
import './page.tsx';
import './rule-form.tsx';
import './rules-panel.tsx';

/** Writes or chooses, as a person would. */
function enter(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  const kind = field instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const at = '2026-08-31T08:00:00.000Z';
const alertId = '6a3c1d10-0000-4000-8000-000000000001';
const channelId = '6a3c1d10-0000-4000-8000-000000000002';
const alert = (over: Partial<PlatformAlert>): PlatformAlert => ({
  id: alertId,
  type: 'critical',
  title: 'Base de dados indisponível',
  message: 'Sem resposta',
  source: 'Base de dados',
  timestamp: at,
  acknowledged: false,
  resolvedAt: null,
  state: 'new',
  assignee: null,
  metadata: {},
  ...over,
});
const channel: DeliveryChannel = {
  id: channelId,
  kind: 'webhook',
  name: 'Sala de operações',
  target: 'https://sala.exemplo.ao/alertas',
  severities: ['high', 'critical'],
  sources: ['vessels'],
  quietHours: { from: '22:00', to: '06:00' },
  digest: 'off',
  enabled: true,
  hasSecret: true,
  problem: null,
  updatedAt: at,
  updatedBy: 'Ana Mar',
};
const delivery: Delivery = {
  id: '6a3c1d10-0000-4000-8000-000000000003',
  channelId,
  channelName: channel.name,
  channelKind: 'webhook',
  target: channel.target,
  kind: 'alert',
  title: 'Encontro no mar',
  severity: 'high',
  source: 'vessels',
  state: 'failed',
  attempts: 5,
  lastError: 'HTTP 503',
  nextAttemptAt: null,
  createdAt: at,
  endedAt: at,
  digestId: null,
};
const rule: AlertRuleView = {
  id: 'cpu_high',
  isPreset: true,
  version: 1,
  title: 'Utilização elevada do processador',
  note: '',
  metric: 'platform.cpu',
  metricLabel: 'Utilização do processador',
  unit: '%',
  subject: null,
  comparison: 'gt',
  thresholds: { info: null, warning: 80, error: null, critical: 95 },
  forSeconds: 300,
  hysteresis: 5,
  cooldownSeconds: 900,
  schedule: null,
  tellsEnd: false,
  labels: ['plataforma'],
  enabled: true,
  updatedAt: at,
  updatedBy: 'Kianda',
  states: [{ subject: 'plataforma', label: 'Plataforma', state: 'pending', value: 91, since: at, reason: null }],
  evaluatedAt: at,
};
const own: AlertRuleView = { ...rule, id: 'a1', isPreset: false, title: 'Maré alta', states: [] };
const rules: DataOf<typeof listAlertRules> = {
  rules: [rule, own],
  builtin: [{ rule: 'connector_stale', title: 'Dados atrasados', condition: 'Dado velho.' }],
};
const metrics: DataOf<typeof listAlertMetrics> = {
  metrics: [
    {
      id: 'platform.cpu',
      group: 'platform',
      label: 'Utilização do processador',
      unit: '%',
      note: 'Medida a cada 10 s.',
      objects: [{ subject: 'plataforma', label: 'Plataforma', value: 42, at, reason: null }],
      problem: null,
    },
  ],
};
const preview: DataOf<typeof previewAlertRule> = {
  days: 7,
  coveredFrom: at,
  readings: 1200,
  fired: 2,
  episodes: [{ subject: 'plataforma', from: at, to: null, type: 'warning', value: 91 }],
  notes: [],
};
const silence: AlertSilence = {
  id: '6a3c1d10-0000-4000-8000-000000000004',
  ruleId: 'cpu_high',
  ruleTitle: rule.title,
  subject: null,
  reason: 'Obras na sala',
  startsAt: at,
  endsAt: at,
  createdBy: 'Ana Mar',
  isActive: true,
};
const over = alert({ id: alertId.replace('1', '9'), title: 'Disco cheio', resolvedAt: at });
const other = alert({ id: alertId.replace('1', '8'), title: 'Memória elevada' });
const step = { type: null, value: null, threshold: null, actor: null, note: null } as const;
const detail: AlertDetail = {
  ...alert({}),
  rule: 'cpu_high',
  subject: 'plataforma',
  acknowledgedBy: 'Rui Sal',
  acknowledgedAt: at,
  acknowledged: true,
  isSilenced: false,
  steps: [
    { ...step, at, kind: 'raised', type: 'critical', value: 97, threshold: 95 },
    { ...step, at, kind: 'acknowledged', actor: 'Rui Sal', note: 'A caminho' },
  ],
  deliveries: [
    {
      id: channelId,
      channelName: 'Sala de operações',
      channelKind: 'webhook',
      state: 'sent',
      attempts: 1,
      createdAt: at,
      endedAt: at,
      lastError: null,
    },
  ],
};
const paged = { total: 1, page: 1, pageSize: 50, hasNext: false, hasPrev: false };
const answers = {
  '/admin-api/alerts/metrics': { json: envelope(metrics) },
  '/admin-api/alerts/rules/preview': { json: envelope(preview) },
  '/admin-api/alerts/rules/cpu_high': { json: envelope(rule) },
  '/admin-api/alerts/rules/cpu_high/test': { json: envelope({ type: 'critical', channels: [] }) },
  '/admin-api/alerts/silences': { json: envelope({ silences: [silence] }) },
  '/admin-api/alerts/history': {
    json: envelope({ data: [alert({ resolvedAt: '2026-08-31T08:30:00.000Z' })], ...paged }),
  },
  [`/admin-api/alerts/${alertId}`]: { json: envelope(detail) },
  [`/admin-api/alerts/${alertId}/comments`]: { json: envelope(detail) },
  '/admin-api/alerts': { json: envelope({ alerts: [other, alert({}), over], active: 2, total: 3 }) },
  '/admin-api/alerts/rules': { json: envelope(rules) },
  '/admin-api/delivery/channels': { json: envelope({ channels: [channel], smtp: { configured: false, from: null } }) },
  [`/admin-api/delivery/channels/${channelId}/test`]: {
    json: envelope({ ...delivery, kind: 'test', lastError: 'HTTP 410' }),
  },
  '/admin-api/delivery/log': {
    json: envelope({ data: [delivery], total: 1, page: 1, pageSize: 50, hasNext: false, hasPrev: false }),
  },
  [`/admin-api/delivery/log/${delivery.id}/retry`]: { json: envelope({ ...delivery, state: 'queued' }) },
};
const buttonIn = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].find(
    ({ textContent }) => textContent?.trim() === name,
  );
const dialogSays = (text: string) => page.find(() => (page.text('[aria-modal=true]').includes(text) ? true : null));
const inDialog = (name: string) => page.find(() => buttonIn(name) ?? null);
const posted = (path: string) => page.asked.filter(({ method, path: asked }) => method === 'POST' && asked === path);

test('open alerts, the linked one first and marked', async () => {
  page.open(`/?section=auto-alerts&alert=${alertId}`, answers);
  await page.says('Base de dados indisponível');
  expect(page.sharedNames()).toEqual([]);
  const items = [...document.querySelectorAll('main #alertas li')];
  expect(items.map(({ textContent }) => /Base de dados|Memória/.exec(textContent ?? '')?.[0])).toEqual([
    'Base de dados',
    'Memória',
  ]);
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual(['true', null]);
  expect(page.text()).not.toContain('Disco cheio');
});

test('the rules with their limits and what they find; those of the platform are not deleted', async () => {
  page.open('/?section=auto-alerts&tab=rules', answers);
  await page.says('Utilização elevada do processador');
  expect(page.text()).toContain('Crítico acima de 95 %');
  expect(page.text()).toContain('A confirmar');
  expect(page.text()).toContain('Dado velho.');
  expect(page.button('Eliminar a regra Utilização elevada do processador')).toBeUndefined();
  expect(page.button('Eliminar a regra Maré alta')).toBeDefined();
  page.button('Ensaiar a regra Utilização elevada do processador')?.click();
  await page.says('Nenhum canal ligado recebe esta gravidade');
});

test('a rule asked for by a chart is tried on the past before it is saved', async () => {
  page.open('/?section=auto-alerts&tab=rules&new=platform.cpu', answers);
  await dialogSays('Plataforma: 42 %');
  (await inDialog('Ensaiar no histórico')).click();
  await dialogSays('indique o limiar de pelo menos uma gravidade');
});

test('a rule that is edited is tried on the past', async () => {
  page.open('/?section=auto-alerts&tab=rules', answers);
  await page.says('Utilização elevada do processador');
  page.button('Editar a regra Utilização elevada do processador')?.click();
  await dialogSays('Plataforma: 42 %');
  (await inDialog('Ensaiar no histórico')).click();
  await dialogSays('Teria disparado 2 vezes nos últimos 7 dias.');
});

test('the chronology: values, who did what, and what went out; a comment is sent', async () => {
  page.open(`/?section=auto-alerts&detail=${alertId}`, answers);
  await dialogSays('A caminho');
  expect(page.text('[aria-modal=true]')).toContain('valor 97, limiar 95');
  expect(page.text('[aria-modal=true]')).toContain('Sala de operações: Enviado');
  expect(buttonIn('Reconhecer')).toBeUndefined();
  (await inDialog('Comentar')).click();
  await dialogSays('Escreva uma nota com pelo menos 3 caracteres.');
});

test('history and silences', async () => {
  page.open('/?section=auto-alerts&tab=history', answers);
  await page.says('30 min');
  await page.close();
  page = createPage();
  page.open('/?section=auto-alerts&tab=silences', answers);
  await page.says('Obras na sala');
  expect(page.button(`Acabar já o silêncio de ${rule.title}`)).toBeDefined();
});

test('a silence of every rule and thing says so to the server, and one of a rule its name and thing', async () => {
  const path = '/admin-api/alerts/silences';
  const silencesOf = () => posted(path).map(({ body }) => body);
  page.open('/?section=auto-alerts&tab=silences', { ...answers, [`POST ${path}`]: { json: envelope(silence) } });
  const write = async (thing: string) => {
    await page.find(() => page.button('Novo silêncio'));
    page.button('Novo silêncio')?.click();
    const reason = await page.find(() => document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea'));
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(reason, 'Obras na sala');
    reason.dispatchEvent(new Event('input', { bubbles: true }));
    const [field] = await page.find(() => {
      const found = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[maxlength="200"]')];
      return found.length === 0 ? null : found;
    });
    if (field !== undefined) enter(field, thing);
    await page.find(() => (buttonIn('Silenciar')?.disabled === false ? true : null));
    buttonIn('Silenciar')?.click();
  };
  await write('  ');
  await page.find(() => (silencesOf().length === 1 ? true : null));
  await page.find(() => (document.querySelector('[aria-modal=true]') === null ? true : null));
  await write(' navio 7 ');
  await page.find(() => (silencesOf().length === 2 ? true : null));
  const common = { ruleId: null, reason: 'Obras na sala', minutes: 60 };
  expect(silencesOf()).toEqual([
    { ...common, subject: null },
    { ...common, subject: 'navio 7' },
  ]);
});

test('a rule that is bound to hours begins with the working week', async () => {
  page.open('/?section=auto-alerts&tab=rules', answers);
  await page.says('Utilização elevada do processador');
  page.button('Editar a regra Utilização elevada do processador')?.click();
  await dialogSays('Plataforma: 42 %');
  const bound = () => [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[role=switch]')];
  for (const one of bound()) if (one.getAttribute('aria-label') === formTexts.schedule) one.click();
  const days = await page.find(() => {
    const found = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] fieldset input[type=checkbox]')];
    const week = found.filter((one) =>
      (formTexts.weekdays as readonly string[]).includes(one.labels?.[0]?.textContent ?? ''),
    );
    return week.length === 7 ? week : null;
  });
  expect(days.map(({ checked }) => checked)).toEqual([true, true, true, true, true, false, false]);
});

test('another search or gravity of the history begins at its first page', async () => {
  const queries: Record<string, string>[] = [];
  page.open('/?section=auto-alerts&tab=history', {
    ...answers,
    '/admin-api/alerts/history': (query: URLSearchParams) => {
      queries.push(Object.fromEntries(query));
      return { json: envelope({ ...paged, data: [alert({})], total: 120, page: Number(query.get('page')) }) };
    },
  });
  await page.says('1–50 de 120');
  const asks = (wanted: Record<string, string>) =>
    page.find(() => (Object.entries(wanted).every(([name, value]) => queries.at(-1)?.[name] === value) ? true : null));
  page.button('Página seguinte')?.click();
  await asks({ page: '2' });
  await page.says('51–100 de 120');
  enter(await page.find(() => document.querySelector<HTMLInputElement>('main input[type=search]')), 'disco');
  await asks({ page: '1', search: 'disco' });
  page.button('Página 3')?.click();
  await asks({ page: '3', search: 'disco' });
  enter(await page.find(() => document.querySelector<HTMLSelectElement>('main select')), 'critical');
  await asks({ page: '1', type: 'critical', search: 'disco' });
  // The table sorts nothing by itself: only the server knows the other pages.
  document.querySelector<HTMLButtonElement>('main th button')?.click();
  await asks({ page: '1', sort: 'title', order: 'asc', type: 'critical', search: 'disco' });
});

test('a channel that is written is sent and its dialog closes; one without any gravity is not', async () => {
  page.open('/?section=auto-alerts&tab=channels', {
    ...answers,
    [`PUT /admin-api/delivery/channels/${channelId}`]: { json: envelope(channel) },
  });
  await page.says('Sala de operações');
  page.button('Editar Sala de operações')?.click();
  await dialogSays('Nome');
  const boxes = () => [
    ...document.querySelectorAll<HTMLInputElement>('[role=dialog] fieldset:first-of-type input[type=checkbox]'),
  ];
  const chosen = boxes().filter(({ checked }) => checked);
  for (const box of chosen) box.click();
  (await inDialog('Guardar')).click();
  await dialogSays(channelTexts.needsOne);
  const writes = () => page.asked.filter(({ method, path }) => method !== 'GET' && path.endsWith(channelId));
  expect(writes()).toEqual([]);
  boxes()[0]?.click();
  (await inDialog('Guardar')).click();
  await page.find(() => writes()[0]);
  await page.find(() => (buttonIn('Guardar') === undefined ? true : null));
});

test('a channel says what it takes, and a trial that fails says why', async () => {
  page.open('/?section=auto-alerts&tab=channels', answers);
  await page.says('Sala de operações');
  expect(page.text()).toContain('silêncio das 22:00 às 06:00');
  expect(page.text()).toContain('O servidor de correio (SMTP) não está configurado');
  page.button('Enviar ensaio por Sala de operações')?.click();
  await page.says('O ensaio não chegou: HTTP 410');
});

test('the log tells of failures and takes them up again', async () => {
  page.open('/?section=auto-alerts&tab=log', answers);
  await page.says('HTTP 503');
  expect(page.text()).toContain('5 tentativas');
  page.button('Tentar de novo: Encontro no mar')?.click();
  const path = `/admin-api/delivery/log/${delivery.id}/retry`;
  await page.find(() => (posted(path).length === 1 ? true : null));
});

test('the log is filtered, ordered, paged and given as a file by the server; another tab begins without its filters', async () => {
  const queries: Record<string, string>[] = [];
  const files: Record<string, string>[] = [];
  page.open(`/?section=auto-alerts&tab=log&channel=${channelId}&page=2`, {
    ...answers,
    '/admin-api/delivery/log': (query: URLSearchParams) => {
      queries.push(Object.fromEntries(query));
      const list = { data: [delivery], total: 120, page: Number(query.get('page')) };
      return { json: envelope({ ...list, pageSize: 50, hasNext: true, hasPrev: true }) };
    },
    '/admin-api/delivery/log/export': (query: URLSearchParams) => {
      files.push(Object.fromEntries(query));
      return { json: {} };
    },
  });
  const asks = (wanted: Record<string, string>) =>
    page.find(() => (Object.entries(wanted).every(([name, value]) => queries.at(-1)?.[name] === value) ? true : null));
  await page.says('51–100 de 120');
  await asks({ channelId, page: '2', sort: 'created', order: 'desc' });
  const choose = (label: string, value: string) => {
    const name = [...page.host.querySelectorAll('label')].find(({ textContent }) => textContent === label);
    const field = document.getElementById(name?.htmlFor ?? '') as HTMLSelectElement;
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
  choose('Estado', 'failed');
  await asks({ channelId, state: 'failed', page: '1' });
  choose('Ordenar por', 'attempts');
  await asks({ sort: 'attempts', state: 'failed' });
  page.button('Exportar')?.click();
  const csv = await page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(({ textContent }) => textContent === 'CSV'),
  );
  csv.click();
  await page.find(() => (files.length > 0 ? true : null));
  expect(files).toEqual([{ channelId, state: 'failed', sort: 'attempts', order: 'desc', format: 'csv' }]);
  [...page.host.querySelectorAll<HTMLElement>('[role=tab]')]
    .find(({ textContent }) => textContent === 'Histórico')
    ?.click();
  await page.find(() => (window.location.search.includes('tab=history') ? true : null));
  expect(window.location.search).not.toContain('state=');
});

test('who may not deliver is told so; a failing list fails alone', async () => {
  page.open('/?section=auto-alerts&tab=channels', answers, { role: 'cientista' });
  await page.says('A sua conta não vê os canais');
  await page.close();
  page = createPage();
  const failing = { status: 503, json: problem('unavailable', 503, 'Já volta.') };
  page.open('/?section=auto-alerts', { ...answers, '/admin-api/alerts': failing });
  await page.says('Tentar Novamente');
  expect(page.text()).toContain('Canais de entrega');
});

test('limits are written in the unit of the measure, and bare where it has none', async () => {
  const edited = async (unit: string) => {
    page.open('/?section=auto-alerts&tab=rules', {
      ...answers,
      '/admin-api/alerts/metrics': { json: envelope({ metrics: metrics.metrics.map((one) => ({ ...one, unit })) }) },
    });
    await page.says('Utilização elevada do processador');
    page.button('Editar a regra Utilização elevada do processador')?.click();
    await dialogSays(unit === '' ? 'Plataforma: 42' : `Plataforma: 42 ${unit}`);
  };
  const has = (wanted: string) =>
    page.find(() =>
      [...document.querySelectorAll<HTMLInputElement>('[role=dialog] fieldset input')].find(
        ({ value }) => value === wanted,
      ),
    );
  await edited('%');
  await has('95 %');
  await page.close();
  page = createPage();
  await edited('');
  await has('95');
});
