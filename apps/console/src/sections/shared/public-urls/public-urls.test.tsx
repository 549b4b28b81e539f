// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import { connector, list, quality } from '../connectors/sample.testing.ts';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

test('the addresses of this installation, each with whether it answers and why not', async () => {
  const asked: (string | null)[] = [];
  page.open('/?section=apis-connectors', {
    '/admin-api/data/connectors': { json: envelope(list([connector()])) },
    '/admin-api/data/processing/jobs': { json: envelope({ jobs: [] }) },
    '/admin-api/data/quality/report': { json: envelope(quality) },
    '/admin-api/frames/check': (query) => {
      asked.push(query.get('url'));
      const url = query.get('url') ?? '';
      const state = url.startsWith('http://interfaces.test')
        ? {
            embeddable: false,
            reason: 'connection_refused',
            message: 'Ninguém responde.',
            status: null,
            latencyMs: null,
          }
        : { embeddable: true, reason: 'ok', message: 'Responde.', status: 200, latencyMs: 12 };
      return { json: envelope({ url, ...state, checkedAt: '2026-08-31T09:00:00.000Z' }) };
    },
  });
  const link = (href: string) => page.find(() => page.host.querySelector<HTMLAnchorElement>(`main a[href="${href}"]`));
  const docs = await link('http://interfaces.test/api-docs.html');
  const item = docs.closest('li');
  await page.find(() => (item?.textContent?.includes('Inacessível') ? true : null));
  const openApi = await link(`${window.location.origin}/admin-api/openapi.json`);
  await page.find(() => (openApi.closest('li')?.textContent?.replace('\u00a0', ' ').includes('12 ms') ? true : null));
  expect(new Set(asked)).toEqual(
    new Set(['http://interfaces.test/api-docs.html', `${window.location.origin}/admin-api/openapi.json`]),
  );
});
