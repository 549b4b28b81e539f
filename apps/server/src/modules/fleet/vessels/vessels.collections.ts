import type { Provenance } from '@kianda/contract';
import { sql } from 'kysely';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { FeatureCollection } from '../../../platform/feature-collections.ts';
import type { Platform } from '../../../platform/module.ts';
import type { AbsenceOf, MissingData, ProvenanceOf } from '../../ingestion/connectors/index.ts';
import { shownFlag } from './positions/shown-flag.ts';

const cachedMs = 15_000;

/** Row that decides on the provenance of a collection: a simulated row before real ones, then the newest. */
type Newest = {
  readonly connector_id: string;
  readonly stream_id: string;
  readonly observed_at: Date;
  readonly retrieved_at: Date;
  readonly simulated_seed: number | null;
};

/** Provenance of a collection by its newest row, which `statement` selects; `missing` is what is missing where there is none. */
type NewestOf = (
  id: string,
  missing: MissingData,
  statement: ReturnType<typeof sql<Newest>>,
) => () => Promise<Provenance>;

/** Last positions and events of vessels, for accounts that may see vessels. */
export function vesselFeatures(
  { database, clock }: Platform,
  provenanceOf: ProvenanceOf,
  absenceOf: AbsenceOf,
): readonly FeatureCollection[] {
  const provenances = createCache<Provenance>({
    name: 'vessels/origins',
    clock,
    ttlMs: cachedMs,
    maxStaleMs: cachedMs,
    maxEntries: 4,
  });

  const newestOf: NewestOf = (id, missing, statement) => async () => {
    const { value } = await provenances.get(id, async () => {
      const [row] = (await statement.execute(database.for())).rows;
      if (row === undefined) return { state: 'fallback', reason: await absenceOf(missing) } as const;
      return provenanceOf({
        connectorId: row.connector_id,
        streamId: row.stream_id,
        observedAtMs: row.observed_at.getTime(),
        retrievedAtMs: row.retrieved_at.getTime(),
        simulatedSeed: row.simulated_seed,
      });
    });
    return value;
  };

  return [positionFeatures(database, newestOf), eventFeatures(database, newestOf)];
}

const positionFeatures = (database: Database, newestOf: NewestOf): FeatureCollection => ({
  kind: 'table',
  id: 'vessel-positions',
  title: 'Posições de embarcações',
  description: 'Última posição comunicada por cada embarcação (AIS, VMS).',
  keywords: ['embarcações', 'AIS', 'VMS'],
  access: 'vessels:read',
  geometryType: 'point',
  time: 'time',
  database,
  from: sql`vessels.latest_positions l join vessels.ships s on s.id = l.ship_id`,
  key: [{ sql: sql`l.ship_id`, type: 'integer' }],
  geometry: { lon: sql`l.lon`, lat: sql`l.lat`, nullable: false },
  properties: {
    time: { type: 'timestamp', title: 'Instante' },
    mmsi: { type: 'integer', title: 'MMSI' },
    name: { type: 'string', title: 'Nome' },
    callsign: { type: 'string', title: 'Indicativo' },
    imo: { type: 'string', title: 'Número IMO' },
    flag: { type: 'string', title: 'Bandeira' },
    speedKnots: { type: 'number', title: 'Velocidade', unit: 'nós' },
    courseDegrees: { type: 'number', title: 'Rumo', unit: '°' },
    headingDegrees: { type: 'integer', title: 'Proa', unit: '°' },
    navigationStatus: { type: 'integer', title: 'Estado de navegação AIS' },
  },
  columns: {
    time: sql`l.time`,
    mmsi: sql`s.mmsi`,
    name: sql`s.ship_name`,
    callsign: sql`s.callsign`,
    imo: sql`s.imo`,
    flag: shownFlag,
    speedKnots: sql`l.speed_knots::float8`,
    courseDegrees: sql`l.course_degrees::float8`,
    headingDegrees: sql`l.heading_degrees`,
    navigationStatus: sql`l.navigation_status`,
  },
  provenance: newestOf(
    'positions',
    {
      subject: 'Sem posições de embarcações',
      sources: [{ connectorId: 'angola-ais' }, { connectorId: 'angola-vms' }],
    },
    sql<Newest>`select o.connector_id, o.stream_id, l.time as observed_at, l.stored_at as retrieved_at, o.simulated_seed
          from vessels.latest_positions l join vessels.position_origins o on o.id = l.origin_id
          order by o.simulated_seed is null, l.stored_at desc limit 1`,
  ),
});

const eventFeatures = (database: Database, newestOf: NewestOf): FeatureCollection => ({
  kind: 'table',
  id: 'vessel-events',
  title: 'Eventos de embarcações',
  description: 'Eventos como o Global Fishing Watch os encontrou: pesca, encontros, portos, silêncios.',
  keywords: ['embarcações', 'eventos', 'pesca'],
  access: 'vessels:read',
  geometryType: 'point',
  time: 'start',
  database,
  from: sql`vessels.gfw_events e`,
  key: [{ sql: sql`e.id`, type: 'text' }],
  geometry: { lon: sql`e.lon`, lat: sql`e.lat`, nullable: false },
  properties: {
    type: { type: 'string', title: 'Tipo' },
    start: { type: 'timestamp', title: 'Início' },
    end: { type: 'timestamp', title: 'Fim' },
    hours: { type: 'number', title: 'Duração', unit: 'h' },
    vesselId: { type: 'string', title: 'Embarcação' },
    mmsi: { type: 'string', title: 'MMSI' },
    vesselName: { type: 'string', title: 'Nome' },
    flag: { type: 'string', title: 'Bandeira' },
  },
  columns: {
    type: sql`e.type`,
    start: sql`e.start_at`,
    end: sql`e.end_at`,
    hours: sql`(extract(epoch from e.end_at - e.start_at) / 3600)::float8`,
    vesselId: sql`(e.vessel ->> 'vesselId')`,
    mmsi: sql`(e.vessel ->> 'mmsi')`,
    vesselName: sql`(e.vessel ->> 'name')`,
    flag: sql`(e.vessel ->> 'flag')`,
  },
  provenance: newestOf(
    'events',
    { subject: 'Sem eventos de embarcações', sources: [{ connectorId: 'gfw', streamId: 'events' }] },
    sql<Newest>`select connector_id, stream_id, start_at as observed_at, retrieved_at, simulated_seed
          from vessels.gfw_events order by simulated_seed is null, start_at desc limit 1`,
  ),
});
