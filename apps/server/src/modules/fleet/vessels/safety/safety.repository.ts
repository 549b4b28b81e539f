import type { AisSafetyRecord, SafetyKind } from '@kianda/connectors';
import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import type { safetyResource } from '@kianda/contract/fleet/vessels/safety.resource';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type Conditions,
  conditionOf,
  containing,
  type ListPage,
  listPage,
} from '../../../../platform/db/list-query.ts';
import type { Origin } from '../../../ingestion/connectors/index.ts';

export type SafetyRow = {
  readonly key: string;
  readonly kind: SafetyKind;
  readonly mmsi: number;
  readonly name: string | null;
  readonly text: string | null;
  readonly aid_type: number | null;
  readonly is_virtual: boolean | null;
  readonly is_off_position: boolean | null;
  readonly is_active: boolean | null;
  readonly lon: number | null;
  readonly lat: number | null;
  readonly altitude_meters: number | null;
  readonly speed_knots: number | null;
  readonly course_degrees: number | null;
  readonly first_at: Date;
  readonly last_at: Date;
  readonly feed: string;
  readonly connector_id: string;
  readonly stream_id: string;
  readonly retrieved_at: Date;
  readonly simulated_seed: number | null;
  /** Last report of a beacon that an alert tells of. */
  readonly told_at: Date | null;
};

export type SafetyTables = { 'vessels.safety_stations': SafetyRow };

type Filters = FilterValues<typeof safetyResource>;
type Sort = SortOf<typeof safetyResource>;
export type SafetyPage = ListPage<Filters, Sort>;
type Db = Kysely<SafetyTables>;

const sorts: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  kind: sql`kind`,
  name: sql`name`,
  mmsi: sql`mmsi`,
  last: sql`last_at`,
};

const conditions: Conditions<Filters> = {
  search: (text) =>
    text === ''
      ? null
      : sql`(name ILIKE ${containing(text)} OR text ILIKE ${containing(text)} OR mmsi::text LIKE ${containing(text)})`,
  kind: (kind) => sql`kind = ${kind}`,
  virtual: (only) => sql`is_virtual = ${only === 'true'}`,
};

/** A text is a row for each that a station sends; any other station is one row. */
const keyOf = ({ station, mmsi, text }: AisSafetyRecord): string =>
  station === 'text' ? `text:${mmsi}:${text}` : `${station}:${mmsi}`;

/** Several reports of a station joined: the newest of each value. */
function joined(reports: readonly AisSafetyRecord[]) {
  const newest = reports.toSorted((a, b) => b.timeMs - a.timeMs);
  const [last] = newest;
  if (last === undefined) throw new Error('joined: a station without reports');
  const firstOf = <K extends keyof AisSafetyRecord>(name: K) =>
    newest.find((report) => report[name] !== null)?.[name] ?? null;
  const placed = newest.find(({ lon }) => lon !== null);
  return {
    key: keyOf(last),
    kind: last.station,
    mmsi: last.mmsi,
    name: firstOf('name'),
    text: firstOf('text'),
    aid_type: firstOf('aidType'),
    is_virtual: firstOf('isVirtual'),
    is_off_position: firstOf('isOffPosition'),
    is_active: firstOf('isActive'),
    lon: placed?.lon ?? null,
    lat: placed?.lat ?? null,
    altitude_meters: firstOf('altitudeMeters'),
    speed_knots: firstOf('speedKnots'),
    course_degrees: firstOf('courseDegrees'),
    first_at: new Date(newest.at(-1)?.timeMs ?? last.timeMs),
    last_at: new Date(last.timeMs),
    feed: last.feed,
  };
}

/** Columns that a newer report changes where it gives them, and an older one fills. */
const given = [
  ...['name', 'text', 'aid_type', 'is_virtual', 'is_off_position', 'is_active', 'lon', 'lat'],
  ...['altitude_meters', 'speed_knots', 'course_degrees'],
];

/** Stations of safety on AIS, each with what it said last: the only SQL on them. */
export const createSafetyRepository = (db: Db) => ({
  page: (page: SafetyPage) =>
    listPage<SafetyRow>(db, {
      from: sql`vessels.safety_stations`,
      where: conditionOf(conditions, page.filters),
      by: sorts[page.sort],
      tie: sql`key`,
      page,
    }),

  /** Stations heard last first, those that say who or where they are. */
  recent: (limit: number): Promise<SafetyRow[]> =>
    db
      .selectFrom('vessels.safety_stations')
      .selectAll()
      .orderBy('last_at', 'desc')
      .orderBy('key')
      .limit(limit)
      .execute(),

  /** Stores reports; answers how many stations they are of. */
  async store(records: readonly AisSafetyRecord[], origin: Origin): Promise<number> {
    // In the order of their keys: two writers take their locks alike.
    const rows = [...Map.groupBy(records, keyOf).values()].map(joined).toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const { connectorId, streamId, simulatedSeed, retrievedAtMs } = origin;
    const isNewer = sql`excluded.last_at >= vessels.safety_stations.last_at`;
    for (const row of rows) {
      await db
        .insertInto('vessels.safety_stations')
        .values({
          ...row,
          connector_id: connectorId,
          stream_id: streamId,
          retrieved_at: new Date(retrievedAtMs),
          simulated_seed: simulatedSeed,
          told_at: null,
        })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            ...Object.fromEntries(
              given.map((name) => {
                const [old, now] = [sql.ref(`vessels.safety_stations.${name}`), sql.ref(`excluded.${name}`)];
                return [
                  name,
                  sql`CASE WHEN ${isNewer} THEN coalesce(${now}, ${old}) ELSE coalesce(${old}, ${now}) END`,
                ];
              }),
            ),
            first_at: sql`least(vessels.safety_stations.first_at, excluded.first_at)`,
            last_at: sql`greatest(vessels.safety_stations.last_at, excluded.last_at)`,
            feed: sql`CASE WHEN ${isNewer} THEN excluded.feed ELSE vessels.safety_stations.feed END`,
            retrieved_at: sql`excluded.retrieved_at`,
            simulated_seed: sql`excluded.simulated_seed`,
          }),
        )
        .execute();
    }
    return rows.length;
  },

  /** Beacons of distress in use that were heard since an instant, with reports that no alert tells of. */
  distress: (since: Date): Promise<SafetyRow[]> =>
    db
      .selectFrom('vessels.safety_stations')
      .selectAll()
      .where('kind', '=', 'distress')
      .where('is_active', '=', true)
      .where('last_at', '>=', since)
      .where((eb) => eb.or([eb('told_at', 'is', null), eb('told_at', '<', eb.ref('last_at'))]))
      .orderBy('key')
      .execute(),

  /** Notes that the reports of beacons up to an instant are told of. */
  async distressTold(rows: readonly Pick<SafetyRow, 'key' | 'last_at'>[]): Promise<void> {
    for (const { key, last_at: told } of rows)
      await db.updateTable('vessels.safety_stations').set({ told_at: told }).where('key', '=', key).execute();
  },
});
