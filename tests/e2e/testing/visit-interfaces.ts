/** Every scientific interface inside the console, and each that claims it without a network. */
import { listInterfaces, type ScientificInterface } from '@kianda/contract/open/interfaces/interfaces.contract';
import { type InterfaceEntry, interfaces } from '@kianda/contract/open/interfaces/manifest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInTurn } from '../../../tools/shared/turns.mjs';
import { createApi, signIn } from './api.ts';
import type { ObservedPage, View } from './browser.ts';
import { openSection } from './console.ts';
import { type Act, acts, useHub } from './interface-acts.ts';
import { whyNotKept } from './interface-claims.ts';
import { type Kept, reopen, waitUntilKept } from './interface-offline.ts';
import { frameOf, type Looked, lookInside } from './interface-page.ts';
import { type PageRow, saveRows } from './interface-table.ts';
import type { SharedPlatform } from './shared.ts';
import { faultsOfScreen, type Setting, signedIn } from './visit.ts';

const checks = interfaces.filter(({ category }) => category === 'testing').map(({ id }) => id);

/**
 * The twelve checks are one page with twelve files: each is looked at in one of the views, the menu's on a phone. The others
 * take turns: on a desk, or on a phone, where they are also opened without a network.
 */
function isLookedAt({ id }: InterfaceEntry, place: number, { width }: View): boolean {
  const index = checks.indexOf(id);
  if (index < 0) return isInTurn(place, width === 1440 ? 0 : 1);
  return (index % 2 === checks.indexOf('test_mobile_menu') % 2) === (width === 390);
}

async function servedBy({ url, email, password }: SharedPlatform): Promise<ReadonlyMap<string, ScientificInterface>> {
  const { accessToken } = await signIn(url, email, password);
  const answer = await createApi(url, accessToken).call<{ interfaces: ScientificInterface[] }>(listInterfaces);
  return new Map(answer.interfaces.filter(({ isActive }) => isActive).map((entry) => [entry.id, entry]));
}

/** Opens an interface in the console; the reason why it is not online, or null. */
async function openOne({ id, name }: ScientificInterface, { page }: ObservedPage): Promise<string | null> {
  await openSection(page, 'scientific-interfaces', { interface: id });
  await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
  const online = page.getByText('Online', { exact: true });
  const retry = page.getByRole('button', { name: 'Tentar Novamente' });
  await online.or(retry).first().waitFor();
  // A busy machine may take longer than the page is given; it is then asked once more, as a person would.
  if (await retry.isVisible()) {
    await retry.click();
    await online.or(retry).first().waitFor();
    if (await retry.isVisible()) return `is not online: ${(await page.getByRole('main').allInnerTexts()).join(' ')}`;
  }
  return null;
}

/** Of a page that could not be looked at. */
const nothing = '—';

type Seen = { readonly closed: string | null; readonly looked: Looked | null };

/** Looks at a page; `closed` says why it shows nothing. One that never settles is a fault, and the others are still seen. */
async function seen(entry: ScientificInterface, observed: ObservedPage, view: View): Promise<Seen> {
  try {
    const closed = await openOne(entry, observed);
    return { closed, looked: closed === null ? await lookInside(observed, entry, view) : null };
  } catch (error) {
    return { closed: String(error).slice(0, 600), looked: null };
  }
}

async function faultsOfAct(act: Act, observed: ObservedPage): Promise<readonly string[]> {
  try {
    await act({ page: observed.page, frame: await frameOf(observed) });
    return [];
  } catch (error) {
    return [String(error).slice(0, 600)];
  }
}

