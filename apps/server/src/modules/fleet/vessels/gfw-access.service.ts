import { type ConnectorSettings, createHttpClient, hostsOf, ProviderError } from '@kianda/connectors';
import { createGfwClient, type GfwClient } from '@kianda/connectors/gfw/client';
import type { Provenance } from '@kianda/contract';
import { gfwErrors } from '@kianda/contract/fleet/vessels/gfw.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { ConfiguredConnector } from '../../ingestion/connectors/index.ts';

/** Its clients give up after 30 s: an answer, or why there is none, must be there before. */
const defaultLimitMs = 25_000;
const pollMs = 2_000;

export type GfwAccessOptions = {
  /** The connector with its present token; null where there is none. */
  readonly connector: () => Promise<ConfiguredConnector | null>;
  readonly userAgent: () => string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  /** 25 s when absent. */
  readonly limitMs?: number;
};

/** The connector and its settings, with a token. */
type ConfiguredAccess = { readonly configured: ConfiguredConnector; readonly settings: ConnectorSettings };

/** Asks the provider on behalf of a signed-in person. The token does not leave this file. */
export function createGfwAccess(options: GfwAccessOptions) {
  const { clock } = options;

  async function currentAccess(): Promise<ConfiguredAccess | null> {
    const configured = await options.connector();
    return configured !== null && hasToken(configured) ? { configured, settings: configured.settings } : null;
  }

  /** Answer of `ask` within the time limit. Throws `ProviderError`: `auth` without a token, `timeout` beyond it. */
  async function raw<T>(ask: (client: GfwClient, signal: AbortSignal) => Promise<T>): Promise<T> {
    const found = await currentAccess();
    if (found === null) throw new ProviderError('auth', gfwErrors.notConfigured);
    const { configured, settings } = found;
    const limitMs = options.limitMs ?? defaultLimitMs;
    const signal = AbortSignal.timeout(limitMs);
    const http = createHttpClient({
      userAgent: options.userAgent(),
      allowedHosts: hostsOf(settings),
      allowPrivateHosts: configured.allowPrivateHosts,
      nowMs: () => clock.nowMs(),
      random: options.random,
      // People wait for the answer: one more attempt, and no long waits.
      maxAttempts: 2,
      maxRetryAfterSeconds: 5,
    });
    const context = {
      http,
      signal,
      nowMs: () => clock.nowMs(),
      log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, fields?: Readonly<Record<string, unknown>>) =>
        options.log[level]({ ...fields }, message),
    };
    const polling = { pollMs, maxPolls: Math.ceil(limitMs / pollMs) };
    try {
      return await ask(createGfwClient(settings, context, polling), signal);
    } catch (error) {
      if (signal.aborted) throw new ProviderError('timeout', gfwErrors.timeout, { cause: error });
      throw error;
    } finally {
      await http.close();
    }
  }

  return {
    raw,
    isConfigured: async () => (await currentAccess()) !== null,
    setup: async () => setupOf(await options.connector(), options.limitMs),
    simulatedSeed: async () => (await options.connector())?.simulatedSeed ?? null,

    /** As `raw`, with the faults that this API answers. */
    async ask<T>(ask: (client: GfwClient) => Promise<T>): Promise<T> {
      if ((await currentAccess()) === null) throw new AppError('unavailable', { detail: gfwErrors.notConfigured });
      try {
        return await raw(ask);
      } catch (error) {
        throw answeredFault(error);
      }
    },

    /** Provenance of what the provider answered just now, about data until `observedMs`. */
    async provenanceNow(observedMs: number, retrievedMs: number): Promise<Provenance> {
      const configured = await options.connector();
      const measured = {
        source: configured?.connector.provider ?? 'Global Fishing Watch',
        observedAt: new Date(observedMs).toISOString(),
        retrievedAt: new Date(retrievedMs).toISOString(),
      };
      const seed = configured?.simulatedSeed ?? null;
      return seed === null ? { state: 'live', ...measured } : { state: 'simulated', ...measured, seed };
    },
  };
}

const hasToken = ({ settings }: ConfiguredConnector): boolean => (settings.credentials?.token ?? '').trim() !== '';

/** The connection as it is configured, without its token. */
const setupOf = (configured: ConfiguredConnector | null, limitMs = defaultLimitMs) => ({
  base_url: configured?.settings.baseUrl ?? null,
  token_configured: configured !== null && hasToken(configured),
  simulated: (configured?.simulatedSeed ?? null) !== null,
  disabled_reason: configured?.disabledReason ?? null,
  request_limit_seconds: limitMs / 1000,
});

export type GfwAccess = ReturnType<typeof createGfwAccess>;

/** The fault that this API answers for one of the provider, by the specification. Other faults stay as they are. */
export function answeredFault(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  const cause = { downstream: true, cause: error };
  if (error.status === 403) return new AppError('forbidden', { ...cause, detail: gfwErrors.forbidden });
  if (error.failure === 'auth') return new AppError('unavailable', { ...cause, detail: gfwErrors.notConfigured });
  if (error.failure === 'timeout') return new AppError('timeout', { ...cause, detail: gfwErrors.timeout });
  if (error.status === 503)
    return new AppError('unavailable', {
      ...cause,
      detail: 'A Global Fishing Watch está temporariamente indisponível.',
    });
  if (error.failure === 'quota')
    return new AppError('rate_limited', {
      ...cause,
      detail: 'A quota da Global Fishing Watch, ou outro relatório em curso, não permite este pedido agora.',
      retryAfterSeconds: error.retryAfterSeconds ?? 60,
    });
  return new AppError('provider_failed', cause);
}
