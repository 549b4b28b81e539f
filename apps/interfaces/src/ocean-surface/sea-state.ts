import type { Station } from '@kianda/contract/sea/ocean/ocean.contract';
import { destination, distanceMeters, type Position, sampleBilinear, seededRandom } from '@kianda/geo';
import type { Field } from '@kianda/viz/field/decode.ts';
import type { SeabedPatch } from '@kianda/viz/waves/meshes.ts';
import { mostWaves, type SeaState, sampleSea, type WaveComponent } from '@kianda/viz/waves/spectrum.ts';

/** Sea of a station: what it holds of the waves, and when. Heights in m, period in s, direction in degrees from north. */
export type StationSea = {
  readonly station: Station;
  readonly heightM: number;
  readonly periodS: number;
  readonly fromDegrees: number;
  readonly swellM: number | null;
  readonly time: string;
  readonly isModel: boolean;
};

/** The station's sea; null where it has no height, period or direction: none of them is guessed. */
export function seaOf(station: Station): StationSea | null {
  const latest = (name: string) => station.latest.find(({ variable }) => variable === name);
  const [height, period, direction] = [latest('waveHeight'), latest('wavePeriod'), latest('waveDirection')];
  if (height?.value == null || period?.value == null || direction?.value == null) return null;
  return {
    station,
    heightM: height.value,
    periodS: period.value,
    fromDegrees: direction.value,
    swellM: latest('swellHeight')?.value ?? null,
    time: height.time,
    isModel: height.basis === 'model',
  };
}

/** The nearest station's sea to a place, and how far it is, m; null where no station has one. */
export function nearestSea(
  stations: readonly Station[],
  place: Position,
): { readonly sea: StationSea; readonly awayM: number } | null {
  let nearest: { readonly sea: StationSea; readonly awayM: number } | null = null;
  for (const station of stations) {
    const sea = seaOf(station);
    const awayM = distanceMeters(place, [station.lon, station.lat]);
    if (sea !== null && (nearest === null || awayM < nearest.awayM)) nearest = { sea, awayM };
  }
  return nearest;
}

/** Exponent of the directional spread: narrow where swell has most of the energy, wide for wind sea (Goda 1985). */
export function spreadOf({ heightM, swellM }: Pick<StationSea, 'heightM' | 'swellM'>): number {
  return swellM !== null && swellM ** 2 >= 0.5 * heightM ** 2 ? 25 : 10;
}

/** Waves of a station's sea over water of a depth. The same sea has the same waves, so that a link shows it again. */
export function wavesOf(sea: StationSea, depthM: number | null): readonly WaveComponent[] {
  const state: SeaState = {
    heightM: sea.heightM,
    meanPeriodS: sea.periodS,
    fromDegrees: sea.fromDegrees,
    spread: spreadOf(sea),
    depthM,
  };
  return sampleSea(state, mostWaves, seededRandom(`${sea.station.id} ${sea.time}`));
}

/** Side of the seabed below a block, km. */
export const patchKm = 60;
const patchCells = 56;

/** Depths of the square about a place, from a field of them; land counts as 0. Null where all of it is unknown. */
export function seabedAround(field: Field, place: Position): SeabedPatch | null {
  const depthsM = new Float32Array((patchCells + 1) ** 2);
  let [known, deepestM] = [0, 0];
  for (let index = 0; index < depthsM.length; index += 1) {
    const east = ((index % (patchCells + 1)) / patchCells - 0.5) * patchKm * 1000;
    const south = (Math.floor(index / (patchCells + 1)) / patchCells - 0.5) * patchKm * 1000;
    const at = destination(destination(place, 90, east), 180, south);
    const depth = sampleBilinear(field.grid, field.values, at);
    if (Number.isNaN(depth)) continue;
    known += 1;
    depthsM[index] = Math.max(0, depth);
    deepestM = Math.max(deepestM, depth);
  }
  return known === 0 ? null : { cells: patchCells, depthsM, deepestM };
}

/** Index, 0–7, of the compass point nearest to a direction. */
export function compassPoint(degrees: number): number {
  return ((Math.round(degrees / 45) % 8) + 8) % 8;
}

export const turned = (degrees: number, by: number) => ((Math.round(degrees + by) % 360) + 360) % 360;
