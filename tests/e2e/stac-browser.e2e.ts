import { readFile } from 'node:fs/promises';
import type { Browser, Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from './testing/browser.ts';
import { enter, openInterface, type Visit } from './testing/interfaces.ts';
import { accessibilityFaults } from './testing/screen-faults.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe.each([1440, 390] as const)('the catalogue in the console, %s px', (width) => {
  let visit: Visit;
  let frame: Frame;
  beforeAll(async () => {
    visit = await enter(browser, { theme: 'claro', width });
    frame = await openInterface(visit, 'stac_oceanographic');
  });
  afterAll(() => visit.context.close());

  const press = async (name: string) => {
    await frame.getByRole('button', { name, exact: true }).click();
    await visit.observed.settle();
  };
  const found = async () => {
    const [text = ''] = await frame.getByText(/itens? encontrados?$/).allInnerTexts();
    return Number(text.replaceAll(/\D/g, ''));
  };

  test('a collection narrows the items, says whose they are, and its filters can be cleared', async () => {
    const collection = frame.getByLabel('Coleção');
    // Its number of items may change while it is chosen.
    const option = collection.locator('option', { hasText: 'Temperatura da superfície do mar' });
    const id = (await option.getAttribute('value')) ?? '';
    await collection.selectOption(id);
    await press('Pesquisar');
    await frame.getByRole('region', { name: 'Sobre a coleção' }).getByText('Licença').waitFor();
    const some = await found();
    expect(some).toBeGreaterThan(0);
    await press('Limpar filtros');
    expect(await found()).toBeGreaterThan(some);
    await collection.selectOption(id);
    await press('Pesquisar');
  });

  test('an item shows its layer on the map with a legend, and its file is saved', async () => {
    visit.observed.takeFaults();
    await frame.locator('button[aria-pressed]').first().click();
    const preview = frame.getByLabel('Pré-visualização');
    // The panel of an item comes with code of its own.
    await preview.waitFor();
    const [, layer = ''] = await preview.locator('option').allInnerTexts();
    await preview.selectOption({ label: layer });
    // The link brings the item and its layer back.
    await visit.page.waitForURL(/#.*item=.*camada=/);
    await frame.locator('[class*="legend"]').getByText('°C').first().waitFor();
    await visit.observed.settle();

    const download = visit.page.waitForEvent('download');
    await frame
      .getByRole('button', { name: /, descarregar / })
      .first()
      .click();
    const bytes = await readFile(await (await download).path());
    expect(bytes.byteLength).toBeGreaterThan(100);
    expect(visit.observed.takeFaults()).toEqual([]);
    expect(await accessibilityFaults(visit.page)).toEqual([]);
  });
});
