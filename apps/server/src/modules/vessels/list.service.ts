import { type DataOf, type Provenance, type QueryOf, worstProvenance } from '@kianda/contract';
import {
  activeDays,
  activeOnlyDays,
  type ListedVessel,
  type ListSource,
  type listVessels,
  recentDays,
  type VesselActivity,
} from '@kianda/contract/vessels/list.contract';
import { dayMs } from '@kianda/geo';
import { createCache } from '../../platform/cache/cache.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { ProvenanceOf } from '../connectors/index.ts';
import type { ListedRow, TellingRow, VesselList } from './list.repository.ts';
import { attribution } from './vessels.service.ts';

const nobody: Provenance = {
  state: 'fallback',
  reason: 'Ainda sem embarcações: nenhuma fonte AIS ou VMS, nem a Global Fishing Watch, entregou dados.',
};
const noMatch: Provenance = { state: 'fallback', reason: 'Nenhuma embarcação cumpre estes filtros.' };

/** How lately a vessel was heard, by the specification's ages. */
export function activityOf(lastMs: number, nowMs: number): VesselActivity {
  const days = (nowMs - lastMs) / dayMs;
  return days <= activeDays ? 'active' : days <= recentDays ? 'recent' : 'inactive';
}

/** Who tells of a fleet of a hundred thousand changes slowly, and is counted over all of it. */
const fleetSourcesMs = 10_000;

/** Streams that the last places of these rows come from, those of most rows first. */
function placesOf(rows: readonly ListedRow[]): readonly TellingRow[] {
  const known = new Map<string, TellingRow>();
  for (const { connector_id, stream_id, simulated_seed, last_at, retrieved_at } of rows) {
    const key = `${connector_id}/${stream_id}/${simulated_seed}`;
    const { vessels = 0, newest_at = last_at, retrieved_at: before = retrieved_at } = known.get(key) ?? {};
    const isNewer = newest_at <= last_at;
    known.set(key, {
      connector_id,
      stream_id,
      simulated_seed,
      vessels: vessels + 1,
      newest_at: isNewer ? last_at : newest_at,
      retrieved_at: isNewer ? retrieved_at : before,
    });
  }
  return [...known.values()].toSorted((a, b) => b.vessels - a.vessels);
}

const everything = {
  search: null,
  types: [],
  flags: [],
  from: null,
  to: null,
  minLat: null,
  maxLat: null,
  minLon: null,
  maxLon: null,
  heardAfter: null,
  hasImo: false,
} as const;

export type ListService = ReturnType<typeof createListService>;

/** The fleet by filters, page by page, with all that the page's rows come from. */
export function createListService(list: VesselList, provenanceOf: ProvenanceOf, clock: Clock) {
  const keptFleet = createCache<readonly TellingRow[]>({
    name: 'vessels/fleet-sources',
    clock,
    ttlMs: fleetSourcesMs,
    maxStaleMs: 0,
    maxEntries: 1,
  });

  const told = (row: TellingRow) =>
    provenanceOf({
      connectorId: row.connector_id,
      streamId: row.stream_id,
      observedAtMs: row.newest_at.getTime(),
      retrievedAtMs: row.retrieved_at.getTime(),
      simulatedSeed: row.simulated_seed === null ? null : Number(row.simulated_seed),
    });

  /** Those who told of these rows: of their places, and of their identities where the list has any from elsewhere. */
  async function sourcesOf(rows: readonly ListedRow[]): Promise<ListSource[]> {
    const ships = rows.flatMap(({ ship_id }) => ship_id ?? []);
    // Where only the provider tells of a vessel, its place and its identity are one telling.
    const provided = rows.flatMap(({ ship_id, vessel_id }) =>
      ship_id === null || vessel_id === null ? [] : vessel_id,
    );
    const identities = await list.identityTellings(ships, provided);
    const asSource = (tells: ListSource['tells']) => async (row: TellingRow) => ({
      tells,
      vessels: row.vessels,
      provenance: await told(row),
    });
    return Promise.all([...placesOf(rows).map(asSource('position')), ...identities.map(asSource('identity'))]);
  }

  /** Of the figures about the whole fleet; null while there is none. */
  async function fleetProvenance(): Promise<Provenance | null> {
    const { value } = await keptFleet.get('fleet', list.fleetTellings);
    if (value.length === 0) keptFleet.clear();
    return value.length === 0 ? null : worstProvenance(await Promise.all(value.map(told)));
  }

  return {
    /** `ids`: only these of the fleet; null for all of it. */
    async list(
      query: QueryOf<typeof listVessels>,
      ids: readonly string[] | null = null,
    ): Promise<{
      data: DataOf<typeof listVessels>;
      provenance: Provenance;
      fields: Readonly<Record<'known' | 'active' | 'flags', Provenance>>;
    }> {
      const nowMs = clock.nowMs();
      const { page, pageSize } = query;
      const filter = {
        search: query.search === undefined || query.search === '' ? null : query.search,
        types: query.types ?? [],
        flags: query.flags ?? [],
        from: query.from === undefined ? null : new Date(query.from),
        to: query.to === undefined ? null : new Date(query.to),
        minLat: query.minLat ?? null,
        maxLat: query.maxLat ?? null,
        minLon: query.minLon ?? null,
        maxLon: query.maxLon ?? null,
        heardAfter: query.activeOnly === 'true' ? new Date(nowMs - activeOnlyDays * dayMs) : null,
        hasImo: query.hasImo === 'true',
        ids,
      };
      const order = { sort: query.sort, descending: query.order === 'desc' };
      const [{ rows, total }, facets, ofFleet] = await Promise.all([
        list.page(filter, order, (page - 1) * pageSize, pageSize),
        list.facets(new Date(nowMs - activeDays * dayMs)),
        fleetProvenance(),
      ]);
      const sources = await sourcesOf(rows);
      const whole = ofFleet ?? nobody;
      const known = facets.flags.reduce((sum, { vessels }) => sum + vessels, 0);
      return {
        data: {
          data: rows.map((row) => listedOf(row, nowMs)),
          total,
          page,
          pageSize,
          hasNext: page * pageSize < total,
          hasPrev: page > 1,
          known,
          active: facets.active,
          flags: facets.flags.flatMap(({ flag, vessels }) => (flag === null ? [] : [{ flag, vessels }])),
          sources,
          attribution,
        },
        provenance:
          sources.length > 0
            ? worstProvenance(sources.map(({ provenance }) => provenance))
            : known === 0
              ? nobody
              : noMatch,
        fields: { known: whole, active: whole, flags: whole },
      };
    },

    /** Those of these ids that the list has, in no order. */
    async byIds(ids: readonly string[]): Promise<ListedVessel[]> {
      const { rows } = await list.page({ ...everything, ids }, { sort: 'name', descending: false }, 0, ids.length);
      return rows.map((row) => listedOf(row, clock.nowMs()));
    },
  };
}

function listedOf(row: ListedRow, nowMs: number): ListedVessel {
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
    firstTransmissionDate: row.first_at?.toISOString() ?? null,
    lastTransmissionDate: row.last_at.toISOString(),
    geom: { type: 'Point', coordinates: [row.lon, row.lat] },
    positionKind: row.position_kind,
    activity: activityOf(row.last_at.getTime(), nowMs),
    simulated: row.simulated_seed !== null,
  };
}
