import type { DataOf, Provenance } from '@kianda/contract';
import { worstProvenance } from '@kianda/contract';
import {
  type angolaMarine,
  angolaMarineDefaults,
  type FigureDetail,
} from '@kianda/contract/sea/ocean/copernicus.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { AbsenceOf, ProvenanceOf } from '../../ingestion/connectors/index.ts';
import { missingProducts, type OceanModule, type ProductRow, type ProductSearch } from '../ocean/index.ts';
import { apiStates, overallOf } from './api-states.rules.ts';
import { type CopernicusAccess, countedDays, type createProber } from './copernicus.client.ts';
import type { CopernicusRepository } from './copernicus.repository.ts';
import { defaultDetail, observedAt, oceanFigures } from './figures.service.ts';
import { identityState } from './identity.rules.ts';
import { createProbes, neverProbed, type Probes } from './probes.service.ts';

const dayMs = 86_400_000;

type AngolaMarine = DataOf<typeof angolaMarine>;

type CopernicusDependencies = {
  readonly repository: CopernicusRepository;
  readonly ocean: Pick<OceanModule, 'service' | 'catalogue'>;
  readonly provenanceOf: ProvenanceOf;
  readonly absenceOf: AbsenceOf;
  readonly access: CopernicusAccess;
  readonly probe: ReturnType<typeof createProber>;
  readonly clock: Clock;
};

/** State of the Copernicus interfaces and figures of the products that came from them. */
export function createCopernicusService(deps: CopernicusDependencies) {
  const { repository, probe, access, clock } = deps;
  // Many consoles ask every half minute: one reading of the sea serves them all.
  const answers = createCache<AngolaMarine>({
    name: 'copernicus/answers',
    clock,
    ttlMs: 5_000,
    maxStaleMs: 0,
    maxEntries: 1,
  });
  const probes = createProbes({ repository, probe, clock, onProbed: () => answers.clear() });

  return {
    probeNow: probes.probeNow,
    probes: probes.latest,
    probesProvenance: probes.provenance,
    productProvenance: (row: ProductRow | undefined) => productProvenance(row, deps),

    /** The answer of spec 3 §7.2. */
    angolaMarine: async () => (await answers.get('', () => readAngolaMarine(deps, probes))).value,

    /** State of the identity service, without a token in it. */
    identity: async () => identityState((await probes.latest()).get('identity'), access, clock.nowMs()),
  };
}

export type CopernicusService = ReturnType<typeof createCopernicusService>;

async function readAngolaMarine(deps: CopernicusDependencies, probes: Probes): Promise<AngolaMarine> {
  const { ocean, clock } = deps;
  const [known, stored, newest, figures] = await Promise.all([
    probes.latest(),
    ocean.catalogue.count(lastDays(countedDays, clock)),
    ocean.catalogue.newest(),
    oceanFigures(ocean.service),
  ]);
  const apis = apiStates(known, stored);
  const overall = overallOf(apis);
  const measured = [known.get('odata'), known.get('stac')].filter((row) => row !== undefined);
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
          ? defaultDetail('', neverProbed)
          : measuredDetail('', worstProvenance(measured.map(probes.provenanceOf))),
      total_products_found:
        newest === undefined
          ? defaultDetail('produtos', await deps.absenceOf(missingProducts))
          : measuredDetail('produtos', await productProvenance(newest, deps)),
      temperature: figures.temperature.detail,
      salinity: figures.salinity.detail,
      chlorophyll: figures.chlorophyll.detail,
      current_speed: figures.current_speed.detail,
    },
  };
}

function measuredDetail(unit: string, provenance: Provenance): FigureDetail {
  return {
    unit,
    origem: 'medido',
    origin: 'cdse-sentinel3',
    observed_at: observedAt(provenance),
    n_cells: null,
    provenance,
  };
}

async function productProvenance(
  row: ProductRow | undefined,
  { provenanceOf, absenceOf }: Pick<CopernicusDependencies, 'provenanceOf' | 'absenceOf'>,
): Promise<Provenance> {
  if (row === undefined) return { state: 'fallback', reason: await absenceOf(missingProducts) };
  return provenanceOf({
    connectorId: row.connector_id,
    streamId: row.stream_id,
    observedAtMs: row.observed_at.getTime(),
    retrievedAtMs: row.retrieved_at.getTime(),
    simulatedSeed: row.simulated_seed,
  });
}

function lastDays(days: number, clock: Clock): ProductSearch {
  return { sensedFrom: new Date(clock.nowMs() - days * dayMs), order: 'observed_at', direction: 'desc' };
}
