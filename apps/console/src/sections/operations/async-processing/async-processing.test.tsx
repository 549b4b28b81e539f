// @vitest-environment happy-dom
import type { JobRunView } from '@kianda/contract/operations/tasks/tasks.contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { pipelinesOf, summarise, taskSpan } from '../../shared/tasks/summary.ts';
import { createPage } from '../../testing.tsx';

const now = Date.parse('2026-08-31T09:00:00.000Z');

function task(change: Partial<JobRunView> = {}): JobRunView {
  return {
    id: '33333333-3333-4333-8333-333333333333',
    name: 'ingest.obis.occurrences',
    label: 'OBIS · occurrences',
    key: 'occurrences',
    state: 'succeeded',
    progress: 1,
    message: null,
    error: null,
    attempt: 1,
    trigger: 'conductor',
    cancelRequested: false,
    createdAt: '2026-08-31T08:00:00.000Z',
    startedAt: '2026-08-31T08:00:02.000Z',
    endedAt: '2026-08-31T08:00:12.000Z',
    ...change,
  };
}

describe('what the tasks of a day came to', () => {
  const span = taskSpan([], 500, now);

  test('counts ends, and takes medians of what was measured', () => {
    const jobs = [
      task({ state: 'running', endedAt: null }),
      task({ state: 'failed', endedAt: '2026-08-31T08:00:32.000Z' }),
      task(),
      task({ state: 'cancelled', startedAt: null, endedAt: null }),
      task({ createdAt: '2026-08-29T08:00:00.000Z' }),
    ];
    expect(summarise(jobs, span)).toEqual({
      begun: 3,
      succeeded: 1,
      failed: 1,
      cancelled: 1,
      running: 1,
      queued: 0,
      percentSucceeded: 50,
      medianSeconds: 20,
      medianWaitSeconds: 2,
    });
  });

  test('are not known without tasks', () => {
    expect(summarise([], span)).toMatchObject({ percentSucceeded: null, medianSeconds: null, medianWaitSeconds: null });
  });

  test('begin at the oldest task of a list that was cut', () => {
    const jobs = [task(), task({ createdAt: '2026-08-31T07:00:00.000Z' })];
    expect(taskSpan(jobs, 2, now)).toEqual({ sinceMs: Date.parse('2026-08-31T07:00:00.000Z'), isShort: true });
  });

  test('are told apart by kind, the newest of each first', () => {
    const jobs = [task({ state: 'running' }), task(), task({ name: 'audit.checkpoint', label: 'Marco' })];
    const kinds = pipelinesOf(jobs, span);
    expect(kinds.map(({ label, latest }) => [label, latest.state])).toEqual([
      ['OBIS · occurrences', 'running'],
      ['Marco', 'succeeded'],
    ]);
  });
});

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const running = task({
  id: '44444444-4444-4444-8444-444444444444',
  state: 'running',
  endedAt: null,
  progress: 0.4,
  message: 'a meio',
});

const pageOfRuns = (data: readonly JobRunView[], part: object = {}) =>
  envelope({ data, total: data.length, page: 1, pageSize: 50, hasNext: false, hasPrev: false, ...part });

function answers(jobs: Reply, routine = ['Coordenação']): Readonly<Record<string, Reply>> {
  return {
    '/admin-api/jobs/runs': { json: pageOfRuns([]) },
    '/admin-api/jobs': jobs,
    '/admin-api/jobs/outcomes': {
      json: envelope({
        hours: 24,
        succeeded: 3,
        failed: 1,
        cancelled: 0,
        queued: 0,
        running: 1,
        percentSucceeded: 75,
        routine,
      }),
    },
    '/admin-api/data/processing/jobs': { json: envelope({ jobs: [] }) },
    [`/admin-api/jobs/${task().id}`]: {
      json: envelope({ ...task(), actorId: null, input: { stream: 'occurrences' }, result: null }),
    },
    [`/admin-api/jobs/${running.id}/cancel`]: { json: envelope({ ...running, cancelRequested: true }) },
  };
}

