/** Measurements of the console on a bad line, each on a browser that has kept nothing. */
import type { SignIn } from '@kianda/contract/people/identity/identity.contract';
import { type Browser, openVisit, type Page } from './measure.ts';

/** Bytes and requests are counted from the first request on; `shift` is the layout's, of a page that came to rest. */
export type Measured = {
  readonly name: string;
  readonly seconds: number;
  readonly bytes: number;
  readonly requests: number;
  readonly shift: number | null;
};

const quietMs = 1_500;
const pollMs = 50;

/** Waits until no request begins for a while and nothing is marked as busy; seconds until the last change. */
async function rest(page: Page, requests: () => number, startedMs: number): Promise<number> {
  let seen = -1;
  let changedMs = performance.now();
  for (;;) {
    const busy = await page.evaluate(() => document.querySelectorAll('main [aria-busy="true"]').length).catch(() => 1);
    const state = requests() * 1_000 + busy;
    if (state !== seen || busy > 0) changedMs = performance.now();
    seen = state;
    if (performance.now() - changedMs > quietMs) return (changedMs - startedMs) / 1000;
    await page.waitForTimeout(pollMs);
  }
}

/** First words on the sign-in page, then the moment in which its form can be used. */
export async function measureSignIn(browser: Browser, url: string): Promise<readonly Measured[]> {
  const { context, page, traffic, shift } = await openVisit(browser);
  const startedMs = performance.now();
  const since = () => (performance.now() - startedMs) / 1000;
  await page.goto(`${url}/login`, { waitUntil: 'commit' });
  await page.waitForFunction(() => (document.querySelector('#root')?.textContent ?? '').trim().length > 0, undefined, {
    polling: 50,
  });
  const words = { name: 'primeiras palavras', seconds: since(), bytes: traffic.bytes(), requests: traffic.requests() };
  await page.locator('form button[type="submit"]').waitFor();
  const usable = { name: 'início de sessão utilizável', seconds: since(), bytes: traffic.bytes() };
  const usableRequests = traffic.requests();
  await rest(page, traffic.requests, startedMs);
  const measured = [
    { ...words, shift: null },
    { ...usable, requests: usableRequests, shift: await shift() },
    {
      name: 'início de sessão, tudo',
      seconds: since(),
      bytes: traffic.bytes(),
      requests: traffic.requests(),
      shift: await shift(),
    },
  ];
  await context.close();
  return measured;
}

async function enter(page: Page, url: string, session: SignIn): Promise<void> {
  await page.context().addInitScript(
    ([access, refresh]) => {
      window.localStorage.setItem('kianda.refresh-token', refresh);
      window.localStorage.setItem('kianda.access-token', access);
    },
    [session.accessToken, session.refreshToken] as const,
  );
  await page.goto(url, { waitUntil: 'commit' });
}

/** A section, with the session at hand and nothing kept. */
export async function measureSection(
  browser: Browser,
  url: string,
  { session, section }: { readonly session: SignIn; readonly section: string },
): Promise<Measured> {
  const { context, page, traffic, shift } = await openVisit(browser);
  const startedMs = performance.now();
  await enter(page, `${url}/?section=${section}`, session);
  await page.locator('#conteudo').waitFor();
  const seconds = await rest(page, traffic.requests, startedMs);
  const measured = { seconds, bytes: traffic.bytes(), requests: traffic.requests(), shift: await shift() };
  await context.close();
  return { name: `${section}, primeira visita`, ...measured };
}

/** The dashboard once more, the console's files kept by the worker; and what staying on it costs. */
export async function measureRepeat(
  browser: Browser,
  url: string,
  { session, staySeconds }: { readonly session: SignIn; readonly staySeconds: number },
): Promise<readonly Measured[]> {
  const { context, page, traffic, shift } = await openVisit(browser, { keepsFiles: true });
  await enter(page, `${url}/?section=dashboard`, session);
  await page.locator('#conteudo').waitFor();
  await rest(page, traffic.requests, performance.now());
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const before = { bytes: traffic.bytes(), requests: traffic.requests() };
  const startedMs = performance.now();
  await page.reload({ waitUntil: 'commit' });
  await page.locator('#conteudo main, main h2, main h1').first().waitFor();
  const drawn = (performance.now() - startedMs) / 1000;
  await rest(page, traffic.requests, startedMs);
  const repeat = {
    name: 'dashboard, visita seguinte',
    seconds: drawn,
    bytes: traffic.bytes() - before.bytes,
    requests: traffic.requests() - before.requests,
    shift: await shift(),
  };
  const stay = { bytes: traffic.bytes(), requests: traffic.requests() };
  await page.waitForTimeout(staySeconds * 1000);
  const stayed = {
    name: `dashboard, ${staySeconds} s parado`,
    seconds: staySeconds,
    bytes: traffic.bytes() - stay.bytes,
    requests: traffic.requests() - stay.requests,
    shift: null,
  };
  await context.close();
  return [repeat, stayed];
}
