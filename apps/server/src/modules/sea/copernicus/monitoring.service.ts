import type { DataOf } from '@kianda/contract';
import type { CopernicusApiId, copernicusMonitoring } from '@kianda/contract/sea/ocean/copernicus.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ConnectorsModule } from '../../ingestion/connectors/index.ts';
import type { OceanModule } from '../ocean/index.ts';
import type { CopernicusRepository, ProbeRow } from './copernicus.repository.ts';
import type { CopernicusService } from './copernicus.service.ts';
import { cellDegrees, coverageOf } from './coverage.rules.ts';

type Monitoring = DataOf<typeof copernicusMonitoring>;
type WatchedConnector = Monitoring['connectors'][number];

const dayMs = 86_400_000;
const shownProbes = 48;
/** More products than the window can hold: a limit of the query, which the count never reaches. */
const mostProducts = 10_000;

/** Published limits of the providers (CDSE: Quotas and limitations, free account). */
const quotas: Readonly<
  Record<string, { allowance: string | null; monthlyBytes: number | null; reason: string | null }>
> = {
  'cdse-sentinel3': {
    allowance: '4 ligações de 20 MB/s e 12 TB por mês; depois, 1 ligação de 1 MB/s',
    monthlyBytes: 12e12,
    reason: null,
  },
  cmems: {
    allowance: null,
    monthlyBytes: null,
    reason: 'O fornecedor não publica limites para a leitura do seu armazenamento.',
  },
};

/** Content of the monitoring section: products, freshness, coverage, quotas and tokens, as stored and probed. */
export async function readMonitoring(
  query: { readonly days: number; readonly coverageDays: number },
  deps: {
    readonly clock: Clock;
    readonly repository: CopernicusRepository;
    readonly service: CopernicusService;
    readonly ocean: Pick<OceanModule, 'catalogue'>;
    readonly connectors: Pick<ConnectorsModule, 'service' | 'bytesPerDay'>;
    readonly hasAccount: boolean;
  },
): Promise<Monitoring> {
  const { clock, ocean, repository } = deps;
  const nowMs = clock.nowMs();
  const firstDayMs = (Math.floor(nowMs / dayMs) - query.days + 1) * dayMs;
  const coverageFrom = new Date(nowMs - query.coverageDays * dayMs);
  const [counts, types, covering, history, known] = await Promise.all([
    ocean.catalogue.perDay(new Date(firstDayMs)),
    ocean.catalogue.perType(new Date(firstDayMs)),
    ocean.catalogue.find(
      { sensedFrom: coverageFrom, order: 'observed_at', direction: 'desc' },
      { limit: mostProducts, offset: 0 },
    ),
    repository.history(shownProbes),
    deps.service.probes(),
  ]);
  const byDate = Map.groupBy(counts, ({ date }) => date);
  return {
    days: Array.from({ length: query.days }, (_, index) => {
      const date = new Date(firstDayMs + index * dayMs).toISOString().slice(0, 10);
      const rows = byDate.get(date) ?? [];
      return { date, byType: Object.fromEntries(rows.map(({ type, products }) => [type, products])) };
    }),
    types: types.map((row) => ({
      type: row.type,
      total: row.total,
      newestSensed: row.newest_sensed.toISOString(),
      newestPublished: row.newest_published?.toISOString() ?? null,
      latencyHours: row.latency_hours,
    })),
    coverage: { days: query.coverageDays, cellDegrees, ...coverageOf(covering) },
    connectors: await watchedConnectors(deps, known.get('identity')),
    probes: history.map((row) => ({
      api: row.api as CopernicusApiId,
      at: row.at.toISOString(),
      ok: row.ok,
      responseTimeMs: row.response_ms,
    })),
  };
}

async function watchedConnectors(
  deps: Parameters<typeof readMonitoring>[1],
  identity: ProbeRow | undefined,
): Promise<WatchedConnector[]> {
  const now = new Date(deps.clock.nowMs());
  const month = now.toISOString().slice(0, 7);
  const all = await deps.connectors.service.list();
  const watched = Object.keys(quotas).flatMap((id) => all.filter((connector) => connector.id === id));
  return Promise.all(
    watched.map(async (connector) => {
      const days = await deps.connectors.bytesPerDay(connector.id, now.getUTCDate());
      const used = days.filter(({ date }) => date.startsWith(month)).reduce((sum, { bytes }) => sum + bytes, 0);
      const quota = quotas[connector.id] ?? { allowance: null, monthlyBytes: null, reason: 'Quota desconhecida.' };
      return {
        id: connector.id,
        name: connector.name,
        provider: connector.provider,
        status: connector.status,
        statusReason: connector.statusReason,
        lastSuccess: connector.lastSuccess,
        nextRun: connector.nextRun,
        newestObservation: connector.newestObservation,
        freshnessLimitHours: connector.freshnessLimitHours,
        fresh: connector.fresh,
        quota: { ...quota, usedBytes: used },
        token: connector.id === 'cdse-sentinel3' ? cdseToken(identity, deps.hasAccount) : anonymousToken,
      };
    }),
  );
}

const anonymousToken: WatchedConnector['token'] = {
  expiresAt: null,
  refreshUntil: null,
  checkedAt: null,
  reason: 'A leitura dos campos é anónima: não há token.',
};

function cdseToken(identity: ProbeRow | undefined, hasAccount: boolean): WatchedConnector['token'] {
  const instants = {
    expiresAt: identity?.token_expires_at?.toISOString() ?? null,
    refreshUntil: identity?.token_refresh_until?.toISOString() ?? null,
    checkedAt: identity?.at.toISOString() ?? null,
  };
  if (instants.expiresAt !== null) return { ...instants, reason: null };
  if (!hasAccount) return { ...instants, reason: 'Sem conta configurada; a pesquisa no catálogo dispensa token.' };
  return { ...instants, reason: identity?.error ?? 'Ainda sem verificação.' };
}
