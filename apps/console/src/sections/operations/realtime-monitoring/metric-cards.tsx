import type { Provenance } from '@kianda/contract';
import { type LiveMetric, type LiveMetricId, liveMetricIds } from '@kianda/contract/operations/health/live.contract';
import { formatBytes, formatQuantity, type NumberOptions } from '@kianda/format';
import { Instant, StatusPill, type StatusTone, Tile, TileGrid } from '@kianda/ui';
import type { Live } from './api/use-live-metrics.ts';
import styles from './page.module.css';
import { liveTexts } from './texts.pt.ts';

const tones: Readonly<Record<LiveMetric['status'], StatusTone>> = {
  healthy: 'good',
  warning: 'caution',
  critical: 'bad',
};
const arrows: Readonly<Record<LiveMetric['trend'], string>> = { up: '↑', down: '↓', stable: '→' };
const wholeNumber = { maxDecimals: 0 } as const;
const formats: Readonly<Record<LiveMetricId, NumberOptions>> = {
  cpu: { maxDecimals: 1 },
  memory: { maxDecimals: 1 },
  network: { maxDecimals: 3 },
  requests: { maxDecimals: 1 },
  database: wholeNumber,
  errors: { maxDecimals: 2 },
  uptime: { maxDecimals: 2 },
  users: wholeNumber,
};

/** The eight measures, each with its state, its change against the reading before and its last seven values. */
export function MetricCards({ live }: { readonly live: Live }) {
  return (
    <section aria-labelledby="metricas">
      <h2 id="metricas" className="k-visually-hidden">
        {liveTexts.metrics}
      </h2>
      <TileGrid minWidth={250}>
        {liveMetricIds.map((id) => (
          <MetricCard
            key={id}
            id={id}
            metric={live.metrics?.find((metric) => metric.id === id)}
            provenance={live.provenance}
            example={live.examples?.find((metric) => metric.id === id)?.value}
            error={reasonOf(live)}
            since={id === 'uptime' ? live.result.sourced?.value.availabilitySince : null}
          />
        ))}
      </TileGrid>
    </section>
  );
}

/** Traffic in MB/s; a quiet network in the unit that still shows something. */
function trafficText(value: number | string): string {
  const megabytes = Number(value);
  return megabytes >= 0.1 ? formatQuantity(megabytes, 'MB/s', { maxDecimals: 1 }) : `${formatBytes(megabytes * 1e6)}/s`;
}

type CardProps = {
  readonly id: LiveMetricId;
  readonly metric: LiveMetric | undefined;
  readonly provenance: Provenance | undefined;
  readonly example: number | null | undefined;
  readonly error: string | null;
  /** Since when the value is observed, where that is known. */
  readonly since: string | null | undefined;
};

/** Why there are no readings; null while they may still come. */
function reasonOf({ result, provenance }: Live): string | null {
  return provenance?.state === 'fallback' ? provenance.reason : (result.error?.message ?? null);
}

function MetricCard({ id, metric, provenance, example = null, error, since }: CardProps) {
  const { label, unit, note } = liveTexts.cards[id];
  const common = { id, label, unit, format: formats[id], ...(id === 'network' ? { display: trafficText } : {}) };
  if (metric === undefined || provenance === undefined) {
    if (error === null) return <Tile {...common} value={undefined} />;
    return (
      <Tile
        {...common}
        value={{ value: null, provenance: { state: 'fallback', reason: error }, missingReason: error, example }}
      />
    );
  }
  return (
    <Tile
      {...common}
      value={{
        value: metric.value,
        provenance,
        ...(metric.reason === null ? {} : { missingReason: metric.reason }),
      }}
      {...(metric.history.length < 2 ? {} : { history: { value: metric.history, provenance } })}
      tone={metric.status === 'healthy' ? 'plain' : 'attention'}
      note={
        <span className={styles.notes}>
          <StatusPill tone={metric.value === null ? 'unknown' : tones[metric.status]}>
            {liveTexts.status[metric.status]}
          </StatusPill>
          {metric.value === null ? null : <Trend metric={metric} unit={unit} format={formats[id]} />}
          <span>{since == null ? note : <Instant at={since} words={liveTexts.uptimeSince} />}</span>
        </span>
      }
    />
  );
}

function Trend({
  metric,
  unit,
  format,
}: {
  readonly metric: LiveMetric;
  readonly unit: string;
  readonly format: NumberOptions;
}) {
  return (
    <span className={styles.trend}>
      <span aria-hidden="true">{arrows[metric.trend]}</span> {liveTexts.trend[metric.trend]}
      {metric.change === null || metric.trend === 'stable'
        ? null
        : ` (${formatQuantity(metric.change, unit, { ...format, sign: 'always' })})`}
    </span>
  );
}
