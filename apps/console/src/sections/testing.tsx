import '../boot.ts';
import type { Role } from '@kianda/contract';
import type { Account } from '@kianda/contract/people/identity/identity.contract';
import { userSettings } from '@kianda/contract/people/identity/settings.contract';
import { notifications } from '@mantine/notifications';
import { onlineManager } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot, type Root } from 'react-dom/client';
import { vi } from 'vitest';
import { AppRoot } from '../app-root.tsx';
import type { Application, Environment } from '../client/application.ts';
import { envelope, problem, type Reply, testAccount, testApplication } from '../client/testing.ts';
import { forgetNotices } from '../platform/notices.ts';
import { initialPreferences } from '../platform/preferences-store.ts';
import { createConsoleRouter } from '../router.tsx';
import { faultsOfOverlay, sharedNames } from './access.testing.ts';

export type Asked = { readonly method: string; readonly path: string; readonly body: unknown };
/** By path; an answer may follow what is asked. */
type Answers = Readonly<Record<string, Reply | ((query: URLSearchParams) => Reply)>>;
/** Sets of bits of React's work on a page: due, waiting for something, and no longer waiting. */
type Lanes = { readonly pendingLanes: number; readonly suspendedLanes: number; readonly pingedLanes: number };
type Options = {
  readonly role?: Role;
  readonly me?: Partial<Account>;
  readonly openSocket?: Environment['openSocket'];
};

const platform = {
  name: 'Kianda',
  version: '2.0.0',
  mode: 'demo',
  operatorName: 'Operador de Ensaio',
  supportEmail: 'apoio@kianda.test',
  interfacesUrl: 'http://interfaces.test',
  serviceUrls: {},
};

/** Settings of an account that has chosen nothing yet. */
const noSettings: Answers = Object.fromEntries(
  Object.keys(userSettings).map((scope) => [
    `GET /admin-api/me/settings/${scope}`,
    { json: envelope({ value: null, updatedAt: null }) },
  ]),
);

/** How long after an answer the console may still ask again because of it, in ms: its retries wait up to 4. */
const answerLastsMs = 10;

/** Whether React has something to draw: updates that neither stand in the page nor wait for what is asked. */
function isDrawing(root: Root | undefined): boolean {
  if (root === undefined) return false;
  // React gives no way to ask. Should it name this otherwise, reading it fails, and with it the test.
  const lanes = (root as unknown as { _internalRoot: Lanes | null })._internalRoot;
  return lanes !== null && (lanes.pendingLanes & ~(lanes.suspendedLanes & ~lanes.pingedLanes)) !== 0;
}

/** The console in a page of its own, over answers of the wire by path, or by method and path; what has none is a server that knows it not. */
export function createPage() {
  const host = document.createElement('div');
  document.body.append(host);
  let root: Root | undefined;
  const asked: Asked[] = [];
  let answering = 0;

  function wire(answers: Answers): typeof fetch {
    return async (input, init) => {
      const { pathname, searchParams } = new URL(typeof input === 'string' ? input : '', 'http://kianda.test');
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      const method = init?.method ?? 'GET';
      asked.push({ method, path: pathname, body });
      const asking = `${method} ${pathname}`;
      const known = answers[asking] ??
        answers[pathname] ??
        noSettings[asking] ?? { status: 404, json: problem('not_found', 404, 'Não existe.') };
      const reply = typeof known === 'function' ? known(searchParams) : known;
      if (reply === 'hang') return new Promise(() => undefined);
      answering += 1;
      setTimeout(() => {
        answering -= 1;
      }, answerLastsMs);
      return new Response(JSON.stringify(reply.json), {
        status: reply.status ?? 200,
        headers: { 'content-type': 'application/json', date: 'Mon, 31 Aug 2026 09:00:00 GMT' },
      });
    };
  }

  /** Waits until answers and modules have come and are drawn: what a page says is then said in all its parts. */
  async function rest() {
    for (let quiet = 0; quiet < 2; ) {
      await vi.dynamicImportSettled();
      quiet = answering === 0 && !isDrawing(root) ? quiet + 1 : 0;
    }
  }

  const page = {
    host,
    asked,
    open(
      address: string,
      answers: Answers,
      { role = 'administrador', openSocket, me: known = {} }: Options = {},
    ): Application {
      window.history.replaceState(null, '', address);
      const me = testAccount({ role, ...known });
      const application = testApplication('', {
        fetch: wire({
          '/admin-api/auth/me': { json: envelope(me) },
          '/admin-api/platform': { json: envelope(platform) },
          ...answers,
        }),
        ...(openSocket === undefined ? {} : { openSocket }),
      });
      root = createRoot(host);
      root.render(
        <AppRoot application={application} clock={application.clock} preferences={initialPreferences}>
          <RouterProvider router={createConsoleRouter(application)} />
        </AppRoot>,
      );
      return application;
    },
    /** Closes the page. Throws when the dialog or menu that is still open has faults of accessibility. */
    async close() {
      const faults = await faultsOfOverlay();
      root?.unmount();
      host.remove();
      // The next file may share this process.
      notifications.clean();
      forgetNotices();
      // A network that this page lost is there again.
      onlineManager.setOnline(true);
      if (faults.length > 0) throw new Error(`accessibility of what was open last:\n${faults.join('\n')}`);
    },
    /** Names that buttons of different rows share; none where each says what it acts on. */
    sharedNames: () => sharedNames(document),
    /** Text of the main part, or of what a selector finds, its no-break spaces as plain ones. */
    text: (selector = 'main') => (document.querySelector(selector)?.textContent ?? '').replaceAll('\u00a0', ' '),
    /** Waits until `look` gives something in a page at rest. */
    async find<T>(look: () => T | null | undefined): Promise<T> {
      const see = () => {
        const found = look();
        if (found === null || found === undefined) throw new Error(`not in the page: ${page.text().slice(0, 600)}`);
        return found;
      };
      for (;;) {
        await vi.waitFor(see, { timeout: 60_000, interval: 25 });
        await rest();
        const found = look();
        if (found !== null && found !== undefined) return found;
      }
    },
    /** Waits until the main part says `text`. */
    says: (text: string) => page.find(() => (page.text().includes(text) ? true : null)),
    /** Button of the main part with this text or label. */
    button: (name: string) =>
      [...host.querySelectorAll<HTMLButtonElement>('main button')].find(
        (button) => button.getAttribute('aria-label') === name || button.textContent?.trim() === name,
      ),
  };
  return page;
}
