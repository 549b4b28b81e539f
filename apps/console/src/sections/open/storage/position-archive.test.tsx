// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
// The part that loads when it is opened, before any clock runs.
import './components/position-archive.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const at = '2026-08-31T09:00:00.000Z';
const day = {
  day: '2026-05-03',
  positions: 1_234_567,
  vessels: 812,
  bytes: 48_000_000,
  archivedAt: at,
  object: 'positions/day=2026-05-03/positions.parquet',
  sha256: 'ab'.repeat(32),
  inDatabase: 3,
};
const answers = (rows: readonly (typeof day)[], archiveDays: number) => ({
  '/admin-api/storage/buckets': { json: envelope({ buckets: [] }) },
  '/admin-api/storage/buckets/positions/info': {
    json: envelope({
      ...{ name: 'positions', size: 0, objects: 0, lastModified: at, kind: 'system', description: '', createdAt: null },
      ...{ writable: false, readable: true, lifecycle: [], histogram: [] },
    }),
  },
  '/admin-api/storage/buckets/positions/objects': {
    json: envelope({ prefix: '', objects: [], prefixes: [], next: null }),
  },
  'GET /admin-api/vessels/archive': {
    json: envelope({
      ...{ data: rows, total: rows.length, page: 1, pageSize: 25, hasNext: false, hasPrev: false },
      ...{ archiveDays, positionDays: 365, totalPositions: 1_234_567, totalBytes: 48_000_000 },
    }),
  },
  'POST /admin-api/vessels/archive/2026-05-03/restore': {
    json: envelope({ id: '5a3c1d10-0000-4000-8000-0000000000aa' }),
  },
});

test('says what is archived, and brings a day back once that is confirmed', async () => {
  page.open('/?section=storage&bucket=positions', answers([day], 90));
  await page.says('2026-05-03');
  for (const text of ['1 234 567', '812', '90', 'GeoParquet'])
    expect(page.text().replaceAll(/\s/g, ' ')).toContain(text);
  (await page.find(() => page.button('Repor 2026-05-03'))).click();
  const dialog = await page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role=dialog]')].find((one) =>
      one.textContent?.includes('Repor 2026-05-03 na base de dados?'),
    ),
  );
  expect(page.asked.some(({ path }) => path.endsWith('/restore'))).toBe(false);
  [...dialog.querySelectorAll('button')].find((button) => button.textContent === 'Repor')?.click();
  await page.find(() => page.asked.find(({ path }) => path.endsWith('/restore')));
});

test('who may only look is offered no way to bring a day back', async () => {
  page.open('/?section=storage&bucket=positions', answers([day], 90), { role: 'investigador' });
  await page.says('2026-05-03');
  expect(page.button('Repor 2026-05-03')).toBeUndefined();
});

test('says where the archive is turned on', async () => {
  page.open('/?section=storage&bucket=positions', answers([], 0));
  await page.says('Ainda não há dias arquivados');
  expect(page.text()).toContain('O arquivo está desligado');
});
