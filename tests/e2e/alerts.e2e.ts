import type { DataOf } from '@kianda/contract';
import { type AlertDetail, alertDetail } from '@kianda/contract/operations/alerts/casework.contract';
import { listAlerts } from '@kianda/contract/operations/health/health.contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, createApi, signIn } from './testing/api.ts';
import { launchBrowser, newContext, type ObservedPage, observe } from './testing/browser.ts';
import { enterWith } from './testing/console.ts';
import { sharedPlatform } from './testing/shared.ts';

const { url, email, password } = sharedPlatform();
const title = 'Ligações de ensaio';

let browser: Browser;
let api: Api;
let observed: ObservedPage;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  const session = await signIn(url, email, password);
  api = createApi(url, session.accessToken);
  observed = observe(await (await newContext(browser, { theme: 'claro', width: 1440 })).newPage());
  page = observed.page;
  await enterWith(page, url, session);
});
afterAll(() => browser.close());

const alertOfRule = async () => {
  const { alerts } = await api.call<DataOf<typeof listAlerts>>(listAlerts, { query: { limit: '200' } });
  return alerts.find((alert) => alert.title === title);
};

test('a rule is made, it fires, the bell tells of it, and somebody takes charge of it', async () => {
  await page.goto(`${url}/?section=auto-alerts&tab=rules`);
  await page.getByText('Utilização elevada do processador').first().waitFor();
  await page.getByRole('button', { name: 'Nova regra' }).click();
  const form = page.getByRole('dialog', { name: 'Nova regra de alerta' });
  await form.getByLabel('Nome').fill(title);
  await form.getByLabel('O que vigia').selectOption({ label: 'Ligações à base de dados' });
  await form.getByText('Agora:').waitFor();
  await form.getByLabel('Aviso', { exact: true }).fill('0');
  await form.getByLabel('Durante (minutos)').fill('0');
  await form.getByRole('button', { name: 'Ensaiar no histórico' }).click();
  await form.getByText(/^Teria disparado 1/).waitFor();
  await form.getByRole('button', { name: 'Guardar' }).click();
  await form.waitFor({ state: 'detached' });

  await expect.poll(alertOfRule).toMatchObject({ type: 'warning', acknowledged: false });
  await page.getByRole('button', { name: /^Notificações: \d+ pendente/ }).click();
  await page.getByRole('button', { name: `Reconhecer o alerta ${title}` }).click();
  await expect.poll(alertOfRule).toMatchObject({ acknowledged: true });

  const id = (await alertOfRule())?.id ?? '';
  const detail = await api.call<AlertDetail>(alertDetail, { params: { id } });
  expect(detail.steps.map(({ kind }) => kind)).toEqual(['raised', 'acknowledged']);
  await page.goto(`${url}/?section=auto-alerts&detail=${id}`);
  await page.getByRole('dialog', { name: 'Alerta' }).getByText('Reconhecido por').waitFor();
  await observed.settle();
  expect(observed.takeFaults()).toEqual([]);
});
