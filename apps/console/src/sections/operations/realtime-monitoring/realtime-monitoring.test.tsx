// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import { type LiveReading, liveMetricIds, type liveMetrics } from '@kianda/contract/operations/health/live.contract';
import { clientMessageSchema } from '@kianda/contract/operations/realtime/realtime.contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Socket } from '../../../client/realtime.ts';
import { envelope, problem } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import { following, withReading } from './api/use-live-metrics.ts';

const at = (second: number) => `2026-08-31T09:00:${String(second).padStart(2, '0')}.000Z`;
const reading = (id: LiveReading['id'], value: number | null, over: Partial<LiveReading> = {}): LiveReading => ({
  id,
  value,
  change: null,
  trend: 'stable',
  status: 'healthy',
  reason: value === null ? 'Sem pedidos nos últimos 5 minutos.' : null,
  ...over,
});
const snapshot = (notifications: DataOf<typeof liveMetrics>['notifications'] = []): DataOf<typeof liveMetrics> => ({
  instance: 'a',
  at: at(3),
  stepSeconds: 3,
  metrics: liveMetricIds.map((id) => ({
    ...reading(id, id === 'errors' ? null : id === 'database' ? 24 : 40),
    name: id,
    unit: '',
    history: [
      { at: at(0), value: 39 },
      { at: at(3), value: id === 'errors' ? null : 40 },
    ],
  })),
  availabilitySince: '2026-08-31T08:30:00.000Z',
  notifications,
});

