/** Takes the pictures of README.md and docs/guia from a platform of its own: `node tests/e2e/pictures.ts`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { takePossession } from './testing/api.ts';
import { launchBrowser, newContext, observe, type Theme } from './testing/browser.ts';
import { openSection, signInByForm, waitForShell } from './testing/console.ts';
import { newFolder, removeFolder, startPlatform } from './testing/platform.ts';

const folder = join(import.meta.dirname, '../../docs/imagens');
const password = 'fotografia ao largo do Lobito';
/** Until enough history has arrived for the series to say something, and everything on a map is drawn. */
const historyMs = 60_000;
const drawnMs = 6_000;
/** Smaller than a desk's screen: a picture of a page must not weigh more than 300 kB. */
const viewport = { width: 1280, height: 800 };

const pictures: readonly {
  readonly name: string;
  readonly section: string;
  readonly theme: Theme;
  /** Pixels from the top of the page. */
  readonly scrolled?: number;
}[] = [
  { name: 'zee-angola', section: 'zee-angola', theme: 'claro' },
  { name: 'tempo-real', section: 'realtime-angola', theme: 'escuro', scrolled: 390 },
  { name: 'conectores', section: 'data-connectors', theme: 'claro' },
  { name: 'inicio', section: 'home', theme: 'claro' },
  { name: 'lugares', section: 'places', theme: 'claro' },
  { name: 'especies', section: 'species', theme: 'claro' },
  { name: 'vigilancia', section: 'global-fishing-watch', theme: 'claro' },
  { name: 'saude', section: 'system-health', theme: 'claro' },
  { name: 'elementos', section: 'geo-features', theme: 'claro' },
  { name: 'servicos', section: 'services-integration', theme: 'claro' },
  { name: 'copias', section: 'backup-security', theme: 'claro' },
  { name: 'relatorios', section: 'reports', theme: 'claro' },
  { name: 'alertas', section: 'auto-alerts', theme: 'claro' },
  { name: 'configuracao', section: 'system-config', theme: 'claro' },
  { name: 'mapas', section: 'maps', theme: 'claro' },
];

mkdirSync(folder, { recursive: true });
const dataDir = await newFolder('imagens');
const browser = await launchBrowser();
try {
  const { url, email, oneTimePassword } = await startPlatform({ dataDir });
  await takePossession(url, email ?? '', oneTimePassword ?? '', password);
  await wait(historyMs);
  for (const { name, section, theme, scrolled = 0 } of pictures) {
    const context = await newContext(browser, { theme, width: 1440 });
    const observed = observe(await context.newPage());
    const { page } = observed;
    await page.setViewportSize(viewport);
    await page.goto(`${url}/login`);
    await signInByForm(page, email ?? '', password);
    await waitForShell(page);
    await openSection(page, section);
    await observed.settle();
    await page.evaluate((top) => window.scrollTo({ top }), scrolled);
    await wait(drawnMs);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await context.close();
  }
} finally {
  await browser.close();
  await removeFolder(dataDir);
}
