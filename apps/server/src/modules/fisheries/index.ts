import type { CatchRecord, LandingRecord } from '@kianda/connectors';
import type { Provenance } from '@kianda/contract';
import { fisheriesStats } from '@kianda/contract/fisheries/fisheries.contract';
import { fishingZones } from '@kianda/geo';
import { bind } from '../../platform/http/bind.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { ProvenanceOf, Sink } from '../connectors/index.ts';
import { createCatches } from './catches.ts';
import { fisheriesCollections } from './collections.ts';
import { landingFeatures } from './fisheries.features.ts';
import { createFisheriesRepository, fisheriesMigrations } from './fisheries.repository.ts';
import { publishedFigures } from './published.ts';
import { mainSpecies } from './trend.ts';

const reason = 'Ainda sem série de capturas: aguarda a primeira execução do conector da área 47.';
const notYet: Provenance = { state: 'fallback', reason };
const noIndex = 'Sem avaliação de mananciais ligada à plataforma.';
const noEconomy = 'Sem série económica ligada; ver os valores publicados.';

export type FisheriesModule = Module & {
  readonly sink: Sink<LandingRecord>;
  readonly catchSink: Sink<CatchRecord>;
};

/** Front door of fisheries: catch by year and species, zones, published figures. */
export function createFisheries(options: { platform: Platform; provenanceOf: ProvenanceOf }): FisheriesModule {
  const repository = createFisheriesRepository(options.platform.database);
  const catches = createCatches(options);

  async function origin(): Promise<{ provenance: Provenance; newestYear: number | null }> {
    const newest = await repository.newest();
    if (newest === undefined) return { provenance: notYet, newestYear: null };
    const provenance = await options.provenanceOf({
      connectorId: newest.connector_id,
      streamId: newest.stream_id,
      // Catch series are published once a year: their currency is that of the last retrieval.
      observedAtMs: newest.retrieved_at.getTime(),
      retrievedAtMs: newest.retrieved_at.getTime(),
      simulatedSeed: newest.simulated_seed,
    });
    return { provenance, newestYear: newest.year };
  }

  return {
    name: 'fisheries',
    migrations: fisheriesMigrations,
    collections: fisheriesCollections(options.platform.database),
    sink: async (records, runOrigin) => {
      const written = await repository.upsert(runOrigin.connectorId, records, runOrigin);
      return { written, duplicates: records.length - written, newestObservedMs: runOrigin.retrievedAtMs };
    },
    catchSink: catches.sink,
    featureCollections: [landingFeatures(options.platform.database, async () => (await origin()).provenance)],
    bindings: [
      catches.binding,
      bind(fisheriesStats, async ({ query }) => {
        const { provenance, newestYear } = await origin();
        const year = query.year ?? newestYear;
        const byYear = await repository.byYear();
        const total = byYear.find((row) => row.year === year)?.tonnes ?? null;
        const species = year === null ? [] : await repository.bySpecies([year, year - 1, year - 2, year - 3]);
        return {
          data: {
            region: 'Angola (área FAO 47)',
            year,
            total_catch_tons: total,
            main_species: year === null ? [] : mainSpecies(species, year, 8),
            by_year: byYear.map((row) => ({ year: row.year, catch_tons: row.tonnes })),
            fishing_zones: fishingZones.length,
            sustainability_metrics: {
              overall_index: null,
              overfishing_risk: null,
              stock_status: null,
              conservation_measures: null,
            },
            economic_impact: { gdp_contribution_percent: null, employment_total: null, export_value_usd: null },
            published: publishedFigures.map((figure) => ({ ...figure })),
          },
          provenance,
          missing: {
            ...(total === null
              ? { total_catch_tons: newestYear === null ? reason : `Sem capturas para ${year}.` }
              : {}),
            'sustainability_metrics.overall_index': noIndex,
            'sustainability_metrics.overfishing_risk': noIndex,
            'sustainability_metrics.stock_status': noIndex,
            'sustainability_metrics.conservation_measures': noIndex,
            'economic_impact.gdp_contribution_percent': noEconomy,
            'economic_impact.employment_total': noEconomy,
            'economic_impact.export_value_usd': noEconomy,
          },
        };
      }),
    ],
  };
}
