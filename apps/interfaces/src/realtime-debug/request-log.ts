import { type Endpoint, type Metadata, type Provenance, pathOf } from '@kianda/contract';
import { CallFailure, type Client } from '../client/client.ts';

/** One request of the page. */
export type LoggedRequest = {
  readonly id: number;
  readonly method: string;
  /** Path and query, without the address of the server: nothing of the session is in it. */
  readonly path: string;
  /** ms since 1970. */
  readonly startedMs: number;
  /** Until the answer was read and checked; null while it is under way. */
  readonly durationMs: number | null;
  /** Bytes of the content after it was unpacked; null where there is none. */
  readonly bytes: number | null;
  readonly state: 'pending' | 'ok' | 'failed' | 'dropped';
  /** Status of the answer; null where there was none, or it is not there yet. */
  readonly status: number | null;
  /** Whether the server answered from its cache; null where the answer does not say. */
  readonly cached: boolean | null;
  readonly provenance: Provenance | null;
  /** Why it failed, and the id by which the server's log knows it. */
  readonly error: string | null;
  readonly requestId: string | null;
};

/** Requests that are remembered: the oldest leave first. */
const remembered = 500;

export type RequestLog = ReturnType<typeof createRequestLog>;

/** Remembers what a client asks for. `clock` in ms since 1970. */
export function createRequestLog(clock: () => number) {
  let list: readonly LoggedRequest[] = [];
  let next = 1;
  const listeners = new Set<() => void>();
  const set = (changed: readonly LoggedRequest[]) => {
    list = changed;
    for (const listener of listeners) listener();
  };
  const begin = (method: string, path: string): number => {
    const id = next;
    next += 1;
    const begun: LoggedRequest = {
      ...{ id, method, path, startedMs: clock(), durationMs: null, bytes: null, state: 'pending', status: null },
      ...{ cached: null, provenance: null, error: null, requestId: null },
    };
    set([...list, begun].slice(-remembered));
    return id;
  };
  const end = (id: number, part: Partial<LoggedRequest>) =>
    set(list.map((one) => (one.id === id ? { ...one, ...part, durationMs: clock() - one.startedMs } : one)));

  const watched = async <T>(method: string, path: string, signal: AbortSignal | undefined, run: () => Promise<T>) => {
    const id = begin(method, path);
    try {
      const answer = await run();
      end(id, { state: 'ok', status: 200, ...answerOf(answer) });
      return answer;
    } catch (error) {
      const failure = error instanceof CallFailure ? error : null;
      const state = signal?.aborted === true ? 'dropped' : 'failed';
      const requestId = failure?.requestId ?? null;
      const reason = failure?.message ?? String(error);
      end(id, { state, status: failure?.status ?? null, error: state === 'dropped' ? null : reason, requestId });
      throw error;
    }
  };
  return {
    list: () => list,
    clear: () => set([]),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The client, each of whose requests is remembered. */
    watch: (client: Client): Client => ({
      read: (endpoint, input, signal) =>
        watched('GET', addressOf(endpoint, input), signal, () => client.read(endpoint, input, signal)),
      call: (endpoint, input, signal) =>
        watched(endpoint.method, addressOf(endpoint, input), signal, () => client.call(endpoint, input, signal)),
      download: (endpoint, input, signal) =>
        watched(endpoint.method, addressOf(endpoint, input), signal, () => client.download(endpoint, input, signal)),
      file: (address, signal) =>
        watched('GET', URL.parse(address)?.pathname ?? '', signal, () => client.file(address, signal)),
    }),
  };
}

type Loose = {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
};

function addressOf(endpoint: Endpoint, input: unknown): string {
  const { params, query } = input as Loose;
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  const text = search.toString().replaceAll('%3A', ':');
  return `${pathOf(endpoint, params)}${text === '' ? '' : `?${text}`}`;
}

/** Size of an answer, and where its content comes from. */
function answerOf(answer: unknown): Pick<LoggedRequest, 'bytes' | 'cached' | 'provenance'> {
  if (answer instanceof Blob) return { bytes: answer.size, cached: null, provenance: null };
  const { data, metadata } = answer as { readonly data: unknown; readonly metadata: Partial<Metadata> };
  return {
    bytes: new Blob([JSON.stringify(data)]).size,
    cached: metadata.cached ?? null,
    provenance: metadata.provenance ?? null,
  };
}

/** Age, ms, of what an answer holds: since it was observed, or else obtained; null where it says neither. */
export function ageOf(provenance: Provenance | null, nowMs: number): number | null {
  if (provenance === null || provenance.state === 'fallback') return null;
  return nowMs - Date.parse(provenance.observedAt ?? provenance.retrievedAt);
}
