import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { pathOf } from '@kianda/contract';
import {
  listVesselAlerts,
  type VesselAlert,
  vesselAlertDetail,
} from '@kianda/contract/fleet/surveillance/alerts.contract';
import { createLicence, listAreas } from '@kianda/contract/fleet/surveillance/registry.contract';
import { listVessels } from '@kianda/contract/fleet/vessels/list.contract';
import { intakePush, intakePushSecret, pushHeaders } from '@kianda/contract/ingestion/connectors/intake.contract';
import { listAuditEvents } from '@kianda/contract/people/audit/audit.contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInTurn } from '../../tools/shared/turns.mjs';
import { type Api, createApi, signIn } from './testing/api.ts';
import { launchBrowser, newContext, observe } from './testing/browser.ts';
import { enterWith } from './testing/console.ts';
import { accessibilityFaults, visibleFaults } from './testing/screen-faults.ts';
import { sharedPlatform } from './testing/shared.ts';
import { faultsInBothThemes, faultsOfScreen } from './testing/visit.ts';

const platform = sharedPlatform();
/**
 * The simulated fleet reports at once; its first events are found soon after. What is delivered waits behind the files of
 * the fleet's day, which a busy machine takes minutes to read.
 */
const firstAlertMs = 540_000;
/** The limit of a test that waits for the fleet twice. */
const fleetTestMs = 1_200_000;
const tabs = ['alerts', 'vessels', 'areas', 'access', 'settings'];

let browser: Browser;
let api: Api;
let page: Page;
let alert: VesselAlert;

/** A session of its own for each browser: two that renew the same one are taken for a thief and its victim. */
const signedIn = () => signIn(platform.url, platform.email, platform.password);

beforeAll(async () => {
  browser = await launchBrowser();
  api = createApi(platform.url, (await signedIn()).accessToken);
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
  await enterWith(page, platform.url, await signedIn());
});
afterAll(() => browser.close());

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

const met = ['ENSAIO 1', 'ENSAIO 2'] as const;

/** Two vessels that lie still side by side 6 km west of the reserve's edge: a report each ten minutes, the last now. */
function meeting(nowMs: number): string[] {
  return Array.from({ length: 14 }, (_, index) => nowMs - (13 - index) * 600_000).map((timeMs) => {
    const at = new Date(timeMs).toISOString();
    const [date, time] = [at.slice(0, 10).replaceAll('-', ''), at.slice(11, 16).replace(':', '')];
    return met
      .map((name, ship) => {
        const place = `LT/-9.500//LG/${(12.759 + ship * 0.001).toFixed(3)}`;
        return `//SR//AD/AGO//FR/AGO//TM/POS//NA/${name}//RC/D2EN${ship}//DA/${date}//TI/${time}//${place}//SP/4//CO/90//ER//`;
      })
      .join('\n');
  });
}

/** A delivery of the monitoring centre, signed with its secret. */
async function push(secret: string, body: string): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomBytes(12).toString('hex');
  const response = await fetch(`${platform.url}${pathOf(intakePush, { id: 'angola-vms' })}`, {
    method: intakePush.method,
    headers: {
      'content-type': 'text/plain',
      [pushHeaders.timestamp]: timestamp,
      [pushHeaders.nonce]: nonce,
      [pushHeaders.signature]: createHmac('sha256', secret).update(`${timestamp}.${nonce}.${body}`).digest('hex'),
    },
    body,
  });
  expect(response.ok).toBe(true);
}

describe('an encounter near a protected area', () => {
  let found: string;

  test('is on the screen of the officer soon after its last position', { timeout: fleetTestMs }, async () => {
    const { secret } = await api.call<{ secret: string }>(intakePushSecret, { params: { id: 'angola-vms' } });
    const reports = meeting(Date.now());
    // Less than two hours side by side is no encounter yet.
    await push(secret, reports.slice(0, -2).join('\n'));
    await expect
      .poll(async () => (await api.call<{ total: number }>(listVessels, { query: { search: 'ENSAIO' } })).total, {
        timeout: firstAlertMs,
      })
      .toBe(met.length);
    await open('&state=new&level=1');
    await page.getByRole('heading', { name: 'Alertas', level: 2 }).waitFor();
    const item = page.locator('[data-alert]').filter({ hasText: met[0] }).filter({ hasText: 'Cabo Ledo' });
    expect(await item.count()).toBe(0);
    const sentMs = performance.now();
    await push(secret, reports.slice(-2).join('\n'));
    await item.first().waitFor({ timeout: firstAlertMs });
    const seconds = (performance.now() - sentMs) / 1000;
    process.stdout.write(`Encontro no ecrã do oficial: ${seconds.toFixed(1)} s depois da última posição\n`);
    found = (await item.first().getAttribute('data-alert')) ?? '';
  });

  test('is acknowledged, investigated, documented as PDF and closed; the audit chain shows it', async () => {
    await open(`&alert=${found}`);
    await step('Reconhecido', 'Visto no turno da noite.');
    await step('Em investigação', 'Pedida imagem de satélite.');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      dialog().getByRole('button', { name: 'Dossiê de evidência (PDF)' }).click(),
    ]);
    const dossier = await readFile(await saved.path());
    expect(dossier.subarray(0, 5).toString()).toBe('%PDF-');
    expect(dossier.byteLength).toBeGreaterThan(20_000);
    await step('Confirmado', 'Transbordo confirmado.');
    await step('Encerrado', 'Auto levantado.');
    const { data: trail } = await api.call<{ data: { event: string; metadata: Record<string, string> }[] }>(
      listAuditEvents,
      { query: { search: found } },
    );
    expect(trail.map(({ event, metadata }) => metadata.to ?? event).toReversed()).toEqual([
      'acknowledged',
      'investigating',
      'data.export',
      'confirmed',
      'closed',
    ]);
    expect(trail.find(({ event }) => event === 'data.export')?.metadata.sha256).toBe(
      createHash('sha256').update(dossier).digest('hex'),
    );
  });
});

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