/** Looks at one interface, and on a wide screen does there what a person would. */
async function visited(entry: ScientificInterface, observed: ObservedPage, view: View): Promise<PageRow> {
  const startedMs = performance.now();
  observed.takeFaults();
  const { closed, looked } = await seen(entry, observed, view);
  const act = view.width === 1440 && closed === null ? acts[entry.id] : undefined;
  const acted = act === undefined ? [] : await faultsOfAct(act, observed);
  const onScreen = closed === null ? await faultsOfScreen(observed, `interface-${entry.id}`, view) : [closed];
  const faults = [...(looked?.faults ?? []), ...acted, ...onScreen].filter(
    (fault) => entry.category !== 'testing' || !refusal.test(fault),
  );
  return {
    ...{ id: entry.id, heading: looked?.heading ?? nothing, origin: looked?.origin ?? nothing, faults },
    axe: faults.filter((fault) => fault.startsWith('accessibility:')).length,
    seconds: (performance.now() - startedMs) / 1000,
  };
}

/** A check asks for what has to be refused. */
const refusal = /^(?:4\d\d |console: Failed to load resource: the server responded with a status of 4\d\d)/;

const offlineText = (isCopy: boolean, faults: readonly string[]) =>
  faults.length > 0 ? 'não' : isCopy ? 'sim' : 'sim, com a razão de não ter dados';

function tryHub(current: () => ObservedPage): void {
  test('the hub finds a page by words with a slip, and keeps a favourite', () => useHub(current().page));
}

/** Maps are slow to draw without a graphics card: one theme for each width. What a page keeps is tried on the phone. */
export function visitEveryInterface(setting: () => Setting, view: View): void {
  const isPhone = view.width === 390;
  const looked = interfaces.filter((entry, place) => isLookedAt(entry, place, view));
  describe(`every interface, ${view.theme}, ${view.width} px`, () => {
    const current = signedIn(setting, view, { keepsFiles: isPhone });
    let served: ReadonlyMap<string, ScientificInterface>;
    const rows = new Map<string, PageRow>();
    const kept = new Map<string, Kept>();
    beforeAll(async () => {
      served = await servedBy(setting().platform);
    });
    afterAll(() => saveRows(view.width, [...rows.values()]));

    test('all of the catalogue is served', () => {
      expect([...served.keys()]).toEqual(interfaces.map(({ id }) => id));
    });

    if (!isPhone) tryHub(current);

    test.each(looked)('$id', async ({ id }) => {
      const entry = served.get(id);
      if (entry === undefined) throw new Error(`${id} is not served`);
      const row = await visited(entry, current(), view);
      const why = whyNotKept(entry);
      rows.set(id, { ...row, ...(isPhone && why !== undefined ? { offline: `não: ${why}` } : {}) });
      if (isPhone && why === undefined && row.heading !== nothing) {
        const frame = await frameOf(current());
        await waitUntilKept(frame);
        kept.set(id, { address: frame.url(), heading: row.heading });
      }
      expect(row.faults).toEqual([]);
    });

    test('each has a heading of its own', () => {
      const headings = [...rows.values()].flatMap(({ heading }) => (heading === nothing ? [] : [heading]));
      expect(headings.filter((heading, index) => headings.indexOf(heading) !== index)).toEqual([]);
    });

    if (isPhone) reopenEach(looked, { current, rows, kept });
  });
}

type Shown = {
  readonly current: () => ObservedPage;
  readonly rows: Map<string, PageRow>;
  readonly kept: ReadonlyMap<string, Kept>;
};

/** The network is cut once, when all have been seen, and each page that claims it is opened by its own address. */
function reopenEach(looked: readonly InterfaceEntry[], { current, rows, kept }: Shown): void {
  describe('without a network', () => {
    beforeAll(async () => {
      const { page } = current();
      await page.goto('about:blank');
      await page.context().setOffline(true);
    });

    test.each(looked.filter((entry) => whyNotKept(entry) === undefined))('$id', async ({ id }) => {
      const one = kept.get(id);
      if (one === undefined) throw new Error(`${id} was not kept`);
      const { isCopy, faults } = await reopen(current(), one);
      const row = rows.get(id);
      if (row !== undefined) rows.set(id, { ...row, offline: offlineText(isCopy, faults) });
      expect(faults).toEqual([]);
    });
  });
}
