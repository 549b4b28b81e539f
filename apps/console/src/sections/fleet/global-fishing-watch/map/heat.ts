import { type LicenceState, licenceStates } from '@kianda/contract/fleet/vessels/fleet.contract';
import { type VesselType, vesselTypes } from '@kianda/contract/fleet/vessels/list.contract';
import { type HeatTile, heatFrameOf, sumHeatTile } from '@kianda/geo';
import { type PeriodName, periodMs, type StepName, type TimeFrame } from '@kianda/viz/timeline/window/frames.ts';
import { type FleetFilter, fleetFilterQuery } from './fleet-filter.ts';

/** Which vessels a heat map is of: a kind or all, a flag or all (`none` is an unknown flag), licensed or not or both. */
export type HeatFilter = {
  readonly type: VesselType | 'all';
  readonly flag: string | null;
  readonly licence: LicenceState | null;
};

/** A filter as the address keeps it: `fishing`, `all.AGO`, `fishing..without`. */
export function heatFilterOf(text: string | undefined, usual: VesselType | 'all'): HeatFilter {
  const [type = '', flag = '', licence = ''] = (text ?? usual).split('.');
  const known = [...(Object.keys(vesselTypes) as VesselType[]), 'all' as const].find((name) => name === type);
  return {
    type: known ?? usual,
    flag: /^([A-Z]{3}|none)$/.test(flag) ? flag : null,
    licence: licenceStates.find((state) => state === licence) ?? null,
  };
}

/** The vessels of a heat map, as the server takes them: what its own filter leaves open is as the fleet's filter says. */
export function heatFilterQuery({ type, flag, licence }: HeatFilter, fleet: FleetFilter) {
  return fleetFilterQuery({
    types: type === 'all' ? fleet.types : [type],
    flags: flag === null ? fleet.flags : [flag],
    gears: fleet.gears,
    licence: licence ?? fleet.licence,
  });
}

export const heatFilterText = ({ type, flag, licence }: HeatFilter): string =>
  [type, flag ?? '', licence ?? ''].join('.').replace(/\.+$/, '');

export type HeatStep = 'hour' | 'day';

/** Steps as the server cuts time: months are summed from days, whose frames begin where any period may. */
export const heatInterval = (step: StepName): HeatStep => (step === 'hour' ? 'hour' : 'day');

export type HeatPeriod = { readonly fromMs: number; readonly toMs: number };

/** The period shown and the one before it, as long; both at whole frames, so that a moving minute asks nothing new. */
export function heatPeriods(
  frames: readonly TimeFrame[],
  period: PeriodName,
  step: StepName,
): { readonly now: HeatPeriod; readonly before: HeatPeriod } {
  const sizeMs = heatInterval(step) === 'hour' ? 3_600_000 : 86_400_000;
  const fromMs = Math.floor((frames[0]?.startMs ?? 0) / sizeMs) * sizeMs;
  const toMs = Math.ceil((frames.at(-1)?.endMs ?? 0) / sizeMs) * sizeMs;
  const shift = periodMs[period];
  return { now: { fromMs, toMs }, before: { fromMs: fromMs - shift, toMs: toMs - shift } };
}

/** Hours of a tile's cells in a stretch of time; all zero for a tile that is empty. */
export function heatSums(tile: HeatTile | null, interval: HeatStep, { fromMs, toMs }: HeatPeriod): Float64Array {
  if (tile === null) return new Float64Array(64 * 64);
  return sumHeatTile(tile, heatFrameOf(interval, fromMs), heatFrameOf(interval, toMs - 1) + 1);
}
