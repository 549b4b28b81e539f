import {
  allows,
  type DataOf,
  type Endpoint,
  type Envelope,
  errorCatalogue,
  type InputOf,
  type Sourced,
} from '@kianda/contract';
import { type PanelError, useNow } from '@kianda/ui';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { asCachedEnvelope, freshMs } from './cache.ts';
import type { Answer } from './client.ts';
import { useApplication, useMaybeAccount } from './context.tsx';
import { asExample } from './example.ts';
import { CallFailure, toFailure } from './failure.ts';
import { figureAt, type PathOf, type ValueAt } from './figure.ts';
import { askedDelayMs } from './retry.ts';
import { clientTexts } from './texts.pt.ts';
import { useConnection } from './use-connection.ts';

/** Oldest copy that stands in for a failed call where the section has fallback data. */
const copyBeforeFallbackMs = 3_600_000;

export type EndpointOptions<E extends Endpoint> = {
  /** Seconds between refreshes while the page is visible: 30 unless given; 0 for none. */
  readonly refetchSeconds?: number;
  /** Seconds after which an answer in memory counts as old: 300 unless given. */
  readonly staleSeconds?: number;
  readonly timeoutSeconds?: number;
  /**
   * Shape of the page for when neither server nor copy answers. Its figures are examples (`Sourced.example`), never values;
   * only those of a stand-in that is `known`, being part of the release itself, are.
   */
  readonly fallback?: { readonly data: DataOf<E>; readonly reason?: string; readonly known?: true };
  readonly enabled?: boolean;
};

export type EndpointResult<T> = {
  readonly sourced: Sourced<T> | undefined;
  /** The specification's sample, where neither server nor copy answers: for marked examples, and for nothing else. */
  readonly example: T | undefined;
  /** One figure with its own provenance; undefined while nothing has arrived. */
  readonly figure: <P extends PathOf<T>>(path: P) => Sourced<ValueAt<T, P>> | undefined;
  readonly envelope: Envelope<T> | undefined;
  readonly isLoading: boolean;
  readonly isRefreshing: boolean;
  /** The failure; data may still be shown beside it. */
  readonly error: PanelError | null;
  readonly failure: CallFailure | null;
  readonly refresh: () => void;
  /** When the shown answer arrived, ms since 1970. */
  readonly receivedAt: number | null;
};

type Arrival = {
  readonly envelope: Envelope<unknown>;
  /** When the server gave it, by this browser's clock. */
  readonly receivedAt: number;
  /** Set where a copy stands in for a failed call. */
  readonly failure: CallFailure | null;
};

/** Query key of an endpoint with its input; without input, of all its queries. */
export function endpointKey(endpoint: Endpoint, input?: unknown): readonly unknown[] {
  return input === undefined ? ['endpoint', endpoint.id] : ['endpoint', endpoint.id, input];
}

/** Asks again for all answers of an endpoint, because of what was changed; resolves once those on the screen have come. */
export async function askAgain(queries: QueryClient, endpoint: Endpoint): Promise<void> {
  const queryKey = endpointKey(endpoint);
  // A first answer under way was asked for before the change, and would be kept: nothing takes its place by itself.
  await queries.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
  await queries.invalidateQueries({ queryKey });
}

