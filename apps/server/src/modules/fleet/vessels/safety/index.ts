import type { AisSafetyRecord } from '@kianda/connectors';
import { type Provenance, type QueryOf, worstProvenance } from '@kianda/contract';
import { exportSafetyStations, listSafetyStations } from '@kianda/contract/fleet/vessels/safety.contract';
import { type SafetyStation, safetyResource } from '@kianda/contract/fleet/vessels/safety.resource';
import { listPageOf, pageAnswer } from '../../../../platform/db/list-query.ts';
import { bind } from '../../../../platform/http/bind.ts';
import { type ListRecorder, listExport } from '../../../../platform/http/list-file.ts';
import type { Platform } from '../../../../platform/module.ts';
import type { ProvenanceOf, Sink } from '../../../ingestion/connectors/index.ts';
import { type AisStation, stationOf } from '../positions/stations.repository.ts';
import { safetyPlaces } from './safety.places.ts';
import { createSafetyRepository, type SafetyRow, type SafetyTables } from './safety.repository.ts';

/** Beacons of distress, aircraft on rescue, texts of safety, aids to navigation and base stations, as AIS tells of them. */
export function createSafety(options: {
  readonly platform: Platform;
  readonly provenanceOf: ProvenanceOf;
  readonly audit: ListRecorder | undefined;
  /** AIS stations with names. */
  readonly stations: readonly AisStation[];
}) {
  const { platform, provenanceOf, audit, stations } = options;
  const repository = createSafetyRepository(platform.database.for<SafetyTables>());

  const sink: Sink<AisSafetyRecord> = async (records, origin) => {
    const written = await repository.store(records, origin);
    if (records.some(({ isActive }) => isActive === true)) {
      platform.events.publish({ channel: 'vessels', type: 'distress.stored', payload: { stations: written } });
    }
    const newestObservedMs = records.reduce((newest, { timeMs }) => Math.max(newest, timeMs), 0);
    return { written, duplicates: records.length - written, newestObservedMs };
  };

  const sourceOf = async (rows: readonly SafetyRow[]): Promise<Provenance> => {
    const inputs = await Promise.all(rows.map((row) => provenanceOf(originOf(row))));
    return inputs.length === 0 ? none : worstProvenance(inputs);
  };

  type Query = QueryOf<typeof listSafetyStations>;

  async function page(query: Query) {
    const { rows, total } = await repository.page(listPageOf(query));
    return {
      rows,
      answer: pageAnswer(
        rows.map((row) => viewOf(row, stationOf(row.feed, stations)?.name ?? row.feed)),
        total,
        query,
      ),
    };
  }

  return {
    sink,
    /** Stations heard last, as the search finds them. */
    recent: () => repository.recent(mostFound),
    places: safetyPlaces(() => repository.recent(mostFound), sourceOf),
    /** Beacons in use, for the alerts. */
    distress: { heard: repository.distress, told: repository.distressTold },
    bindings: [
      bind(listSafetyStations, async ({ query }) => {
        const { rows, answer } = await page(query);
        return { data: answer, provenance: await sourceOf(rows) };
      }),
      bind(
        exportSafetyStations,
        listExport(safetyResource, {
          clock: platform.clock,
          audit,
          read: async (query: Query) => {
            const { rows, answer } = await page(query);
            return { ...answer, provenance: await sourceOf(rows) };
          },
        }),
      ),
    ],
  };
}

/** Stations that the search looks through. */
const mostFound = 2_000;

const none = {
  state: 'fallback' as const,
  reason: 'Ainda não chegou nenhuma mensagem AIS de segurança, de ajudas à navegação ou de estações base.',
};

const originOf = (row: SafetyRow) => ({
  connectorId: row.connector_id,
  streamId: row.stream_id,
  observedAtMs: row.last_at.getTime(),
  retrievedAtMs: row.retrieved_at.getTime(),
  simulatedSeed: row.simulated_seed === null ? null : Number(row.simulated_seed),
});

function stateOf({ kind, is_active: isActive, is_off_position: isOff }: SafetyRow): SafetyStation['state'] {
  if (kind === 'distress') return isActive === false ? 'test' : 'active';
  if (kind !== 'aid' || isOff === null) return null;
  return isOff ? 'off_position' : 'on_position';
}

const viewOf = (row: SafetyRow, source: string): SafetyStation => ({
  key: row.key,
  kind: row.kind,
  mmsi: String(row.mmsi).padStart(9, '0'),
  name: row.name,
  text: row.text,
  aidType: row.aid_type,
  isVirtual: row.is_virtual,
  state: stateOf(row),
  lon: row.lon,
  lat: row.lat,
  altitudeMeters: row.altitude_meters,
  speedKnots: row.speed_knots,
  courseDegrees: row.course_degrees,
  firstAt: row.first_at.toISOString(),
  lastAt: row.last_at.toISOString(),
  source,
  simulated: row.simulated_seed !== null,
});
