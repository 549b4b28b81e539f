import {
  angolaMarineDefaults,
  type CopernicusApiId,
  type CopernicusApiState,
  copernicusApiIds,
} from '@kianda/contract/sea/ocean/copernicus.contract';
import type { ProbedApi, ProbeRow } from './copernicus.repository.ts';

type CopernicusStatus = 'online' | 'partial' | 'offline';
export type ApiStates = Readonly<Record<CopernicusApiId, CopernicusApiState>>;

/** OpenSearch was withdrawn by its source: we answer in its place, and it never counts as an outage. */
const discontinued = 'Serviço descontinuado pela fonte em março de 2026';
const notYet = 'Ainda sem verificação.';
/** Interfaces whose failure is an outage. */
const supported = ['odata', 'stac'] as const;

/** State of each interface from its last probe. `stored` counts the products that our own OpenSearch serves. */
export function apiStates(probes: ReadonlyMap<ProbedApi, ProbeRow>, stored: number): ApiStates {
  const stateOf = (api: CopernicusApiId): CopernicusApiState => {
    const probe = probes.get(api);
    const common = {
      response_time_ms: probe?.response_ms ?? null,
      checked_at: probe?.at.toISOString() ?? null,
    };
    if (probe?.ok === true) {
      return { ...common, status: 'success', products_found: probe.products ?? 0, error: null, served_by: 'source' };
    }
    if (api === 'opensearch') {
      return { ...common, status: 'discontinued', products_found: stored, error: discontinued, served_by: 'kianda' };
    }
    const unknown = probe === undefined;
    return {
      ...common,
      status: unknown ? 'unknown' : 'error',
      products_found: 0,
      error: unknown ? notYet : (probe.error ?? 'A interface falhou.'),
      served_by: 'source',
    };
  };
  return { odata: stateOf('odata'), stac: stateOf('stac'), opensearch: stateOf('opensearch') };
}

export type Overall = {
  readonly status: CopernicusStatus;
  readonly successful: number;
  readonly responseTimeMs: number;
  /** True while nothing was probed: the three are the specification's defaults. */
  readonly isDefault: boolean;
};

/** All supported interfaces answer: online; one of them: partial; none: offline. */
export function overallOf(apis: ApiStates): Overall {
  const known = supported.filter((api) => apis[api].status !== 'unknown');
  if (known.length === 0) {
    const { copernicus_status: status, apis_successful: successful, response_time_ms } = angolaMarineDefaults;
    return { status, successful, responseTimeMs: response_time_ms, isDefault: true };
  }
  const up = supported.filter((api) => apis[api].status === 'success').length;
  return {
    status: up === supported.length ? 'online' : up > 0 ? 'partial' : 'offline',
    successful: copernicusApiIds.filter((api) => apis[api].status === 'success').length,
    // The probes run side by side: the slowest is the response time.
    responseTimeMs: Math.max(...known.map((api) => apis[api].response_time_ms ?? 0)),
    isDefault: false,
  };
}
