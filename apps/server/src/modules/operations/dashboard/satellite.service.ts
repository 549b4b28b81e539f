import type { Provenance } from '@kianda/contract';
import { worstProvenance } from '@kianda/contract';
import { type FieldVariable, fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import type { AbsenceOf, MissingData } from '../../ingestion/connectors/index.ts';
import { fieldSources, type OceanService } from '../../sea/ocean/index.ts';

/** Variables of the satellite card, with the statistic that suits their distribution. */
const parameters = {
  analysedSst: 'mean',
  sstAnomaly: 'mean',
  chlorophyll: 'median',
  salinity: 'mean',
} as const satisfies Partial<Record<FieldVariable, 'mean' | 'median'>>;

/** Those that a satellite sees; the others are a model's, or derived. */
const seen: ReadonlySet<string> = new Set(['analysedSst', 'chlorophyll']);

const coverageDays = 30;

const missing: MissingData = {
  subject: 'Sem campos de satélite',
  sources: (Object.keys(parameters) as (keyof typeof parameters)[]).map((name) => fieldSources[name]),
};

type Parameter = { value: number | null; unit: string; observedAt: string | null };

/** Newest satellite and model fields over the ZEE, with their coverage and latency as measured. */
export async function satelliteAnswer(ocean: OceanService, absenceOf: AbsenceOf, nowIso: string) {
  const names = Object.keys(parameters) as (keyof typeof parameters)[];
  const slices = await Promise.all(names.map((name) => ocean.newestSlice(name)));
  const known = slices.filter((slice) => slice !== null);
  const values: Record<string, Parameter> = {};
  names.forEach((name, index) => {
    const slice = slices[index];
    const { unit } = fieldVariables[name];
    if (slice == null) {
      values[name] = { value: null, unit, observedAt: null };
      return;
    }
    const value = parameters[name] === 'mean' ? slice.row.zee_mean : slice.row.zee_median;
    values[name] = { value, unit, observedAt: slice.row.observed_at.toISOString() };
  });
  const temporal = await Promise.all(
    (['analysedSst', 'chlorophyll'] as const).map((name) => ocean.temporalCoverage(name, coverageDays)),
  );
  const byAge = known.toSorted((a, b) => b.row.observed_at.getTime() - a.row.observed_at.getTime());
  const newest = byAge.find(({ row }) => seen.has(row.variable));
  const colour = known.find(({ row }) => row.variable === 'chlorophyll');
  const latencyHours =
    newest === undefined ? null : (newest.row.retrieved_at.getTime() - newest.row.observed_at.getTime()) / 3_600_000;
  const spatial = colour === undefined ? null : colour.row.coverage * 100;
  const temporalMean = known.length === 0 ? null : mean(temporal);
  const provenance: Provenance =
    known.length === 0
      ? { state: 'fallback', reason: await absenceOf(missing) }
      : worstProvenance(known.map((slice) => slice.provenance));
  return {
    data: {
      status: known.length === 0 ? ('error' as const) : ('success' as const),
      data_source: 'NOAA CoastWatch ERDDAP + Copernicus Marine',
      region: 'ZEE de Angola',
      real_time_data: {
        timestamp: newest?.row.observed_at.toISOString() ?? null,
        parameters: values,
        coverage: { spatial, temporal: temporalMean },
      },
      metadata: {
        satellites: ['Suomi-NPP (VIIRS)', 'GHRSST MUR (multissensor)'],
        models: ['Copernicus Marine GLOBAL_ANALYSISFORECAST_PHY_001_024'],
        processing_level: 'L3–L4',
        update_frequency: 'diária',
        data_latency: latencyHours,
      },
      quality_flags: {
        overall_quality: qualityOf(spatial, temporalMean),
        data_completeness: colour === undefined ? null : await ocean.completeness('chlorophyll', coverageDays),
        spatial_coverage: spatial,
        temporal_consistency: null,
      },
    },
    provenance,
    missing: { 'quality_flags.temporal_consistency': 'Nenhuma medida desta consistência está ligada à plataforma.' },
    message: `Verificado em ${nowIso}`,
  };
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function qualityOf(spatial: number | null, temporal: number | null): 'good' | 'fair' | 'poor' | 'unknown' {
  if (spatial === null || temporal === null) return 'unknown';
  const worst = Math.min(spatial, temporal);
  if (worst >= 80) return 'good';
  return worst >= 50 ? 'fair' : 'poor';
}
