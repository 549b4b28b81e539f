import { MEANS_DAYS } from '@kianda/connectors/core/daily';
import { ANGOLA_BOX } from '@kianda/connectors/core/grid';
import type { MarineHeatwaveEvent, OceanRegion } from '@kianda/contract/sea/ocean/derived.contract';
import { dayMs, gridOfBbox, isoDate } from '@kianda/geo';
import { fullBaselineYears } from '@kianda/science/ocean/climatology';
import type { DerivedDependencies } from './dependencies.ts';
import { baselineWarnings } from './heatwaves.ts';
import type { DerivedProvenance } from './provenance.ts';
import type { HeatwaveRow } from './tables.ts';

const categories = ['moderada', 'forte', 'severa', 'extrema'] as const;

/** The archive that a climatology is read from: one variable over the sea of Angola, `MEANS_DAYS` days a request. */
const archive = {
  connector: 'noaa-sst',
  stream: 'oisst',
  from: '1981-09-01',
  windowDays: 366,
  stepDegrees: 0.25,
  bytesACell: 4,
} as const;

export type HeatwaveQuery = { readonly region?: OceanRegion | undefined; readonly limit: number };
type Sources = Pick<DerivedDependencies, 'repository' | 'clock' | 'secondsARequest'>;

/** How much of a baseline there is, and what the whole archive costs to read. */
async function baselineHistory({ repository, clock, secondsARequest }: Sources) {
  const { connector, stream, from, windowDays } = archive;
  const [{ days, first }, seconds] = await Promise.all([
    repository.knownTemperatureDays('zee'),
    secondsARequest(connector, stream),
  ]);
  const archived = Math.ceil((clock.nowMs() - Date.parse(archive.from)) / dayMs);
  const windows = Math.ceil(archived / archive.windowDays);
  const years = days / 365.25;
  // Each window asks first for the ends of the archive and its days.
  const requests = windows * (3 + Math.ceil(windowDays / MEANS_DAYS));
  return {
    years,
    neededYears: fullBaselineYears,
    knownFrom: first === null ? null : isoDate(first.getTime()),
    enough: years >= fullBaselineYears - 0.5,
    connector,
    stream,
    from,
    windowDays,
    requests,
    minutes: seconds === null ? null : (requests * seconds) / 60,
    megabytes: (archived * bytesADay()) / 1e6,
  };
}

/** Bytes of a day of the archive over the box that the connector asks for. */
function bytesADay(): number {
  const { west, south, east, north } = ANGOLA_BOX;
  const { columns, rows } = gridOfBbox([west, south, east, north], archive.stepDegrees);
  return columns * rows * archive.bytesACell;
}

/** Marine heatwaves of a region, newest first, with the baselines they were found with. */
export async function heatwaveEvents(sources: Sources, provenance: DerivedProvenance, query: HeatwaveQuery) {
  const { repository } = sources;
  const [history, events, baselines, day] = await Promise.all([
    baselineHistory(sources),
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
      history,
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
