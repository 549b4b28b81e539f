import {
  type AnyStream,
  type ConnectorRecord,
  createHttpClient,
  type HttpClient,
  hostsOf,
  ProviderError,
  ProviderPending,
  userAgent,
} from '@kianda/connectors';
import { z } from 'zod';
import type { ConfiguredConnector } from '../connectors.types.ts';
import { createReadGrids } from '../grids/read-grids.ts';
import { failureOf } from '../runs/failure-class.ts';
import type { EngineDependencies } from '../runs/run.types.ts';

const limitMs = 20_000;

export type ConnectionReport = {
  ok: boolean;
  latencyMs: number | null;
  stream: string;
  sample: Record<string, unknown> | null;
  tokenExpiresAt: string | null;
  authenticated: boolean;
  failure: string | null;
  message: string;
};

/** One connection test: the first stream of a connector, and the parts of the report known so far. */
type Probe = {
  readonly configured: ConfiguredConnector;
  readonly stream: AnyStream;
  readonly http: HttpClient;
  readonly signal: AbortSignal;
  readonly deps: EngineDependencies;
  /** When credentials end (epoch ms); the provider may name more during the test. */
  readonly expiriesMs: number[];
};

/** Result of a test; latency in milliseconds, null where no server was asked. */
type Finding = Pick<ConnectionReport, 'ok' | 'sample' | 'failure' | 'message'> & { readonly latencyMs: number | null };

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
    refusesPages: true,
    allowedHosts: hostsOf(settings),
    allowPrivateHosts: configured.allowPrivateHosts,
    nowMs: () => deps.clock.nowMs(),
    random: deps.random,
    signal,
    maxAttempts: 1,
  });
  const credentials = Object.values(settings.credentials ?? {});
  const expiriesMs = credentials.flatMap((credential) => expiryOf(credential) ?? []);
  const probe: Probe = { configured, stream, http, signal, deps, expiriesMs };
  const startedMs = performance.now();
  try {
    const finding = await (stream.intake === undefined ? probeProvider(probe) : probeInbox(probe)).catch((error) =>
      findingOf(error, signal, performance.now() - startedMs),
    );
    return {
      ...finding,
      stream: stream.id,
      authenticated: credentials.length > 0,
      tokenExpiresAt: expiriesMs.length === 0 ? null : new Date(Math.min(...expiriesMs)).toISOString(),
    };
  } finally {
    await http.close();
  }
}

async function probeInbox({ configured, signal, deps }: Probe): Promise<Finding> {
  const startedMs = performance.now();
  const inbox = (await deps.probeInbox?.(configured.connector.id, signal)) ?? null;
  if (inbox === null) {
    const message = 'Sem servidor SFTP definido: os ficheiros chegam por envio, pasta vigiada ou HTTPS assinado.';
    return { ok: true, latencyMs: null, sample: null, failure: null, message };
  }
  const message = `O servidor SFTP respondeu: ${inbox.files} ficheiros.`;
  return { ok: true, latencyMs: performance.now() - startedMs, sample: { ...inbox }, failure: null, message };
}

async function probeProvider({ configured, stream, http, signal, deps, expiriesMs }: Probe): Promise<Finding> {
  const startedMs = performance.now();
  const pages = stream.pull({ mode: 'incremental', cursor: null }, configured.settings, {
    http,
    signal,
    nowMs: () => deps.clock.nowMs(),
    log: () => undefined,
    stations: deps.stations.slice(0, 2),
    readGrids: createReadGrids(signal),
    tokenExpires: (atMs) => expiriesMs.push(atMs),
  });
  const first = await pages.next();
  const latencyMs = performance.now() - startedMs;
  await pages.return(undefined);
  const record = first.done === true ? undefined : first.value.records[0];
  return {
    ok: true,
    latencyMs,
    sample: record === undefined ? null : summary(record),
    failure: null,
    message: record === undefined ? 'O fornecedor respondeu, sem dados novos.' : 'O fornecedor respondeu com dados.',
  };
}

function findingOf(error: unknown, signal: AbortSignal, latencyMs: number): Finding {
  if (error instanceof ProviderPending) {
    const message = 'O fornecedor aceitou o pedido e está a preparar a resposta.';
    return { ok: true, latencyMs, sample: null, failure: null, message };
  }
  const { failure } = failureOf(error, signal.aborted && !(error instanceof ProviderError));
  return {
    ok: false,
    latencyMs,
    sample: null,
    failure,
    message: error instanceof Error ? error.message : String(error),
  };
}

/** A record in a few lines, with long arrays given by their length and first values. */
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

const claimsSchema = z.object({ exp: z.number().positive() });

/** When a credential that is a JSON Web Token ends (epoch ms); null for any other, and for a token that does not say. */
export function expiryOf(credential: string): number | null {
  const [, payload, signature] = credential.split('.');
  if (payload === undefined || signature === undefined) return null;
  try {
    const claims = claimsSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return claims.success ? claims.data.exp * 1000 : null;
  } catch (error) {
    // A credential of three parts with dots between them need not be a token.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
