import './boot.ts';
import '@mantine/core/styles.layer.css';
import '@kianda/ui/theme/fonts.ts';
import '@kianda/ui/theme/tokens.css';
import '@kianda/ui/theme/base.css';
import './page.css';
import { ClockProvider, defaultPreferences, ErrorBoundary, PageProvenance, PreferencesProvider } from '@kianda/ui';
import { cssVariablesResolver, theme } from '@kianda/ui/theme/theme.ts';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { type Client, createClient } from '../client/client.ts';
import { consoleAddress, type InterfaceConfig, sectionAddress } from '../client/handshake.ts';
import { createPageReads, PageReadsProvider } from '../client/page-reads.ts';
import { remembering } from '../client/remembering.ts';
import {
  type Appearance,
  isServerAway,
  listenAppearance,
  loadConfig,
  type Opening,
  openSession,
  type Session,
} from '../client/session.ts';
import { clientTexts } from '../client/texts.pt.ts';
import { ClientProvider } from '../client/use-read.ts';
import { browserClock } from '../platform/clock.ts';
import { PageMessage } from './page-message.tsx';
import { SchemeProvider, SessionProvider, SetSchemeProvider } from './session-context.ts';
import { sharedTexts as texts } from './texts.pt.ts';

type PageOptions = {
  /** False for a page that is of no use without a network: the browser then keeps neither its files nor its answers. */
  readonly isKept?: boolean;
};

/**
 * Greets the console and, once it answered, shows the page of an interface. Without a network it shows what it last showed, also
 * in a tab of its own, from which there is no way to the console then.
 */
export async function startPage(
  interfaceId: string,
  page: ReactNode,
  { isKept = true }: PageOptions = {},
): Promise<void> {
  const element = document.getElementById('root');
  if (element === null) throw new Error('startPage: the page has no element with id "root"');
  const root = createRoot(element);
  const isAlone = isKept && window.parent === window && !navigator.onLine && (await isServerAway());
  const opening: Opening = isAlone
    ? { state: 'embedded', session: aloneAt(interfaceId, await loadConfig().catch(() => null), texts.away) }
    : await openSession(interfaceId, browserClock);
  if (isKept && opening.state === 'embedded') {
    import('./file-cache.ts')
      .then(({ keepLivePage }) => keepLivePage())
      .catch((error: unknown) => console.warn('kianda: ficheiros por guardar', error));
  }
  root.render(
    <StrictMode>
      {opening.state === 'embedded' ? (
        <Signed session={opening.session} isKept={isKept}>
          {page}
        </Signed>
      ) : (
        <Frame appearance={{}}>
          <OpeningMessage opening={opening} />
        </Frame>
      )}
    </StrictMode>,
  );
}

/**
 * Shows a page that also works by itself: in the console with its session, and in a tab or as an installed application
 * without one. What needs a session then says so; `linkTo` leads to the console.
 */
export async function startOfflinePage(interfaceId: string, page: ReactNode): Promise<void> {
  const element = document.getElementById('root');
  if (element === null) throw new Error('startOfflinePage: the page has no element with id "root"');
  const root = createRoot(element);
  const config = await loadConfig().catch(() => null);
  const isFramed = window.parent !== window;
  const opening = config !== null && isFramed ? await openSession(interfaceId, browserClock) : null;
  const session = opening?.state === 'embedded' ? opening.session : aloneAt(interfaceId, config, texts.alone);
  root.render(
    <StrictMode>
      <Signed session={session}>{page}</Signed>
    </StrictMode>,
  );
}

/** `why`: the reason that a read without a session gives. */
const aloneAt = (interfaceId: string, config: InterfaceConfig | null, why: string): Session => ({
  credential: () => Promise.reject(new Error(why)),
  shareState: () => undefined,
  linkTo(hash) {
    const address = new URL(location.href);
    address.hash = hash;
    return config === null ? address.href : consoleAddress(interfaceId, address, config);
  },
  sectionLink: (section) =>
    config === null ? location.origin : sectionAddress(section, new URL(location.href), config),
  openSection: () => undefined,
  onAppearance: () => () => undefined,
});

/** A page that reads without a session what its own address opens, alone or in a frame on anybody's page. */
const linkedAt = (path: string): Session => ({
  credential: () => Promise.reject(new Error('a page without a session has no credential')),
  // Any page may embed this one, so the parent receives nothing.
  shareState: () => undefined,
  sectionLink: () => location.origin,
  openSection: () => undefined,
  linkTo: (hash) => `${location.origin}${path}${hash === '' ? '' : `#${hash}`}`,
  onAppearance: () => () => undefined,
});

/** Shows a page that reads nothing on anyone's behalf, in a frame or in a tab of its own. Gives what ends it. */
export function startPublicPage(page: ReactNode): () => void {
  const element = document.getElementById('root');
  if (element === null) throw new Error('startPublicPage: the page has no element with id "root"');
  const root = createRoot(element);
  root.render(
    <StrictMode>
      <SessionProvider value={linkedAt(location.pathname)}>
        <Public>{page}</Public>
      </SessionProvider>
    </StrictMode>,
  );
  return () => root.unmount();
}

