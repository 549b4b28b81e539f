import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import { activeDays, activeOnlyDays, recentDays } from '@kianda/contract/fleet/vessels/list.contract';
import type { VesselType } from '@kianda/contract/fleet/vessels/vessel-types';
import type { ListedVessel, VesselActivity, vesselResource } from '@kianda/contract/fleet/vessels/vessels.resource';
import { dayMs } from '@kianda/geo';
import { type RawBuilder, sql } from 'kysely';
import { type Conditions, containing } from '../../../platform/db/list-query.ts';

export type ListFilters = FilterValues<typeof vesselResource>;
export type ListSort = SortOf<typeof vesselResource>;

/** Facts beside the vessels' own rows that conditions and cells of the list depend on. */
export type ListFacts = {
  readonly nowMs: number;
  /** Ships that hold a licence today, by number; null where the registry is empty. */
  readonly licensed: readonly number[] | null;
  /** Only these vessels; null for all. */
  readonly ids: readonly string[] | null;
};

export type ListedRow = {
  id: string;
  ship_id: number | null;
  vessel_id: string | null;
  name: string | null;
  vessel_type: VesselType;
  gear_type: string | null;
  flag: string | null;
  mmsi: string | null;
  imo: string | null;
  callsign: string | null;
  registration: string | null;
  length_meters: number | null;
  is_licensed: boolean | null;
  speed_knots: number | null;
  course_degrees: number | null;
  first_at: Date | null;
  last_at: Date;
  lon: number;
  lat: number;
  position_kind: ListedVessel['positionKind'];
  connector_id: string;
  stream_id: string;
  simulated_seed: number | null;
  retrieved_at: Date;
};

/** Part of the data that a filter or an order looks at: who the vessels are, where they were last, or both. */
type Side = 'directory' | 'places' | 'both';

/**
 * Every listed vessel once, with as little as a query needs: `places` and `directory` are read alone, without being
 * joined. Vessels that report themselves are where they last said; those that only the provider has, where they were last
 * present. `tie` puts equal ones in an order.
 */
const fleets: Readonly<Record<Side, RawBuilder<unknown>>> = {
  directory: sql`(SELECT *, number AS tie FROM vessels.directory WHERE is_listed) AS fleet`,
  places: sql`(
    SELECT NULL::bigint AS number, ship_id, ship_id::bigint AS tie, least(known_from, time) AS first_at, time AS last_at,
      lon, lat, speed_knots, course_degrees
    FROM vessels.latest_positions
    UNION ALL
    SELECT number, NULL::int, number + ${sql.lit(2 ** 31)}::bigint, known_from, presence_at, lon, lat, NULL::real, NULL::real
    FROM vessels.directory WHERE ship_id IS NULL AND is_listed
  ) AS fleet`,
  both: sql`(
    SELECT d.number, d.number AS tie, d.id, d.ship_id, d.name, d.vessel_type, d.gear_type, d.flag, d.imo, d.search,
      least(l.known_from, l.time) AS first_at, l.time AS last_at, l.lon, l.lat, l.speed_knots, l.course_degrees
    FROM vessels.directory AS d JOIN vessels.latest_positions AS l ON l.ship_id = d.ship_id
    WHERE d.is_listed
    UNION ALL
    SELECT d.number, d.number, d.id, d.ship_id, d.name, d.vessel_type, d.gear_type, d.flag, d.imo, d.search, d.known_from,
      d.presence_at, d.lon, d.lat, NULL::real, NULL::real
    FROM vessels.directory AS d WHERE d.ship_id IS NULL AND d.is_listed
  ) AS fleet`,
};

/** Whether a ship of this number holds a licence; null where the registry or the number is missing. */
export const isLicensed = (shipId: RawBuilder<unknown>, { licensed }: Pick<ListFacts, 'licensed'>) =>
  licensed === null ? sql<null>`NULL::boolean` : sql<boolean>`${shipId} = ANY (${[...licensed]}::int4[])`;

const sideOfSort: Readonly<Record<ListSort, Side>> = {
  name: 'directory',
  type: 'directory',
  flag: 'directory',
  gear: 'directory',
  licence: 'directory',
  speed: 'places',
  course: 'places',
  first: 'places',
  last: 'places',
  location: 'places',
};

const sideOfFilter: Readonly<Record<keyof Conditions<ListFilters>, Side>> = {
  search: 'directory',
  types: 'directory',
  flags: 'directory',
  gears: 'directory',
  licence: 'directory',
  hasImo: 'directory',
  group: 'directory',
  to: 'places',
  from: 'places',
  activeOnly: 'places',
  minLat: 'places',
  maxLat: 'places',
  minLon: 'places',
  maxLon: 'places',
  minSpeed: 'places',
  maxSpeed: 'places',
  fromCourse: 'places',
  toCourse: 'places',
};

