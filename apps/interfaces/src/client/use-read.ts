import { asCopy, type DataOf, type Endpoint, type InputOf, type Sourced } from '@kianda/contract';
import type { PanelSource } from '@kianda/ui';
import { createContext, useCallback, useContext, useEffect, useId, useMemo, useRef, useState } from 'react';
import { CallFailure, type Client } from './client.ts';
import { usePageTurn, useShownRead } from './page-reads.ts';
import { clientTexts } from './texts.pt.ts';

const ClientContext = createContext<Client | null>(null);
export const ClientProvider = ClientContext.Provider;

/** The page's client. Throws outside the provider. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === null) throw new Error('useClient: no ClientProvider above this component');
  return client;
}

type State<T> = {
  readonly sourced: Sourced<T> | undefined;
  readonly error: { message: string; requestId?: string | undefined; status: number | null } | null;
  readonly busy: boolean;
  /** The question, and how often it was asked. */
  readonly key: string | null;
  readonly turn: number;
};

export type ReadSource<T> = PanelSource<T> & {
  /** Status of the answer that failed; null where there was none. */
  readonly errorStatus: number | null;
};

/**
 * Answer of a read endpoint, requested again when its input changes, every `everySeconds` while the page is visible,
 * on `refresh`, and when the whole page is asked again. A null input, or an endpoint that has not come yet, requests nothing. The previous
 * answer stays until the next one to the same input; after a failure it counts as a copy, and its origin includes its age.
 */
export function useRead<E extends Endpoint>(
  endpoint: E | null,
  input: InputOf<E> | null,
  everySeconds?: number,
): ReadSource<DataOf<E>> {
  const client = useClient();
  const key = input === null || endpoint === null ? null : JSON.stringify(input);
  const [state, setState] = useState<State<DataOf<E>>>(() => idle(null));
  const [ownTurn, setTurn] = useState(0);
  const pageTurn = usePageTurn();
  const turn = ownTurn + pageTurn;
  const latest = useRef({ endpoint, input });
  latest.current = { endpoint, input };

  useEffect(() => {
    const { endpoint, input } = latest.current;
    if (input === null || endpoint === null) return setState(idle(null));
    const abort = new AbortController();
    setState((before) => ({ ...(before.key === key ? before : idle(key)), busy: true, turn }));
    client.read(endpoint, input, abort.signal).then(
      ({ data, metadata }) =>
        setState({ key, turn, sourced: { value: data, provenance: metadata.provenance }, error: null, busy: false }),
      (thrown: unknown) => {
        if (abort.signal.aborted) return;
        const failure = thrown instanceof CallFailure ? thrown : new CallFailure(clientTexts.network, null);
        const { message, requestId, status } = failure;
        setState((before) => ({
          ...before,
          sourced: before.sourced === undefined ? undefined : copyOf(before.sourced),
          error: { message, requestId, status },
          busy: false,
        }));
      },
    );
    return () => abort.abort();
  }, [client, key, turn]);

  const refresh = useCallback(() => setTurn((value) => value + 1), []);
  useEffect(() => {
    if (everySeconds === undefined) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refresh();
    }, everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds, refresh]);

  const shown = state.key === key ? state : null;
  useShownRead(useId(), shown?.sourced?.provenance, shown !== null && shown.error !== null);

  return useMemo(() => {
    const current = state.key === key ? state : { ...idle<DataOf<E>>(key), busy: key !== null };
    return {
      sourced: current.sourced,
      error: current.error,
      errorStatus: current.error?.status ?? null,
      isLoading: current.busy && current.sourced === undefined,
      isRefreshing: current.busy && current.sourced !== undefined,
      refresh,
    };
  }, [state, key, refresh]);
}

function idle<T>(key: string | null): State<T> {
  return { key, turn: 0, sourced: undefined, error: null, busy: false };
}

/** A value that could not be read again: its origin is a copy from the moment it was read. */
function copyOf<T>({ value, provenance }: Sourced<T>): Sourced<T> {
  const readAt = provenance.state === 'fallback' ? null : provenance.retrievedAt;
  return { value, provenance: readAt === null ? provenance : asCopy(provenance, readAt) };
}