/**
 * Shows a page that its address opens by itself. `opening` is null where the address opens nothing: `why` then stands.
 * `path` is where a shared link leads.
 */
export async function startLinkedPage(
  opening: { readonly path: string; readonly clientAt: (apiBaseUrl: string) => Client } | null,
  page: ReactNode,
  why: string,
): Promise<void> {
  const element = document.getElementById('root');
  if (element === null) throw new Error('startLinkedPage: the page has no element with id "root"');
  const root = createRoot(element);
  const show = (content: ReactNode) =>
    root.render(
      <StrictMode>
        <Frame appearance={{}}>{content}</Frame>
      </StrictMode>,
    );
  const session = linkedAt(opening?.path ?? '/');
  const again = { label: texts.retry, run: () => location.reload() };
  if (opening === null) return show(<PageMessage title={texts.failedTitle} message={why} />);
  try {
    const client = opening.clientAt((await loadConfig()).apiBaseUrl);
    show(
      <SessionProvider value={session}>
        <ClientProvider value={client}>{page}</ClientProvider>
      </SessionProvider>,
    );
  } catch (error) {
    console.warn('kianda: configuração por ler', error);
    show(<PageMessage title={texts.failedTitle} message={clientTexts.noConfig} action={again} />);
  }
}

function Public({ children }: { readonly children: ReactNode }) {
  const [appearance, setAppearance] = useState<Appearance>({});
  useEffect(() => listenAppearance(setAppearance), []);
  return <Frame appearance={appearance}>{children}</Frame>;
}

function OpeningMessage({ opening }: { readonly opening: Exclude<Opening, { state: 'embedded' }> }) {
  if (opening.state === 'redirected') return <PageMessage title={texts.redirecting} />;
  return (
    <PageMessage
      title={texts.failedTitle}
      message={opening.message}
      action={{ label: texts.retry, run: () => location.reload() }}
    />
  );
}

type SignedProps = { readonly session: Session; readonly isKept?: boolean; readonly children: ReactNode };

function Signed({ session, isKept = false, children }: SignedProps) {
  const [appearance, setAppearance] = useState<Appearance>({});
  const client = useMemo(() => {
    const asking = createClient(session);
    return isKept ? remembering(asking) : asking;
  }, [session, isKept]);
  useEffect(() => session.onAppearance(setAppearance), [session]);
  // The console waits for a greeting, also from a page that reads nothing.
  useEffect(() => void session.credential().catch(() => undefined), [session]);
  return (
    <SessionProvider value={session}>
      <ClientProvider value={client}>
        <Frame appearance={appearance}>{children}</Frame>
      </ClientProvider>
    </SessionProvider>
  );
}

const darkQuery = '(prefers-color-scheme: dark)';

function useSystemIsDark(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(darkQuery);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(darkQuery).matches,
  );
}

/**
 * Theme, clock and reading preferences of the console, or else of the system. Each page with values shows the one `PageMark`
 * with their origin.
 */
function Frame({ appearance, children }: { readonly appearance: Appearance; readonly children: ReactNode }) {
  const systemIsDark = useSystemIsDark();
  const around = appearance.scheme ?? (systemIsDark ? 'dark' : 'light');
  // The page's own choice stands until that of the console, or of the system, changes.
  const [own, setOwn] = useState<{ readonly scheme: 'light' | 'dark'; readonly over: string } | null>(null);
  const scheme = own?.over === around ? own.scheme : around;
  const setScheme = useCallback((chosen: 'light' | 'dark') => setOwn({ scheme: chosen, over: around }), [around]);
  const [reads] = useState(createPageReads);
  const preferences = useMemo(
    () => ({
      ...defaultPreferences,
      timeZone: appearance.timeZone ?? defaultPreferences.timeZone,
      coordinates: appearance.coordinates ?? defaultPreferences.coordinates,
    }),
    [appearance.timeZone, appearance.coordinates],
  );
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme={scheme}>
      <SchemeProvider value={scheme}>
        <SetSchemeProvider value={setScheme}>
          <ClockProvider clock={browserClock}>
            <PreferencesProvider value={preferences}>
              <ErrorBoundary
                onError={(error) => console.warn('kianda: erro de apresentação', error)}
                fallback={(error, reset) => (
                  <PageMessage
                    title={texts.failedTitle}
                    message={error.message}
                    action={{ label: texts.retry, run: reset }}
                  />
                )}
              >
                <PageReadsProvider value={reads}>
                  <PageProvenance>{children}</PageProvenance>
                </PageReadsProvider>
              </ErrorBoundary>
            </PreferencesProvider>
          </ClockProvider>
        </SetSchemeProvider>
      </SchemeProvider>
    </MantineProvider>
  );
}
