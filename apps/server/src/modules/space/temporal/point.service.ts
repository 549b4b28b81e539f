import type { DataOf, Provenance, QueryOf } from '@kianda/contract';
import { type OceanRegion, oceanRegions } from '@kianda/contract/sea/ocean/derived.contract';
import type { TemporalHeatwave, temporalPoint } from '@kianda/contract/space/temporal/temporal.contract';
import { describeTemporal, type TemporalVariableId } from '@kianda/contract/space/temporal/temporal-variables';
import { dayMs, gridNearest, gridPosition, offshoreMeters, type Position } from '@kianda/geo';
import { fullBaselineYears } from '@kianda/science/ocean/climatology';
import { marineHeatwaves } from '@kianda/science/ocean/marine-heatwaves';
import type { FramePeriod, OceanFrame } from '../../sea/ocean/index.ts';
import { framesRequired, periodOf, type TemporalContext } from './temporal.context.ts';
import { climatologyBand, dailySeriesOf, leastYears, yearsOf } from './temporal.rules.ts';
import { temporalTexts as texts } from './temporal.texts.ts';

type Answer = DataOf<typeof temporalPoint>;
type Point = { readonly timeMs: number; readonly value: number | null };

const categories = ['moderada', 'forte', 'severa', 'extrema'] as const;
const coastKilometers = 200;
/** Latitudes that the index of upwelling is computed at. */
const [northernIndex, southernIndex] = [-5, -17];
const everMs = 0;

/** Series of a variable at one place, with what is usual there and what was unusual. */
export function temporalPoints(context: TemporalContext) {
  const { frames, clock } = context;

  async function valuesAt(stored: readonly OceanFrame[], position: Position): Promise<Point[]> {
    const points: Point[] = [];
    for (const frame of stored) {
      points.push({ timeMs: frame.time.getTime(), value: await frames.valueAt(frame, position) });
    }
    return points;
  }

  /** All stored days of a variable at a place: the daily analysis that reaches back furthest for the temperature. */
  async function history(variable: TemporalVariableId, position: Position): Promise<Point[]> {
    const whole = { from: new Date(everMs), to: new Date(clock.nowMs()) };
    const own = await frames.framesOf(framesRequired(describeTemporal(variable)), whole);
    if (variable !== 'sst') return valuesAt(own.frames, position);
    const daily = await frames.framesOf({ kind: 'field', variable: 'oisstSst' }, whole);
    return valuesAt(daily.frames.length > own.frames.length ? daily.frames : own.frames, position);
  }

  return async (
    variable: TemporalVariableId,
    query: QueryOf<typeof temporalPoint>,
  ): Promise<{ value: Answer; provenance: Provenance }> => {
    const description = describeTemporal(variable);
    const position: Position = [query.lon, query.lat];
    const period = periodOf(query, clock.nowMs());
    const found = await frames.framesOf(framesRequired(description), period);
    const last = found.frames.at(-1);
    const cell = last === undefined ? null : gridNearest(last.grid, position);
    const centre = last === undefined || cell === null ? null : gridPosition(last.grid, cell.column, cell.row);
    const isOutside = last !== undefined && cell === null;
    const [points, past]: readonly [Point[], Point[]] = isOutside
      ? [[], []]
      : await Promise.all([valuesAt(found.frames, position), history(variable, position)]);
    return {
      value: {
        ...{ variable, units: description.units, points: points.map(pointOf) },
        cell: centre === null ? null : { lon: centre[0], lat: centre[1] },
        climatology: climatologyOf(points, past, isOutside),
        heatwaves: await heatwavesAt(context, { variable, position, period, past }),
        upwelling: await upwellingAt(context, { variable, position, period }),
      },
      provenance: found.provenance,
    };
  };
}

const pointOf = ({ timeMs, value }: Point) => ({ time: new Date(timeMs).toISOString(), value });

function climatologyOf(points: readonly Point[], past: readonly Point[], isOutside: boolean): Answer['climatology'] {
  const none = (reason: string, years = 0) => ({ points: [], years, short: true, reason });
  if (isOutside) return none(texts.outside);
  const series = dailySeriesOf(past);
  if (series === null) return none(texts.noDays);
  const band = climatologyBand(series);
  if (band === null) return none(texts.shortHistory(yearsOf(series), leastYears), yearsOf(series));
  return {
    points: points.map(({ timeMs }) => ({ time: new Date(timeMs).toISOString(), ...band.at(timeMs) })),
    ...{ years: band.years, short: band.short, reason: null },
  };
}

type Place = { readonly variable: TemporalVariableId; readonly position: Position; readonly period: FramePeriod };

/** Marine heatwaves of the cell where its series is long enough; those of its region where not. */
async function heatwavesAt(
  { frames }: TemporalContext,
  { variable, position, period, past }: Place & { readonly past: readonly Point[] },
): Promise<Answer['heatwaves']> {
  if (variable !== 'sst') return { events: [], reason: texts.heatwaveSst };
  const series = dailySeriesOf(past);
  const years = series === null ? 0 : yearsOf(series);
  const isWithin = (startMs: number, endMs: number) => startMs <= period.to.getTime() && endMs >= period.from.getTime();
  if (series !== null && years >= fullBaselineYears) {
    const { events } = marineHeatwaves(series);
    const own = events.filter(({ startMs, endMs }) => isWithin(startMs, endMs));
    return {
      events: own.map(({ startMs, endMs, category, intensityMax }) => ({
        ...{ start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString(), intensityMax },
        ...{ category: categories[category - 1] ?? 'extrema', basis: 'ponto' as const },
      })),
      reason: null,
    };
  }
  const { value } = await frames.heatwaves({ region: regionOf(position[1]), limit: 1000 });
  const events = value.events
    .filter(({ start, end }) => isWithin(Date.parse(start), Date.parse(end)))
    .map(
      ({ start, end, category, intensityMax }): TemporalHeatwave => ({
        ...{ start, end, category, intensityMax, basis: 'região' },
      }),
    );
  return { events, reason: texts.heatwaveYears(years) };
}

/** The part of the ZEE that a latitude lies in. */
function regionOf(lat: number): OceanRegion {
  const parts = (Object.keys(oceanRegions) as OceanRegion[]).filter((region) => region !== 'zee');
  return parts.find((region) => lat >= oceanRegions[region].south && lat <= oceanRegions[region].north) ?? 'zee';
}

/** Days of the temperature index of upwelling at the coast next to a place. */
async function upwellingAt(
  { frames }: TemporalContext,
  { variable, position, period }: Place,
): Promise<Answer['upwelling']> {
  const none = (reason: string) => ({ latitude: null, days: [], reason });
  if (variable !== 'sst') return none(texts.upwellingSst);
  const latitude = Math.round(position[1]);
  const isNear = Math.abs(offshoreMeters(position)) <= coastKilometers * 1000;
  if (!isNear || latitude > northernIndex || latitude < southernIndex) return none(texts.upwellingFar);
  const whole = { from: new Date(period.from.getTime() - dayMs), to: period.to };
  const { value } = await frames.upwellingIndex({ ...whole, key: String(latitude) });
  if (value.points.length === 0) return { latitude, days: [], reason: texts.upwellingNone };
  return {
    latitude,
    days: value.points.map(({ time, value: index, detail }) => ({
      ...{ time, value: index, active: typeof detail.active === 'boolean' ? detail.active : null },
    })),
    reason: null,
  };
}
