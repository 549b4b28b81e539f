import { derivedProducts, type OceanRegion, oceanRegions } from '@kianda/contract/sea/ocean/derived.contract';
import { formatPlainNumber } from '@kianda/format';
import { dayMs, startOfUtcDay } from '@kianda/geo';
import { fullBaselineYears } from '@kianda/science/ocean/climatology';
import { type HeatwaveDay, marineHeatwaves } from '@kianda/science/ocean/marine-heatwaves';
import { groupOf, groupsOf, hashOf } from './inputs.ts';
import type { DerivedRepository } from './repository.ts';
import { dailySeries } from './series.ts';
import type { BaselineRow, DerivedDay, HeatwaveRow, NewValue, RegionalHistoryRow } from './tables.ts';

const product = 'marine-heatwaves';
/** The baseline where the series covers it: the thirty years the World Meteorological Organization now uses. */
const standard = { fromMs: Date.UTC(1991, 0, 1), toMs: Date.UTC(2020, 11, 31) };
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
  const stored = await repository.values('regional-sst', allTime);
  const parts = stored.map((row) => `${row.key}/${row.observed_at.toISOString()}/${row.value}`);
  const hash = hashOf([...parts, await repository.regionalHistoryMark()]);
  const { version } = derivedProducts[product];
  const known = await repository.computed(product);
  const days = new Map(stored.map((row) => [startOfUtcDay(row.observed_at.getTime()), new Map<string, NewValue>()]));
  const isCurrent = known.every((day) => day.inputHash === hash && day.methodVersion === version);
  if (isCurrent && known.length === days.size) return 0;

  const history = await repository.regionalHistory();
  const { events, baselines, states } = heatwavesOf(seriesRows(history, stored));
  for (const { region, day, value } of states) days.get(day)?.set(region, value);
  await repository.replaceHeatwaves(events, baselines);
  const gone = known.map((day) => day.observedAt).filter((day) => !days.has(day.getTime()));
  await repository.forget(product, gone);

  const slices = await repository.inputs(['oisstSst']);
  const past = groupOf('ncdcOisst21Agg_LonPM180 (médias por região)', 'oisstSst', 'climatology', history);
  const groups = groupsOf(slices.map((row) => ({ row, role: 'observation' as const })));
  const inputs = JSON.stringify([...groups, ...(past === null ? [] : [past])]);
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

type SeriesRow = { readonly observed_at: Date; readonly key: string; readonly value: number | null };

/** Daily means of the decades, and over them those of the fields that are stored, oldest first. */
function seriesRows(history: readonly RegionalHistoryRow[], stored: readonly SeriesRow[]): SeriesRow[] {
  const rows = new Map<string, SeriesRow>();
  for (const { region, observed_at, celsius } of history) {
    rows.set(`${region}/${observed_at.getTime()}`, { observed_at, key: region, value: celsius });
  }
  for (const row of stored) rows.set(`${row.key}/${startOfUtcDay(row.observed_at.getTime())}`, row);
  return [...rows.values()].toSorted((a, b) => a.observed_at.getTime() - b.observed_at.getTime());
}

type State = { readonly region: OceanRegion; readonly day: number; readonly value: NewValue };

/** Events, baselines and the state of each day by region; no event, and no state, on fewer than thirty years. */
function heatwavesOf(rows: readonly SeriesRow[]) {
  const events: HeatwaveRow[] = [];
  const baselines: BaselineRow[] = [];
  const states: State[] = [];
  for (const region of regionNames) {
    const series = dailySeries(rows, region);
    if (series === null) continue;
    const lastMs = series.firstDayMs + (series.values.length - 1) * dayMs;
    const covers = series.firstDayMs <= standard.fromMs && lastMs >= standard.toMs;
    const found = marineHeatwaves(series, covers ? { baseline: standard } : {});
    const { baseline, years, shortBaseline: short } = found.climatology;
    if (baseline === null) continue;
    baselines.push({ region, from_at: new Date(baseline.fromMs), to_at: new Date(baseline.toMs), years, short });
    if (!short) events.push(...found.events.map((event) => rowOf(region, event)));
    for (const day of found.days) states.push({ region, day: day.timeMs, value: stateOf(region, day, !short) });
  }
  return { events, baselines, states };
}

/** Substitute for heatwaves where thirty years of temperatures are missing. */
export function baselineWarnings(baselines: readonly BaselineRow[]): string[] {
  const shortest = baselines.filter(({ short }) => short).sort((a, b) => a.years - b.years)[0];
  if (shortest === undefined) return [];
  const days = Math.round(shortest.years * 365.25);
  const amount = days < 365 ? `${days} dias` : `${formatPlainNumber(shortest.years, { maxDecimals: 1 })} anos`;
  return [
    `Sem linha de base: há ${amount} de TSM e a definição de onda de calor marinha pede ${fullBaselineYears} anos (Hobday et al. 2016)`,
  ];
}

function stateOf(region: OceanRegion, day: HeatwaveDay, enough: boolean): NewValue {
  const known = enough && Number.isFinite(day.value) && Number.isFinite(day.threshold);
  return {
    key: region,
    value: known ? day.category : null,
    detail: {
      celsius: finite(day.value),
      climatologyCelsius: enough ? finite(day.mean) : null,
      thresholdCelsius: enough ? finite(day.threshold) : null,
      intensityCelsius: enough ? finite(day.value - day.mean) : null,
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
