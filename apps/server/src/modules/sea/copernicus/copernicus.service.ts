import type { DataOf, Provenance } from '@kianda/contract';
import { worstProvenance } from '@kianda/contract';
import {
  type angolaMarine,
  angolaMarineDefaults,
  type copernicusAuth,
  type FigureDetail,
} from '@kianda/contract/sea/ocean/copernicus.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ProvenanceOf } from '../../ingestion/connectors/index.ts';
import type { OceanModule, ProductRow, ProductSearch } from '../ocean/index.ts';
import { apiStates, overallOf } from './api-states.rules.ts';
import { type CopernicusAccess, countedDays, type createProber } from './copernicus.client.ts';
import type { CopernicusRepository, ProbedApi, ProbeRow } from './copernicus.repository.ts';
import { defaultDetail, oceanFigures } from './figures.service.ts';

const dayMs = 86_400_000;
/** Probes are scheduled every five minutes; older ones than this say that nobody probes, and the reader does. */
const probeMaxAgeMs = 12 * 60_000;
const historyDays = 30;
const source = 'Copernicus Data Space Ecosystem';
const noProducts = 'Ainda sem catálogo de satélite: aguarda a primeira execução do conector CDSE Sentinel-3.';

export const noProductsProvenance: Provenance = { state: 'fallback', reason: noProducts };

