import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser, views } from './testing/browser.ts';
import { sharedPlatform } from './testing/shared.ts';
import { visitEverySection } from './testing/visit.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

visitEverySection(
  () => ({ browser, platform: sharedPlatform() }),
  views.filter(({ width }) => width === 390),
);
