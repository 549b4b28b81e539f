import type { Sourced } from '@kianda/contract';
import { comparedMeans } from '@kianda/contract/sea/ocean/compared-means';
import { formatNumber, formatQuantity } from '@kianda/format';
import { cx, Panel, Sparkline, StatusPill, type StatusTone } from '@kianda/ui';
import { absenceReason } from '../../../../shared/absence.ts';
import { cardSource, FallbackNote } from '../../../../shared/card-source.tsx';
import { FigureList, FigureSkeleton, LeadFigure } from '../../../../shared/figure-list.tsx';
import { pick, pickOrReason, withReason } from '../../../../shared/sourced.ts';
import type { useOverview } from '../../api/use-overview.ts';
import type { useOceanographic, useSatellite, useSeries } from '../api/use-zee.ts';
import { zeeTexts } from '../texts.pt.ts';
import styles from '../zee.module.css';

const one = { decimals: 1 } as const;
const two = { decimals: 2 } as const;
const skeleton = <FigureSkeleton rows={6} />;
const sparklineDays = 30;

type Series = ReturnType<typeof useSeries>;
type Satellite = ReturnType<typeof useSatellite>;

type TemperatureProps = {
  readonly overview: ReturnType<typeof useOverview>;
  readonly series: Series;
  readonly satellite: Satellite;
};

/** Mean surface temperature of the ZEE, its spread and its last thirty days. */
export function TemperatureCard({ overview, series, satellite }: TemperatureProps) {
  const texts = zeeTexts.temperature;
  const lead = overview.figure('real_time_data.sea_temperature');
  const points = series.sourced?.value.points.slice(-sparklineDays) ?? [];
  const means = points.map((point) => point.mean);
  const noSeries = absenceReason(series.sourced) ?? texts.noSeries;
  const latest = points.at(-1);
  const { current, previous } = comparedMeans(points, 'mean');
  const change = current === null || previous === null ? null : current - previous;
  return (
    <Panel
      title={texts.title}
      source={{
        ...cardSource(overview),
        sourced:
          overview.sourced === undefined || lead === undefined
            ? overview.sourced
            : { ...overview.sourced, provenance: lead.provenance },
      }}
      skeleton={skeleton}
    >
      {() => (
        <>
          <FallbackNote result={overview} />
          <div className={styles.leadRow}>
            <LeadFigure value={lead} unit="°C" format={one} caption={texts.caption} />
            {means.filter((mean) => mean !== null).length < 2 ? null : (
              <Sparkline
                values={means}
                width={112}
                height={36}
                label={texts.trend(formatNumber(means.find((mean) => mean !== null)), formatNumber(latest?.mean))}
              />
            )}
          </div>
          <FigureList
            within={lead?.provenance}
            rows={[
              {
                label: texts.median,
                value: withReason(
                  pickOrReason(series, () => latest?.median ?? null),
                  noSeries,
                ),
                unit: '°C',
                format: one,
              },
              {
                label: texts.range,
                value: withReason(
                  pickOrReason(series, () =>
                    latest?.min == null || latest.max == null
                      ? null
                      : `${texts.rangeValue(formatNumber(latest.min, one), formatQuantity(latest.max, '°C', one))}`,
                  ),
                  noSeries,
                ),
              },
              {
                label: texts.change,
                value: withReason(
                  pickOrReason(series, () => change),
                  noSeries,
                ),
                unit: '°C',
                format: { decimals: 1, sign: 'always' },
              },
              {
                label: texts.anomaly,
                value: parameter(satellite, 'sstAnomaly'),
                unit: '°C',
                format: { decimals: 2, sign: 'always' },
              },
            ]}
          />
        </>
      )}
    </Panel>
  );
}

/** One parameter of the satellite answer; fallback parameters that the specification lacks read '—'. */
function parameter(satellite: Satellite, name: string): Sourced<number | null> | undefined {
  const figure = pick(satellite, ({ real_time_data: { parameters } }) => parameters[name]?.value ?? null);
  return withReason(figure, zeeTexts.satellite.noValue);
}

const qualityTones = { good: 'good', fair: 'caution', poor: 'bad', unknown: 'unknown' } as const satisfies Record<
  string,
  StatusTone