/** The least that holds all that these filters and this order look at. */
export function fleetOf(used: readonly (keyof Conditions<ListFilters>)[], sort: ListSort, { ids }: ListFacts) {
  const sides = new Set([sideOfSort[sort], ...used.map((name) => sideOfFilter[name])]);
  if (ids !== null) sides.add('directory');
  const side = sides.size > 1 ? 'both' : sideOfSort[sort];
  return { side, from: fleets[side] };
}

/** Expressions that the list is ordered by. */
export const sortsOf = (facts: ListFacts): Readonly<Record<ListSort, RawBuilder<unknown>>> => ({
  name: sql`name`,
  type: sql`vessel_type`,
  flag: sql`flag`,
  gear: sql`gear_type`,
  licence: isLicensed(sql`ship_id`, facts),
  speed: sql`speed_knots`,
  course: sql`course_degrees`,
  first: sql`first_at`,
  last: sql`last_at`,
  location: sql`lat`,
});

const anyOf = (column: RawBuilder<unknown>, values: readonly string[]) =>
  values.length === 0 ? null : sql`${column} IN (${sql.join([...values])})`;

/** Condition of every filter. */
export const conditionsOf = (facts: ListFacts): Conditions<ListFilters> => ({
  search: (text) => (text === '' ? null : sql`search LIKE ${containing(text.toLowerCase())}`),
  types: (types) => anyOf(sql`vessel_type`, types),
  flags: (flags) => anyOf(sql`flag`, flags),
  gears: (gears) => anyOf(sql`gear_type`, gears),
  licence: (licence) => {
    const held = isLicensed(sql`ship_id`, facts);
    return licence === 'with' ? sql`${held} IS TRUE` : sql`${held} IS FALSE`;
  },
  from: (from) => sql`last_at >= ${new Date(from)}`,
  to: (to) => sql`coalesce(first_at, last_at) <= ${new Date(to)}`,
  minLat: (degrees) => sql`lat >= ${degrees}`,
  maxLat: (degrees) => sql`lat <= ${degrees}`,
  minLon: (degrees) => sql`lon >= ${degrees}`,
  maxLon: (degrees) => sql`lon <= ${degrees}`,
  // As double precision: a number too small or too great for the column's own type would be an error.
  minSpeed: (knots) => sql`speed_knots >= ${knots}::float8`,
  maxSpeed: (knots) => sql`speed_knots <= ${knots}::float8`,
  // From a greater course to a smaller one the sector goes across north.
  fromCourse: (from, { toCourse }) =>
    toCourse !== undefined && from > toCourse
      ? sql`(course_degrees >= ${from}::float8 OR course_degrees <= ${toCourse}::float8)`
      : sql`course_degrees >= ${from}::float8`,
  toCourse: (to, { fromCourse }) =>
    fromCourse !== undefined && fromCourse > to ? null : sql`course_degrees <= ${to}::float8`,
  activeOnly: (isOn) => (isOn === 'true' ? sql`last_at >= ${new Date(facts.nowMs - activeOnlyDays * dayMs)}` : null),
  hasImo: (isOn) => (isOn === 'true' ? sql`coalesce(imo, '') <> ''` : null),
  // Which vessels a group has is not the list's to know.
  group: () => null,
});

/** Status of a vessel by the age of its last position, after the specification. */
export function activityOf(lastMs: number, nowMs: number): VesselActivity {
  const days = (nowMs - lastMs) / dayMs;
  return days <= activeDays ? 'active' : days <= recentDays ? 'recent' : 'inactive';
}

/** A vessel as the list shows it. */
export function listedOf(row: ListedRow, nowMs: number): ListedVessel {
  return {
    id: row.id,
    shipId: row.ship_id,
    vesselId: row.vessel_id,
    name: row.name,
    vesselType: row.vessel_type,
    gearType: row.gear_type,
    flag: row.flag,
    mmsi: row.mmsi,
    imo: row.imo,
    callsign: row.callsign,
    registration: row.registration,
    lengthMeters: row.length_meters,
    licence: row.is_licensed === null ? null : row.is_licensed ? 'with' : 'without',
    speedKnots: row.speed_knots,
    courseDegrees: row.course_degrees,
    firstTransmissionDate: row.first_at?.toISOString() ?? null,
    lastTransmissionDate: row.last_at.toISOString(),
    receivedDate: row.position_kind === 'report' ? row.retrieved_at.toISOString() : null,
    geom: { type: 'Point', coordinates: [row.lon, row.lat] },
    positionKind: row.position_kind,
    activity: activityOf(row.last_at.getTime(), nowMs),
    simulated: row.simulated_seed !== null,
  };
}
