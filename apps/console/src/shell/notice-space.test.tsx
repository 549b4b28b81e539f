// @vitest-environment happy-dom

import { pathOf } from '@kianda/contract';
import { operatingMode } from '@kianda/contract/operations/configuration/mode.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../client/testing.ts';
import { noticeHeight, rememberNoticeHeight } from '../platform/notice-height.ts';
import { createPage } from '../sections/testing.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(async () => {
  await page.close();
  window.localStorage.clear();
});

const normal = { [pathOf(operatingMode)]: { json: envelope({ maintenance: null, features: {} }) } };
const heightAboveMain = () => {
  const main = document.querySelector('#conteudo');
  const spaces = [...(main?.parentElement?.children ?? [])].filter((one) => one instanceof HTMLElement);
  return spaces.reduce((sum, { style }) => sum + (Number.parseInt(style.minHeight, 10) || 0), 0);
};
const openAnother = async () => {
  const links = () => [...document.querySelectorAll('a')];
  (await page.find(() => links().find(({ href }) => href.endsWith('section=dashboard')))).click();
  await page.find(() => (window.location.search.includes('section=dashboard') ? true : null));
};

function remember(height: number): void {
  for (const view of ['wide', 'narrow'] as const)
    rememberNoticeHeight(window.localStorage, { notice: 'support', view, height });
}

test('the room that the notices took last time is kept until they are there, whatever is opened meanwhile', async () => {
  remember(87);
  page.open('/?section=reports', { ...normal, '/admin-api/platform': 'hang' });
  await page.find(() => document.querySelector('#conteudo'));
  expect(heightAboveMain()).toBe(87);
  await openAnother();
  expect(heightAboveMain()).toBe(87);
});

test('room that proves too much moves nothing while the section is read, and goes with the next one', async () => {
  remember(87);
  page.open('/?section=reports', normal);
  await page.find(() => (page.asked.some(({ path }) => path === '/admin-api/platform') ? true : null));
  await page.find(() => document.querySelector('#conteudo'));
  expect(heightAboveMain()).toBe(87);
  await openAnother();
  await page.find(() => (heightAboveMain() === 0 ? true : null));
});

test('on a first visit no room is kept for who is to be asked nothing', async () => {
  page.open('/?section=reports', { '/admin-api/platform': 'hang' }, { role: 'cliente' });
  await page.find(() => document.querySelector('#conteudo'));
  expect(heightAboveMain()).toBe(0);
});

test('on a first visit room is kept for what the account lets expect', async () => {
  page.open('/?section=reports', { '/admin-api/platform': 'hang' }, { me: { twoStepDueAt: '2026-09-09T09:00:00Z' } });
  await page.find(() => document.querySelector('#conteudo'));
  expect(heightAboveMain()).toBeGreaterThan(60);
});

test('the end of the session takes along how high they were', async () => {
  remember(40);
  page.open('/?section=reports', {
    '/admin-api/auth/me': { status: 401, json: problem('unauthenticated', 401, 'Sessão expirada.') },
    '/admin-api/auth/refresh': { status: 401, json: problem('refresh_rejected', 401, 'Inicie sessão.') },
  });
  await page.find(() => (noticeHeight(window.localStorage, 'support', 'wide') === null ? true : null));
});
