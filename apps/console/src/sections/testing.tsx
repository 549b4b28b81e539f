import '../boot.ts';
import type { Role } from '@kianda/contract';
import type { Account } from '@kianda/contract/people/identity/identity.contract';
import { notifications } from '@mantine/notifications';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot, type Root } from 'react-dom/client';
import { vi } from 'vitest';
import { AppRoot } from '../app-root.tsx';
import type { Environment } from '../client/application.ts';
import { envelope, problem, type Reply, testApplication } from '../client/testing.ts';
import { forgetNotices } from '../platform/notices.ts';
import { initialPreferences } from '../platform/preferences-store.ts';
import { createConsoleRouter } from '../router.tsx';
import { faultsOfOverlay, sharedNames } from './access.testing.ts';

export type Asked = { readonly method: string; readonly path: string; readonly body: unknown };
/** By path; an answer may follow what is asked. */
type Answers = Readonly<Record<string, Reply | ((query: URLSearchParams) => Reply)>>;
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

/** The console in a page of its own, over answers of the wire by path, or by method and path; what has none is a server that knows it not. */
export function createPage() {
  const host = document.createElement('div');
  document.body.append(host);
  let root: Root | undefined;
  const asked: Asked[] = [];

  function wire(answers: Answers): typeof fetch {
    return async (input, init) => {
      const { pathname, searchParams } = new URL(typeof input === 'string' ? input : '', 'http://kianda.test');
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      const method = init?.method ?? 'GET';
      asked.push({ method, path: pathname, body });
      const known = answers[`${method} ${pathname}`] ??
        answers[pathname] ?? { status: 404, json: problem('not_found', 404, 'Não existe.') };
      const reply = typeof known === 'function' ? known(searchParams) : known;
      if (reply === 'hang') return new Promise(() => undefined);
      return new Response(JSON.stringify(reply.json), {
        status: reply.status ?? 200,
        headers: { 'content-type': 'application/json', date: 'Mon, 31 Aug 2026 09:00:00 GMT' },
      });
    };
  }

  const page = {
    host,
    asked,
    open(address: string, answers: Answers, { role = 'administrador', openSocket, me: known = {} }: Options = {}) {
      window.history.replaceState(null, '', address);
      const me = {
        id: '00000000-0000-4000-8000-000000000001',
        email: 'ana@kianda.test',
        name: 'Ana Mar',
        role,
        permissions: [],
        mustChangePassword: false,
        totpEnabled: false,
        mustSetUpTwoStep: false,
        twoStepDueAt: null,
        hasPassword: true,
        lastSignInAt: null,
        ...known,
      };
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
    },
    /** Closes the page. Throws when the dialog or menu that is still open has faults of accessibility. */
    async close() {
      const faults = await faultsOfOverlay();
      root?.unmount();
      host.remove();
      // The next file may share this process.
      notifications.clean();
      forgetNotices();
      if (faults.length > 0) throw new Error(`accessibility of what was open last:\n${faults.join('\n')}`);
    },
    /** Names that buttons of different rows share; none where each says what it acts on. */
    sharedNames: () => sharedNames(document),
    /** Text of the main part, or of what a selector finds, its no-break spaces as plain ones. */
    text: (selector = 'main') => (document.querySelector(selector)?.textContent ?? '').replaceAll('\u00a0', ' '),
    /** Waits until `look` gives something. */
    async find<T>(look: () => T | null | undefined): Promise<T> {
      let found: T | null | undefined;
      await vi.waitFor(() => {
        found = look();
        if (found === null || found === undefined) throw new Error(`not in the page: ${page.text().slice(0, 600)}`);
      }, 60_000);
      return found as T;
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
