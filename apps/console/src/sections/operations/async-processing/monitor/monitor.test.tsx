// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { queueLatency } from '@kianda/contract/operations/tasks/dead-letters.contract';
import type { FlowerTask, taskFailures } from '@kianda/contract/operations/tasks/monitor.contract';
import type { getJob } from '@kianda/contract/operations/tasks/tasks.contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';
import { monitorSearch, tasksQuery } from './search-query.ts';

const id = '33333333-3333-4333-8333-333333333333';
const nextId = '44444444-4444-4444-8444-444444444444';
const at = '2026-08-31T08:00:00.000Z';
const found: FlowerTask = {
  uuid: id,
  name: 'ingest.obis',
  state: 'FAILURE',
  args: '[]',
  kwargs: '{"day":"2026-08-30"}',
  result: null,
  exception: 'estação 12 sem resposta',
  traceback: null,
  received: Date.parse(at) / 1000,
  sent: null,
  started: null,
  succeeded: null,
  failed: null,
  retried: null,
  revoked: null,
  rejected: null,
  timestamp: Date.parse(at) / 1000,
  runtime: null,
  eta: null,
  expires: null,
  retries: 2,
  clock: 0,
  client: null,
  exchange: null,
  routing_key: null,
  worker: 'kianda@mar-7',
  root_id: null,
  parent_id: null,
};
const job: DataOf<typeof getJob> = {
  id,
  name: 'ingest.obis',
  label: 'OBIS',
  key: 'occurrences',
  state: 'failed',
  progress: null,
  message: null,
  error: 'estação 12 sem resposta',
  attempt: 3,
  trigger: 'schedule',
  cancelRequested: false,
  createdAt: at,
  startedAt: at,
  endedAt: at,
  actorId: null,
  input: { day: '2026-08-30' },
  result: null,
  traceback: '    at ask (client.ts:12:3)',
};
const failures: DataOf<typeof taskFailures> = {
  failures: 147,
  causes: [
    {
      name: 'ingest.obis',
      label: 'OBIS',
      pattern: 'estação # sem resposta',
      failures: 146,
      lastRunId: id,
      lastError: 'estação 12 sem resposta',
      lastFailedAt: at,
    },
    { name: 'old', label: 'old', pattern: 'outra', failures: 1, lastRunId: id, lastError: 'outra', lastFailedAt: at },
  ],
};
const latency: DataOf<typeof queueLatency> = {
  hours: 24,
  queues: [
    {
      name: 'ingest.obis',
      label: 'OBIS',
      waiting: 4,
      oldestWaitSeconds: 90,
      begun: 20,
      waitP50Seconds: 0.25,
      waitP95Seconds: 12,
      runP50Seconds: 3,
      runP95Seconds: 65,
    },
    {
      name: 'idle',
      label: 'Sem trabalho',
      waiting: 0,
      oldestWaitSeconds: null,
      begun: 0,
      waitP50Seconds: null,
      waitP95Seconds: null,
      runP50Seconds: null,
      runP95Seconds: null,
    },
  ],
};
const totals = { name: 'ingest.obis', label: 'OBIS', total: 30, success: 20, failure: 9, retry: 3, active: 1 };
const worker = {
  hostname: 'kianda@mar-7',
  pid: 7,
  freq: 5,
  heartbeats: [Date.parse(at) / 1000],
  clock: 0,
  active: 1,
  processed: 29,
  loadavg: [0.5, 0.25, 0.1],
  sw_ident: 'kianda',
  sw_ver: '2.0.0',
  sw_sys: 'node',
  status: false,
  'task-received': 30,
  'task-succeeded': 20,
  'task-failed': 9,
  'task-retried': 0,
};
const answers: Readonly<Record<string, Reply>> = {
  '/admin-api/jobs': { json: envelope({ jobs: [] }) },
  [`/admin-api/jobs/${id}`]: { json: envelope(job) },
  [`/admin-api/jobs/${nextId}`]: { json: envelope({ ...job, id: nextId, state: 'queued', endedAt: null }) },
  [`/admin-api/jobs/${nextId}/cancel`]: { json: envelope({ ...job, id: nextId }) },
  '/monitor/api/tasks': { json: { [id]: found } },
  '/monitor/api/task/types': { json: { 'task-types': ['ingest.obis'], totals: [totals] } },
  '/monitor/workers': { json: { data: [worker] } },
  '/monitor/api/queues/latency': { json: envelope(latency) },
  '/monitor/api/dead-letters': { json: envelope(failures) },
  '/monitor/api/dead-letters/replay': {
    json: envelope({ queued: 12, settled: 146, alreadyRunning: 0, refused: 0 }),
  },
  '/monitor/api/dead-letters/discard': { json: envelope({ discarded: 146 }) },
  [`/monitor/api/task/retry/${id}`]: { json: envelope({ id: nextId }) },
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const dialogWith = (text: string) =>
  page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role=dialog]')].find((one) =>
      one.textContent?.replaceAll('\u00a0', ' ').includes(text),
    ),
  );
