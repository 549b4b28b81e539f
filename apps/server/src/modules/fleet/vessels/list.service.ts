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
import type { TellingRow, VesselList } from './list.repository.ts';
import { type ListedRow, listedOf } from './list-columns.repository.ts';
import { attribution } from './vessels.service.ts';

const nobody: Provenance = {
  state: 'fallback',
  reason: 'Ainda sem embarcações: nenhuma fonte AIS ou VMS, nem a Global Fishing Watch, entregou dados.',
};
const noMatch: Provenance = { state: 'fallback', reason: 'Nenhuma embarcação cumpre estes filtros.' };

/** Who tells of a fleet of a hundred thousand changes slowly, and is counted over all of it. */
const fleetSourcesMs = 10_000;
/** The registry changes by hand: a licence just written is in the list within so long. */
const licencesMs = 10_000;

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

/** Everything: no filter asks for anything. */
const noFilters = { activeOnly: 'false', hasImo: 'false' } as const;

type ListOptions = {
  readonly list: VesselList;
  readonly provenanceOf: ProvenanceOf;
  readonly licencePeriods: LicencePeriods;
  readonly clock: Clock;
};

export type ListService = ReturnType<typeof createListService>;

/** The fleet by filters, page by page, with all that the page's rows come from. */
export function createListService({ list, provenanceOf, licencePeriods, clock }: ListOptions) {
  const licences = createCache<readonly number[] | null>({
    name: 'vessels/licensed',
    clock,
    ttlMs: licencesMs,
    maxStaleMs: 0,
    maxEntries: 1,
  });
  const factsFor = async (ids: readonly string[] | null) => {
    const nowMs = clock.nowMs();
    const { value: licensed } = await licences.get('today', async () => licensedOn(await licencePeriods(), nowMs));
    return { nowMs, licensed, ids };
  };
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
      const facts = await factsFor(ids);
      const { nowMs } = facts;
      const { page, pageSize, sort, order, ...filters } = query;
      const asked = { filters, sort, order, offset: (page - 1) * pageSize, limit: pageSize };
      const [{ rows, total }, facets, ofFleet] = await Promise.all([
        list.page(asked, facts),
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
          gears: facets.gears,
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
      const facts = await factsFor(ids);
      const all = { filters: noFilters, sort: 'name', order: 'asc', offset: 0, limit: ids.length } as const;
      const { rows } = await list.page(all, facts);
      return rows.map((row) => listedOf(row, facts.nowMs));
    },
  };
}
