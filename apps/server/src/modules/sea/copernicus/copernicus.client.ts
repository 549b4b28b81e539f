import { type ConnectorSettings, createHttpClient, hostsOf, ProviderError } from '@kianda/connectors';
import {
  askIdentity,
  type CdseAccount,
  countByOData,
  countByOpenSearch,
  countByStac,
  createCdseSession,
  type ProbeOptions,
} from '@kianda/connectors/cdse/access';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ProbedApi, ProbeRow } from './copernicus.repository.ts';

/** Days of sensing that the probes count. */
export const countedDays = 7;
export const defaultProbeTimeoutMs = 15_000;

/** Addresses and account with which this installation reaches Copernicus Data Space. */
export type CopernicusAccess = {
  readonly settings: ConnectorSettings;
  readonly allowPrivateHosts: readonly string[];
  readonly simulatedSeed: number | null;
  /** Null: only interfaces without a token are probed. */
  readonly account: CdseAccount | null;
  readonly userAgent: () => string;
  /** 15 s when absent. */
  readonly timeoutMs?: number;
};

type Http = ReturnType<typeof createHttpClient>;

/** Asks every interface once, all at the same time, none longer than its limit. Never rejects: a fault is an answer. */
export function createProber(access: CopernicusAccess, deps: { readonly clock: Clock; readonly random: () => number }) {
  const { clock } = deps;
  const { settings, account } = access;
  const baseOf = (name: string) => (settings.extraBaseUrls?.[name] ?? '').replace(/\/+$/, '');
  const odata = settings.baseUrl.replace(/\/+$/, '');
  const session = account === null ? null : createCdseSession(baseOf('identity'), account, () => clock.nowMs());

  async function probeOf(api: ProbedApi, at: Date, ask: () => Promise<number | null>): Promise<ProbeRow> {
    const startedMs = performance.now();
    const took = () => Math.round((performance.now() - startedMs) * 10) / 10;
    const common = {
      api,
      at,
      token_expires_at: null,
      token_refresh_until: null,
      simulated_seed: access.simulatedSeed,
    };
    try {
      const products = await ask();
      return { ...common, ok: true, products, response_ms: took(), error: null };
    } catch (error) {
      return { ...common, ok: false, products: null, response_ms: took(), error: faultOf(error) };
    }
  }

  async function identity(http: Http, at: Date, options: ProbeOptions): Promise<ProbeRow> {
    const row = await probeOf('identity', at, async () => {
      if (session === null) await askIdentity(http, baseOf('identity'), options);
      else await session.check(http, options);
      return null;
    });
    const instant = (timeMs: number | null | undefined) => (timeMs == null ? null : new Date(timeMs));
    return {
      ...row,
      token_expires_at: instant(session?.expiresAtMs()),
      token_refresh_until: instant(session?.refreshUntilMs()),
    };
  }

  return async function probe(signal: AbortSignal): Promise<readonly ProbeRow[]> {
    const nowMs = clock.nowMs();
    const at = new Date(nowMs);
    const span = { fromMs: nowMs - countedDays * 86_400_000, toMs: nowMs };
    const options = { timeoutMs: access.timeoutMs ?? defaultProbeTimeoutMs, signal };
    const http = createHttpClient({
      userAgent: access.userAgent(),
      allowedHosts: hostsOf(settings),
      allowPrivateHosts: access.allowPrivateHosts,
      nowMs: () => clock.nowMs(),
      random: deps.random,
      // No retry: a probe measures the present state, and a second attempt would hide a failure.
      maxAttempts: 1,
    });
    try {
      return await Promise.all([
        probeOf('odata', at, () => countByOData(http, odata, span, options)),
        probeOf('stac', at, () => countByStac(http, baseOf('stac'), span, options)),
        probeOf('opensearch', at, () => countByOpenSearch(http, baseOf('opensearch'), span, options)),
        identity(http, at, options),
      ]);
    } finally {
      await http.close();
    }
  };
}

const faults: Readonly<Record<ProviderError['failure'], string>> = {
  auth: 'recusou as credenciais',
  quota: 'pediu para esperar',
  network: 'está inacessível',
  timeout: 'não respondeu a tempo',
  schema: 'respondeu noutro formato',
  provider: 'falhou',
  request: 'recusou o pedido',
  blocked: 'está fora dos endereços permitidos',
};

/** Reason of a failure, without the address: the panel is open to people who need not know it. */
function faultOf(error: unknown): string {
  if (!(error instanceof ProviderError)) return 'A verificação foi interrompida.';
  const status = error.status === null ? '' : ` (HTTP ${error.status})`;
  return `A interface ${faults[error.failure]}${status}.`;
}
