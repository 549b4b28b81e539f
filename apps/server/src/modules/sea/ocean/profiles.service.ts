import type { Sourced } from '@kianda/contract';
import type { Profile, ProfileSummary } from '@kianda/contract/sea/ocean/sources.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { AbsenceOf, MissingData, ProvenanceOf } from '../../ingestion/connectors/index.ts';
import type { ProfileRow } from './ocean.types.ts';
import { originOf, withOrigin } from './origins.service.ts';
import type { ProfileRepository } from './profiles.repository.ts';

const dayMs = 86_400_000;
const missing: MissingData = {
  subject: 'Sem perfis de boias',
  sources: [{ connectorId: 'argo', streamId: 'profiles' }],
};

/** Profiles of floats, each with its origin. */
export function createProfileService(
  repository: ProfileRepository,
  provenanceOf: ProvenanceOf,
  absenceOf: AbsenceOf,
  clock: Clock,
) {
  const reason = () => absenceOf(missing);
  return {
    async list(query: {
      days: number;
      platform?: string | undefined;
      limit: number;
    }): Promise<Sourced<{ profiles: ProfileSummary[] }>> {
      const since = new Date(clock.nowMs() - query.days * dayMs);
      const rows = await repository.list({ since, platform: query.platform, limit: query.limit });
      return withOrigin({ profiles: rows.map(summaryOf) }, rows, provenanceOf, reason);
    },

    /** One profile with its levels. Throws `not_found`. */
    async find(id: string): Promise<Sourced<Profile>> {
      const row = await repository.find(id);
      if (row === undefined) throw new AppError('not_found', { detail: `Não existe o perfil «${id}».` });
      const value = {
        ...summaryOf(row),
        doi: row.doi,
        url: row.url,
        pressureDecibar: row.pressure_decibar,
        temperatureCelsius: row.temperature_celsius,
        salinityPsu: row.salinity_psu,
        oxygenMilliliterPerLiter: row.oxygen_ml_l,
        chlorophyllMgPerCubicMeter: row.chlorophyll_mg_m3,
      };
      return { value, provenance: await originOf(row, provenanceOf) };
    },
  };
}

export type ProfileService = ReturnType<typeof createProfileService>;

function summaryOf(row: ProfileRow): ProfileSummary {
  return {
    id: row.id,
    platform: row.platform,
    cycle: row.cycle,
    time: row.observed_at.toISOString(),
    lon: row.lon,
    lat: row.lat,
    dataMode: row.data_mode as ProfileSummary['dataMode'],
    levels: row.level_count,
    maxPressureDecibar: row.max_pressure_decibar,
    surfaceTemperatureCelsius: row.surface_temperature_celsius,
    surfaceSalinityPsu: row.surface_salinity_psu,
  };
}
