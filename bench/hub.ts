/**
 * `npm run bench -- hub [--only=realtime_angola,…]`: of every interface page, inside the console: bytes over the line at
 * the first visit and at a later one, time from the press on its card to the first figure over a line of 5 Mbit/s and 40 ms,
 * and pictures a second where something moves. One headless Chromium, which draws with the processor: the pictures a second
 * are those of a machine without a graphics card.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ScientificInterface } from '@kianda/contract/open/interfaces/interfaces.contract';
import { listInterfaces } from '@kianda/contract/open/interfaces/interfaces.contract';
import type { Browser } from 'playwright-core';
import { createApi, signIn } from '../tests/e2e/testing/api.ts';
import { launchBrowser, newContext } from '../tests/e2e/testing/browser.ts';
import { enterWith, openSection } from '../tests/e2e/testing/console.ts';
import { newFolder, type Platform, removeFolder } from '../tests/e2e/testing/platform.ts';
import { createVisitor, framesPerSecond, type Visit } from './hub/page-load.ts';
import { firstStart, password } from './shared/session.ts';
import { figure, printMachine, printTable } from './shared/table.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const wanted = values.only?.split(',');

/** Interfaces in which something moves by itself. */
const moving = [
  'realtime_angola',
  'wind_animations',
  'advanced_animations',
  'enhanced_ocean_system',
  'kianda_enhanced',
];
const movingSeconds = 5;

type Measured = { readonly id: string; readonly first: Visit; readonly later: Visit; readonly fps: number | null };

/** The file that carries the maps' drawing library: the largest that is named after the map. */
const assets = join(import.meta.dirname, '../apps/interfaces/dist/assets');
const mapFiles = readdirSync(assets).filter((name) => readFileSync(join(assets, name)).includes('maplibregl-canvas'));
const isMap = (url: string) => mapFiles.some((name) => url.endsWith(name) && name.endsWith('.js'));

async function measure(browser: Browser, platform: Platform, email: string, entry: ScientificInterface) {
  // A context of its own: nothing of another page is in its cache.
  const context = await newContext(browser);
  try {
    const shell = await context.newPage();
    await enterWith(shell, platform.url, await signIn(platform.url, email, password));
    await openSection(shell, 'scientific-interfaces');
    const visitor = await createVisitor(shell, new URL(entry.url).origin, isMap);
    const first = await visitor.visit(entry.id);
    const fps = moving.includes(entry.id) ? await framesPerSecond(first.frame, movingSeconds) : null;
    await visitor.leave();
    const later = await visitor.visit(entry.id);
    return { id: entry.id, first: first.visit, later: later.visit, fps };
  } finally {
    await context.close();
  }
}

const kilobytes = (bytes: number) => figure(bytes / 1_000);
const seconds = (ms: number | null) => figure(ms === null ? null : ms / 1_000);
const row = ({ id, first, later, fps }: Measured) => [
  id,
  kilobytes(first.scriptBytes - first.mapBytes),
  kilobytes(first.bytes),
  kilobytes(later.bytes),
  seconds(first.headingMs),
  seconds(first.figureMs),
  seconds(later.figureMs),
  figure(fps),
];

const dataDir = await newFolder('medida');
try {
  const { platform, token, email } = await firstStart(dataDir);
  // A frame of another site has a process of its own, whose requests the protocol's session of the page does not see.
  const browser = await launchBrowser({ args: ['--disable-site-isolation-trials'] });
  try {
    const { interfaces } = await createApi(platform.url, token).call<{ interfaces: ScientificInterface[] }>(
      listInterfaces,
    );
    const shown = interfaces.filter(({ id, isActive }) => isActive && (wanted === undefined || wanted.includes(id)));
    const measured: Measured[] = [];
    for (const [index, entry] of shown.entries()) {
      process.stderr.write(`${index + 1}/${shown.length} ${entry.id}\n`);
      measured.push(await measure(browser, platform, email, entry));
    }
    printTable(
      `As ${shown.length} páginas do hub, dentro da consola, em 5 Mbit/s e 40 ms; animações desenhadas pelo processador, sem placa gráfica`,
      [
        'página',
        'script sem mapa kB',
        '1.ª visita kB',
        'visita seguinte kB',
        '1.º título s',
        '1.º número s',
        'seguinte s',
        'imagens/s',
      ],
      measured.map(row),
    );
    printMachine();
  } finally {
    await browser.close();
    await platform.stop();
  }
} finally {
  await removeFolder(dataDir);
}
