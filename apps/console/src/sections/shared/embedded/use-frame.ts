import { type ConsoleMessage, frameMessageSchema } from '@kianda/contract/open/interfaces/handshake';
import { checkFrame, openInterface } from '@kianda/contract/open/interfaces/interfaces.contract';
import { usePreferences } from '@kianda/ui';
import { useMantineColorScheme } from '@mantine/core';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useApplication } from '../../../client/context.tsx';
import { toFailure } from '../../../client/failure.ts';
import { worthRetrying } from '../../../client/retry.ts';
import { embeddedTexts } from './texts.pt.ts';

/** A page that has not said hello this long after it loaded is not one of ours, or is broken: on a bad line its own scripts take most of a minute. */
const handshakeMs = 60_000;

/** A refusal stays one; a network, or a server that is away, comes back. */
function failedBy(thrown: unknown) {
  const failure = toFailure(thrown);
  const isPassing = failure.kind !== 'signed-out' && (failure.kind !== 'http' || worthRetrying(failure));
  return { phase: 'failed', reason: failure.message, isPassing } as const;
}

export type FrameState =
  | { readonly phase: 'checking' }
  | { readonly phase: 'loading' }
  | { readonly phase: 'online' }
  /** `isPassing`: trying again may be enough. */
  | { readonly phase: 'failed'; readonly reason: string; readonly isPassing: boolean };

type Options = {
  readonly address: string;
  /** Given for pages of the catalogue, which take a token; other pages are online once checked and loaded. */
  readonly interfaceId: string | undefined;
  readonly frame: RefObject<HTMLIFrameElement | null>;
  /** Called with the fragment that brings the page's present view back. */
  readonly onState: (hash: string) => void;
  /** Called when the person chose a link of the page to a section of the console. */
  readonly onOpen: (section: string) => void;
};

/**
 * Life of an embedded page. A frame fires `load` on a refused connection too, so the server is asked first, and a page
 * of ours counts as online only after it has answered for itself. To begin again, mount anew.
 */
export function useFrame({
  address,
  interfaceId,
  frame,
  onState,
  onOpen,
}: Options): FrameState & { readonly hasLoaded: boolean; readonly onLoad: () => void } {
  const { client } = useApplication();
  const { colorScheme } = useMantineColorScheme();
  const { timeZone, coordinates } = usePreferences();
  const scheme = colorScheme === 'dark' ? 'dark' : 'light';
  const [state, setState] = useState<FrameState>({ phase: 'checking' });
  const [loaded, setLoaded] = useState(false);
  const origin = new URL(address).origin;

  useFrameCheck(address, setState);

  useEffect(() => {
    if (!loaded || state.phase !== 'loading') return undefined;
    if (interfaceId === undefined) {
      setState({ phase: 'online' });
      return undefined;
    }
    const timer = setTimeout(
      () => setState({ phase: 'failed', reason: embeddedTexts.noHandshake, isPassing: true }),
      handshakeMs,
    );
    return () => clearTimeout(timer);
  }, [loaded, state.phase, interfaceId]);

  const post = useEffectEvent((message: ConsoleMessage, target: string) => {
    frame.current?.contentWindow?.postMessage(message, target);
  });
  const introduce = useEffectEvent((id: string) => {
    client.call(openInterface, { params: { id } }).then(
      ({ data }) => {
        // The token goes to the origin that the server names for this interface, and only if that is who asked.
        if (data.origin !== origin) {
          return setState({ phase: 'failed', reason: embeddedTexts.badAddress, isPassing: false });
        }
        const { token, expiresAt, apiBaseUrl } = data;
        post({ type: 'kianda:token', token, expiresAt, apiBaseUrl, scheme, timeZone, coordinates }, origin);
        setState({ phase: 'online' });
      },
      (thrown: unknown) => {
        const failed = failedBy(thrown);
        post({ type: 'kianda:denied', message: failed.reason }, origin);
        setState(failed);
      },
    );
  });
  const onMessage = useEffectEvent((event: MessageEvent<unknown>) => {
    if (interfaceId === undefined || event.origin !== origin || event.source !== frame.current?.contentWindow) return;
    const message = frameMessageSchema.safeParse(event.data);
    if (!message.success) return;
    // The page of another entry, still there or gone to by a link inside the frame, gets nothing of this one's.
    if (message.data.interface !== undefined && message.data.interface !== interfaceId) return;
    if (message.data.type === 'kianda:hello') introduce(interfaceId);
    else if (message.data.type === 'kianda:open') onOpen(message.data.section);
    else onState(message.data.hash);
  });
  useEffect(() => {
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);

  useEffect(() => {
    post({ type: 'kianda:appearance', scheme, timeZone, coordinates }, origin);
  }, [scheme, timeZone, coordinates, origin]);

  return { ...state, hasLoaded: loaded, onLoad: () => setLoaded(true) };
}

/** Asks the server whether the page can be embedded at all. */
function useFrameCheck(address: string, setState: (state: FrameState) => void): void {
  const { client } = useApplication();
  useEffect(() => {
    const stop = new AbortController();
    client.call(checkFrame, { query: { url: address } }, { signal: stop.signal, copyMaxAgeMs: 0 }).then(
      ({ data }) =>
        setState(data.embeddable ? { phase: 'loading' } : { phase: 'failed', reason: data.message, isPassing: true }),
      (thrown: unknown) => {
        if (!stop.signal.aborted) setState(failedBy(thrown));
      },
    );
    return () => stop.abort();
  }, [client, address, setState]);
}
