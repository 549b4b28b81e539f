import { listInterfaces } from '@kianda/contract/open/interfaces/interfaces.contract';
import { formatBytes, formatNumber } from '@kianda/format';
import { bad, caution, good, type Outcome, type Probe, type Tools, unknown } from '../checks.types.ts';
import { probeTexts as texts } from '../probe-texts.pt.ts';

/** Files that a page names in its own markup. */
export function filesOf(markup: string): readonly string[] {
  const page = new DOMParser().parseFromString(markup, 'text/html');
  const scripts = [...page.querySelectorAll('script[src]')].map((element) => element.getAttribute('src'));
  const sheets = [...page.querySelectorAll('link[rel~="stylesheet"], link[rel="modulepreload"]')].map((element) =>
    element.getAttribute('href'),
  );
  return [...new Set([...scripts, ...sheets])].filter((file) => file !== null);
}

/** Files of the catalogue, and those that the server says it serves. */
async function servedFiles({ client, signal }: Tools) {
  const { interfaces } = (await client.read(listInterfaces, {}, signal)).data;
  const fileOf = ({ url }: { readonly url: string }) => new URL(url).pathname.slice(1);
  return {
    all: new Set(interfaces.map(fileOf)).size,
    served: [...new Set(interfaces.filter(({ isActive }) => isActive).map(fileOf))],
  };
}

/** Whether a page and everything that it names can be fetched, and how much that is. */
export const pageServes =
  (file: string): Probe =>
  async (tools) => {
    const { signal } = tools;
    if (!(await servedFiles(tools)).served.includes(file)) return unknown(texts.pages.notBuilt(file));
    const page = await fetch(`/${file}`, { cache: 'no-store', signal });
    if (!page.ok) return bad(texts.pages.failed(file, page.status));
    const markup = await page.text();
    const files = filesOf(markup);
    const answers = await Promise.all(
      files.map(async (name) => {
        const answer = await fetch(name, { signal });
        return { name, ok: answer.ok, bytes: (await answer.blob()).size };
      }),
    );
    const lost = answers.filter(({ ok }) => !ok).map(({ name }) => name);
    if (lost.length > 0) return bad(texts.pages.lost(lost.join(', ')));
    const bytes = answers.reduce((sum, answer) => sum + answer.bytes, markup.length);
    return good(texts.pages.good(file, formatNumber(files.length), formatBytes(bytes)));
  };

/** Every page of the catalogue that is served says how wide it is, in which language, and what it is called. */
export const pagesAreWritten: Probe = async (tools): Promise<Outcome> => {
  const { all, served } = await servedFiles(tools);
  const wrong: string[] = [];
  for (const file of served) {
    const answer = await fetch(`/${file}`, { signal: tools.signal });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const isWritten =
      answer.ok &&
      page.documentElement.lang.startsWith('pt') &&
      page.title !== '' &&
      page.querySelector('meta[name="viewport"][content*="width=device-width"]') !== null;
    if (!isWritten) wrong.push(file);
  }
  if (wrong.length > 0) return bad(texts.pages.unwritten(wrong.join(', ')));
  const said = texts.pages.written(formatNumber(served.length), formatNumber(all));
  return served.length < all ? caution(said) : good(said);
};

/** Parts of the browser that the pages need. */
const needed: readonly (readonly [name: string, isThere: () => boolean])[] = [
  ['IndexedDB', () => 'indexedDB' in window],
  ['Service worker', () => 'serviceWorker' in navigator],
  ['Cache Storage', () => 'caches' in window],
  ['Web Locks', () => 'locks' in navigator],
  ['WebSocket', () => 'WebSocket' in window],
  ['Números em português', () => formatNumber(1.5) === '1,5'],
];

export const browserIsAble: Probe = async () => {
  const lacking = needed.filter(([, isThere]) => !isThere()).map(([name]) => name);
  const said = texts.browser(needed.map(([name]) => name).join(', '));
  return lacking.length > 0 ? caution(texts.browserLacks(lacking.join(', '))) : good(said);
};
