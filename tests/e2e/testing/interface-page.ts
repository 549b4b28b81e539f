/** One page of the catalogue, looked at inside its frame. */
import type { ScientificInterface } from '@kianda/contract/open/interfaces/interfaces.contract';
import type { Frame, Locator } from 'playwright-core';
import { diagnosticsTexts } from '../../../apps/interfaces/src/diagnostics/texts.pt.ts';
import { frameTexts } from '../../../apps/interfaces/src/page-frame/texts.pt.ts';
import type { ObservedPage, View } from './browser.ts';
import { whyNoOrigin, whyNoShare } from './interface-claims.ts';
import { visibleFaults } from './screen-faults.ts';

export type Looked = { readonly heading: string; readonly origin: string; readonly faults: readonly string[] };

export async function frameOf({ page }: ObservedPage): Promise<Frame> {
  const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
  if (frame == null) throw new Error(`${page.url()} shows no frame`);
  return frame;
}

/** Waits until nothing is on its way: the requests of a frame are those of its page, and a check runs its parts to the end. */
async function settled(observed: ObservedPage, frame: Frame, isCheck: boolean): Promise<void> {
  await frame.locator('main').waitFor();
  await observed.settle();
  if (isCheck) await frame.getByRole('button', { name: diagnosticsTexts.run, exact: true, disabled: false }).waitFor();
}

/** The sources that a page names in its head, or in its text; null where it names none. */
async function namedSources(frame: Frame): Promise<string | null> {
  const text = (await frame.locator('body').allInnerTexts()).join('\n');
  return /Fonte: ([^\n]+?)(?:\s*Dado mais recente|\s*$)/m.exec(text)?.[1]?.trim() ?? null;
}

const tool = (frame: Frame, name: string): Locator =>
  frame.getByRole('group', { name: frameTexts.tools }).getByRole('button', { name, exact: true });

/** Does something in the dialog that a tool opens, and closes it. */
async function inDialog<T>(frame: Frame, name: string, act: (dialog: Locator) => Promise<T>): Promise<T> {
  await tool(frame, name).click();
  const dialog = frame.getByRole('dialog');
  await dialog.waitFor();
  const result = await act(dialog);
  await frame.page().keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return result;
}

/** Faults of the acts that every page offers: its help in three sentences, its link, its code, its print. */
async function faultsOfTools(frame: Frame, entry: ScientificInterface): Promise<readonly string[]> {
  const faults: string[] = [];
  const help = await inDialog(frame, frameTexts.help, (dialog) => dialog.locator('p').first().textContent());
  const sentences = help?.match(/[.!?](?=\s|$)/g)?.length ?? 0;
  if (sentences !== 3) faults.push(`the help has ${sentences} sentences: ${help}`);
  if (whyNoShare(entry) === undefined) {
    const [link = '', code = ''] = await inDialog(frame, frameTexts.share, (dialog) =>
      dialog.locator('textarea[readonly]').evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value)),
    );
    if (new URL(link).searchParams.get('interface') !== entry.id) faults.push(`the shared link is ${link}`);
    if (!code.startsWith('<iframe ') || !code.includes(entry.id)) faults.push(`the code to embed is ${code}`);
  }
  return faults;
}

async function missingTools(frame: Frame, entry: ScientificInterface): Promise<readonly string[]> {
  const wanted = [frameTexts.help, frameTexts.print, ...(whyNoShare(entry) === undefined ? [frameTexts.share] : [])];
  const counts = await Promise.all(wanted.map((name) => tool(frame, name).count()));
  return wanted.filter((_, index) => counts[index] !== 1).map((name) => `no button «${name}»`);
}

/** A check says of each part how it went, and of each that went wrong how to mend it. */
async function faultsOfCheck(frame: Frame): Promise<readonly string[]> {
  const rows = await frame.locator('main ol > li').allInnerTexts();
  if (rows.length === 0) return ['a check without a part'];
  return rows
    .filter((row) => !row.includes('Certo') && !row.includes('O que fazer'))
    .map((row) => `a part of the check that says nothing of what to do: ${row}`);
}

/** Looks at the page inside the frame. Its tools are pressed on a wide screen, and have to be there on a narrow one. */
export async function lookInside(observed: ObservedPage, entry: ScientificInterface, view: View): Promise<Looked> {
  const frame = await frameOf(observed);
  await settled(observed, frame, entry.category === 'testing');
  const heading = ((await frame.locator('h1').first().textContent()) ?? '').trim();
  const why = whyNoOrigin(entry);
  const sources = why === undefined ? await namedSources(frame) : null;
  const faults = [
    ...(await visibleFaults(frame)).map((fault) => `inside: ${fault}`),
    ...(why === undefined && sources === null ? ['no source is named'] : []),
    ...(entry.isStatic ? [] : await missingTools(frame, entry)),
    ...(entry.category === 'testing' ? await faultsOfCheck(frame) : []),
  ];
  if (!entry.isStatic && view.width === 1440 && faults.length === 0)
    faults.push(...(await faultsOfTools(frame, entry)));
  return { heading, origin: why ?? sources ?? '—', faults };
}
