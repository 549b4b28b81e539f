import type { DataOf } from '@kianda/contract';
import type { fleetAt } from '@kianda/contract/fleet/vessels/fleet.contract';
import type { VesselType } from '@kianda/contract/fleet/vessels/list.contract';
import { hourMs } from '@kianda/geo';
import type { FleetMark } from '@kianda/viz/map/layers/fleet/symbol.ts';

/** One vessel where it was at the moment shown. */
export type FleetVessel = {
  readonly shipId: number;
  readonly name: string | null;
  readonly vesselType: VesselType;
  readonly flag: string | null;
  readonly mmsi: string | null;
  readonly time: string;
  readonly lon: number;
  readonly lat: number;
  readonly speedKnots: number | null;
  readonly courseDegrees: number | null;
  readonly headingDegrees: number | null;
  readonly simulated: boolean;
};

/** Silent for longer than this before the moment shown, a vessel may well be elsewhere: drawn pale. */
export const oldMs = 6 * hourMs;

export const nameOf = ({ name, mmsi, shipId }: Pick<FleetVessel, 'name' | 'mmsi' | 'shipId'>): string =>
  name ?? mmsi ?? `n.º ${shipId}`;

/** Vessels as the map draws them at a moment. */
export function marksOf(
  vessels: readonly FleetVessel[],
  atMs: number,
  isSelected: (vessel: FleetVessel) => boolean,
): readonly FleetMark[] {
  return vessels.map((vessel) => ({
    id: vessel.shipId,
    name: nameOf(vessel),
    type: vessel.vesselType,
    lon: vessel.lon,
    lat: vessel.lat,
    headingDegrees: vessel.headingDegrees,
    courseDegrees: vessel.courseDegrees,
    speedKnots: vessel.speedKnots,
    isOld: atMs - Date.parse(vessel.time) > oldMs,
    isSelected: isSelected(vessel),
  }));
}

/** Water shown around a vessel that the map goes to, degrees; nearer than the zoom it never comes. */
const aroundDegrees = 0.6;
const nearestZoom = 8.5;

/** Where the map goes to show a vessel. */
export const targetOf = ({ lon, lat }: Pick<FleetVessel, 'lon' | 'lat'>) => ({
  bounds: [lon - aroundDegrees, lat - aroundDegrees, lon + aroundDegrees, lat + aroundDegrees] as const,
  maxZoom: nearestZoom,
});

/** The rows of an answer in columns; those whose columns are not equally long are left out. */
export function fleetOf(answer: DataOf<typeof fleetAt>): readonly FleetVessel[] {
  const atMs = Date.parse(answer.at);
  return answer.ids.flatMap((shipId, at) => {
    const [lon, lat, age] = [answer.lons[at], answer.lats[at], answer.agesSeconds[at]];
    if (lon === undefined || lat === undefined || age === undefined) return [];
    const mmsi = answer.mmsis[at] ?? null;
    return [
      {
        shipId,
        mmsi: mmsi === null ? null : String(mmsi),
        name: answer.names[at] ?? null,
        vesselType: answer.types[answer.typeIndex[at] ?? -1] ?? 'unknown',
        flag: answer.flags[answer.flagIndex[at] ?? -1] ?? null,
        time: new Date(atMs - age * 1000).toISOString(),
        lon,
        lat,
        speedKnots: answer.speedsKnots[at] ?? null,
        courseDegrees: answer.coursesDegrees[at] ?? null,
        headingDegrees: answer.headingsDegrees[at] ?? null,
        simulated: answer.simulated[at] ?? false,
      },
    ];
  });
}
