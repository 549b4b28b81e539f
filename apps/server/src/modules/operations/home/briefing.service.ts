import { type DataOf, type Provenance, type Sourced, worstProvenance } from '@kianda/contract';
import {
  type BriefingFigure,
  briefingFigures,
  type homeBriefing,
} from '@kianda/contract/operations/home/home.contract';
import type { FieldVariable } from '@kianda/contract/sea/ocean/ocean.contract';
import { dayMs } from '@kianda/geo';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Answer } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { OfferOf } from '../../../platform/modules/definition.ts';
import type { vesselsModule } from '../../fleet/vessels/index.ts';
import type { oceanModule } from '../../sea/ocean/index.ts';

/** Days of each of the two periods that are compared. */
const days = 7;
/** Days that data may be late: the periods end with the newest of them. */
const reachDays = 30;

type Sources = {
  readonly clock: Clock;
  readonly ocean: OfferOf<typeof oceanModule>;
  readonly vessels: OfferOf<typeof vesselsModule>;
};
type Compared = { readonly current: number | null; readonly previous: number | null };
type Point = { readonly time: string; readonly mean: number | null; readonly median: number | null };

/** Means of a series over the last `days` days with data, and over as many before. */
export function comparedMeans(points: readonly Point[], statistic: 'mean' | 'median', periodDays: number): Compared {
  const known = points.flatMap((point) => {
    const value = point[statistic];
    return value === null ? [] : [{ atMs: Date.parse(point.time), value }];
  });
  const endMs = Math.max(...known.map(({ atMs }) => atMs));
  const meanOf = (fromMs: number, toMs: number) => {
    const values = known.filter(({ atMs }) => atMs > fromMs && atMs <= toMs).map(({ value }) => value);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const middleMs = endMs - periodDays * dayMs;
  return { current: meanOf(middleMs, endMs), previous: meanOf(middleMs - periodDays * dayMs, middleMs) };
}

/** Five figures of the week, each with that of the week before and its origin. */
export async function briefing(sources: Sources): Promise<Answer<DataOf<typeof homeBriefing>>> {
  const [temperature, anomaly, chlorophyll, vessels, data] = await Promise.all([
    fieldFigure(sources, 'analysedSst', 'mean'),
    fieldFigure(sources, 'sstAnomaly', 'mean'),
    fieldFigure(sources, 'chlorophyll', 'median'),
    sources.vessels.service.compared(days),
    arrivals(sources),
  ]);
  const figures = { temperature, anomaly, chlorophyll, vessels, data };
  const fields: Record<string, Provenance> = {};
  const missing: Record<string, string> = {};
  const take = (id: BriefingFigure): { current: number | null; previous: number | null } => {
    const { value, provenance, missingReason } = figures[id];
    const compared = value ?? { current: null, previous: null };
    fields[`${id}.current`] = provenance;
    fields[`${id}.previous`] = provenance;
    if (compared.current === null)
      missing[`${id}.current`] = missingReason ?? 'Sem valores na última semana com dados.';
    if (compared.previous === null) missing[`${id}.previous`] = missingReason ?? 'Sem valores na semana anterior.';
    return { current: compared.current, previous: compared.previous };
  };
  const taken = Object.fromEntries(briefingFigures.map((id) => [id, take(id)])) as Record<BriefingFigure, Compared>;
  return { data: { days, ...taken }, provenance: worstProvenance(Object.values(fields)), fields, missing };
}

async function fieldFigure(
  { ocean }: Sources,
  variable: FieldVariable,
  statistic: 'mean' | 'median',
): Promise<Sourced<Compared | null>> {
  const series = await ocean.service.zeeSeries(variable, 2 * days + reachDays);
  return { ...series, value: comparedMeans(series.value.points, statistic, days) };
}

async function arrivals({ ocean, clock }: Sources): Promise<Sourced<Compared | null>> {
  const { simulatedSeed, ...value } = await ocean.service.arrivedDays(days);
  const own = ownProvenance(clock);
  // A count of simulated days is no better than they are.
  const provenance: Provenance =
    simulatedSeed === null || own.state !== 'live' ? own : { ...own, state: 'simulated', seed: simulatedSeed };
  return { value, provenance };
}
