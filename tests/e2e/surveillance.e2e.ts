import { setTimeout as wait } from 'node:timers/promises';
import { listVesselAlerts, type VesselAlert, vesselAlertDetail } from '@kianda/contract/surveillance/alerts.contract';
import { createLicence } from '@kianda/contract/surveillance/registry.contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, createApi, takePossession } from './testing/api.ts';
import { launchBrowser, newContext, type View, views, watch } from './testing/browser.ts';
import { signInByForm, waitForShell } from './testing/console.ts';
import { accessibilityFaults, visibleFaults } from './testing/judge.ts';
import { newFolder, type Platform, removeFolder, startPlatform } from './testing/platform.ts';

const password = 'três milhas ao largo do Cabo Ledo';
/** The simulated fleet reports at once; its first events are found soon after. */
const firstAlertMs = 180_000;
const tabs = ['alerts', 'vessels', 'areas', 'access', 'settings'];

let browser: Browser;
let dataDir: string;
let platform: Platform;
let api: Api;
let page: Page;
let alert: VesselAlert;

beforeAll(async () => {
  browser = await launchBrowser();
  dataDir = await newFolder('vigilância');
  platform = await startPlatform({ dataDir });
  const email = platform.email ?? '';
  const { accessToken } = await takePossession(platform.url, email, platform.oneTimePassword ?? '', password);
  api = createApi(platform.url, accessToken);
  // With a registry that has entries, those of the fleet that fish without one are told of.
  await api.call(createLicence, {
    body: {
      number: 'AO-ENSAIO-1',
      vesselName: 'Outra embarcação',
      mmsi: '603000001',
      imo: null,
      callsign: null,
      registration: null,
      flag: 'AGO',
      holder: null,
      gears: ['cerco'],
      areaIds: null,
      validFrom: '2020-01-01',
      validTo: '2100-12-31',
      source: 'ensaio',
    },
  });
  page = await (await newContext(browser)).newPage();
  await page.goto(`${platform.url}/login`);
  await signInByForm(page, email, password);
  await waitForShell(page);
});
afterAll(async () => {
  await browser.close();
  await removeFolder(dataDir);
});

const open = (search: string, on = page) => on.goto(`${platform.url}/?section=global-fishing-watch${search}`);
const dialog = () => page.getByRole('dialog');

async function firstAlert(): Promise<VesselAlert> {
  for (const until = performance.now() + firstAlertMs; performance.now() < until; await wait(1_000)) {
    const { data } = await api.call<{ data: VesselAlert[] }>(listVesselAlerts, { query: { state: 'new' } });
    const found = data.find(({ location, severity }) => location !== null && severity !== 'low');
    if (found !== undefined) return found;
  }
  throw new Error('the simulated fleet raised no alert');
}

async function step(to: string, note: string): Promise<void> {
  await dialog().getByLabel('Passar a').selectOption({ label: to });
  await dialog().getByLabel('Nota').fill(note);
  await dialog().getByRole('button', { name: 'Registar' }).click();
  await dialog().locator('[data-state]').getByText(to, { exact: true }).waitFor();
}

describe('an alert of the fleet', () => {
  test('is listed, and seen on the map with the tracks of its vessels', async () => {
    alert = await firstAlert();
    await open('&state=all&level=1');
    const item = page.locator(`[data-alert="${alert.id}"]`);
    await item.getByText(alert.description).waitFor();
    await item.getByRole('button', { name: 'Ver no Mapa' }).click();
    await dialog().locator('[data-map-ready="true"]').waitFor();
    expect(await visibleFaults(page)).toEqual([]);
  });

  test('is acknowledged, investigated, confirmed and closed; each step keeps who and why', async () => {
    await open(`&alert=${alert.id}`);
    await step('Reconhecido', 'Visto no turno da manhã.');
    await step('Em investigação', 'Pedida identificação por rádio.');
    await step('Confirmado', 'Entrada confirmada pelo VMS.');
    await step('Encerrado', 'Auto levantado.');
    expect(await accessibilityFaults(page)).toEqual([]);
    const { steps } = await api.call<{ steps: { actor: string; to: string | null; note: string }[] }>(
      vesselAlertDetail,
      { params: { id: alert.id } },
    );
    expect(steps.map(({ to }) => to)).toEqual(['new', 'acknowledged', 'investigating', 'confirmed', 'closed']);
    expect(steps.at(-1)?.note).toBe('Auto levantado.');
    expect(new Set(steps.slice(1).map(({ actor }) => actor)).size).toBe(1);
    await open('');
    await page.getByRole('heading', { name: 'Alertas', level: 2 }).waitFor();
    await page.locator(`[data-alert="${alert.id}"]`).waitFor({ state: 'detached' });
  });
});

test.each(views)('every tab is sound in $theme at $width px', async (view: View) => {
  const context = await newContext(browser, view);
  const watched = watch(await context.newPage());
  await watched.page.goto(`${platform.url}/login`);
  await signInByForm(watched.page, platform.email ?? '', password);
  await waitForShell(watched.page);
  const faults: Record<string, readonly string[]> = {};
  for (const tab of tabs) {
    await open(`&tab=${tab}`, watched.page);
    await watched.settle();
    faults[tab] = [
      ...(await visibleFaults(watched.page)),
      ...(await accessibilityFaults(watched.page)),
      ...watched.takeFaults(),
    ];
  }
  await context.close();
  expect(faults).toEqual(Object.fromEntries(tabs.map((tab) => [tab, []])));
});