describe('a new protected area', () => {
  const vertices = async (): Promise<[number, number][]> =>
    (await dialog().getByLabel('Vértices').inputValue())
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(',').map(Number) as [number, number]);

  test('is drawn on the map; a midpoint that is dragged becomes a vertex; it is stored, seen and deleted', async () => {
    const name = 'Área de ensaio';
    await open('&tab=areas');
    await page.getByRole('button', { name: 'Adicionar Nova Área Protegida' }).click();
    await dialog().getByLabel('Nome').fill(name);
    await dialog().getByLabel('Origem dos limites').fill('ensaio');
    await dialog().locator('[data-map-ready="true"]').waitFor();
    const canvas = dialog().locator('canvas').first();
    // The tools come after the map: only they turn the pointer into a cross.
    await expect.poll(() => canvas.evaluate((element) => getComputedStyle(element).cursor)).toBe('crosshair');
    // Each time from where the map is then: letters that come late move what stands above it.
    const middle = async (down = 0) => {
      const box = await canvas.boundingBox();
      if (box === null) throw new Error('the map has no place on the screen');
      return { x: box.width / 2, y: box.height / 2 + down, left: box.x, top: box.y };
    };
    for (const [right, down] of [
      [-90, 60],
      [90, 60],
      [90, -60],
      [-90, -60],
      [-90, 60],
    ] as const) {
      const { x, y } = await middle(down);
      await canvas.click({ position: { x: x + right, y } });
    }
    await expect.poll(async () => (await vertices()).length).toBe(4);
    const drawn = await vertices();
    const edge = await middle(60);
    await page.mouse.move(edge.left + edge.x, edge.top + edge.y);
    await page.mouse.down();
    await page.mouse.move(edge.left + edge.x, edge.top + edge.y + 30, { steps: 6 });
    await page.mouse.up();
    await expect.poll(async () => (await vertices()).length).toBe(5);
    const dragged = await vertices();
    const added = dragged.filter(([lon, lat]) => !drawn.some((one) => one[0] === lon && one[1] === lat));
    expect(added).toHaveLength(1);
    expect(added[0]?.[1]).toBeLessThan(Math.min(...drawn.map(([, lat]) => lat)));
    await dialog().getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('button', { name: `Ver Área: ${name}` }).click();
    await dialog().locator('[data-map-ready="true"]').waitFor();
    expect(await visibleFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const { areas } = await api.call<{ areas: { name: string; geometry: { coordinates: number[][][] } }[] }>(listAreas);
    expect(areas.find((one) => one.name === name)?.geometry.coordinates[0]).toHaveLength(6);
    await page.getByRole('button', { name: `Eliminar ${name}` }).click();
    await dialog().getByRole('button', { name: 'Eliminar' }).click();
    await page.getByRole('button', { name: `Ver Área: ${name}` }).waitFor({ state: 'detached' });
  });
});

test.each([1440, 390] as const)('each tab is sound at %s px, or in the next run at the other width', async (width) => {
  const context = await newContext(browser, { theme: 'claro', width });
  const observed = observe(await context.newPage());
  await enterWith(observed.page, platform.url, await signedIn());
  const looked = tabs.filter((_, place) => isInTurn(place, width === 1440 ? 0 : 1));
  const faults: Record<string, readonly string[]> = {};
  for (const tab of looked) {
    await open(`&tab=${tab}`, observed.page);
    const name = `vigilancia-${tab}`;
    faults[tab] =
      width === 1440
        ? await faultsInBothThemes(observed, name, width)
        : await faultsOfScreen(observed, name, { theme: 'claro', width });
  }
  await context.close();
  expect(faults).toEqual(Object.fromEntries(looked.map((tab) => [tab, []])));
});
