import { allows } from '@kianda/contract';
import { createAlertRule } from '@kianda/contract/operations/alerts/rules.contract';
import type { MetricSample } from '@kianda/contract/operations/health/health.contract';
import type { NumberOptions, Unit } from '@kianda/format';
import { EmptyState, FirstOf, PanelFrame, PanelGrid, SkeletonBar, usePreferences } from '@kianda/ui';
import { Button } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useOpenSection } from '../../../../shell/use-section.ts';
import type { Metrics } from '../../../shared/use-metrics.ts';
import { performanceTexts } from '../texts.pt.ts';
import styles from './charts.module.css';

const TimeSeries = lazy(() =>
  import('@kianda/viz/charts/time-series/time-series.tsx').then((module) => ({ default: module.TimeSeries })),
);

const texts = performanceTexts.charts;
const megabyte = 1_000_000;
const kilobyte = 1_000;
/** Height of a plot in pixels, of its skeleton too. */
const height = 190;

type Chart = {
  readonly id: string;
  /** Metric of a rule made from this chart; absent where no metric fits. */
  readonly metric?: string;
  readonly title: string;
  readonly axis: string;
  readonly unit: Unit;
  readonly lines: readonly (readonly [label: string, select: (sample: MetricSample) => number | null])[];
  readonly format?: NumberOptions;
};

const scaled = (value: number | null, by: number) => (value === null ? null : value / by);

const charts: readonly Chart[] = [
  {
    id: 'utilizacao',
    metric: 'platform.cpu',
    title: texts.utilisation,
    axis: texts.utilisationAxis,
    unit: '%',
    lines: [
      [texts.cpu, (sample) => sample.cpuPercent],
      [texts.memory, (sample) => sample.memoryPercent],
      [texts.disk, (sample) => sample.diskPercent],
    ],
  },
  {
    id: 'latencia',
    metric: 'platform.latency',
    title: texts.latency,
    axis: texts.latencyAxis,
    unit: 'ms',
    lines: [
      [texts.p50, (sample) => sample.latencyP50Ms],
      [texts.p95, (sample) => sample.latencyP95Ms],
      [texts.p99, (sample) => sample.latencyP99Ms],
    ],
  },
  {
    id: 'pedidos-por-segundo',
    metric: 'platform.requests',
    title: texts.requests,
    axis: texts.rate,
    unit: texts.units.requests,
    lines: [[texts.rate, (sample) => sample.requestsPerSecond]],
  },
  {
    id: 'taxa-de-erros',
    metric: 'platform.errors',
    title: texts.errors,
    axis: texts.share,
    unit: '%',
    lines: [[texts.share, (sample) => sample.errorRate]],
    format: { maxDecimals: 2 },
  },
  {
    id: 'trafego',
    title: texts.network,
    axis: texts.networkAxis,
    unit: 'kB/s',
    lines: [
      [texts.received, (sample) => scaled(sample.networkIn, kilobyte)],
      [texts.sent, (sample) => scaled(sample.networkOut, kilobyte)],
    ],
  },
  {
    id: 'atraso',
    metric: 'platform.event_loop',
    title: texts.delay,
    axis: texts.delayAxis,
    unit: 'ms',
    lines: [[texts.lag, (sample) => sample.eventLoopDelayMs]],
  },
  {
    id: 'tamanho',
    metric: 'platform.database_size',
    title: texts.databaseSize,
    axis: texts.databaseAxis,
    unit: 'MB',
    lines: [[texts.size, (sample) => scaled(sample.databaseBytes, megabyte)]],
  },
  {
    id: 'ligacoes',
    metric: 'platform.database_connections',
    title: texts.connections,
    axis: texts.connections,
    unit: texts.units.connections,
    lines: [
      [texts.toDatabase, (sample) => sample.databaseConnections],
      [texts.toServer, (sample) => sample.activeConnections],
    ],
    format: { maxDecimals: 0 },
  },
];

/** Charts shown at once: how much the machine works, and how it answers. */
const firstCharts = 4;

/** Every measure over the period, two beside each other. */
export function Charts({ metrics }: { readonly metrics: Metrics }) {
  return (
    <FirstOf items={charts} first={firstCharts} of={texts.title}>
      {(shown) => (
        <PanelGrid minWidth={370}>
          {shown.map((chart) => (
            <ChartPanel key={chart.id} chart={chart} metrics={metrics} />
          ))}
        </PanelGrid>
      )}
    </FirstOf>
  );
}

function ChartPanel({ chart, metrics }: { readonly chart: Chart; readonly metrics: Metrics }) {
  const { timeZone } = usePreferences();
  const { role } = useAccount();
  const open = useOpenSection();
  const mayAlert = allows(createAlertRule.access, role);
  const { samples } = metrics;
  const lines = useMemo(
    () =>
      chart.lines.map(([label, select]) => ({
        label,
        points: (samples?.value ?? []).map((sample) => ({ time: sample.timestamp, value: select(sample) })),
      })),
    [chart, samples],
  );
  const skeleton = <SkeletonBar height={height + 30} />;
  return (
    <PanelFrame
      id={chart.id}
      title={chart.title}
      provenance={samples?.provenance}
      className={styles.panel}
      actions={
        chart.metric === undefined || !mayAlert ? undefined : (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={texts.alertOf(chart.title)}
            onClick={() => open('auto-alerts', { tab: 'rules', new: chart.metric })}
          >
            {texts.alert}
          </Button>
        )
      }
    >
      {samples === undefined ? (
        skeleton
      ) : samples.value.length === 0 ? (
        <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
      ) : (
        <Suspense fallback={skeleton}>
          <TimeSeries
            title={chart.axis}
            unit={chart.unit}
            lines={lines}
            timeZone={timeZone}
            source={texts.source}
            height={height}
            {...(chart.format === undefined ? {} : { format: chart.format })}
          />
        </Suspense>
      )}
    </PanelFrame>
  );
}
