import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startMailSink } from '../../apps/server/src/modules/people/delivery/testing/receivers.ts';
import { launchBrowser, newContext } from './testing/browser.ts';
import { signInByForm, waitForShell } from './testing/console.ts';
import { type Platform, removeFolder } from './testing/platform.ts';
import { ownPlatform, sharedPlatform } from './testing/shared.ts';

const { email, password } = sharedPlatform();
const luandaMs = 3_600_000;
const mailLimitMs = 240_000;

let browser: Browser;
let platform: Platform;
let page: Page;
let sink: Awaited<ReturnType<typeof startMailSink>>;

beforeAll(async () => {
  [browser, sink] = await Promise.all([launchBrowser(), startMailSink()]);
  platform = await ownPlatform('relatórios', { KIANDA_SMTP_URL: sink.url, KIANDA_SMTP_FROM: 'kianda@exemplo.ao' });
  page = await (await newContext(browser)).newPage();
  await page.goto(`${platform.url}/login`);
  await signInByForm(page, email, password);
  await waitForShell(page);
});
afterAll(async () => {
  await browser.close();
  await removeFolder(platform.dataDir);
  await sink.close();
});

const button = (name: string): Locator => page.getByRole('main').getByRole('button', { name, exact: true });

/** A cron of Luanda that runs in a minute or two, and then not before tomorrow. */
function soon(): string {
  const at = new Date(Date.now() + luandaMs + 75_000);
  return `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`;
}

test('a report scheduled on the screen is made by itself, arrives by mail with its file, and can be read and taken', async () => {
  await page.goto(`${platform.url}/?section=reports&view=schedules`);
  await button('Agendar relatório').click();
  const dialog = page.getByRole('dialog', { name: 'Agendar um relatório' });
  await dialog.getByLabel('Nome').fill('Saúde diária');
  await dialog.getByLabel('Quando').selectOption('own');
  await dialog.getByLabel('Cron').fill(soon());
  await dialog.getByLabel('Modelo').selectOption('health');
  await dialog.getByLabel('Enviar por e-mail').fill('direcao@exemplo.ao');
  await dialog.getByRole('button', { name: 'Guardar agenda' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('a 1 endereço').waitFor();

  await vi.waitFor(() => expect(sink.mails).toHaveLength(1), { timeout: mailLimitMs, interval: 500 });
  const [mail] = sink.mails;
  expect(mail?.to).toEqual(['direcao@exemplo.ao']);
  expect(mail?.source).toMatch(/filename="?saude_da_plataforma_\d{4}-\d\d-\d\d\.pdf/);
  // «%PDF-1.7» in base64.
  expect(mail?.source).toContain('JVBERi0xLj');

  await page.goto(`${platform.url}/?section=reports&type=automatico`);
  await page.getByText('1 de 1').waitFor();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Ver Saúde da plataforma/ })
    .click();
  const shown = page.getByRole('dialog', { name: /^Saúde da plataforma/ });
  await shown.getByText('Disponibilidade', { exact: false }).first().waitFor();
  await shown.getByText('enviado, 1 tentativa').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    shown.getByRole('button', { name: 'Descarregar' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^saude_da_plataforma_.*\.pdf$/);
});
