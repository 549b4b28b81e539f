import type { VesselDetection } from '@kianda/connectors';
import type { DataOf, Provenance, QueryOf } from '@kianda/contract';
import type { radarDetections } from '@kianda/contract/fleet/vessels/vessels.contract';
import { dayMs, isoDate } from '@kianda/geo';
import type { AbsenceOf, MissingData, ProvenanceOf, Sink } from '../../ingestion/connectors/index.ts';
import type { RadarRepository } from './radar.repository.ts';
import { attribution } from './vessels.service.ts';

const cellDegrees = 0.01;
/** More cells no map tells apart. */
const mostCells = 10_000;

const missing: MissingData = {
  subject: 'Sem deteções por radar',
  sources: [{ connectorId: 'gfw', streamId: 'radar' }],
};

/** Vessels that radar saw and no AIS explains, over the days that the provider has published. */
export function createRadarService(repository: RadarRepository, provenanceOf: ProvenanceOf, absenceOf: AbsenceOf) {
  return {
    async detections({ days, until }: QueryOf<typeof radarDetections>): Promise<{
      data: DataOf<typeof radarDetections>;
      provenance: Provenance;
      missing?: Readonly<Record<string, string>>;
    }> {
      const newest = await repository.newestDay(until);
      const empty = {
        cellDegrees,
        from: null,
        to: null,
        detections: 0,
        cells: [],
        truncated: false,
        retrievedAt: null,
      };
      if (newest === undefined) {
        const reason = await absenceOf(missing);
        return {
          data: { ...empty, attribution },
          provenance: { state: 'fallback', reason },
          missing: { cells: reason },
        };
      }
      const endMs = Date.parse(`${newest.day}T00:00:00Z`);
      const from = isoDate(endMs - (days - 1) * dayMs);
      const [cells, detections, provenance] = await Promise.all([
        repository.cells(from, newest.day, mostCells + 1),
        repository.total(from, newest.day),
        provenanceOf({
          connectorId: newest.connector_id,
          streamId: newest.stream_id,
          observedAtMs: endMs + dayMs,
          retrievedAtMs: newest.retrieved_at.getTime(),
          simulatedSeed: newest.simulated_seed,
        }),
      ]);
      return {
        data: {
          cellDegrees,
          from,
          to: newest.day,
          detections,
          cells: cells.slice(0, mostCells),
          truncated: cells.length > mostCells,
          retrievedAt: newest.retrieved_at.toISOString(),
          attribution,
        },
        provenance,
      };
    },
  };
}

export type RadarService = ReturnType<typeof createRadarService>;

/** Stores detections as the connector delivers them. The newest instant is the end of the newest day (UTC). */
export function radarSink(repository: Pick<RadarRepository, 'upsert'>): Sink<VesselDetection> {
  return async (records, origin) => {
    const written = await repository.upsert(records, origin);
    const ends = records.map(({ date }) => Date.parse(`${date}T00:00:00Z`) + dayMs);
    return {
      written,
      duplicates: records.length - written,
      newestObservedMs: ends.length === 0 ? null : Math.max(...ends),
    };
  };
}
