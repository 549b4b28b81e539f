import { derivedProducts, type OceanRegion, oceanRegions } from '@kianda/contract/sea/ocean/derived.contract';
import { formatPlainNumber } from '@kianda/format';
import { startOfUtcDay } from '@kianda/geo';
import { fullBaselineYears } from '@kianda/science/ocean/climatology';
import { type HeatwaveDay, marineHeatwaves } from '@kianda/science/ocean/marine-heatwaves';
import { groupsOf, hashOf } from './inputs.ts';
import { shortBaseline } from './plan.ts';
import type { DerivedRepository } from './repository.ts';
import { dailySeries } from './series.ts';
import type { BaselineRow, DerivedDay, HeatwaveRow, NewValue } from './tables.ts';

const product = 'marine-heatwaves';
/** The baseline where the series covers it: the thirty years the World Meteorological Organization now uses. */
const standard = { fromMs: Date.UTC(1991, 0, 1), toMs: Date.UTC(2020, 11, 31) };
/** With less than a year of days (some may be missing) the season itself would pass for heatwaves. */
const leastBaselineDays = 330;
const regionNames = Object.keys(oceanRegions) as OceanRegion[];
const allTime = { from: new Date(Date.UTC(1900, 0, 1)), to: new Date(Date.UTC(2200, 0, 1)) };

/**
 * Marine heatwaves of all regions from their daily temperatures: one new day may change the climatology, so that the
 * series is computed as a whole, and only when it changed. Resolves with the number of days written.
 */
export async function deriveHeatwaves(
  repository: DerivedRepository,
  { jobRunId, nowMs }: { jobRunId: string; nowMs: number },
): Promise<number> {
  const rows = await repository.values('regional-sst', allTime);
  const hash = hashOf(rows.map((row) => `${row.key}/${row.observed_at.toISOString()}/${row.value}`));
  const { version } = derivedProducts[product];
  const known = await repository.computed(product);
  const days = new Map(rows.map((row) => [startOfUtcDay(row.observed_at.getTime()), new Map<string, NewValue>()]));
  const isCurrent = known.every((day) => day.inputHash === hash && day.methodVersion === version);
  if (isCurrent && known.length === days.size) return 0;

  const events: HeatwaveRow[] = [];
  const baselines: BaselineRow[] = [];
  for (const region of regionNames) {
    const series = dailySeries(rows, region);
    if (series === null) continue;
    const lastMs = series.firstDayMs + (series.values.length - 1) * 86_400_000;
    const covers = series.firstDayMs <= standard.fromMs && lastMs >= standard.toMs;
    const found = marineHeatwaves(series, covers ? { baseline: standard } : {});
    const { baseline, years, shortBaseline: short } = found.climatology;
    if (baseline === null) continue;
    baselines.push({ region, from_at: new Date(baseline.fromMs), to_at: new Date(baseline.toMs), years, short });
    const enough = years * 365.25 >= leastBaselineDays;
    if (enough) events.push(...found.events.map((event) => rowOf(region, event)));
    for (const day of found.days) days.get(day.timeMs)?.set(region, stateOf(region, day, enough));
  }
  await repository.replaceHeatwaves(events, baselines);
  const gone = known.map((day) => day.observedAt).filter((day) => !days.has(day.getTime()));
  await repository.forget(product, gone);

  const slices = await repository.inputs(['oisstSst']);
  const inputs = JSON.stringify(groupsOf(slices.map((row) => ({ row, role: 'observation' as const }))));
  const warnings = baselineWarnings(baselines);
  await repository.save(
    Array.from(
      days,
      ([day, values]): DerivedDay => ({
        day: {
          product,
          observed_at: new Date(day),
          input_hash: hash,
          method_version: version,
          inputs,
          warnings,
          computed_at: new Date(nowMs),
          job_run_id: jobRunId,
        },
        values: [...values.values()],
        field: null,
      }),
    ),
  );
  return days.size;
}

/** Warnings about heatwaves whose baseline is too short. */
export function baselineWarnings(baselines: readonly BaselineRow[]): string[] {
  const shortest = baselines.filter(({ short }) => short).sort((a, b) => a.years - b.years)[0];
  if (shortest === undefined) return [];
  const days = Math.round(shortest.years * 365.25);
  if (days < leastBaselineDays) {
    return [`Linha de base insuficiente: ${days} dias de TSM; as ondas de calor calculam-se a partir de um ano`];
  }
  const years = formatPlainNumber(shortest.years);
  return shortBaseline(
    Math.min(shortest.years, fullBaselineYears - 1),
    `${years} ${years === '1' ? 'ano' : 'anos'} de TSM`,
  );
}

function stateOf(region: OceanRegion, day: HeatwaveDay, enough: boolean): NewValue {
  const known = enough && Number.isFinite(day.value) && Number.isFinite(day.threshold);
  return {
    key: region,
    value: known ? day.category : null,
    detail: {
      celsius: finite(day.value),
      climatologyCelsius: finite(day.mean),
      thresholdCelsius: finite(day.threshold),
      intensityCelsius: finite(day.value - day.mean),
    },
  };
}

const finite = (value: number) => (Number.isFinite(value) ? value : null);

function rowOf(region: OceanRegion, event: ReturnType<typeof marineHeatwaves>['events'][number]): HeatwaveRow {
  return {
    region,
    started_at: new Date(event.startMs),
    ended_at: new Date(event.endMs),
    peak_at: new Date(event.peakMs),
    duration_days: event.durationDays,
    intensity_max: event.intensityMax,
    intensity_mean: event.intensityMean,
    intensity_cumulative: event.intensityCumulative,
    intensity_variability: event.intensityVariability,
    rate_onset: event.rateOnset,
    rate_decline: event.rateDecline,
    category: event.category,
    ongoing: event.ongoing,
  };
}
