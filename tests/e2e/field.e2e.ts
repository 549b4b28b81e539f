/** A phone on one bar of signal: landings logged without a network arrive once each, and a conflict is decided on it. */
import { randomUUID } from 'node:crypto';
import type { DataOf } from '@kianda/contract';
import {
  fieldRecord,
  fieldReference,
  myFieldRecords,
  reviewFieldRecord,
} from '@kianda/contract/ingestion/field/field.contract';
import type { OwnRecord } from '@kianda/contract/ingestion/field/field.schemas';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldTexts as reviewTexts } from '../../apps/console/src/sections/people/mobile-pwa/components/field-texts.pt.ts';
import { fieldTexts as texts } from '../../apps/interfaces/src/field/texts.pt.ts';
import { type Api, createApi, newAccount, signIn } from './testing/api.ts';
import { launchBrowser, newContext } from './testing/browser.ts';
import { enterWith } from './testing/console.ts';
import { sharedPlatform } from './testing/shared.ts';

const platform = sharedPlatform();
const fisher = {
  email: `pescador-${randomUUID()}@exemplo.ao`,
  name: 'Pescador Dias',
  password: 'rede molhada ao nascer do sol',
};
const sectionOf = (id: string) => `${platform.url}/?section=scientific-interfaces&interface=${id}`;
/** 400 kbit/s both ways, and 400 ms before each answer. */
const oneBar = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Part of the sea of which the phone keeps a chart. */
const waters = 'Cabinda';

let browser: Browser;
let own: Api;
let reviewer: Api;
let closedArea: string;

beforeAll(async () => {
  browser = await launchBrowser();
  const administrator = await signIn(platform.url, platform.email, platform.password);
  await newAccount(platform.url, administrator.accessToken, { ...fisher, role: 'investigador' });
  reviewer = createApi(platform.url, administrator.accessToken);
  own = createApi(platform.url, (await signIn(platform.url, fisher.email, fisher.password)).accessToken);
  const { areas } = await own.call<DataOf<typeof fieldReference>>(fieldReference);
  closedArea = areas.find(({ forbidsFishing }) => forbidsFishing)?.name ?? 'no area that forbids fishing';
});
afterAll(() => browser.close());

/** The network of a page: one bar, or none. */
async function networkOf(page: Page): Promise<{ readonly on: () => Promise<void>; readonly off: () => Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  const slow = async () => void (await session.send('Network.emulateNetworkConditions', oneBar));
  await session.send('Network.enable');
  await slow();
  return {
    off: () => page.context().setOffline(true),
    async on() {
      await page.context().setOffline(false);
      await slow();
    },
  };
}

const mine = async (): Promise<readonly OwnRecord[]> =>
  (await own.call<DataOf<typeof myFieldRecords>>(myFieldRecords)).records.toSorted((a, b) => a.sequence - b.sequence);

/** Reasons for which a browser would not install the page, but that its window keeps nothing after it is closed. */
async function faultsOfInstalling(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  return installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito');
}

/** State of the worker that controls the page; before one does, those of its registration. */
const workerOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { controller } = navigator.serviceWorker;
    const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
    const states = [installing, waiting, active].map((worker) => worker?.state ?? 'none');
    return controller?.state ?? `no controller; ${states.join(', ')}`;
  });

type Landing = { readonly vessel: string; readonly code: string; readonly weight: string };

async function write(form: Page | FrameLocator, { vessel, code, weight }: Landing): Promise<void> {
  await form.getByLabel(texts.form.vessel, { exact: true }).fill(vessel);
  await form.getByLabel(texts.form.port, { exact: true }).fill('Lobito');
  await form.getByLabel(texts.form.gear, { exact: true }).fill('linha');
  await form.getByLabel(texts.form.line(1), { exact: true }).fill(code);
  await form.getByLabel(texts.form.weight, { exact: true }).fill(weight);
}
const save = (form: Page | FrameLocator) => form.getByRole('button', { name: texts.form.save, exact: true }).click();
const tab = (page: Page | FrameLocator, name: keyof typeof texts.tabs) =>
  page.getByRole('tab', { name: texts.tabs[name] });

