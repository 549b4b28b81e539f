import { type DataOf, type Provenance, type QueryOf, worstProvenance } from '@kianda/contract';
import {
  activeDays,
  activeOnlyDays,
  type ListedVessel,
  type listVessels,
  recentDays,
  type VesselActivity,
} from '@kianda/contract/vessels/list.contract';
import { dayMs } from '@kianda/geo';
import type { Clock } from '../../platform/clock/clock.ts';
import type { ProvenanceOf } from '../connectors/index.ts';
import type { ListedRow, VesselList } from './list.repository.ts';
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

/** The fleet by filters, page by page, with where the page's rows come from. */
export function createListService(list: VesselList, provenanceOf: ProvenanceOf, clock: Clock) {
  async function provenanceOfRows(rows: readonly ListedRow[]): Promise<Provenance | null> {
    const newest = new Map<string, ListedRow>();
    for (const row of rows) {
      const key = `${row.connector_id}/${row.stream_id}/${row.simulated_seed}`;
      const known = newest.get(key);
      if (known === undefined || known.last_at < row.last_at) newest.set(key, row);
    }
    const inputs = await Promise.all(
      [...newest.values()].map((row) =>
        provenanceOf({
          connectorId: row.connector_id,
          streamId: row.stream_id,
          observedAtMs: row.last_at.getTime(),
          retrievedAtMs: row.retrieved_at.getTime(),
          simulatedSeed: row.simulated_seed === null ? null : Number(row.simulated_seed),
        }),
      ),
    );
    return inputs.length === 0 ? null : worstProvenance(inputs);
  }

  return {
    /** `ids`: only these of the fleet; null for all of it. */
    async list(
      query: QueryOf<typeof listVessels>,
      ids: readonly string[] | null = null,
    ): Promise<{
      data: DataOf<typeof listVessels>;
      provenance: Provenance;
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
      const [{ rows, total }, facets] = await Promise.all([
        list.page(filter, order, (page - 1) * pageSize, pageSize),
        list.facets(new Date(nowMs - activeDays * dayMs)),
      ]);
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
          attribution,
        },
        provenance: (await provenanceOfRows(rows)) ?? (known === 0 ? nobody : noMatch),
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
