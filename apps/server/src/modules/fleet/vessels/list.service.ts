import { type DataOf, type Provenance, type QueryOf, worstProvenance } from '@kianda/contract';
import {
  activeDays,
  type ListedVessel,
  type ListSource,
  type listVessels,
} from '@kianda/contract/fleet/vessels/list.contract';
import { dayMs } from '@kianda/geo';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ProvenanceOf } from '../../ingestion/connectors/index.ts';
import { type LicencePeriods, licensedOn } from './heat/licences.ts';
import type { FleetSourceRow, SourceRow, VesselList } from './list.repository.ts';
import { type ListedRow, listedOf } from './list-columns.repository.ts';
import { attribution } from './vessels.service.ts';

const emptyFleetProvenance: Provenance = {
  state: 'fallback',
  reason: 'Ainda sem embarcações: nenhuma fonte AIS ou VMS, nem a Global Fishing Watch, entregou dados.',
};
const emptyResultProvenance: Provenance = { state: 'fallback', reason: 'Nenhuma embarcação cumpre estes filtros.' };

/** The sources of the fleet change slowly, and counting them reads a hundred thousand rows. */
const fleetSourcesMs = 10_000;
/** Flags and gears are counted over the whole fleet. */
const facetsMs = 10_000;
/** The registry changes by hand: a licence just written is in the list within so long. */
const licencesMs = 10_000;

