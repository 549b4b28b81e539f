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

/** A null token reads only what is public. */
export type Credential = { readonly token: string | null; readonly apiBaseUrl: string };

/** Colour scheme, time zone and coordinates that the person chose in the console. */
export type Appearance = {
  readonly scheme?: 'light' | 'dark' | undefined;
  readonly timeZone?: TimeZone | undefined;
  readonly coordinates?: CoordinateStyle | undefined;
};

export type Session = {
  /** The present token; `renew` asks for another one, after an answer that refused this one. */
  readonly credential: (renew?: boolean) => Promise<Credential>;
  /** Sends the view's address to the console, so that a shared link leads back to this view. */
  readonly shareState: (hash: string) => void;
  /** Address in the console that brings this view back. */
  readonly linkTo: (hash: string) => string;
  /** Address of a section of the console. */
  readonly sectionLink: (section: string) => string;
  /** Has the console around this page open one of its sections. */
  readonly openSection: (section: string) => void;
  /** The console shows the page's name and purpose above its frame. */
  readonly isTitled?: boolean;
  /** Calls back with every change of appearance; the returned function ends it. */
  readonly onAppearance: (listener: (appearance: Appearance) => void) => () => void;
};

/** `redirected`: the browser is on its way to the console; `failed`: the reason for the user why the page can't work. */
export type Opening =
  | { readonly state: 'embedded'; readonly session: Session }
  | { readonly state: 'redirected' }
  | { readonly state: 'failed'; readonly message: string };

/** Reads `/config.json` of the page's own origin. Throws where it is missing or invalid. */
export async function loadConfig(): Promise<InterfaceConfig> {
  const response = await fetch('/config.json', { cache: 'no-cache' });
  if (!response.ok) throw new Error(`/config.json: HTTP ${response.status}`);
  return configSchema.parse(await response.json());
}

/** True where the server of this origin does not answer: its configuration is then a kept one (`public/sw.js`), or none. */
export async function isServerAway(): Promise<boolean> {
  try {
    return (await fetch('/config.json', { cache: 'no-cache' })).headers.has('x-kianda-kept');
  } catch (error) {
    console.warn('kianda: sem rede', error);
    return true;
  }
}

/** Calls back with the console's appearance, for a page without a session; the returned function ends it. */
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
    // The page reports the fault when it needs the configuration; until then it uses the colours of the system.
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
  const appearance = createAppearance();
  const greeting = createGreeting(() => {
    window.parent.postMessage({ type: 'kianda:hello', interface: interfaceId }, origin);
  });
  let renewal: ReturnType<typeof setTimeout> | undefined;
  let current: Promise<Credential> | null = null;

  const renew = (): Promise<Credential> => {
    const next = greeting.send();
    current = next;
    // A failed greeting is tried again by the next call that needs a token.
    next.catch(() => {
      if (current === next) current = null;
    });
    return next;
  };
  const receive = (message: ConsoleMessage) => {
    if (message.type === 'kianda:denied') return greeting.fail(new Error(message.message));
    if (message.type === 'kianda:appearance') {
      const { type: _type, ...change } = message;
      return appearance.show(change);
    }
    if (message.scheme !== undefined) appearance.show({ scheme: message.scheme });
    const credential = { token: message.token, apiBaseUrl: message.apiBaseUrl.replace(/\/$/, '') };
    clearTimeout(renewal);
    renewal = setTimeout(() => void renew().catch(() => undefined), renewalDelayMs(message.expiresAt, clock()));
    // The console may renew the token by itself; without a greeting under way, its token replaces the present one.
    if (!greeting.settle(credential)) current = Promise.resolve(credential);
  };
  window.addEventListener('message', (event) => {
    const message = acceptMessage(event, window.parent, config);
    if (message !== null) receive(message);
  });

  return {
    credential: (wantsNew = false) => (wantsNew || current === null ? renew() : current),
    shareState: (hash) => window.parent.postMessage({ type: 'kianda:state', interface: interfaceId, hash }, origin),
    sectionLink: (section) => `${origin}/?section=${encodeURIComponent(section)}`,
    openSection: (section) =>
      window.parent.postMessage({ type: 'kianda:open', interface: interfaceId, section }, origin),
    linkTo(hash) {
      const page = new URL(location.href);
      page.hash = hash;
      return consoleAddress(interfaceId, page, { ...config, consoleOrigins: [origin] });
    },
    isTitled: true,
    onAppearance: appearance.subscribe,
  };
}

/** The appearance so far, and the listeners to its changes. */
function createAppearance() {
  const listeners = new Set<(appearance: Appearance) => void>();
  let appearance: Appearance = {};
  return {
    show(change: Appearance) {
      appearance = { ...appearance, ...change };
      for (const listener of listeners) listener(appearance);
    },
    subscribe(listener: (appearance: Appearance) => void) {
      listeners.add(listener);
      listener(appearance);
      return () => listeners.delete(listener);
    },
  };
}

/** One greeting to the console at a time, which its answer or a time limit ends. */
function createGreeting(post: () => void) {
  let pending: { settle: (credential: Credential) => void; fail: (error: Error) => void } | null = null;
  let sending: Promise<Credential> | null = null;

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
      post();
    });

  return {
    /** Sends a greeting, or waits for the answer to the one under way. */
    send(): Promise<Credential> {
      sending ??= greet().finally(() => {
        sending = null;
      });
      return sending;
    },
    /** Answers the greeting under way; false where there is none. */
    settle(credential: Credential): boolean {
      if (pending === null) return false;
      pending.settle(credential);
      return true;
    },
    fail: (error: Error) => pending?.fail(error),
  };
}
