import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from './testing/browser.ts';
import { sharedPlatform } from './testing/shared.ts';
import { visitEverySection } from './testing/visit.ts';
import { visitEveryInterface } from './testing/visit-interfaces.ts';

let browser: Browser;
const setting = () => ({ browser, platform: sharedPlatform() });

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

visitEverySection(setting, 390);
visitEveryInterface(setting, { theme: 'escuro', width: 390 });