>;

/** Newest satellite and model fields, how much of the ZEE they cover and how late they come. */
export function SatelliteCard({ satellite }: { readonly satellite: Satellite }) {
  const texts = zeeTexts.satellite;
  return (
    <Panel title={texts.title} source={cardSource(satellite)} skeleton={skeleton}>
      {(data, provenance) => (
        <>
          <FallbackNote result={satellite} />
          <LeadFigure value={parameter(satellite, 'chlorophyll')} unit="mg/m³" format={two} caption={texts.caption} />
          <FigureList
            within={provenance}
            rows={[
              { label: texts.sst, value: parameter(satellite, 'analysedSst'), unit: '°C', format: one },
              { label: texts.salinity, value: parameter(satellite, 'salinity'), unit: 'psu', format: one },
              {
                label: texts.spatial,
                value: pick(satellite, ({ real_time_data }) => real_time_data.coverage.spatial),
                unit: '%',
                format: { maxDecimals: 0 },
              },
              {
                label: texts.temporal,
                value: pick(satellite, ({ real_time_data }) => real_time_data.coverage.temporal),
                unit: '%',
                format: { maxDecimals: 0 },
              },
              {
                label: texts.latency,
                value: pick(satellite, ({ metadata }) => metadata.data_latency),
                unit: 'h',
                format: one,
              },
              {
                label: texts.quality,
                value: pick(satellite, ({ quality_flags }) => quality_flags.overall_quality),
                display: () => (
                  <StatusPill tone={qualityTones[data.quality_flags.overall_quality]}>
                    {texts.qualities[data.quality_flags.overall_quality]}
                  </StatusPill>
                ),
              },
            ]}
          />
          {provenance.state === 'fallback' ? null : (
            <p className={styles.note}>
              {texts.origin(data.metadata.processing_level, data.metadata.update_frequency)}
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

/** Present conditions of the sea, each with its own source. */
export function OceanographicCard({ oceanographic }: { readonly oceanographic: ReturnType<typeof useOceanographic> }) {
  const texts = zeeTexts.oceanographic;
  const figure = oceanographic.figure;
  return (
    <Panel title={texts.title} source={cardSource(oceanographic)} skeleton={skeleton}>
      {(data, provenance) => (
        <>
          <FallbackNote result={oceanographic} />
          <LeadFigure value={figure('current_conditions.wave_height')} unit="m" format={one} caption={texts.caption} />
          <FigureList
            within={provenance}
            rows={[
              { label: texts.temperature, value: figure('current_conditions.temperature'), unit: '°C', format: one },
              { label: texts.salinity, value: figure('current_conditions.salinity'), unit: 'psu', format: one },
              { label: texts.chlorophyll, value: figure('current_conditions.chlorophyll'), unit: 'mg/m³', format: two },
              { label: texts.current, value: figure('current_conditions.current_speed'), unit: 'm/s', format: two },
              {
                label: texts.vector,
                value: figure('current_conditions.current_vector_speed'),
                unit: 'm/s',
                format: two,
              },
              {
                label: texts.direction,
                value: figure('current_conditions.current_direction'),
                display: (value) => <Bearing degrees={Number(value)} />,
              },
              { label: texts.stations, value: figure('monitoring_stations'), format: { maxDecimals: 0 } },
              { label: texts.passes, value: figure('satellite_passes_today') },
            ]}
          />
          <p className={styles.note}>{texts.stationsNote}</p>
          {provenance.state === 'fallback' ? null : (
            <p className={cx(styles.note, styles.sources)} title={data.data_sources.join(', ')}>
              {texts.sources(data.data_sources.join(', '))}
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

/** A course as number and arrow: an arrow alone would leave screen readers out. */
function Bearing({ degrees }: { readonly degrees: number }) {
  return (
    <span className={styles.bearing}>
      <svg
        viewBox="0 0 12 12"
        width="12"
        height="12"
        aria-hidden="true"
        style={{ transform: `rotate(${Math.round(degrees)}deg)` }}
      >
        <path d="M6 1 10 11 6 8.6 2 11Z" fill="currentColor" />
      </svg>
      {formatNumber(degrees, { maxDecimals: 0 })}°
    </span>
  );
}