/** Streams that the last positions of these rows come from, those of most rows first. */
function positionSources(rows: readonly ListedRow[]): readonly SourceRow[] {
  const known = new Map<string, SourceRow>();
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

/** Filters that every vessel passes. */
const noFilters = { activeOnly: 'false', hasImo: 'false' } as const;

type ListOptions = {
  readonly list: VesselList;
  readonly provenanceOf: ProvenanceOf;
  readonly licencePeriods: LicencePeriods;
  readonly clock: Clock;
};

export type ListService = ReturnType<typeof createListService>;

/** The fleet by filters, page by page, with the sources of the page's rows. */
export function createListService(options: ListOptions) {
  const { list } = options;
  const factsOf = listFacts(options);
  const fleetHeard = fleetHeardOf(options);
  const fleetFacets = fleetFacetsOf(options);
  return {
    /** `ids`: only these of the fleet; null for all of it. */
    async list(query: QueryOf<typeof listVessels>, ids: readonly string[] | null = null): Promise<ListAnswer> {
      const facts = await factsOf(ids);
      const { page, pageSize, sort, order, ...filters } = query;
      const pageQuery = { filters, sort, order, offset: (page - 1) * pageSize, limit: pageSize };
      const [{ rows, total }, facets, heard] = await Promise.all([
        list.page(pageQuery, facts),
        fleetFacets(),
        fleetHeard(facts.nowMs),
      ]);
      const sources = await sourcesOf(options, rows);
      const ofFleet = heard.provenance ?? emptyFleetProvenance;
      // Counted some seconds ago: a vessel that has just come is in the list already, and one of those known.
      const known = Math.max(total, facets.known);
      return {
        data: {
          data: rows.map((row) => listedOf(row, facts.nowMs)),
          total,
          page,
          pageSize,
          hasNext: page * pageSize < total,
          hasPrev: page > 1,
          known,
          active: heard.active,
          flags: facets.flags,
          gears: facets.gears,
          sources,
          attribution,
        },
        provenance: pageProvenance(sources, known),
        fields: { known: ofFleet, active: ofFleet, flags: ofFleet },
      };
    },

    /** Vessels of these ids that the list has, in no order. */
    async byIds(ids: readonly string[]): Promise<ListedVessel[]> {
      const facts = await factsOf(ids);
      const pageQuery = { filters: noFilters, sort: 'name', order: 'asc', offset: 0, limit: ids.length } as const;
      const { rows } = await list.page(pageQuery, facts);
      return rows.map((row) => listedOf(row, facts.nowMs));
    },
  };
}

type ListAnswer = {
  readonly data: DataOf<typeof listVessels>;
  readonly provenance: Provenance;
  readonly fields: Readonly<Record<'known' | 'active' | 'flags', Provenance>>;
};

/** Facts that conditions need: the present instant, the ships with a licence, and the ids asked for. */
function listFacts({ licencePeriods, clock }: ListOptions) {
  const licences = createCache<readonly number[] | null>({
    name: 'vessels/licensed',
    clock,
    ttlMs: licencesMs,
    maxStaleMs: 0,
    maxEntries: 1,
  });
  return async (ids: readonly string[] | null) => {
    const nowMs = clock.nowMs();
    const { value: licensed } = await licences.get('today', async () => licensedOn(await licencePeriods(), nowMs));
    return { nowMs, licensed, ids };
  };
}

/** Flags and gears of the whole fleet, whatever the filters, as they were some seconds ago at most. */
function fleetFacetsOf({ list, clock }: ListOptions) {
  const facets = createCache<Awaited<ReturnType<VesselList['facets']>>>({
    name: 'vessels/fleet-facets',
    clock,
    ttlMs: facetsMs,
    maxStaleMs: 0,
    maxEntries: 1,
  });
  return async () => {
    const { value } = await facets.get('fleet', list.facets);
    // An empty fleet is not kept: the first vessels must be in the next answer.
    if (value.known === 0) facets.clear();
    return value;
  };
}

/** Vessels of the whole fleet that were heard of late, and the provenance of its figures; null while there is no vessel. */
function fleetHeardOf(options: ListOptions) {
  const fleetSources = createCache<readonly FleetSourceRow[]>({
    name: 'vessels/fleet-sources',
    clock: options.clock,
    ttlMs: fleetSourcesMs,
    maxStaleMs: 0,
    maxEntries: 1,
  });
  return async (nowMs: number) => {
    const activeSince = new Date(nowMs - activeDays * dayMs);
    const { value } = await fleetSources.get('fleet', () => options.list.fleetSources(activeSince));
    // An empty fleet is not kept: the first vessels must be in the next answer.
    if (value.length === 0) fleetSources.clear();
    const states = await Promise.all(value.map((row) => sourceProvenance(options, row)));
    return {
      active: value.reduce((sum, { active }) => sum + active, 0),
      provenance: value.length === 0 ? null : worstProvenance(states),
    };
  };
}

const sourceProvenance = ({ provenanceOf }: ListOptions, row: SourceRow): Promise<Provenance> =>
  provenanceOf({
    connectorId: row.connector_id,
    streamId: row.stream_id,
    observedAtMs: row.newest_at.getTime(),
    retrievedAtMs: row.retrieved_at.getTime(),
    simulatedSeed: row.simulated_seed === null ? null : Number(row.simulated_seed),
  });

/** Sources of these rows: of their positions, and of their identities where the list has any from elsewhere. */
async function sourcesOf(options: ListOptions, rows: readonly ListedRow[]): Promise<ListSource[]> {
  const ships = rows.flatMap(({ ship_id }) => ship_id ?? []);
  // Where only the provider has a vessel, its position and its identity are one source.
  const provided = rows.flatMap(({ ship_id, vessel_id }) => (ship_id === null || vessel_id === null ? [] : vessel_id));
  const identities = await options.list.identitySources(ships, provided);
  const asSource = (tells: ListSource['tells']) => async (row: SourceRow) => ({
    tells,
    vessels: row.vessels,
    provenance: await sourceProvenance(options, row),
  });
  return Promise.all([...positionSources(rows).map(asSource('position')), ...identities.map(asSource('identity'))]);
}

function pageProvenance(sources: readonly ListSource[], known: number): Provenance {
  if (sources.length > 0) return worstProvenance(sources.map(({ provenance }) => provenance));
  return known === 0 ? emptyFleetProvenance : emptyResultProvenance;
}
