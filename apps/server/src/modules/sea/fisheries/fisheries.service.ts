import type { LandingRecord } from '@kianda/connectors';
import type { DataOf, Provenance } from '@kianda/contract';
import type { fisheriesStats, speciesCatch } from '@kianda/contract/sea/fisheries/fisheries.contract';
import { scientificNamesOf, speciesNamed } from '@kianda/contract/sea/fisheries/species-register';
import { fishingZones } from '@kianda/geo';
import type { Answer } from '../../../platform/http/bind.ts';
import {
  type AbsenceOf,
  type MissingData,
  newestTimeMs,
  type ProvenanceOf,
  type Sink,
} from '../../ingestion/connectors/index.ts';
import type { FisheriesRepository, SpeciesCatchRepository } from './fisheries.repository.ts';
import { publishedFigures } from './published-figures.texts.ts';
import { mainSpecies } from './species-trend.rules.ts';

const missing: MissingData = {
  subject: 'Sem série de capturas',
  sources: [{ connectorId: 'fisheries-area47', streamId: 'landings' }],
};
const noIndex = 'Sem avaliação de mananciais ligada à plataforma.';
const noEconomy = 'Sem série económica ligada; ver os valores publicados.';

const shownSpecies = 8;
const region = 'Angola (área FAO 47)';

/** No source of stock assessments or of the sector's economy is connected: the answer says so for each figure. */
const neverMeasured = {
  'sustainability_metrics.overall_index': noIndex,
  'sustainability_metrics.overfishing_risk': noIndex,
  'sustainability_metrics.stock_status': noIndex,
  'sustainability_metrics.conservation_measures': noIndex,
  'economic_impact.gdp_contribution_percent': noEconomy,
  'economic_impact.employment_total': noEconomy,
  'economic_impact.export_value_usd': noEconomy,
};

export type FisheriesService = ReturnType<typeof createFisheriesService>;

/** Catch of FAO area 47 by year and species, with the published figures. */
export function createFisheriesService(
  repository: FisheriesRepository & SpeciesCatchRepository,
  provenanceOf: ProvenanceOf,
  absenceOf: AbsenceOf,
) {
  async function origin(): Promise<{ provenance: Provenance; newestYear: number | null }> {
    const newest = await repository.newest();
    if (newest === undefined)
      return { provenance: { state: 'fallback', reason: await absenceOf(missing) }, newestYear: null };
    const provenance = await provenanceOf({
      connectorId: newest.connector_id,
      streamId: newest.stream_id,
      observedAtMs: Math.min(endOfYearMs(newest.year), newest.retrieved_at.getTime()),
      retrievedAtMs: newest.retrieved_at.getTime(),
      simulatedSeed: newest.simulated_seed,
    });
    return { provenance, newestYear: newest.year };
  }

  return {
    provenance: async (): Promise<Provenance> => (await origin()).provenance,

    /** Figures of one year; of the newest one when none is given. */
    async stats(askedYear: number | undefined): Promise<Answer<DataOf<typeof fisheriesStats>>> {
      const { provenance, newestYear } = await origin();
      const year = askedYear ?? newestYear;
      const byYear = await repository.byYear();
      const total = byYear.find((row) => row.year === year)?.tonnes ?? null;
      const species = year === null ? [] : await repository.bySpecies([year, year - 1, year - 2, year - 3]);
      const noTotal = provenance.state === 'fallback' ? provenance.reason : `Sem capturas para ${year}.`;
      return {
        data: {
          region,
          year,
          total_catch_tons: total,
          main_species: year === null ? [] : mainSpecies(species, year, shownSpecies),
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
        missing: { ...(total === null ? { total_catch_tons: noTotal } : {}), ...neverMeasured },
      };
    },

    /** Catch by year of what goes by any name of the species of this one. */
    async ofSpecies(name: string): Promise<Answer<DataOf<typeof speciesCatch>>> {
      const { provenance } = await origin();
      const rows = await repository.byYearOf(namesOf(name));
      const newest = rows.at(-1)?.tonnes ?? null;
      const none =
        provenance.state === 'fallback' ? provenance.reason : `A série de capturas não tem ${name} como espécie.`;
      return {
        data: {
          region,
          newest_tons: newest,
          by_year: rows.map(({ year, tonnes }) => ({ year, catch_tons: tonnes })),
        },
        provenance,
        missing: newest === null ? { newest_tons: none } : {},
      };
    },
  };
}

/** Names, in lower case, by which a series may have the species that goes by this one. */
function namesOf(name: string): readonly string[] {
  const species = speciesNamed(name);
  const known = species === null ? [] : [...scientificNamesOf(species), species.englishName ?? name];
  return [...new Set([name, ...known].map((one) => one.toLowerCase()))];
}

/** Catch of a year by species, that others hold beside their own figures. */
export type YearlyCatch = {
  readonly year: number;
  /** The source's own names. */
  readonly species: readonly { readonly name: string; readonly tonnes: number }[];
  readonly connectorId: string;
  readonly isSimulated: boolean;
};

/** Catch of the newest year with any; null while there is none. */
export async function newestCatch(repository: FisheriesRepository): Promise<YearlyCatch | null> {
  const newest = await repository.newest();
  if (newest === undefined) return null;
  const { year, connector_id: connectorId, simulated_seed } = newest;
  const rows = await repository.bySpecies([year]);
  const species = rows.map(({ species: name, tonnes }) => ({ name, tonnes })).toSorted((a, b) => b.tonnes - a.tonnes);
  return { year, species, connectorId, isSimulated: simulated_seed !== null };
}

/** The last instant of a year (UTC): yearly landings are as old as the end of their year. */
function endOfYearMs(year: number): number {
  return Date.UTC(year + 1, 0, 1) - 1;
}

/** Stores the landings of the yearly series. */
export function landingSink(repository: FisheriesRepository): Sink<LandingRecord> {
  return async (records, origin) => {
    const written = await repository.upsert(origin.connectorId, records, origin);
    const times = records.map(({ year, tonnes }) => (tonnes === null ? null : endOfYearMs(year)));
    const newestObservedMs = newestTimeMs(times, origin.retrievedAtMs);
    return { written, duplicates: records.length - written, newestObservedMs };
  };
}
