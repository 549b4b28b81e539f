import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from './testing/browser.ts';
import { enter, openInterface, type Visit } from './testing/interfaces.ts';
import { accessibilityFaults } from './testing/screen-faults.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const dateOf = (frame: Frame) => frame.getByRole('slider', { name: 'Data mostrada' }).getAttribute('aria-valuetext');

/** Share of a picture's pixels whose colour is stronger than anything of the base map. */
async function colourfulShare(page: Page, picture: Buffer): Promise<number> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no 2D canvas');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let strong = 0;
    for (let index = 0; index < data.length; index += 4) {
      const [red = 0, green = 0, blue = 0] = data.subarray(index, index + 3);
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 70) strong += 1;
    }
    return strong / (data.length / 4);
  }, picture.toString('base64'));
}

/** Picture of the map alone: until it shows what was asked for, or the limit. */
async function colourfulUntil(visit: Visit, frame: Frame, isEnough: (share: number) => boolean): Promise<number> {
  const box = await frame.locator('canvas.maplibregl-canvas').boundingBox();
  if (box === null) throw new Error('the map has no canvas');
  // The middle of the map: sea, whatever the size of the page.
  const clip = { x: box.x + box.width / 2 - 100, y: box.y + box.height / 2 - 100, width: 200, height: 200 };
  for (let attempt = 0; ; attempt += 1) {
    const share = await colourfulShare(visit.page, await visit.page.screenshot({ clip }));
    if (isEnough(share) || attempt === 20) return share;
    await visit.page.waitForTimeout(250);
  }
}

describe('the live map', () => {
  let visit: Visit;
  let frame: Frame;
  beforeAll(async () => {
    visit = await enter(browser, { theme: 'claro', width: 1440 });
    frame = await openInterface(visit, 'realtime_angola');
  });
  afterAll(() => visit.context.close());

  test('draws the newest temperature, and nothing where the field is taken off', async () => {
    expect(await colourfulUntil(visit, frame, (share) => share > 0.2)).toBeGreaterThan(0.2);
    await frame.getByRole('radio', { name: 'Sem fundo' }).check();
    expect(await colourfulUntil(visit, frame, (share) => share < 0.05)).toBeLessThan(0.05);
    await frame.getByRole('radio', { name: 'Temperatura da superfície' }).check();
  });

  test('goes through time, and says which date is shown', async () => {
    await visit.observed.settle();
    const newest = await dateOf(frame);
    await frame.getByRole('button', { name: 'Data anterior' }).click();
    await expect.poll(() => dateOf(frame)).not.toBe(newest);
    const before = await dateOf(frame);
    await frame.getByRole('button', { name: 'Reproduzir' }).click();
    await expect.poll(() => dateOf(frame)).not.toBe(before);
    await frame.getByRole('button', { name: 'Pausa' }).click();
  });

  test('gives the values and the month of a place that is picked', async () => {
    await frame.locator('canvas.maplibregl-canvas').focus();
    await visit.page.keyboard.press('Enter');
    const panel = frame.getByRole('region', { name: /^Ponto:/ });
    await panel.getByRole('row', { name: /Temperatura da superfície.*°C/ }).waitFor();
    await panel.getByRole('slider', { name: /Último valor/ }).waitFor();
    // The page's one mark says it, and nothing in the panel differs.
    expect(await frame.locator('[data-page-origin="simulated"]').count()).toBe(1);
    expect(await panel.getByRole('button', { name: 'Proveniência: Simulado' }).count()).toBe(0);
    await panel.getByRole('button', { name: 'Tabela' }).click();
    expect(await panel.getByRole('table').count()).toBe(2);
    expect(await accessibilityFaults(visit.page)).toEqual([]);
  });

  test('comes back as it was by its link', async () => {
    await frame.getByRole('radio', { name: 'Clorofila-a' }).check();
    await visit.page.waitForURL(/#.*v=chlorophyll/);
    const withStations = new URL(visit.page.url()).hash;
    await frame.getByRole('checkbox', { name: 'Estações' }).uncheck();
    // The address follows a moment later; read before, it would still ask for the stations.
    await visit.page.waitForURL((url) => url.hash !== withStations);
    const { hash } = new URL(visit.page.url());
    expect(hash).toMatch(/p=-?\d/);
    expect(visit.observed.takeFaults()).toEqual([]);

    frame = await openInterface(visit, 'realtime_angola', hash.slice(1));
    expect(await frame.getByRole('radio', { name: 'Clorofila-a' }).isChecked()).toBe(true);
    expect(await frame.getByRole('checkbox', { name: 'Estações' }).isChecked()).toBe(false);
    await frame.getByRole('region', { name: /^Ponto:/ }).waitFor();
    expect(visit.observed.takeFaults()).toEqual([]);
  });

  test('says when dates can not be had, and recovers', async () => {
    const failing = '**/admin-api/ocean/fields?**';
    await visit.page.route(failing, (route) =>
      route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' }, json: { success: false } }),
    );
    frame = await openInterface(visit, 'realtime_angola');
    const alert = frame.getByRole('alert');
    await alert.getByText('Não foi possível obter as datas disponíveis.').waitFor();
    await visit.page.unroute(failing);
    await alert.getByRole('button', { name: 'Tentar Novamente' }).click();
    await frame.getByRole('slider', { name: 'Data mostrada' }).waitFor();
    visit.observed.takeFaults();
  });

  test('opened in a tab of its own, goes to the console with what it shows', async () => {
    const address = frame.url().replace(/#.*/, '');
    const page = await visit.context.newPage();
    await page.goto(`${address}#v=salinity`);
    await page.waitForURL(/section=scientific-interfaces&interface=realtime_angola/);
    const inner = await (await page.locator('iframe').elementHandle())?.contentFrame();
    await inner?.getByRole('radio', { name: 'Salinidade' }).waitFor();
    expect(await inner?.getByRole('radio', { name: 'Salinidade' }).isChecked()).toBe(true);
    await page.close();
  });
});
