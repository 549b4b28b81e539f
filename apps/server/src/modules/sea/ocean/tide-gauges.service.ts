import type { Sourced } from '@kianda/contract';
import type { TideGauge } from '@kianda/contract/sea/ocean/sources.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { AbsenceOf, MissingData, ProvenanceOf } from '../../ingestion/connectors/index.ts';
import type { ObservationRow, TideGaugeRow } from './ocean.types.ts';
import { withOrigin } from './origins.service.ts';
import type { TideGaugeRepository } from './tide-gauges.repository.ts';

const hourMs = 3_600_000;
const missing: MissingData = {
  subject: 'Sem leituras de marégrafos',
  sources: [{ connectorId: 'slsmf-mares', streamId: 'sea-level' }],
};

/** Tide gauges of providers and what their sensors read. */
export function createTideGaugeService(
  repository: TideGaugeRepository,
  provenanceOf: ProvenanceOf,
  absenceOf: AbsenceOf,
  clock: Clock,
) {
  const reason = () => absenceOf(missing);
  const back = (hours: number) => new Date(clock.nowMs() - hours * hourMs);

  async function gauges(): Promise<{ gauges: TideGauge[]; latest: readonly ObservationRow[] }> {
    const [rows, latest] = await Promise.all([repository.list(), repository.latest(back(7 * 24), back(0))]);
    const byGauge = Map.groupBy(latest, (row) => row.station_id);
    return { gauges: rows.map((row) => gaugeOf(row, byGauge.get(row.station_id) ?? [])), latest };
  }

  return {
    async list(): Promise<Sourced<{ gauges: TideGauge[] }>> {
      const found = await gauges();
      return withOrigin({ gauges: found.gauges }, found.latest, provenanceOf, reason);
    },

    /** Levels by one sensor; the one with most readings unless one is named. Throws `not_found` for an unknown gauge. */
    async series(id: string, query: { hours: number; sensor?: string | undefined }) {
      const gauge = (await gauges()).gauges.find((candidate) => candidate.id === id);
      if (gauge === undefined) throw new AppError('not_found', { detail: `Não existe o marégrafo «${id}».` });
      const bySensor = Map.groupBy(await repository.levels(id, back(query.hours), back(0)), sensorOf);
      const fullest = [...bySensor].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null;
      const sensor = query.sensor ?? fullest;
      const rows = (sensor === null ? undefined : bySensor.get(sensor)) ?? [];
      const points = rows.map((row) => ({ time: row.observed_at.toISOString(), value: row.value }));
      return withOrigin({ gauge, sensor, unit: 'm' as const, points }, rows, provenanceOf, reason);
    },
  };
}

export type TideGaugeService = ReturnType<typeof createTideGaugeService>;

/** Datasets are named `<provider>-<sensor>`. */
function sensorOf(row: ObservationRow): string {
  return row.dataset.slice(row.dataset.lastIndexOf('-') + 1);
}

function gaugeOf(row: TideGaugeRow, latest: readonly ObservationRow[]): TideGauge {
  return {
    id: row.station_id,
    code: row.code,
    name: row.name,
    country: row.country,
    lon: row.lon,
    lat: row.lat,
    sensors: latest.map((level) => ({
      sensor: sensorOf(level),
      levelMeters: level.value,
      time: level.observed_at.toISOString(),
    })),
  };
}