/** Opens the page in the console, with a session: the phone then has what it needs for a day without a network. */
async function openOnPhone(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await enterWith(page, platform.url, await signIn(platform.url, fisher.email, fisher.password));
  await page.goto(`${sectionOf('mobile_pwa')}#ecra=phone`);
  const phone = page.frameLocator('iframe');
  await phone.getByText(/Licenças e vedas \(/).waitFor();
  // Its size is said before it is kept, and after.
  await phone.getByRole('button', { name: new RegExp(`^Guardar ${waters} \\(.+B\\)$`) }).click();
  await phone.getByRole('button', { name: texts.charts.showOf(waters, false) }).waitFor();
  return page;
}

test('three landings logged without a network arrive once each; a conflict is decided on the phone and accepted', async () => {
  const context = await newContext(browser, { theme: 'claro', width: 390 }, { keepsFiles: true });
  const page = await openOnPhone(context);
  const application = await page.frameLocator('iframe').getByText(texts.phone.openAlone).getAttribute('href');
  const origin = new URL((await page.locator('iframe').getAttribute('src')) ?? '').origin;
  const network = await networkOf(page);

  // By itself, as it is installed: its worker holds it, and it opens where there is no network.
  await page.goto(`${origin}${application}#tipo=landing`);
  await expect.poll(() => workerOf(page)).toBe('activated');
  // A page that its worker does not control, though it is active, asks it to: so is one that is loaded past all caches.
  const session = await context.newCDPSession(page);
  await Promise.all([page.waitForEvent('load'), session.send('Page.reload', { ignoreCache: true })]);
  await expect.poll(() => workerOf(page)).toBe('activated');
  await expect.poll(() => faultsOfInstalling(page)).toEqual([]);
  await network.off();
  await page.reload();
  await page.getByText(texts.state.signIn).waitFor();
  await write(page, { vessel: 'Rosa do Lobito', code: 'BOG', weight: '120' });
  await save(page);
  await page.getByText(texts.form.saved, { exact: true }).waitFor();
  await write(page, { vessel: 'Ondina', code: 'KOB', weight: '35,5' });
  await page.getByLabel(texts.form.area).selectOption({ label: closedArea });
  await page.getByText(`Em «${closedArea}» é proibido pescar.`).waitFor();
  // Its place on the chart that the phone keeps.
  await page.getByLabel(texts.form.lat).fill('-5,3');
  await page.getByLabel(texts.form.lon).fill('11,9');
  await page.getByRole('button', { name: texts.form.onChart(false) }).click();
  await page.getByRole('img', { name: texts.charts.drawing(waters) }).waitFor();
  await save(page);
  await page.getByText(texts.form.saved, { exact: true }).waitFor();
  await write(page, { vessel: 'Maré Alta', code: 'BOG', weight: '80' });
  await save(page);
  await tab(page, 'queue').filter({ hasText: '3' }).waitFor();
  expect(await mine()).toEqual([]);
  await tab(page, 'phone').click();
  await page.getByRole('button', { name: texts.charts.showOf(waters, false) }).click();
  await page.getByRole('img', { name: texts.charts.drawing(waters) }).waitFor();
  await page.getByText(texts.charts.needsSession).waitFor();
  await page.getByRole('button', { name: texts.charts.dropOf(waters) }).click();
  await page.getByRole('button', { name: texts.charts.dropOf(waters) }).waitFor({ state: 'detached' });

  // The network comes back: with a session, what waits goes by itself.
  await network.on();
  await page.getByRole('link', { name: texts.state.open }).click();
  const phone = page.frameLocator('iframe');
  await expect.poll(async () => (await mine()).length).toBe(3);
  await phone.getByText(texts.state.waiting(0)).waitFor();
  const sent = await mine();
  expect(sent.map(({ sequence, payload }) => [sequence, 'vessel' in payload ? payload.vessel : null])).toEqual([
    [1, 'Rosa do Lobito'],
    [2, 'Ondina'],
    [3, 'Maré Alta'],
  ]);
  expect(new Set(sent.map(({ deviceId }) => deviceId)).size).toBe(1);
  expect(sent.map(({ findings }) => findings.some(({ rule }) => rule === 'closed_area'))).toEqual([false, true, false]);

  // Its reviewer asks; the answer is written without a network, while the reviewer decides without it.
  const id = sent[0]?.id ?? '';
  const review = (body: object) => reviewer.call(reviewFieldRecord, { params: { id }, body });
  await review({ decision: 'ask', version: 1, note: 'Foram mesmo 120 kg?' });
  await network.off();
  await phone.getByText(texts.state.offline).waitFor();
  await network.on();
  await tab(phone, 'answers').click();
  await phone.getByText('Foram mesmo 120 kg?').waitFor();
  await network.off();
  await phone.getByText(texts.state.offline).waitFor();
  await phone.getByRole('button', { name: 'Responder e alterar' }).click();
  await phone.getByLabel(texts.form.weight, { exact: true }).fill('102');
  await save(phone);
  await tab(phone, 'queue').filter({ hasText: '1' }).waitFor();
  await review({ decision: 'reject', version: 2, note: 'Sem resposta.' });
  await network.on();
  await tab(phone, 'queue').click();
  await phone.getByText(texts.queue.theirs('Recusado')).waitFor();
  await phone.getByRole('button', { name: texts.queue.keepMine }).click();
  await phone.getByText(texts.queue.none).waitFor();
  await expect
    .poll(async () => (await mine())[0])
    .toMatchObject({ id, state: 'received', payload: { lines: [{ weightKg: 102 }] } });
  expect(await mine()).toHaveLength(3);
  await context.close();

  const desk = await newContext(browser);
  const console = await desk.newPage();
  await enterWith(console, platform.url, await signIn(platform.url, platform.email, platform.password));
  await console.goto(`${platform.url}/?section=mobile-pwa&parte=registos&registo=${id}`);
  const dialog = console.getByRole('dialog');
  await dialog.getByText('102 kg').waitFor();
  await dialog.getByRole('button', { name: reviewTexts.accept, exact: true }).click();
  await console.getByText(reviewTexts.done.accept).waitFor();
  // An accepted record is corrected: area and weight, with the reason; the original stays beside it.
  await dialog.getByRole('button', { name: reviewTexts.correct, exact: true }).click();
  await dialog.getByLabel(reviewTexts.area).selectOption({ index: 1 });
  await dialog.getByLabel(reviewTexts.weight('BOG')).fill('100');
  const saveCorrection = dialog.getByRole('button', { name: reviewTexts.saveCorrection });
  expect(await saveCorrection.isDisabled()).toBe(true);
  await dialog.getByLabel(reviewTexts.note).fill('Pesado outra vez no cais.');
  await saveCorrection.click();
  await console.getByText(reviewTexts.done.correct).waitFor();
  await dialog.getByRole('table').getByText('102').waitFor();
  const { record, history } = await reviewer.call<DataOf<typeof fieldRecord>>(fieldRecord, { params: { id } });
  expect(record.state).toBe('accepted');
  expect(record.changes.map(({ label, to }) => [label, to])).toContainEqual(['BOG: peso (kg)', '100']);
  expect(record.payload).toMatchObject({ lines: [{ weightKg: 102 }] });
  expect(history.map(({ act }) => act).slice(-2)).toEqual(['Aceite', 'Corrigido e aceite']);
  await desk.close();
});
