// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { measure, spanOf } from '../../shared/connectors/measure.ts';
import { connector, job, list, pageOfRuns, quality, run } from '../../shared/connectors/sample.testing.ts';
import { createPage } from '../../testing.tsx';

const now = Date.parse('2026-08-31T09:00:10.000Z');

describe('what a day brought', () => {
  test('is the sum of the runs that began in the last 24 h', () => {
    const jobs = [job(), job({ startTime: '2026-08-30T08:00:00.000Z' }), job({ startTime: null, status: 'queued' })];
    const span = spanOf(jobs, 500, now);
    expect(span).toEqual({ sinceMs: now - 86_400_000, isShort: false });
    expect(measure(jobs, span)).toEqual({
      runs: 1,
      bytes: 2_000_000,
      processed: 1_000,
      rejected: 3,
      megabytesPerSecond: 0.05,
      percentValid: (1_000 / 1_003) * 100,
    });
  });

  test('begins at the oldest run of a list that was cut', () => {
    const span = spanOf([job(), job({ startTime: '2026-08-31T06:00:00.000Z' })], 2, now);
    expect(span).toEqual({ sinceMs: Date.parse('2026-08-31T06:00:00.000Z'), isShort: true });
  });

  test('is not known without runs', () => {
    expect(measure([], spanOf([], 500, now))).toMatchObject({ runs: 0, megabytesPerSecond: null, percentValid: null });
  });
});

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const address = '/?section=data-ingestion';
const base = '/admin-api/data';

function answers(jobs: Reply): Readonly<Record<string, Reply>> {
  return {
    [`${base}/connectors`]: { json: envelope(list([connector()])) },
    [`${base}/processing/jobs`]: jobs,
    [`${base}/quality/report`]: { json: envelope(quality) },
    '/admin-api/ingest/runs': { json: envelope(pageOfRuns([])) },
  };
}
const tile = (id: string) => page.text(`#${id}`);

test('measured figures of the engine, with the runs under way', async () => {
  const running = job({ id: 'r2', status: 'running', endTime: null, progress: 0.25, message: 'a meio', bytes: 0 });
  page.open(address, answers({ json: envelope({ jobs: [running, job()] }) }));
  await page.says('a meio');
  expect(page.sharedNames()).toEqual([]);
  expect(tile('ingestao-recebido')).toContain('2 MB');
  expect(tile('ingestao-validos')).toContain('99,7');
  expect(tile('ingestao-em-curso')).toContain('1');
  expect(page.button('Cancelar execução')).toBeDefined();
  expect(page.text()).toContain('OBIS: rever');
});

test('how long pages are kept, and that none was kept or removed yet', async () => {
  const retention = {
    ...{ rawPagesDays: 30, runsDays: 400, rawPages: 0, rawBytes: 0, oldestRawPage: null, lastSweep: null },
    perConnector: [],
  };
  const path = `${base}/raw/retention`;
  page.open(address, { ...answers({ json: envelope({ jobs: [] }) }), [path]: { json: envelope(retention) } });
  await page.says('Página mais antiga');
  const reasons = () => [...page.host.querySelectorAll('dd [title]')].map((one) => one.getAttribute('title'));
  await page.find(() => (reasons().includes('Ainda nenhuma página guardada.') ? true : null));
  expect(reasons()).toContain('Ainda nenhuma limpeza desde o arranque.');
  await page.close();
  page = createPage();
  const at = '2026-08-30T09:00:00.000Z';
  const used = { ...retention, oldestRawPage: at, lastSweep: { at, rawPages: 3, bytes: 2_000, runs: 0 } };
  page.open(address, { ...answers({ json: envelope({ jobs: [] }) }), [path]: { json: envelope(used) } });
  await page.says('Última limpeza');
  await page.find(() => (page.host.querySelectorAll(`time[datetime="${at}"]`).length >= 2 ? true : null));
  expect(reasons()).not.toContain('Ainda nenhuma página guardada.');
});

test('a role that may not stop runs is not offered it', async () => {
  const running = job({ id: 'r2', status: 'running', endTime: null, message: 'a meio' });
  page.open(address, answers({ json: envelope({ jobs: [running] }) }), { role: 'investigador' });
  await page.says('a meio');
  expect(page.button('Cancelar execução')).toBeUndefined();
});

test('without runs it says so, and figures are unknown rather than zero', async () => {
  page.open(address, answers({ json: envelope({ jobs: [] }) }));
  await page.says('Nada em processamento');
  await page.says('Ainda sem execuções');
  expect(tile('ingestao-debito')).toContain('—');
});

test('while runs are on their way the rest is there', async () => {
  page.open(address, answers('hang'));
  await page.says('OBIS: rever');
  expect(page.text()).toContain('A carregar…');
});

test('recent runs of all connectors are filtered by theirs, and one opens in its connector', async () => {
  const queries: Record<string, string>[] = [];
  page.open(address, {
    ...answers({ json: envelope({ jobs: [] }) }),
    '/admin-api/ingest/runs': (query) => {
      queries.push(Object.fromEntries(query));
      return { json: envelope(pageOfRuns([run()])) };
    },
  });
  await page.says('ocorrências');
  const label = await page.find(() =>
    [...page.host.querySelectorAll('label')].find(({ textContent }) => textContent === 'Conector'),
  );
  const source = document.getElementById(label.htmlFor) as HTMLSelectElement;
  expect([...source.options].map(({ textContent }) => textContent)).toEqual(['Todos', 'OBIS']);
  source.value = 'obis';
  source.dispatchEvent(new Event('change', { bubbles: true }));
  await page.find(() => (queries.at(-1)?.connector === 'obis' ? true : null));
  expect(window.location.search).toContain('source=obis');
  const row = await page.find(() =>
    [...page.host.querySelectorAll('tbody tr')]
      .find(({ textContent }) => textContent?.includes('ocorrências'))
      ?.querySelector('button'),
  );
  row.click();
  await page.find(() => (window.location.search.includes('view=runs') ? true : null));
  expect(window.location.search).toContain(`run=${run().id}`);
});

test('runs that cannot be had fail alone', async () => {
  page.open(address, answers({ status: 400, json: problem('validation_failed', 400, 'Pedido inválido.') }));
  await page.says('Pedido inválido.');
  expect(page.button('Tentar Novamente')).toBeDefined();
  expect(page.text()).toContain('OBIS: rever');
  expect(tile('ingestao-recebido')).toContain('—');
});
