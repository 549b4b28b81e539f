/** Every scientific interface that has a page, inside the console. */
import { listInterfaces, type ScientificInterface } from '@kianda/contract/open/interfaces/interfaces.contract';
import type { Frame } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createApi, signIn } from './api.ts';
import type { ObservedPage, View } from './browser.ts';
import { openSection } from './console.ts';
import { faultsOfScreen, type Setting, signedIn } from './visit.ts';

/** Interfaces made here, each a page whose content lies in `main`; others are of programs that run beside the platform. */
const built = [
  ...['realtime_angola', 'mapa_principal', 'mapa_simples', 'zee_limpa', 'wind_animations', 'health_dashboard'],
  ...['admin_panel', 'admin_ubiquiti', 'ubiquiti_demo', 'debug_interface', 'force_cache_clear'],
  ...['admin_services_integration', 'minpermar_site', 'test_mobile_menu'],
];

/** Pages whose figures come from several sources, which they name. */
const sourced = ['admin_panel', 'admin_ubiquiti', 'admin_services_integration', 'minpermar_site'];

/** The twelve checks are one page: one of them is looked at, of the others only that their file opens it. */
const lookedAt = ({ category, id }: ScientificInterface) => category !== 'testing' || id === 'test_mobile_menu';

/** Faults of the files of the checks that are not looked at. */
async function unservedChecks(served: readonly ScientificInterface[]): Promise<readonly string[]> {
  const answers = await Promise.all(
    served
      .filter((entry) => !lookedAt(entry))
      .map(async ({ id, url }) => {
        const page = await fetch(url);
        return page.ok && (await page.text()).includes('<div id="root">') ? [] : [`${id}: HTTP ${page.status}`];
      }),
  );
  return answers.flat();
}

async function frameOf({ page }: ObservedPage): Promise<Frame> {
  const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
  if (frame == null) throw new Error(`${page.url()} shows no frame`);
  return frame;
}

/** Faults of the page inside the frame, beside those looked for on every screen. */
async function faultsInside(observed: ObservedPage, id: string): Promise<readonly string[]> {
  const frame = await frameOf(observed);
  await frame.locator('main').waitFor();
  await observed.settle();
  const beyond = await frame.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  const text = (await frame.locator('body').allInnerTexts()).join(' ');
  return [
    ...(beyond > 1 ? [`the frame scrolls sideways by ${beyond} px`] : []),
    ...(sourced.includes(id) && !text.includes('Fonte:') ? ['no source is named'] : []),
    ...(id === 'test_mobile_menu' && text.includes('Falhou') ? [`a check failed: ${text}`] : []),
  ];
}

/** Faults of one interface inside the console. */
async function faultsOf(
  { id, name }: ScientificInterface,
  observed: ObservedPage,
  view: View,
): Promise<readonly string[]> {
  const { page } = observed;
  observed.takeFaults();
  await openSection(page, 'scientific-interfaces', { interface: id });
  await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
  const online = page.getByText('Online', { exact: true });
  const retry = page.getByRole('button', { name: 'Tentar Novamente' });
  await online.or(retry).first().waitFor();
  // A busy machine may take longer than the page is given; it is then asked once more, as a person would.
  if (await retry.isVisible()) {
    await retry.click();
    await online.or(retry).first().waitFor();
    if (await retry.isVisible()) return [`is not online: ${(await page.getByRole('main').allInnerTexts()).join(' ')}`];
  }
  await page.frameLocator('iframe').locator('h1, h2, canvas').first().waitFor();
  const inside = built.includes(id) ? await faultsInside(observed, id) : [];
  return [...inside, ...(await faultsOfScreen(observed, `interface-${id}`, view))];
}

/** Maps are slow to draw without a graphics card: one theme for each width. */
export function visitEveryInterface(setting: () => Setting, view: View): void {
  describe(`every interface that has a page, ${view.theme}, ${view.width} px`, () => {
    const current = signedIn(setting, view);

    test('opens in its frame', async () => {
      const { url, email, password } = setting().platform;
      const { accessToken } = await signIn(url, email, password);
      const { interfaces } = await createApi(url, accessToken).call<{ interfaces: ScientificInterface[] }>(
        listInterfaces,
      );
      const served = interfaces.filter(({ isActive }) => isActive);
      expect(served.map(({ id }) => id)).toEqual(expect.arrayContaining(built));
      expect(served.filter(({ category }) => category === 'testing')).toHaveLength(12);
      expect(await unservedChecks(served)).toEqual([]);
      const faults: Record<string, readonly string[]> = {};
      for (const entry of served.filter(lookedAt)) {
        const found = await faultsOf(entry, current(), view);
        if (found.length > 0) faults[entry.id] = found;
      }
      expect(faults).toEqual({});
    });
  });
}
