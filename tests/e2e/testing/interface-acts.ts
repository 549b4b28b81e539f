/** Acts of a person in the hub, and in two of its pages while the visit has them open. */
import { readFile } from 'node:fs/promises';
import { siteArchive } from '@kianda/contract/open/interfaces/ministry-site.contract';
import { unzipSync } from 'fflate';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { catalogueTexts } from '../../../apps/console/src/sections/open/scientific-interfaces/texts.pt.ts';
import { seaTexts } from '../../../apps/interfaces/src/ocean-surface/texts.pt.ts';
import { openSection } from './console.ts';

const main = (page: Page) => page.getByRole('main');
const cards = (page: Page) => main(page).getByRole('heading', { level: 2 });
const row = (page: Page, title: string) => main(page).getByRole('region', { name: title, exact: true });

const namesIn = (page: Page, title: string) => row(page, title).getByRole('button').allTextContents();

/** Finds a page by words with a slip, keeps it as a favourite, and finds it among the favourites; no row repeats another. */
export async function useHub(page: Page): Promise<void> {
  await openSection(page, 'scientific-interfaces');
  const search = main(page).getByLabel(catalogueTexts.search);
  for (const [typed, name] of [
    ['pescas gestao', 'Gestão Pesqueira'],
    ['oceanogrfico', 'STAC Oceanográfico'],
  ] as const) {
    await search.fill(typed);
    await cards(page).filter({ hasText: name }).first().waitFor();
  }
  const star = main(page).getByRole('button', { name: `${catalogueTexts.favourite}: STAC Oceanográfico` });
  await star.click();
  await search.fill('');
  const favourites = row(page, catalogueTexts.rows.favourites);
  await favourites.getByRole('button', { name: 'STAC Oceanográfico' }).waitFor();
  // The four of the specification stand whole; those of use leave out what stands among the recent already.
  const { recent, use, specification } = catalogueTexts.rows;
  const [before, used, first] = [
    await namesIn(page, recent),
    await namesIn(page, use),
    await namesIn(page, specification),
  ];
  expect(used.filter((name) => before.includes(name))).toEqual([]);
  expect([0, 4]).toContain(first.length);
  // Other journeys begin without favourites.
  await star.click();
  await favourites.waitFor({ state: 'detached' });
}

/** The ministry's portal is taken along: its folder opens anywhere, with its figures and their sources. */
async function takeSite({ page }: { readonly page: Page }): Promise<void> {
  const waiting = page.waitForEvent('download');
  await main(page).getByRole('link', { name: catalogueTexts.site.archive }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe(siteArchive);
  const files = unzipSync(await readFile(await download.path()));
  const [, index] = Object.entries(files).find(([name]) => name === 'index.html' || name.endsWith('/index.html')) ?? [];
  const text = new TextDecoder().decode(index);
  expect(text).toContain('Fonte:');
  expect(text.replaceAll(/<[^>]+>|&nbsp;/g, ' ')).toMatch(/\d\s*(?:°C|t|%|km²|espécies)\s/);
}

/** The sea is drawn, or stands still with the reason, beside the waves that were measured. */
async function readSea({ frame }: { readonly frame: Frame }): Promise<void> {
  const drawn = frame.locator('main canvas').or(frame.locator('main figure svg[role="img"]'));
  await drawn.first().waitFor();
  const measures = await frame.getByRole('region', { name: seaTexts.measures }).textContent();
  expect(measures).toMatch(new RegExp(`${seaTexts.height}\\s*\\d+(?:,\\d+)?\\sm`));
  expect(measures).toMatch(new RegExp(`${seaTexts.period}\\s*\\d+(?:,\\d+)?\\ss`));
}

export type Act = (open: { readonly page: Page; readonly frame: Frame }) => Promise<void>;

/** Acts on a wide screen, by the page that is open. */
export const acts: Readonly<Record<string, Act>> = { minpermar_site: takeSite, enhanced_ocean_system: readSea };
