import type { Sourced } from '@kianda/contract';
import { type CoastalStationView, coastalVariables } from '@kianda/contract/sea/ocean/coastal.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { AbsenceOf, MissingData, ProvenanceOf } from '../../ingestion/connectors/index.ts';
import type { CoastalStationRepository, CoastalStationRow } from './coastal-stations.repository.ts';
import type { ObservationRow } from './ocean.types.ts';
import { withOrigin } from './origins.service.ts';

const hourMs = 3_600_000;
const missing: MissingData = { subject: 'Sem observações da costa', sources: [{ connectorId: 'angola-inamet' }] };

type CoastalVariable = (typeof coastalVariables)[number];

/** Coastal weather stations with their last values and their series. */
export function createCoastalStationService(
  repository: CoastalStationRepository,
  provenanceOf: ProvenanceOf,
  absenceOf: AbsenceOf,
  clock: Clock,
) {
  const reason = () => absenceOf(missing);
  const back = (hours: number) => new Date(clock.nowMs() - hours * hourMs);

  async function stations(): Promise<{ views: CoastalStationView[]; latest: readonly ObservationRow[] }> {
    const [rows, latest] = await Promise.all([repository.stations(), repository.latest(back(7 * 24), back(0))]);
    const byStation = Map.groupBy(latest, (row) => row.station_id);
    return { views: rows.map((row) => viewOf(row, byStation.get(row.station_id) ?? [])), latest };
  }

  return {
    async list(): Promise<Sourced<{ stations: CoastalStationView[] }>> {
      const { views, latest } = await stations();
      return withOrigin({ stations: views }, latest, provenanceOf, reason);
    },

    /** Series of one variable at one station. Throws `not_found` for an unknown station. */
    async series(id: string, { variable, hours }: { readonly variable: CoastalVariable; readonly hours: number }) {
      const station = (await stations()).views.find((view) => view.id === id);
      if (station === undefined) throw new AppError('not_found', { detail: `Não existe a estação «${id}».` });
      const rows = await repository.series({ id, variable }, back(hours), back(0));
      const points = rows.map((row) => ({ time: row.observed_at.toISOString(), value: row.value }));
      return withOrigin({ station, variable, unit: rows[0]?.unit ?? null, points }, rows, provenanceOf, reason);
    },
  };
}

export type CoastalStationService = ReturnType<typeof createCoastalStationService>;

function viewOf(row: CoastalStationRow, latest: readonly ObservationRow[]): CoastalStationView {
  return {
    id: row.station_id,
    code: row.code,
    name: row.name,
    lon: row.lon,
    lat: row.lat,
    latest: latest.flatMap(({ variable, value, unit, observed_at: observedAt }) => {
      const known = coastalVariables.find((each) => each === variable);
      return known === undefined ? [] : [{ variable: known, value, unit, time: observedAt.toISOString() }];
    }),
  };
}
