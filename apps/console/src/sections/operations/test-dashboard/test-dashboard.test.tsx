// @vitest-environment happy-dom
import type { TestRun } from '@kianda/contract/operations/diagnostics/tests.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

const path = '/admin-api/diagnostics/tests';
const run: TestRun = {
  finishedAt: '2026-08-31T08:57:10.000Z',
  durationSeconds: 754,
  version: '2.0.0',
  node: 'v24.21.0',
  passed: 2_641,
  failed: 1,
  skipped: 0,
  coveragePercent: null,
  stages: [{ name: 'tipos', ok: true, seconds: 18.2 }],
  suites: [
    { kind: 'modulos', file: 'a.test.ts', passed: 3, failed: 0, skipped: 0, seconds: 0.4, failures: [] },
    {
      kind: 'percursos',
      file: 'b.e2e.ts',
      passed: 1,
      failed: 1,
      skipped: 0,
      seconds: 9,
      failures: [{ name: 'entra na consola', message: 'esperava 1' }],
    },
  ],
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());
const open = (value: object) => page.open('/?section=test-dashboard', { [path]: { json: envelope(value) } });

test('the last run: totals, files with those that failed first, stages; coverage unknown with the reason', async () => {
  open({ run, reason: null });
  await page.says('2 641');
  expect(page.text('#falharam')).toContain('1');
  expect(page.text('#duracao')).toContain('12 min 34 s');
  expect(page.button('Esta execução não mediu a cobertura.')).toBeDefined();
  const rows = [...page.host.querySelectorAll('#ensaios tbody tr')].map((row) => row.textContent);
  expect(rows[0]).toContain('b.e2e.ts');
  expect(page.text('#passos')).toContain('Passou');
  expect(page.text()).toContain('Kianda 2.0.0, Node.js v24.21.0');
});

test('what failed in a file is read by opening it', async () => {
  open({ run, reason: null });
  await page.says('b.e2e.ts');
  const row = [...page.host.querySelectorAll<HTMLElement>('#ensaios tbody tr')].find((one) =>
    one.textContent?.includes('b.e2e.ts'),
  );
  (row?.querySelector<HTMLElement>('button') ?? row)?.click();
  await page.find(() => (document.body.textContent?.includes('esperava 1') === true ? true : null));
});

test('without a run every figure is a dash with the reason, and the next step is said', async () => {
  const reason = 'Ainda não se correram ensaios nesta instalação (`npm test`).';
  open({ run: null, reason });
  await page.says('Os ensaios correm-se com o comando npm test');
  expect(
    [...page.host.querySelectorAll('main button')].filter((one) => one.getAttribute('aria-label') === reason),
  ).toHaveLength(5);
});

test('without a server nothing is known, and the sample values of the specification are examples', async () => {
  page.open('/?section=test-dashboard', { [path]: { status: 503, json: problem('unavailable', 503, 'Já volta.') } });
  await page.says('exemplo: 142');
  expect(page.text('#cobertura')).toContain('—exemplo: 95,8 %');
  expect(page.text('#ensaios')).toContain('Servidor indisponível: Já volta.');
  expect(page.text('#cobertura')).toContain('Dados de fallback');
});
