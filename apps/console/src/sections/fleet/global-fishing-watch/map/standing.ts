import type { DataOf } from '@kianda/contract';
import type { SafetyStation } from '@kianda/contract/fleet/vessels/safety.resource';
import type { fixedStructures } from '@kianda/contract/fleet/vessels/vessels.contract';
import { dayMs } from '@kianda/geo';
import type { StandingMark } from '@kianda/viz/map/layers/standing/standing-marks.ts';

export type Structure = DataOf<typeof fixedStructures>['structures'][number];

/** What moves or is called out is of the moment: it is on the map for a day after it was last heard. */
const passing: ReadonlySet<SafetyStation['kind']> = new Set(['distress', 'aircraft', 'text']);

type Placed = SafetyStation & { readonly lon: number; readonly lat: number };

/** Stations that have a place and were heard by the moment shown; `untilMs` is endless while the map is live. */
export function stationsAt(stations: readonly SafetyStation[], atMs: number, untilMs: number): readonly Placed[] {
  return stations.filter(
    (station): station is Placed =>
      station.lon !== null &&
      station.lat !== null &&
      Date.parse(station.firstAt) <= untilMs &&
      (!passing.has(station.kind) || Date.parse(station.lastAt) >= atMs - dayMs),
  );
}

export const structureMark = ({ id, label, lon, lat }: Structure): StandingMark => ({
  key: `estrutura:${id}`,
  kind: label,
  lon,
  lat,
});
export const stationMark = ({ key, kind, lon, lat }: Placed): StandingMark => ({ key, kind, lon, lat });