/** How Copernicus is, and what it brought, as its panels ask. */
export function createCopernicusService(deps: {
  readonly repository: CopernicusRepository;
  readonly ocean: Pick<OceanModule, 'service' | 'catalogue'>;
  readonly provenanceOf: ProvenanceOf;
  readonly access: CopernicusAccess;
  readonly probe: ReturnType<typeof createProber>;
  readonly clock: Clock;
}) {
  const { repository, ocean, access, clock } = deps;
  // Many consoles ask every half minute: one probe, and one reading of the sea, serve them all.
  const probing = createCache<null>({ name: 'copernicus/probes', clock, ttlMs: 30_000, maxStaleMs: 0, maxEntries: 1 });
  const answers = createCache<DataOf<typeof angolaMarine>>({
    name: 'copernicus/answers',
    clock,
    ttlMs: 5_000,
    maxStaleMs: 0,
    maxEntries: 1,
  });

  /** Asks every interface now and keeps what they answered. */
  async function probeNow(signal: AbortSignal): Promise<readonly ProbeRow[]> {
    const rows = await deps.probe(signal);
    // An end asked for in the middle is no outage.
    signal.throwIfAborted();
    await repository.save(rows, new Date(clock.nowMs() - historyDays * dayMs));
    answers.clear();
    return rows;
  }

  /** The last probes; made anew where the schedule makes none. */
  async function probes(): Promise<ReadonlyMap<ProbedApi, ProbeRow>> {
    const known = await repository.latest();
    const newestMs = Math.max(0, ...[...known.values()].map(({ at }) => at.getTime()));
    if (clock.nowMs() - newestMs <= probeMaxAgeMs) return known;
    await probing.get('', async () => {
      await probeNow(AbortSignal.timeout(60_000));
      return null;
    });
    return repository.latest();
  }

  const lastDays = (days: number): ProductSearch => ({
    sensedFrom: new Date(clock.nowMs() - days * dayMs),
    order: 'observed_at',
    direction: 'desc',
  });

  function probeProvenance(row: ProbeRow): Provenance {
    const at = row.at.toISOString();
    const measured = { source, observedAt: at, retrievedAt: at };
    if (row.simulated_seed !== null) return { state: 'simulated', ...measured, seed: Number(row.simulated_seed) };
    const staleAfterMs = row.at.getTime() + probeMaxAgeMs;
    if (clock.nowMs() <= staleAfterMs) return { state: 'live', ...measured };
    return { state: 'cached', ...measured, staleAfter: new Date(staleAfterMs).toISOString() };
  }

  async function productProvenance(row: ProductRow | undefined): Promise<Provenance> {
    if (row === undefined) return noProductsProvenance;
    return deps.provenanceOf({
      connectorId: row.connector_id,
      streamId: row.stream_id,
      observedAtMs: row.observed_at.getTime(),
      retrievedAtMs: row.retrieved_at.getTime(),
      simulatedSeed: row.simulated_seed,
    });
  }

  async function readAngolaMarine(): Promise<DataOf<typeof angolaMarine>> {
    const [known, stored, newest, figures] = await Promise.all([
      probes(),
      ocean.catalogue.count(lastDays(countedDays)),
      ocean.catalogue.newest(),
      oceanFigures(ocean.service),
    ]);
    const apis = apiStates(known, stored);
    const overall = overallOf(apis);
    const measured = [known.get('odata'), known.get('stac')].filter((row) => row !== undefined);
    const measuredDetail = (unit: string, provenance: Provenance): FigureDetail => ({
      unit,
      origem: 'medido',
      origin: 'cdse-sentinel3',
      observed_at: provenance.state === 'fallback' ? null : provenance.observedAt,
      n_cells: null,
      provenance,
    });
    const products = newest === undefined ? angolaMarineDefaults.total_products_found : stored;
    return {
      timestamp: new Date(clock.nowMs()).toISOString(),
      copernicus_status: overall.status,
      summary: {
        apis_successful: overall.successful,
        total_products_found: products,
        response_time_ms: overall.responseTimeMs,
      },
      total_products_found: products,
      response_time_ms: overall.responseTimeMs,
      apis,
      temperature: figures.temperature.value,
      salinity: figures.salinity.value,
      chlorophyll: figures.chlorophyll.value,
      current_speed: figures.current_speed.value,
      detail: {
        copernicus_status:
          overall.isDefault || measured.length === 0
            ? defaultDetail('', 'As interfaces ainda não foram verificadas.')
            : measuredDetail('', worstProvenance(measured.map(probeProvenance))),
        total_products_found:
          newest === undefined
            ? defaultDetail('produtos', noProducts)
            : measuredDetail('produtos', await productProvenance(newest)),
        temperature: figures.temperature.detail,
        salinity: figures.salinity.detail,
        chlorophyll: figures.chlorophyll.detail,
        current_speed: figures.current_speed.detail,
      },
    };
  }

  return {
    probeNow,
    probes,
    productProvenance,

    /** The answer of spec 3 §7.2. */
    angolaMarine: async () => (await answers.get('', readAngolaMarine)).value,

    /** Provenance of what the probes say; `fallback` before the first. */
    async probesProvenance(): Promise<Provenance> {
      const rows = [...(await probes()).values()];
      if (rows.length === 0) return { state: 'fallback', reason: 'As interfaces ainda não foram verificadas.' };
      return worstProvenance(rows.map(probeProvenance));
    },

    /** How the identity service is, without a token in it. */
    async identity(): Promise<DataOf<typeof copernicusAuth>> {
      const row = (await probes()).get('identity');
      const seconds = (instant: Date | null | undefined) =>
        instant == null ? null : Math.max(0, Math.round((instant.getTime() - clock.nowMs()) / 1000));
      const common = {
        realm: 'CDSE' as const,
        expires_in: seconds(row?.token_expires_at),
        refresh_expires_in: seconds(row?.token_refresh_until),
        checked_at: row?.at.toISOString() ?? null,
        simulated: access.simulatedSeed !== null,
      };
      if (row === undefined) return { ...common, status: 'unknown', message: 'Ainda sem verificação.' };
      if (row.ok && access.account !== null)
        return { ...common, status: 'authenticated', message: 'A conta configurada tem um token válido.' };
      if (row.ok)
        return {
          ...common,
          status: 'reachable',
          message: 'O serviço responde; nenhuma conta está configurada, e a pesquisa dispensa-a.',
        };
      const refused = row.error?.includes('recusou as credenciais') === true;
      return {
        ...common,
        status: refused ? 'refused' : 'unreachable',
        message: row.error ?? 'O serviço de identidade falhou.',
      };
    },
  };
}

export type CopernicusService = ReturnType<typeof createCopernicusService>;
