import { type ConnectorRecord, createHttpClient, hostsOf, ProviderError, userAgent } from '@kianda/connectors';
import type { EngineDependencies } from './connectors.engine.ts';
import type { ConfiguredConnector } from './connectors.types.ts';

const limitMs = 20_000;

export type ConnectionReport = {
  ok: boolean;
  latencyMs: number | null;
  stream: string;
  sample: Record<string, unknown> | null;
  failure: string | null;
  message: string;
};

/** Asks the provider for the first page of the first stream and stores nothing. */
export async function probeConnection(
  configured: ConfiguredConnector,
  deps: EngineDependencies,
): Promise<ConnectionReport> {
  const { connector, settings } = configured;
  const [stream] = connector.streams;
  if (stream === undefined) throw new Error(`connector ${connector.id} has no stream`);
  const signal = AbortSignal.timeout(limitMs);
  const http = createHttpClient({
    userAgent: userAgent(deps.codeVersion, deps.contact),
    allowedHosts: hostsOf(settings),
    allowPrivateHosts: configured.allowPrivateHosts,
    nowMs: () => deps.clock.nowMs(),
    random: deps.random,
    signal,
    maxAttempts: 1,
  });
  const startedMs = performance.now();
  try {
    const pages = stream.pull({ mode: 'incremental', cursor: null }, settings, {
      http,
      signal,
      nowMs: () => deps.clock.nowMs(),
      log: () => undefined,
      stations: deps.stations.slice(0, 2),
    });
    const first = await pages.next();
    const latencyMs = performance.now() - startedMs;
    await pages.return(undefined);
    const record = first.done === true ? undefined : first.value.records[0];
    const message =
      record === undefined ? 'O fornecedor respondeu, sem dados novos.' : 'O fornecedor respondeu com dados.';
    return {
      ok: true,
      latencyMs,
      stream: stream.id,
      sample: record === undefined ? null : summary(record),
      failure: null,
      message,
    };
  } catch (error) {
    const failure = error instanceof ProviderError ? error.failure : signal.aborted ? 'timeout' : 'bug';
    const text = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      latencyMs: performance.now() - startedMs,
      stream: stream.id,
      sample: null,
      failure,
      message: text,
    };
  } finally {
    await http.close();
  }
}

/** A record in a few lines: long arrays as their length and first values. */
function summary(record: ConnectorRecord): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const isList = Array.isArray(value) || ArrayBuffer.isView(value);
      if (!isList) return [name, value];
      const list = [...(value as Iterable<unknown>)];
      const first = list.slice(0, 3).map((entry) => (Number.isNaN(entry) ? null : entry));
      return [name, { length: list.length, first }];
    }),
  );
}