test('tasks under way are shown with their progress, and can be stopped by who may', async () => {
  page.open('/?section=async-processing', answers({ json: envelope({ jobs: [running, task()] }) }));
  await page.says('a meio');
  await page.find(() => (page.text('#tarefas-sucesso').includes('75,0') ? true : null));
  expect(page.text('#tarefas-sucesso')).toContain('1 falhada em 24 h · sem 1 tarefa de rotina');
  const cancel = await page.find(() => page.button('Cancelar tarefa: OBIS · occurrences'));
  cancel.click();
  await page.find(() => page.asked.find(({ path }) => path.endsWith('/cancel')));
});

test('without routine tasks none are spoken of, and what set a task off is said in words', async () => {
  const jobs = { json: envelope({ jobs: [task({ trigger: 'event' })] }) };
  page.open('/?section=async-processing', answers(jobs, []));
  await page.find(() => (page.text('#tarefas-sucesso').includes('1 falhada em 24 h') ? true : null));
  expect(page.text('#tarefas-sucesso')).not.toContain('rotina');
  await page.says('Acontecimento');
});

test('a task says what it received and returned', async () => {
  const jobs = { json: envelope({ jobs: [task()] }) };
  page.open(`/?section=async-processing&task=${task().id}`, answers(jobs), { role: 'investigador' });
  await page.find(() =>
    [...page.host.querySelectorAll('textarea')].find(({ value }) => value.includes('"stream": "occurrences"')),
  );
  expect(page.text()).toContain('nada');
  expect(page.button('Cancelar tarefa: OBIS · occurrences')).toBeUndefined();
});

test('without tasks figures are unknown rather than zero', async () => {
  page.open('/?section=async-processing', answers({ json: envelope({ jobs: [] }) }));
  await page.says('Ainda sem tarefas');
  expect(page.text('#tarefas-duracao')).toContain('—');
});

test('all stored tasks are found, ordered, paged and given as a file by the server', async () => {
  const queries: Record<string, string>[] = [];
  const files: Record<string, string>[] = [];
  page.open('/?section=async-processing', {
    ...answers({ json: envelope({ jobs: [] }) }),
    '/admin-api/jobs/runs': (query) => {
      queries.push(Object.fromEntries(query));
      return { json: pageOfRuns([task()], { total: 1_250, page: Number(query.get('page')), hasNext: true }) };
    },
    '/admin-api/jobs/runs/export': (query) => {
      files.push(Object.fromEntries(query));
      return { json: {} };
    },
  });
  const asks = (wanted: Record<string, string>) =>
    page.find(() => (Object.entries(wanted).every(([name, value]) => queries.at(-1)?.[name] === value) ? true : null));
  await page.says('1–50 de 1 250');
  await asks({ page: '1', pageSize: '50', sort: 'asked', order: 'desc' });
  page.button('Página seguinte')?.click();
  await asks({ page: '2' });
  const header = await page.find(() =>
    [...document.querySelectorAll<HTMLButtonElement>('main th button')].find((one) =>
      one.textContent?.startsWith('Duração'),
    ),
  );
  header.click();
  await asks({ page: '1', sort: 'duration' });
  page.button('Exportar')?.click();
  const json = await page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(({ textContent }) => textContent === 'JSON'),
  );
  json.click();
  await page.find(() => (files.length > 0 ? true : null));
  expect(files[0]).toMatchObject({ sort: 'duration', format: 'json' });
  expect(files[0]).not.toHaveProperty('page');
});

test('tasks that cannot be had are an error with a way to try again', async () => {
  page.open(
    '/?section=async-processing',
    answers({ status: 400, json: problem('validation_failed', 400, 'Pedido inválido.') }),
  );
  await page.says('Pedido inválido.');
  expect(page.button('Tentar Novamente')).toBeDefined();
});

test('processes show what their tasks came to', async () => {
  page.open('/?section=processing', answers({ json: envelope({ jobs: [running, task()] }) }));
  await page.says('Última tarefa');
  expect(page.text('#processamento-processos')).toContain('1');
  expect(page.text('#processamento-duracao')).toContain('10');
  expect(page.text('#processamento-recebido')).toContain('0 B');
});
