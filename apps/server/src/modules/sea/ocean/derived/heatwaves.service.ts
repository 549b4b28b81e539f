import type { MarineHeatwaveEvent, OceanRegion } from '@kianda/contract/sea/ocean/derived.contract';
import { isoDate } from '@kianda/geo';
import { baselineWarnings } from './heatwaves.ts';
import type { DerivedProvenance } from './provenance.ts';
import type { DerivedRepository } from './repository.ts';
import type { HeatwaveRow } from './tables.ts';

const categories = ['moderada', 'forte', 'severa', 'extrema'] as const;

/** Marine heatwaves of a region, newest first, with the baselines they were found with. */
export async function heatwaveEvents(
  repository: DerivedRepository,
  provenance: DerivedProvenance,
  query: { readonly region?: OceanRegion | undefined; readonly limit: number },
) {
  const [events, baselines, day] = await Promise.all([
    repository.heatwaves(query.region, query.limit),
    repository.baselines(),
    repository.newestDay('marine-heatwaves'),
  ]);
  return {
    value: {
      kind: 'derivado' as const,
      events: events.map(eventOf),
      baselines: baselines.map((row) => ({
        region: row.region as OceanRegion,
        from: isoDate(row.from_at.getTime()),
        to: isoDate(row.to_at.getTime()),
        years: row.years,
        short: row.short,
      })),
      warnings: baselineWarnings(baselines),
    },
    provenance: await provenance.ofInputs(day?.inputs ?? []),
  };
}

function eventOf(row: HeatwaveRow): MarineHeatwaveEvent {
  return {
    region: row.region as OceanRegion,
    start: row.started_at.toISOString(),
    end: row.ended_at.toISOString(),
    peak: row.peak_at.toISOString(),
    durationDays: row.duration_days,
    intensityMax: row.intensity_max,
    intensityMean: row.intensity_mean,
    intensityCumulative: row.intensity_cumulative,
    intensityVariability: row.intensity_variability,
    rateOnset: row.rate_onset,
    rateDecline: row.rate_decline,
    category: categories[row.category - 1] ?? 'extrema',
    ongoing: row.ongoing,
  };
}
