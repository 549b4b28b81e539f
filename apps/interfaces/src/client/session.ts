import type { CoordinateStyle, TimeZone } from '@kianda/format';
import {
  acceptMessage,
  type ConsoleMessage,
  configSchema,
  consoleAddress,
  type InterfaceConfig,
  parentOrigin,
  renewalDelayMs,
} from './handshake.ts';
import { clientTexts } from './texts.pt.ts';

/** A null token asks as nobody: for what is open to all. */
export type Credential = { readonly token: string | null; readonly apiBaseUrl: string };

/** How the person reads in the console that embeds the page. */
export type Appearance = {
  readonly scheme?: 'light' | 'dark' | undefined;
  readonly timeZone?: TimeZone | undefined;
  readonly coordinates?: CoordinateStyle | undefined;
};

export type Session = {
  /** The present token; `renew` asks for another, for an answer that says this one is no longer known. */
  readonly credential: (renew?: boolean) => Promise<Credential>;
  /** Tells the console what the address would be, so that a shared link comes back to this view. */
  readonly shareState: (hash: string) => void;
  /** Address in the console that brings this view back. */
  readonly linkTo: (hash: string) => string;
  /** Calls back with every change of appearance; returns what ends it. */
  readonly onAppearance: (listener: (appearance: Appearance) => void) => () => void;
};

/** `redirected`: the browser is on its way to the console; `failed`: why the page cannot work, for the user. */
export type Opening =
  | { readonly state: 'embedded'; readonly session: Session }
  | { readonly state: 'redirected' }
  | { readonly state: 'failed'; readonly message: string };

/** Reads `/config.json` of the page's own origin. Throws where it is missing or not what it should be. */
export async function loadConfig(): Promise<InterfaceConfig> {
  const response = await fetch('/config.json', { cache: 'no-cache' });
  if (!response.ok) throw new Error(`/config.json: HTTP ${response.status}`);
  return configSchema.parse(await response.json());
}

/** Calls back with what the console around a page without a session says of its appearance; returns what ends it. */
export function listenAppearance(listener: (appearance: Appearance) => void): () => void {
  const ended = new AbortController();
  loadConfig().then(
    (config) => {
      const onMessage = (event: MessageEvent) => {
        const message = acceptMessage(event, window.parent, config);
        if (message?.type !== 'kianda:appearance') return;
        const { type: _type, ...appearance } = message;
        listener(appearance);
      };
      window.addEventListener('message', onMessage, { signal: ended.signal });
    },
    // The page itself says what is wrong when it needs the configuration; the colours of the system do meanwhile.
    (error: unknown) => console.warn('kianda: configuração por ler', error),
  );
  return () => ended.abort();
}

/** Longest wait for the console's answer to a greeting. */
const answerTimeoutMs = 10_000;

/** Begins the conversation with the console around this page, or sends the browser there. */
export async function openSession(interfaceId: string, clock: () => number): Promise<Opening> {
  let config: InterfaceConfig;
  try {
    config = await loadConfig();
  } catch (error) {
    console.warn('kianda: configuração por ler', error);
    return { state: 'failed', message: clientTexts.noConfig };
  }
  if (window.parent === window) {
    location.replace(consoleAddress(interfaceId, new URL(location.href), config));
    return { state: 'redirected' };
  }
  const origin = parentOrigin(location.ancestorOrigins?.[0], document.referrer, config);
  if (origin === null) return { state: 'failed', message: clientTexts.strangeParent };
  return { state: 'embedded', session: converse(interfaceId, origin, config, clock) };
}

function converse(interfaceId: string, origin: string, config: InterfaceConfig, clock: () => number): Session {
  const listeners = new Set<(appearance: Appearance) => void>();
  let appearance: Appearance = {};
  let pending: { settle: (credential: Credential) => void; fail: (error: Error) => void } | null = null;
  let asking: Promise<Credential> | null = null;
  let renewal: ReturnType<typeof setTimeout> | undefined;

  const ask = (): Promise<Credential> => {
    asking ??= greet().finally(() => {
      asking = null;
    });
    return asking;
  };
  let current: Promise<Credential> | null = null;
  const renew = (): Promise<Credential> => {
    const next = ask();
    current = next;
    // A failed greeting is tried again by the next call that needs a token.
    next.catch(() => {
      if (current === next) current = null;
    });
    return next;
  };
  const greet = (): Promise<Credential> =>
    new Promise((settle, reject) => {
      const timer = setTimeout(() => reject(new Error(clientTexts.noAnswer)), answerTimeoutMs);
      const end = () => {
        clearTimeout(timer);
        pending = null;
      };
      pending = {
        settle: (credential) => {
          end();
          settle(credential);
        },
        fail: (error) => {
          end();
          reject(error);
        },
      };
      window.parent.postMessage({ type: 'kianda:hello', interface: interfaceId }, origin);
    });

  const show = (change: Appearance) => {
    appearance = { ...appearance, ...change };
    for (const listener of listeners) listener(appearance);
  };
  const act = (message: ConsoleMessage) => {
    if (message.type === 'kianda:denied') return pending?.fail(new Error(message.message));
    if (message.type === 'kianda:appearance') {
      const { type: _type, ...change } = message;
      return show(change);
    }
    if (message.scheme !== undefined) show({ scheme: message.scheme });
    const credential = { token: message.token, apiBaseUrl: message.apiBaseUrl.replace(/\/$/, '') };
    clearTimeout(renewal);
    renewal = setTimeout(() => void renew().catch(() => undefined), renewalDelayMs(message.expiresAt, clock()));
    // A token that nobody asked for (the console renewed it by itself) replaces the present one.
    if (pending === null) current = Promise.resolve(credential);
    pending?.settle(credential);
  };
  window.addEventListener('message', (event) => {
    const message = acceptMessage(event, window.parent, config);
    if (message !== null) act(message);
  });

  return {
    credential: (wantsNew = false) => (wantsNew || current === null ? renew() : current),
    shareState: (hash) => window.parent.postMessage({ type: 'kianda:state', interface: interfaceId, hash }, origin),
    linkTo(hash) {
      const page = new URL(location.href);
      page.hash = hash;
      return consoleAddress(interfaceId, page, { ...config, consoleOrigins: [origin] });
    },
    onAppearance(listener) {
      listeners.add(listener);
      listener(appearance);
      return () => listeners.delete(listener);
    },
  };
}
