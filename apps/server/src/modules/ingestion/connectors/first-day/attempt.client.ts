import { networkInterfaces } from 'node:os';
import {
  createHttpClient,
  diagnose,
  hostsOf,
  type PullContext,
  type SeenAnswer,
  seenAnswer,
  skewOfAnswers,
  takesFiles,
  userAgent,
} from '@kianda/connectors';
import type { CheckOutcome } from '@kianda/contract/ingestion/connectors/first-day.contract';
import type { ConfiguredConnector } from '../connectors.types.ts';
import { expiryOf } from '../operations/connection-probe.ts';
import { credentialsOf } from '../operations/manifest.ts';
import type { EngineDependencies } from '../runs/run.types.ts';

const limitMs = 30_000;
const longestDetail = 400;

/** Outcome of one attempt; times in milliseconds. */
export type AttemptReport = {
  readonly outcome: CheckOutcome;
  readonly address: string | null;
  readonly httpStatus: number | null;
  readonly latencyMs: number | null;
  readonly skewMs: number | null;
  readonly detail: string | null;
};

/** True where this machine has an address beside its own loopback. */
export function hasNetwork(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
}

/**
 * The cheapest request that proves a connector: the check of its credential, or the first page of its first stream. It
 * stores nothing, and a fault of any kind is its result.
 */
export async function attemptConnector(
  configured: ConfiguredConnector,
  engine: EngineDependencies,
  stop: AbortSignal,
): Promise<AttemptReport> {
  const idle = withoutRequest(configured);
  if (idle !== null) return idle;
  const limit = AbortSignal.timeout(limitMs);
  const signal = AbortSignal.any([stop, limit]);
  const answers: SeenAnswer[] = [];
  const http = createHttpClient({
    userAgent: userAgent(engine.codeVersion, engine.contact),
    allowedHosts: hostsOf(configured.settings),
    allowPrivateHosts: configured.allowPrivateHosts,
    nowMs: () => engine.clock.nowMs(),
    random: engine.random,
    signal,
    maxAttempts: 1,
    refusesPages: true,
    onAnswer: (answer) => answers.push(seenAnswer(answer, engine.clock.nowMs())),
  });
  const startedMs = performance.now();
  const context = {
    http,
    signal,
    nowMs: () => engine.clock.nowMs(),
    log: () => undefined,
    stations: engine.stations.slice(0, 2),
  };
  const { error } = await ask(configured, context, engine).then(
    () => ({ error: null }),
    (thrown: unknown) => ({ error: thrown }),
  );
  const latencyMs = performance.now() - startedMs;
  await http.close();
  stop.throwIfAborted();
  const outcome = diagnose({
    error,
    answers,
    timedOut: limit.aborted,
    hasNetwork: hasNetwork(),
    tokenExpired: hasExpired(configured, engine.clock.nowMs()),
  });
  const last = answers.at(-1);
  return {
    outcome,
    address: last?.address ?? addressOf(configured),
    httpStatus: last?.status ?? null,
    latencyMs: outcome === 'nothing_to_ask' ? null : latencyMs,
    skewMs: skewOfAnswers(answers),
    detail: error === null ? null : detailOf(error, configured),
  };
}

async function ask(configured: ConfiguredConnector, context: PullContext, engine: EngineDependencies): Promise<void> {
  const { connector, settings } = configured;
  if (connector.checkAccess !== undefined) return connector.checkAccess(settings, context);
  if (takesFiles(connector)) return void (await engine.probeInbox?.(connector.id, context.signal));
  const [stream] = connector.streams;
  const pages = stream?.pull({ mode: 'incremental', cursor: null }, settings, context);
  await pages?.next();
  await pages?.return(undefined);
}

/** The result where no request can be made: a credential is missing, or the connector only listens. */
function withoutRequest(configured: ConfiguredConnector): AttemptReport | null {
  const none = { httpStatus: null, latencyMs: null, skewMs: null };
  const missing = credentialsOf(configured).filter(({ required, isSet }) => required && !isSet);
  if (missing.length > 0) {
    const detail = `Por definir: ${missing.map(({ name }) => name).join(', ')}.`;
    return { ...none, outcome: 'credential_missing', address: addressOf(configured), detail };
  }
  if (configured.connector.continuous === true)
    return { ...none, outcome: 'nothing_to_ask', address: null, detail: configured.disabledReason };
  return null;
}

/** Base address of a connector that asks over the web; null for one that takes files. */
function addressOf({ connector, settings }: ConfiguredConnector): string | null {
  if (takesFiles(connector)) return null;
  const url = URL.parse(settings.baseUrl);
  return url === null ? null : `${url.origin}${url.pathname}`;
}

/** True when a token of these settings has expired. */
export function hasExpired({ settings }: ConfiguredConnector, nowMs: number): boolean {
  return Object.values(settings.credentials ?? {}).some((credential) => {
    const expiresMs = expiryOf(credential);
    return expiresMs !== null && expiresMs <= nowMs;
  });
}

/**
 * Message of a failure as it is shown. Providers repeat in their refusals what they were sent; a short value would blot out
 * words that are no secret.
 */
export function detailOf(error: unknown, { settings }: ConfiguredConnector): string {
  const message = error instanceof Error ? error.message : String(error);
  return Object.values(settings.credentials ?? {})
    .filter((secret) => secret.length >= 4)
    .reduce((clean, secret) => clean.replaceAll(secret, '•••').replaceAll(encodeURIComponent(secret), '•••'), message)
    .slice(0, longestDetail);
}