const press = (within: HTMLElement, name: string) =>
  [...within.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
const posted = (path: string) => page.asked.find((one) => one.method === 'POST' && one.path === path)?.body;
const write = (field: HTMLTextAreaElement | null, text: string) => {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
  field?.dispatchEvent(new Event('input', { bubbles: true }));
};

describe('all tasks', () => {
  test('found on the server, with what each said; one opens with where it failed', async () => {
    page.open('/?section=async-processing&view=search&q=esta%C3%A7%C3%A3o', answers);
    await page.says('estação 12 sem resposta');
    expect(page.text()).toContain('OBIS');
    (await page.find(() => page.host.querySelector<HTMLElement>('main tbody button'))).click();
    await page.says('Onde falhou');
    expect(page.host.querySelector<HTMLTextAreaElement>('main textarea')?.value).toContain('at ask (client.ts:12:3)');
  });

  test('words, type, state and whole days in UTC go into the query; a page into the offset', () => {
    const search = monitorSearch.parse({
      q: 'obis',
      state: 'FAILURE',
      from: '2026-08-01',
      to: '2026-08-02',
      page: '3',
    });
    expect(tasksQuery(search)).toEqual({
      limit: 100,
      offset: 200,
      search: 'obis',
      state: 'FAILURE',
      received_start: '2026-08-01 00:00',
      received_end: '2026-08-02 23:59',
    });
    expect(monitorSearch.parse({ state: 'X', from: 'ontem', page: '-1' })).toMatchObject({ page: 1, view: 'now' });
  });
});

describe('one task', () => {
  test('goes again with another request, which must be JSON; what the server refuses is said', async () => {
    page.open(`/?section=async-processing&view=failures&task=${id}`, answers);
    (await page.find(() => page.button('Repetir com outro pedido'))).click();
    const dialog = await dialogWith('antes de a pôr na fila');
    const field = dialog.querySelector('textarea');
    write(field, '{"day":');
    await page.find(() => (dialog.textContent?.includes('Não é JSON válido.') ? true : null));
    write(field, '{"day":"2026-08-31"}');
    await page.find(() => (dialog.textContent?.includes('Não é JSON válido.') ? null : true));
    dialog.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await page.find(() => (window.location.search.includes(nextId) ? true : null));
    expect(posted(`/monitor/api/task/retry/${id}`)).toEqual({ input: { day: '2026-08-31' } });
  });

  test('goes again as it was, after a question; one at work is stopped after another', async () => {
    page.open(`/?section=async-processing&task=${id}`, answers);
    (await page.find(() => page.button('Repetir'))).click();
    press(await dialogWith('volta à fila com o mesmo pedido'), 'Repetir');
    (await page.find(() => page.button('Cancelar tarefa'))).click();
    expect(posted(`/admin-api/jobs/${nextId}/cancel`)).toBeUndefined();
    press(await dialogWith('interrompe-se no próximo ponto seguro'), 'Cancelar tarefa');
    await page.find(() => page.asked.find(({ path }) => path === `/admin-api/jobs/${nextId}/cancel`));
  });
});

describe('failures', () => {
  test('as so many of so many causes; a cause goes again, or is given up with a reason', async () => {
    page.open('/?section=async-processing&view=failures', answers);
    await page.says('147 falhas, 2 causas');
    (await page.find(() => page.button('Repetir: estação # sem resposta'))).click();
    press(await dialogWith('146 falhas ao todo'), 'Repetir');
    const cause = { name: 'ingest.obis', pattern: 'estação # sem resposta' };
    await page.find(() => posted('/monitor/api/dead-letters/replay') as object | undefined);
    expect(posted('/monitor/api/dead-letters/replay')).toEqual(cause);
    await page.find(() => (document.body.textContent?.includes('ao todo') ? null : true));
    (await page.find(() => page.button('Marcar como tratadas: estação # sem resposta'))).click();
    const dialog = await dialogWith('sem serem repetidas');
    write(dialog.querySelector('textarea'), 'Estações desligadas.');
    const submit = dialog.querySelector<HTMLButtonElement>('button[type=submit]');
    await page.find(() => (submit?.disabled === false ? true : null));
    submit?.click();
    await page.find(() => posted('/monitor/api/dead-letters/discard') as object | undefined);
    expect(posted('/monitor/api/dead-letters/discard')).toEqual({ ...cause, reason: 'Estações desligadas.' });
  });

  test('who may only look acts on none; a server that fails says so', async () => {
    page.open('/?section=async-processing&view=failures', answers, { role: 'investigador' });
    await page.says('147 falhas');
    expect(page.button('Repetir: estação # sem resposta')).toBeUndefined();
    await page.close();
    page = createPage();
    page.open('/?section=async-processing&view=failures', {
      ...answers,
      '/monitor/api/dead-letters': { status: 400, json: problem('validation_failed', 400, 'Recusado.') },
    });
    await page.says('Recusado.');
  });
});

test('workers with their load and last sign; queues with waits, and a dash where nothing began', async () => {
  page.open('/?section=async-processing&view=workers', answers);
  await page.says('kianda@mar-7');
  expect(page.text()).toContain('Sem sinal');
  expect(page.text()).toContain('0,50 · 0,25 · 0,10');
  await page.says('Sem trabalho');
  const row = page.find(() =>
    [...page.host.querySelectorAll('#filas tbody tr')].find((one) => one.textContent?.startsWith('OBIS')),
  );
  expect((await row).textContent?.replaceAll('\u00a0', ' ')).toContain('OBIS41 min 30 s250 ms12 s3 s1 min 5 s209');
  expect(page.host.querySelector('#filas abbr')?.getAttribute('title')).toBeTruthy();
});
