import { type DataOf, type Provenance, type QueryOf, worstProvenance } from '@kianda/contract';
import type { fleetAt } from '@kianda/contract/fleet/vessels/fleet.contract';
import { hourMs } from '@kianda/geo';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { ProvenanceOf } from '../../../ingestion/connectors/index.ts';
import type { PositionReader } from '../positions/read.repository.ts';
import { provenanceOfRows } from '../positions/row-provenance.ts';
import type { FleetReader } from './fleet.repository.ts';
import type { FleetRow } from './fleet.types.ts';
import type { ShipKinds } from './ships.repository.ts';

const emptyFleetProvenance: Provenance = {
  state: 'fallback',
  reason: 'Nenhuma embarcação destes filtros deu a sua posição até este instante.',
};

const fiveDecimals = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/** The fleet at an instant, as columns. */
export function createFleetService(options: {
  readonly fleet: FleetReader;
  readonly reader: PositionReader;
  readonly kinds: ShipKinds;
  readonly provenanceOf: ProvenanceOf;
  readonly clock: Clock;
}) {
  const { fleet, kinds, clock } = options;
  return {
    async at(query: QueryOf<typeof fleetAt>): Promise<{ data: DataOf<typeof fleetAt>; provenance: Provenance }> {
      const atMs = query.at === undefined ? clock.nowMs() : Date.parse(query.at);
      const { sources } = query;
      const [rows, passing, kindOf] = await Promise.all([
        fleet.at({
          from: new Date(atMs - query.windowHours * hourMs),
          at: new Date(atMs),
          bbox: query.bbox ?? null,
          sources: sources === undefined ? null : [...new Set(sources)].reduce((bits, id) => bits + 2 ** id, 0),
          ships: query.ships ?? null,
        }),
        kinds.passing({ types: query.types, flags: query.flags, gears: query.gears, licence: query.licence }),
        kinds.of(),
      ]);
      const pass = passing?.on(atMs) ?? null;
      const matching = pass === null ? rows : rows.filter((row) => pass[row.ship_id] === 1);
      const given = newest(matching, query.limit);
      const [{ inputs, simulated }, nameOf] = await Promise.all([
        provenanceOfRows(options, newestByOrigin(given), () => clock.nowMs()),
        fleet.names(given.map((row) => row.ship_id)),
      ]);
      const names = given.map((row) => nameOf(row.ship_id));
      const types = dictionary<ReturnType<typeof kindOf>['type']>();
      const flags = dictionary<string | null>();
      const ofShip = given.map((row) => kindOf(row.ship_id));
      const typeIndex = ofShip.map(({ type }) => types.indexOf(type));
      const flagIndex = ofShip.map(({ flag }) => flags.indexOf(flag));
      const { values: typeValues } = types;
      const { values: flagValues } = flags;
      return {
        data: {
          at: new Date(atMs).toISOString(),
          windowHours: query.windowHours,
          total: matching.length,
          truncated: given.length < matching.length,
          types: typeValues,
          flags: flagValues,
          ids: given.map((row) => row.ship_id),
          mmsis: names.map(({ mmsi }) => mmsi),
          names: names.map(({ name }) => name),
          typeIndex,
          flagIndex,
          lons: given.map((row) => fiveDecimals(row.lon)),
          lats: given.map((row) => fiveDecimals(row.lat)),
          speedsKnots: given.map((row) => row.speed_knots),
          coursesDegrees: given.map((row) => row.course_degrees),
          headingsDegrees: given.map((row) => row.heading_degrees),
          navigationStatuses: given.map((row) => row.navigation_status),
          agesSeconds: given.map((row) => Math.round((atMs - row.timeMs) / 1000)),
          simulated: given.map((row) => simulated.has(row.origin_id)),
        },
        provenance: inputs.length === 0 ? emptyFleetProvenance : worstProvenance(inputs),
      };
    },
  };
}

/** The rows heard last, in the order of their ships, in which they come; of those heard at the same time the first. */
function newest(rows: readonly FleetRow[], limit: number): readonly FleetRow[] {
  if (rows.length <= limit) return rows;
  const times = Float64Array.from(rows, ({ timeMs }) => timeMs).sort();
  const oldest = times[rows.length - limit] as number;
  let ties = limit - rows.reduce((later, { timeMs }) => later + (timeMs > oldest ? 1 : 0), 0);
  return rows.filter(({ timeMs }) => {
    if (timeMs === oldest) ties -= 1;
    return timeMs > oldest || (timeMs === oldest && ties >= 0);
  });
}

/** One row of each origin, by its newest, out of tens of thousands. */
function newestByOrigin(rows: readonly FleetRow[]): { readonly origin_id: number; readonly time: Date }[] {
  const times = new Map<number, number>();
  for (const { origin_id, timeMs } of rows) if (timeMs > (times.get(origin_id) ?? 0)) times.set(origin_id, timeMs);
  return [...times].map(([origin_id, timeMs]) => ({ origin_id, time: new Date(timeMs) }));
}

function dictionary<Value>() {
  const indexes = new Map<Value, number>();
  return {
    indexOf(value: Value): number {
      const index = indexes.get(value) ?? indexes.size;
      indexes.set(value, index);
      return index;
    },
    get values(): Value[] {
      return [...indexes.keys()];
    },
  };
}