/** A websocket whose server side the test is. */
function fakeSocket() {
  const sent: unknown[] = [];
  let sequence = 1;
  const socket: Socket = {
    send: (text) => {
      const message = clientMessageSchema.parse(JSON.parse(text));
      sent.push(message);
      if (message.type === 'hello') say({ type: 'welcome', stream: 's', sequence, heartbeatSeconds: 25 });
    },
    close: () => sent.push({ type: 'closed' }),
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  const say = (message: object) => socket.onmessage?.({ data: JSON.stringify(message) });
  return {
    sent,
    open: () => {
      setTimeout(() => socket.onopen?.(), 0);
      return socket;
    },
    event(name: string, payload: object) {
      sequence += 1;
      say({ type: 'event', sequence, at: at(6), channel: 'metrics', name, payload });
    },
  };
}

let page: ReturnType<typeof createPage>;
let wire: ReturnType<typeof fakeSocket>;
beforeEach(() => {
  page = createPage();
  wire = fakeSocket();
});
afterEach(async () => {
  await page.close();
  vi.restoreAllMocks();
});

const path = '/admin-api/metrics/live';
const open = (answer = snapshot(), options = {}) =>
  page.open(
    '/?section=realtime-monitoring',
    { [path]: { json: envelope(answer) } },
    { openSocket: wire.open, ...options },
  );
const card = (id: string) => page.text(`#${id}`);
const subscribed = () => page.find(() => (JSON.stringify(wire.sent).includes('"metrics"') ? true : null));

test('eight cards with unit, state and trend; unknown is a dash with the reason; the page counts as connected', async () => {
  open();
  await page.says('Ligado: valores atualizados de 3 em 3 segundos.');
  expect(page.host.querySelectorAll('main article')).toHaveLength(8);
  expect(card('cpu')).toContain('40 %');
  expect(card('cpu')).toContain('Saudável');
  expect(card('database')).toContain('24');
  expect(card('errors')).toContain('—');
  expect(page.button('Sem pedidos nos últimos 5 minutos.')).toBeDefined();
  expect(page.text()).toContain('Nenhuma notificação recente');
  // The window is as long as there are checks, not as long as it may become.
  expect(card('uptime')).toContain('do tempo observado, desde 31/08/2026');
});

test('a reading over the websocket changes the cards at once; one of another process does not', async () => {
  open();
  await page.says('Ligado');
  await subscribed();
  const metrics = [reading('cpu', 93.4, { change: 53.4, trend: 'up', status: 'warning' })];
  wire.event('metrics.live', { instance: 'other', at: at(6), metrics: [reading('memory', 77)] });
  wire.event('metrics.sample', { cpuPercent: 12 });
  wire.event('metrics.live', { instance: 'a', at: at(6), metrics });
  await page.find(() => (card('cpu').includes('93,4 %') ? true : null));
  expect(card('cpu')).toContain('Atenção');
  expect(card('cpu')).toContain('a subir (+53,4 %)');
  expect(card('memory')).toContain('40 %');
});

test.each([
  [0.5, '0,5 MB/s'],
  [0.1, '0,1 MB/s'],
  [0.05, '50 kB/s'],
])('traffic of %d MB/s is said in the unit that still shows something', async (value, said) => {
  const live = snapshot();
  open({ ...live, metrics: live.metrics.map((one) => (one.id === 'network' ? { ...one, value } : one)) });
  await page.find(() => (card('network').includes(said) ? true : null));
});

test('notifications as the server gives them, with their kind in words', async () => {
  open(
    snapshot([
      { id: '1', type: 'error', title: 'Tarefa falhada', message: 'NOAA: 503', timestamp: at(2) },
      { id: '2', type: 'success', title: 'Tarefa concluída', message: 'OBIS', timestamp: at(1) },
    ]),
  );
  await page.says('Tarefa falhada');
  const items = [...page.host.querySelectorAll('#notificacoes li')].map((item) => item.textContent);
  expect(items).toHaveLength(2);
  expect(items[0]).toContain('Erro:');
  expect(items[1]).toContain('Sucesso:');
});

test('hidden, it stops listening and says so; in view again, it asks and listens anew', async () => {
  open();
  await page.says('Ligado');
  await subscribed();
  const asked = () => page.asked.filter((one) => one.path === path).length;
  const before = asked();
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await page.says('Em pausa');
  await page.find(() => (JSON.stringify(wire.sent).includes('unsubscribe') ? true : null));
  state.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await page.says('Ligado');
  await page.find(() => (asked() > before ? true : null));
});

test('the three buttons: asks again, opens a tab of its own, fills the screen', async () => {
  open();
  await page.says('Ligado');
  const before = page.asked.filter((one) => one.path === path).length;
  page.button('Atualizar')?.click();
  await page.find(() => (page.asked.filter((one) => one.path === path).length > before ? true : null));
  const link = [...page.host.querySelectorAll<HTMLAnchorElement>('main a')].find(
    (one) => one.textContent === 'Nova Aba',
  );
  expect([link?.getAttribute('href'), link?.target]).toEqual(['/?section=realtime-monitoring', '_blank']);
  const filled = vi.fn(async () => undefined);
  HTMLElement.prototype.requestFullscreen = filled;
  Object.defineProperty(document, 'fullscreenElement', { value: null, configurable: true });
  page.button('Ecrã Completo')?.click();
  expect(filled).toHaveBeenCalledOnce();
});

test('without a server no measure is known, and the sample values of the specification are examples', async () => {
  page.open(
    '/?section=realtime-monitoring',
    { [path]: { status: 503, json: problem('unavailable', 503, 'Já volta.') } },
    { openSocket: wire.open },
  );
  await page.says('não se conhece nenhum valor');
  expect(card('cpu')).toContain('—exemplo: 45,2 %');
  expect(card('uptime')).toContain('—exemplo: 99,97 %');
  expect(card('cpu')).not.toContain('Normal');
  expect(card('cpu')).toContain('Dados de fallback');
});

test('a role that may not see the measures is told so', async () => {
  open(snapshot(), { role: 'cliente' });
  expect(await page.says('Sem permissão')).toBe(true);
});

test('readings extend the history up to seven, and old or foreign ones are left out', () => {
  const given = snapshot();
  const event = (instance: string, second: number, value: number) => ({
    instance,
    at: at(second),
    metrics: [reading('cpu', value)],
  });
  expect(following(given, [event('a', 3, 1), event('b', 6, 2), event('a', 6, 3)])).toEqual([event('a', 6, 3)]);
  const after = [6, 9, 12, 15, 18, 21].reduce((cards, second) => withReading(cards, event('a', second, second)), [
    ...given.metrics,
  ] as ReturnType<typeof withReading>);
  expect(after[0]?.history.map(({ value }) => value)).toEqual([40, 6, 9, 12, 15, 18, 21]);
  expect(after[0]?.value).toBe(21);
  expect(after[1]?.value).toBe(40);
});
