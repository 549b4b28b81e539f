// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import {
  testedServiceIds,
  testedServices,
  type testServices,
} from '@kianda/contract/operations/services/services.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const tested: DataOf<typeof testServices> = {
  services: testedServiceIds.map((id) => ({
    id,
    url: `http://kianda.test/${id}`,
    status: id === 'security' ? 'offline' : 'online',
    httpStatus: id === 'security' ? null : 200,
    totalMs: id === 'stac' ? 90 : 10,
    steps:
      id === 'security'
        ? [{ step: 'tcp', ok: false, ms: 1, detail: 'Ligação recusada' }]
        : [{ step: 'http', ok: true, ms: 5, detail: 'HTTP 200' }],
  })),
};
const path = '/admin-api/services/test';

test('how many of the eight are online, where the others stopped, and what this browser reaches', async () => {
  page.open('/?section=services-test', { [path]: { json: envelope(tested) }, '/stac': { json: {} } });
  await page.says('7/8 online (');
  expect(page.text()).toMatch(/\(88\s%\)/);
  for (const name of Object.values(testedServices)) expect(page.text('main')).toContain(name);
  expect(page.text()).toContain('Parou em ligação: Ligação recusada');
  expect(page.text()).toMatch(/STAC API, 90\sms/);
  await page.says('HTTP 200 em');
  const links = [...page.host.querySelectorAll('main a')].map(({ textContent }) => textContent);
  expect(links.filter((text) => text?.startsWith('http://kianda.test/'))).toHaveLength(8);
  const before = page.asked.filter((one) => one.path === path).length;
  (await page.find(() => page.button('Testar novamente'))).click();
  await page.find(() => (page.asked.filter((one) => one.path === path).length > before ? true : null));
});

test('a test that fails can be tried again', async () => {
  page.open('/?section=services-test', { [path]: { status: 500, json: problem('internal', 500, 'Erro interno.') } });
  await page.find(() => page.button('Tentar Novamente'));
});