/** Live data of an endpoint, refreshed on its interval, with copies and fallback by the generic data-fetch rule. */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: EndpointOptions<E> = {},
): EndpointResult<DataOf<E>> {
  const { client, clock, startedAt } = useApplication();
  const role = useMaybeAccount()?.role ?? null;
  const queries = useQueryClient();
  const now = useNow(30);
  const isConnected = useConnection() === 'connected';
  const { fallback, refetchSeconds = 30, staleSeconds = 300, timeoutSeconds } = options;
  const allowed = allows(endpoint.access, role);
  const key = endpointKey(endpoint, input);

  const query = useQuery<Arrival>({
    queryKey: key,
    enabled: allowed && options.enabled !== false,
    staleTime: staleSeconds * 1000,
    gcTime: Math.max(600_000, staleSeconds * 2_000),
    refetchInterval: ({ state: { data, error } }) => {
      const askedMs = askedDelayMs(error === null ? (data?.failure ?? null) : toFailure(error));
      if (askedMs !== null) return askedMs;
      if (refetchSeconds === 0) return false;
      return untilNextMs(refetchSeconds * 1000, clock() - startedAt, (data?.receivedAt ?? startedAt) - startedAt);
    },
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: false,
    // A copy shown while there was no network counts as fresh: it must not outlive the network's return.
    refetchOnReconnect: 'always',
    // The client retries; offline it answers from its copies: the query layer must do neither a second time.
    retry: false,
    networkMode: 'always',
    queryFn: async ({ signal }) => {
      if (queries.getQueryData(key) === undefined) {
        const copy = await client.copy(endpoint, input, freshMs);
        if (copy !== undefined) queries.setQueryData<Arrival>(key, arrivalOf(copy, clock()));
      }
      return arrivalOf(await client.call(endpoint, input, { signal, timeoutSeconds }), clock());
    },
  });

  const arrival = query.data;
  const failure = allowed
    ? query.isError
      ? toFailure(query.error)
      : (arrival?.failure ?? null)
    : new CallFailure({ kind: 'http', status: 403, code: 'forbidden', message: errorCatalogue.forbidden.message });
  const ageMs = arrival === undefined ? Number.POSITIVE_INFINITY : now - arrival.receivedAt;
  // An answer that cannot be asked for again is a copy from that moment on, however young.
  const isOutlived = query.isError || !isConnected || ageMs > staleSeconds * 1000;
  const { standIn, example } = useStandIn(fallback, failure, ageMs);
  const envelope = useMemo(() => {
    if (standIn !== undefined) return fallbackEnvelope(standIn, now);
    if (arrival === undefined) return undefined;
    return (isOutlived ? asCachedEnvelope(arrival.envelope, arrival.receivedAt) : arrival.envelope) as Envelope<
      DataOf<E>
    >;
  }, [arrival, isOutlived, standIn, now]);
  // Offline is said once, above the page: every panel repeating it would hide what each has to say.
  const isSaid = failure !== null && !(failure.kind === 'offline' && envelope !== undefined);
  const refetch = query.refetch;
  const refresh = useCallback(() => {
    void refetch();
  }, [refetch]);

  return {
    envelope,
    sourced:
      standIn ??
      (envelope === undefined ? undefined : { value: envelope.data, provenance: envelope.metadata.provenance }),
    example,
    figure: (path) => (envelope === undefined ? undefined : figureAt(envelope, path, example)),
    isLoading: query.isLoading,
    isRefreshing: query.isFetching && !query.isLoading,
    error: isSaid ? { message: messageFor(endpoint, failure), requestId: failure.requestId, kind: failure.kind } : null,
    failure,
    refresh,
    receivedAt: arrival?.receivedAt ?? null,
  };
}

/** A refresh sooner than this share of its interval after an answer would follow too close on it. */
const leastShare = 0.3;

/**
 * Time until the next refresh, at a whole number of intervals since the page began: what is refreshed equally often is
 * asked for at the same moment, and goes in one request. All are ms; `answered` is when the last answer came.
 */
export function untilNextMs(everyMs: number, sinceStartMs: number, answeredMs = 0): number {
  const due = Math.ceil((answeredMs + everyMs * leastShare) / everyMs) * everyMs;
  const next = (Math.floor(sinceStartMs / everyMs) + 1) * everyMs;
  return Math.max(due, next) - sinceStartMs;
}

/** Stand-in for an answer that failed while no copy of the last hour is left, and the example in it. */
function useStandIn<T>(
  fallback: { readonly data: T; readonly reason?: string; readonly known?: true } | undefined,
  failure: CallFailure | null,
  ageMs: number,
): { readonly standIn: Sourced<T> | undefined; readonly example: T | undefined } {
  const isUsed = failure !== null && fallbackStandsIn(failure) && ageMs > copyBeforeFallbackMs;
  const data = isUsed ? fallback?.data : undefined;
  const example = fallback?.known === true ? undefined : data;
  const reason = failure === null ? '' : (fallback?.reason ?? clientTexts.fallback(failure.message));
  const standIn = useMemo((): Sourced<T> | undefined => {
    if (example !== undefined) return asExample(example, reason);
    if (data === undefined) return undefined;
    return { value: data, provenance: { state: 'fallback', reason } };
  }, [data, example, reason]);
  return { standIn, example };
}

function arrivalOf(answer: Answer<unknown>, now: number): Arrival {
  return { envelope: answer, receivedAt: answer.storedAt ?? now, failure: answer.standsInFor ?? null };
}

/** Fallback figures stand in for a server that cannot answer, never for one that refuses. */
function fallbackStandsIn(failure: CallFailure): boolean {
  if (failure.kind === 'signed-out') return false;
  return failure.kind !== 'http' || failure.status === undefined || failure.status >= 500 || failure.status === 429;
}

function fallbackEnvelope<T>({ value, provenance }: Sourced<T>, at: number): Envelope<T> {
  return {
    success: true,
    data: value,
    metadata: {
      timestamp: new Date(at).toISOString(),
      version: '2.0.0',
      cached: false,
      provenance,
    },
  };
}

/** Message of a failed load: what was being loaded, and why it failed. */
export function messageFor(endpoint: Endpoint, failure: CallFailure): string {
  const subject = clientTexts.subjects[endpoint.id];
  return subject === undefined ? failure.message : clientTexts.wrapped(subject, failure.message);
}
