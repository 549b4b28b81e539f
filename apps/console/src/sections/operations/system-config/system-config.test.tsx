// @vitest-environment happy-dom
import type { Configuration, SettingInfo } from '@kianda/contract/operations/configuration/configuration.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

const setting = (over: Partial<SettingInfo>): SettingInfo => ({
  name: 'KIANDA_RATE_LIMIT_PER_MINUTE',
  group: 'limits',
  title: 'Limite de pedidos',
  kind: 'integer',
  unit: 'pedidos/min',
  min: 1,
  max: 10_000_000,
  choices: null,
  value: '1000',
  default: '1000',
  isSet: false,
  origin: 'default',
  stored: null,
  lockedBy: null,
  effect: 'now',
  isPending: false,
  ...over,
});
const configuration: Configuration = {
  version: 4,
  changedAt: '2026-08-31T08:00:00.000Z',
  changedBy: 'ana@kianda.test',
  isRestartPending: true,
  settings: [
    setting({}),
    setting({
      name: 'KIANDA_REQUEST_TIMEOUT_SECONDS',
      title: 'Tempo limite de um pedido',
      unit: 'segundos',
      value: '30',
      default: '30',
      stored: '45',
      effect: 'restart',
      isPending: true,
    }),
    setting({
      name: 'KIANDA_SECRET_KEY',
      group: 'identity',
      title: 'Chave mestra',
      kind: 'secret',
      unit: null,
      value: null,
      default: null,
      isSet: true,
      origin: 'environment',
      lockedBy: 'start',
    }),
  ],
  features: {
    'sql-console': true,
    'catalogue-publishing': true,
    'feature-editing': true,
    processes: true,
    'storage-sharing': false,
    'map-links': true,
    'vessel-exports': true,
  },
  maintenance: null,
};
const versions = [
  {
    version: 4,
    at: '2026-08-31T08:00:00.000Z',
    by: 'ana@kianda.test',
    note: 'linhas lentas',
    changes: [{ name: 'KIANDA_REQUEST_TIMEOUT_SECONDS', from: null, to: '45' }],
  },
];

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const answers: Readonly<Record<string, Reply>> = {
  '/admin-api/config': { json: envelope(configuration) },
  '/admin-api/config/history': { json: envelope({ versions, hasMore: false }) },
  '/admin-api/config/mode': { json: envelope({ maintenance: null, features: configuration.features }) },
};
const open = (search = '', over: Readonly<Record<string, Reply>> = {}, options = {}) =>
  page.open(`/?section=system-config${search}`, { ...answers, ...over }, options);

test('settings say what counts now and what only after a restart; a secret is never shown', async () => {
  open();
  await page.says('1 000 pedidos/min');
  expect(page.text('#definicoes')).toContain('45 segundos no próximo arranque');
  expect(page.text()).toContain('só contam depois de reiniciar');
  expect(page.text('#definicoes')).toContain('definido, não se mostra');
  expect(page.button('Mudar «Limite de pedidos»')).toBeDefined();
  expect(page.button('Mudar «Chave mestra»')).toBeUndefined();
});

test('who may only read changes nothing', async () => {
  open('', {}, { role: 'operador' });
  await page.says('1 000 pedidos/min');
  expect(page.button('Mudar «Limite de pedidos»')).toBeUndefined();
  expect(page.button('Guardar')?.disabled).toBe(true);
});

test('a setting that may be changed opens; one that the start locks does not, not by its address either', async () => {
  open();
  (await page.find(() => page.button('Mudar «Limite de pedidos»'))).click();
  await page.find(() => document.querySelector('[aria-modal=true]'));
  const opened = new URLSearchParams(window.location.search);
  const name = [...opened].find(([, value]) => value === 'KIANDA_RATE_LIMIT_PER_MINUTE')?.[0] ?? '';
  expect(name).not.toBe('');
  await page.close();
  page = createPage();
  open(`&${name}=KIANDA_SECRET_KEY`);
  await page.says('1 000 pedidos/min');
  expect(document.querySelector('[aria-modal=true]')).toBeNull();
});

test('a function is switched off only after asking; what went wrong is told', async () => {
  open('&view=features');
  const isOf = (label: string) => (input: HTMLInputElement) => input.labels?.[0]?.textContent?.includes(label) === true;
  const switches = () => [...page.host.querySelectorAll<HTMLInputElement>('main input[role="switch"]')];
  const sharing = await page.find(() => switches().find(isOf('Ligações temporárias')));
  expect(sharing.checked).toBe(false);
  switches().find(isOf('Consola SQL'))?.click();
  const confirm = await page.find(() =>
    document.querySelector<HTMLButtonElement>('[role="dialog"] button[type="submit"]'),
  );
  expect(page.asked.some(({ method }) => method === 'PUT')).toBe(false);
  confirm.click();
  const sent = await page.find(() => page.asked.find(({ method }) => method === 'PUT'));
  expect(sent.body).toEqual({ version: 4, features: { 'sql-console': false } });
});

test('history names settings as people know them, and the newest is what counts', async () => {
  open('&view=history');
  await page.says('linhas lentas');
  expect(page.text('#historico')).toContain('Tempo limite de um pedido: — → 45');
  expect(page.text('#historico')).toContain('atual');
});

test('maintenance is told on every page, in the words of whoever began it', async () => {
  open('', {
    '/admin-api/config/mode': {
      json: envelope({
        maintenance: { message: 'Mudança de servidor', until: null },
        features: configuration.features,
      }),
    },
  });
  await page.find(() =>
    document.body.textContent?.includes('Em manutenção: Mudança de servidor') === true ? true : null,
  );
});

test('a failure is told with a way to try again', async () => {
  open('', { '/admin-api/config': { status: 503, json: problem('unavailable', 503, 'Já volta.') } });
  await page.says('Já volta.');
});
