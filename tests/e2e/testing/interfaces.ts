/** Scientific interfaces as somebody sees them: inside the console. */
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { signIn } from './api.ts';
import { newContext, type ObservedPage, observe, type View } from './browser.ts';
import { enterWith } from './console.ts';
import { sharedPlatform } from './shared.ts';

export type Visit = { readonly context: BrowserContext; readonly observed: ObservedPage; readonly page: Page };

/** A page of its own on the shared platform, signed in. */
export async function enter(browser: Browser, view: View): Promise<Visit> {
  const { url, email, password } = sharedPlatform();
  const context = await newContext(browser, view);
  const observed = observe(await context.newPage());
  await enterWith(observed.page, url, await signIn(url, email, password));
  return { context, observed, page: observed.page };
}

/** The frame of the interface, once its page answers. */
export async function openInterface({ page, observed }: Visit, id: string, fragment = ''): Promise<Frame> {
  const address = `${sharedPlatform().url}/?section=scientific-interfaces&interface=${id}`;
  await page.goto('about:blank');
  await page.goto(fragment === '' ? address : `${address}#${fragment}`);
  const element = await page.locator('iframe').elementHandle();
  const frame = await element?.contentFrame();
  if (frame == null) throw new Error(`${id}: the console shows no frame`);
  await frame.locator('main').waitFor();
  await observed.settle();
  return frame;
}
