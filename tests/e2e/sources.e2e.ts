import { setTimeout as wait } from 'node:timers/promises';
import {
  type IngestJob,
  listIngestJobs,
  runConnector,
} from '@kianda/contract/ingestion/connectors/connectors.contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spawnSimulator, type TestSimulator } from '../../apps/server/src/testing/simulator.ts';
import { createApi, signIn, takePossession } from './testing/api.ts';
import { launchBrowser, newContext } from './testing/browser.ts';
import { signInByForm, waitForShell } from './testing/console.ts';
import { freePort, newFolder, type Platform, removeFolder, startPlatform } from './testing/platform.ts';
import { productionSettings } from './testing/production.ts';

const password = 'a sonda toca o fundo aos mil metros';
const connector = 'noaa-sst';
/** A card asks again every 30 s; the conductor of the ingestion acts every minute. */
const oneRefreshMs = 400_000;
const oneRecoveryMs = 400_000;

let browser: Browser;
let simulator: TestSimulator;
let dataDir: string;
let settings: Record<string, string>;
let platform: Platform;
let email: string;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  simulator = await spawnSimulator();
  dataDir = await newFolder('fontes');
  settings = {
    ...productionSettings(simulator.url),
    KIANDA_PORT: String(await freePort()),
    KIANDA_INTERFACES_PORT: String(await freePort()),
  };
  platform = await startPlatform({ dataDir, settings });
  email = platform.email ?? '';
  await takePossession(platform.url, email, platform.oneTimePassword ?? '', password);
  const context = await newContext(browser);
  page = await context.newPage();
  await page.clock.install();
  await page.goto(`${platform.url}/login`);
  await signInByForm(page, email, password);
  await waitForShell(page);
  await page.goto(`${platform.url}/?section=zee-angola`);
});
afterAll(async () => {
  await browser.close();
  await removeFolder(dataDir);
  await simulator.stop();
});

const card = (title: string): Locator => page.getByRole('region', { name: title, exact: true });

/** The visible text of a card. */
async function textOf(title: string): Promise<string> {
  return (await card(title).allInnerTexts()).join('\n');
}

/** Waits until a card's badge says so. */
function badge(title: string, word: string, limitMs = oneRefreshMs): Promise<void> {
  return card(title).getByText(`Proveniência: ${word}`).first().waitFor({ state: 'attached', timeout: limitMs });
}

type Shown = { readonly species: number; readonly isCopy: boolean };

/**
 * Gives every number of species that the card shows from now on, the newest last: while the server lives, names come, and
 * the register joins some of them.
 */
async function watchSpecies(): Promise<() => Promise<readonly Shown[]>> {
  const watched = await card('Biodiversidade').evaluateHandle((element) => {
    const all: { species: number; isCopy: boolean }[] = [];
    const look = (): void => {
      const text = element.textContent ?? '';
      const species = Number(/(\d[\d\s]*)espécies registadas/.exec(text)?.[1]?.replaceAll(/\s/g, ''));
      all.push({ species, isCopy: text.includes('Proveniência: Em cache') });
    };
    look();
    new MutationObserver(look).observe(element, { subtree: true, childList: true, characterData: true });
    return all;
  });
  return () => watched.jsonValue();
}

/** Runs the connector's streams to their end. */
async function run(): Promise<readonly IngestJob[]> {
  const { accessToken } = await signIn(platform.url, email, password);
  const api = createApi(platform.url, accessToken);
  const { runIds } = await api.call<{ runIds: string[] }>(runConnector, { params: { id: connector }, body: {} });
  for (;;) {
    const { jobs } = await api.call<{ jobs: IngestJob[] }>(listIngestJobs, { query: { connector, limit: '500' } });
    const mine = jobs.filter(({ id }) => runIds.includes(id));
    const ended = mine.filter(({ status }) => status !== 'queued' && status !== 'running');
    if (ended.length === runIds.length) return ended;
    await wait(500);
  }
}

describe('in production, what a figure is worth is seen on it', () => {
  test('the provider answers: «Em direto»', async () => {
    await badge('Temperatura do mar', 'Em direto');
    await badge('Biodiversidade', 'Em direto');
    expect(await textOf('Temperatura do mar')).toMatch(/\d{2},\d\s*°C/);
  });

  test('the provider dies: «Em cache» on what came from it, and on nothing else', async () => {
    await simulator.setFaults(connector, { down: true });
    const jobs = await run();
    expect(jobs.map(({ status }) => status)).toEqual(jobs.map(() => 'failed'));
    await badge('Temperatura do mar', 'Em cache');
    await badge('Biodiversidade', 'Em direto');
  });

  test('the server dies: the figures stay, «Em cache», and the card says why', async () => {
    const shown = await watchSpecies();
    await platform.kill();
    await badge('Biodiversidade', 'Em cache');
    await page.getByRole('alert').getByText('Erro ao carregar dados do Kianda:').waitFor();
    const all = await shown();
    const [live, copies] = [all.filter(({ isCopy }) => !isCopy), all.filter(({ isCopy }) => isCopy)];
    expect(live.at(-1)?.species).toBeGreaterThan(0);
    expect(new Set(copies.map(({ species }) => species))).toEqual(new Set([live.at(-1)?.species]));
  });

  test('the copies grow old: «Dados de fallback», no figure, and the fixed ones of the console as examples', async () => {
    await page.clock.fastForward('02:00:00');
    await badge('Temperatura do mar', 'Dados de fallback');
    expect(await textOf('Temperatura do mar')).toMatch(/—\s*exemplo: 24,5\s*°C/);
  });

  test('all come back: «Em direto» again, by itself', async () => {
    await simulator.setFaults(connector);
    platform = await startPlatform({ dataDir, settings });
    await badge('Biodiversidade', 'Em direto');
    await badge('Temperatura do mar', 'Em direto', oneRecoveryMs);
    expect(await page.getByText('Erro ao carregar dados do Kianda:').count()).toBe(0);
  });
});
