import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { takePossession } from './testing/api.ts';
import { launchBrowser, views } from './testing/browser.ts';
import { newFolder, type Platform, removeFolder, startPlatform } from './testing/platform.ts';
import { visitEverySection } from './testing/visit.ts';

const password = 'cacimbo sobre a Baía Farta';

let dataDir: string;
let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
  dataDir = await newFolder('telefone');
  platform = await startPlatform({ dataDir });
  await takePossession(platform.url, platform.email ?? '', platform.oneTimePassword ?? '', password);
});
afterAll(async () => {
  await browser.close();
  await removeFolder(dataDir);
});

visitEverySection(
  () => ({ browser, platform, password }),
  views.filter(({ width }) => width === 390),
);
