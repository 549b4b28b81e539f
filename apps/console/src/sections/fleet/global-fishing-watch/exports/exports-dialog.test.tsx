// @vitest-environment happy-dom
import type { ExportJob } from '@kianda/contract/fleet/vessels/export-jobs.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';
import { address, answers, at, dialogText, listOf, vessel } from '../testing.ts';
// The parts that load when they are opened, before any clock runs.
import '../page.tsx';
import '../vessels/vessels-tab.tsx';
import './exports-dialog.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const job = (place: number, part: Partial<ExportJob>): ExportJob => ({
  ...{ id: `00000000-0000-4000-8000-00000000000${place}`, title: `Lista ${place}`, fileName: `lista-${place}.csv` },
  ...{ state: 'ready', progress: 1, message: null, rows: 30_000, bytes: 2_000_000, requestedAt: at, readyAt: at },
  ...{ expiresAt: '2026-09-07T08:00:00.000Z', url: `/files/lista-${place}.csv` },
  ...part,
});
const notReady = { rows: null, bytes: null, readyAt: null, expiresAt: null, url: null } as const;

test('exports say how far they are; a file that is there is downloaded, and one that went says so', async () => {
  const jobs = [
    job(1, {}),
    job(2, { expiresAt: null, url: null }),
    job(3, { ...notReady, state: 'running', progress: 0.4, message: '12 000 registos' }),
    job(4, { ...notReady, state: 'failed', progress: null, message: 'O disco está cheio.' }),
  ];
  page.open(address('vessels'), {
    ...answers,
    '/admin-api/vessels': { json: envelope(listOf([vessel])) },
    '/admin-api/vessels/exports': { json: envelope({ exports: jobs }) },
  });
  (await page.find(() => (page.button('Exportar')?.disabled === false ? page.button('Exportar') : null))).click();
  (
    await page.find(() =>
      [...document.querySelectorAll<HTMLButtonElement>('[role=menuitem]')].find(({ textContent }) =>
        textContent?.includes('xportações'),
      ),
    )
  ).click();
  await page.find(() => (dialogText().includes('Lista 4') ? true : null));
  const items = [...document.querySelectorAll('[aria-modal=true] ul[aria-label="Exportações pedidas por si"] > li')];
  const words = items.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ') ?? '');
  expect(items.map((item) => item.querySelector('a')?.getAttribute('href') ?? null)).toEqual([
    ...['/files/lista-1.csv', null, null, null],
  ]);
  expect(words.map((text) => text.includes('O ficheiro já foi eliminado.'))).toEqual([false, true, false, false]);
  expect(words[2]).toContain('40 % · 12 000 registos');
  expect(words[3]).toContain('O disco está cheio. Peça a exportação outra vez.');
  expect(items.map((item) => item.querySelector('[role=progressbar]') !== null)).toEqual([false, false, true, false]);
});
