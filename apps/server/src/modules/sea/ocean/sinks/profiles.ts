import { createHash } from 'node:crypto';
import type { ProfileRecord } from '@kianda/connectors';
import type { Sink } from '../../../ingestion/connectors/index.ts';
import type { ProfileRepository } from '../profiles.repository.ts';

/** A profile's first level counts as the surface no deeper than this. */
const surfaceDecibar = 12;

/** Stores float profiles with their levels. */
export function profileSink(repository: ProfileRepository): Sink<ProfileRecord> {
  return async (records, origin) => {
    // One statement must not name a row twice.
    const unique = [...new Map(records.map((record) => [record.sourceId, record])).values()];
    const written = await repository.upsert(
      unique.map((record) => {
        const { pressureDecibar, temperatureCelsius, salinityPsu } = record.levels;
        const [first] = pressureDecibar;
        const atSurface = first !== undefined && first <= surfaceDecibar;
        return {
          row: {
            id: record.sourceId,
            platform: record.platform,
            cycle: record.cycle,
            observed_at: new Date(record.timeMs),
            lon: record.lon,
            lat: record.lat,
            data_mode: record.dataMode,
            doi: record.doi,
            url: record.url,
            level_count: pressureDecibar.length,
            max_pressure_decibar: pressureDecibar.at(-1) ?? 0,
            surface_temperature_celsius: atSurface ? (temperatureCelsius[0] ?? null) : null,
            surface_salinity_psu: atSurface ? (salinityPsu[0] ?? null) : null,
            content_hash: createHash('sha1').update(JSON.stringify(record)).digest('base64url'),
            connector_id: origin.connectorId,
            stream_id: origin.streamId,
            run_id: origin.runId,
            retrieved_at: new Date(origin.retrievedAtMs),
            simulated_seed: origin.simulatedSeed,
          },
          levels: {
            profile_id: record.sourceId,
            pressure_decibar: [...pressureDecibar],
            temperature_celsius: [...temperatureCelsius],
            salinity_psu: [...salinityPsu],
            oxygen_ml_l: known(record.levels.oxygenMilliliterPerLiter),
            chlorophyll_mg_m3: known(record.levels.chlorophyllMgPerCubicMeter),
          },
        };
      }),
    );
    const newestObservedMs = unique.length === 0 ? null : Math.max(...unique.map(({ timeMs }) => timeMs));
    return { written, duplicates: records.length - written, newestObservedMs };
  };
}

/** A column with a value in it; null where there is none. */
function known(values: readonly (number | null)[] | undefined): (number | null)[] | null {
  return values?.some((value) => value !== null) === true ? [...values] : null;
}
