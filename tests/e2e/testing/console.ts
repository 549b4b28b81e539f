/** A person's actions in the console. */
import type { SignIn } from '@kianda/contract/people/identity/identity.contract';
import type { Page } from 'playwright-core';
import { findSection } from '../../../apps/console/src/sections/sections.ts';

const shownCharacters = 1_500;

/** `nao-existe` → `Nao Existe`. */
function titleCase(id: string): string {
  return id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** Signs in by the form. The page must be at `/login` or be sent there. */
export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel(/^Palavra-passe/).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** Without it the browser asks for `/favicon.ico`, and tells of the 404 whenever it comes. */
const noIcon = '<link rel="icon" href="data:,">';

/** Opens the console as one who has signed in before: the page finds the tokens where the console keeps them. */
export async function enterWith(page: Page, url: string, { accessToken, refreshToken }: SignIn): Promise<void> {
  const empty = `${url}/vazio`;
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: noIcon }));
  await page.goto(empty);
  await page.evaluate(
    ([access, refresh]) => {
      window.localStorage.setItem('kianda.refresh-token', refresh);
      window.localStorage.setItem('kianda.access-token', access);
    },
    [accessToken, refreshToken] as const,
  );
  await page.unroute(empty);
  await page.goto(url);
  await waitForShell(page);
}

/** Chooses a password where the one-time one must be changed. */
export async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByRole('heading', { name: 'Escolha a sua palavra-passe' }).waitFor();
  await page.getByLabel(/^Nova palavra-passe/).fill(password);
  await page.getByLabel('Repetir a nova palavra-passe').fill(password);
  await page.getByRole('button', { name: 'Mudar a palavra-passe' }).click();
}

/** Waits for the console itself: its sidebar is there, on a telephone beyond the edge. */
export async function waitForShell(page: Page): Promise<void> {
  try {
    await page.locator('#conteudo').waitFor();
  } catch (error) {
    const shown = await page.locator('body').textContent();
    throw new Error(`no console at ${page.url()}, but: ${shown?.slice(0, shownCharacters)}`, { cause: error });
  }
}

/** Title of any section, as the header and the window show it. */
export function titleOf(section: string): string {
  return findSection(section)?.title ?? titleCase(section);
}

/** Goes to a section as a link in the page would, without loading the page again, and waits until it is the one shown. */
export async function openSection(page: Page, section: string, parameters: Record<string, string> = {}): Promise<void> {
  const search = new URLSearchParams({ section, ...parameters }).toString();
  await page.evaluate((address) => {
    window.history.pushState({}, '', address);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, `/?${search}`);
  await page.waitForFunction((title) => document.title === title, `${titleOf(section)} · Kianda`);
}
