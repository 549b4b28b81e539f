import {
  type ConnectorRecord,
  createHttpClient,
  hostsOf,
  ProviderError,
  ProviderPending,
  userAgent,
} from '@kianda/connectors';
import { z } from 'zod';
import type { ConfiguredConnector } from '../connectors.types.ts';
import type { EngineDependencies } from '../runs/run-stream.ts';

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
  const expiriesMs = Object.values(settings.credentials ?? {}).flatMap((credential) => expiryOf(credential) ?? []);
  /** What is known of the credentials once the provider was asked. */
  const access = () => ({
    authenticated: Object.keys(settings.credentials ?? {}).length > 0,
    tokenExpiresAt: expiriesMs.length === 0 ? null : new Date(Math.min(...expiriesMs)).toISOString(),
  });
  const startedMs = performance.now();
  try {
    if (stream.intake !== undefined) {
      const place = (await deps.probeInbox?.(connector.id, signal)) ?? null;
      return {
        ok: true,
        latencyMs: place === null ? null : performance.now() - startedMs,
        stream: stream.id,
        sample: place === null ? null : { ...place },
        ...access(),
        failure: null,
        message:
          place === null
            ? 'Sem servidor SFTP definido: os ficheiros chegam por envio, pasta vigiada ou HTTPS assinado.'
            : `O servidor SFTP respondeu: ${place.files} ficheiros.`,
      };
    }
    const pages = stream.pull({ mode: 'incremental', cursor: null }, settings, {
      http,
      signal,
      nowMs: () => deps.clock.nowMs(),
      log: () => undefined,
      stations: deps.stations.slice(0, 2),
      tokenExpires: (atMs) => expiriesMs.push(atMs),
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
      ...access(),
      failure: null,
      message,
    };
  } catch (error) {
    if (error instanceof ProviderPending) {
      return {
        ok: true,
        latencyMs: performance.now() - startedMs,
        stream: stream.id,
        sample: null,
        ...access(),
        failure: null,
        message: 'O fornecedor aceitou o pedido e está a preparar a resposta.',
      };
    }
    const failure = error instanceof ProviderError ? error.failure : signal.aborted ? 'timeout' : 'bug';
    const text = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      latencyMs: performance.now() - startedMs,
      stream: stream.id,
      sample: null,
      ...access(),
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

const claimsSchema = z.object({ exp: z.number().positive() });

/** When a credential that is a JSON Web Token ends (epoch ms); null for any other, and for a token that does not say. */
export function expiryOf(credential: string): number | null {
  const [, payload, signature] = credential.split('.');
  if (payload === undefined || signature === undefined) return null;
  try {
    const claims = claimsSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return claims.success ? claims.data.exp * 1000 : null;
  } catch (error) {
    // Three parts with dots between them need not be a token.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
