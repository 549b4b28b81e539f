import type { MetricSample } from '@kianda/contract/operations/health/health.contract';
import { formatBytes, formatMilliseconds, type NumberOptions } from '@kianda/format';
import { Tile, TileGrid } from '@kianda/ui';
import type { ReactNode } from 'react';
import { changeOf, curveOf, latestOf, type Metrics } from '../../../shared/use-metrics.ts';
import { performanceTexts } from '../texts.pt.ts';

const texts = performanceTexts.tiles;
const { reasons } = performanceTexts;

type Measure = {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly select: (sample: MetricSample) => number | null;
  readonly reason: string;
  readonly format?: NumberOptions;
  readonly display?: (value: number) => string;
  readonly note?: (sample: MetricSample) => ReactNode;
  /** Whether the difference to the period's mean says something: not for what only grows. */
  readonly compares?: boolean;
};

const share = { maxDecimals: 1 } as const;
const wholeNumber = { maxDecimals: 0 } as const;
const perSecond = (bytes: number | null) => `${formatBytes(bytes)}/s`;

const measures: readonly Measure[] = [
  {
    id: 'cpu',
    label: texts.cpu,
    unit: '%',
    select: (sample) => sample.cpuPercent,
    reason: reasons.firstSample,
    format: share,
  },
  {
    id: 'memoria',
    label: texts.memory,
    unit: '%',
    select: (sample) => sample.memoryPercent,
    reason: reasons.firstSample,
    format: share,
  },
  {
    id: 'disco',
    label: texts.disk,
    unit: '%',
    select: (sample) => sample.diskPercent,
    reason: reasons.disk,
    format: share,
  },
  {
    id: 'rede',
    label: texts.network,
    unit: 'B/s',
    select: ({ networkIn, networkOut }) => (networkIn === null || networkOut === null ? null : networkIn + networkOut),
    reason: reasons.network,
    display: perSecond,
    note: ({ networkIn, networkOut }) => texts.networkNote(perSecond(networkIn), perSecond(networkOut)),
  },
  {
    id: 'pedidos',
    label: texts.requests,
    unit: texts.perSecond,
    select: (sample) => sample.requestsPerSecond,
    reason: reasons.noRequests,
    format: share,
    compares: true,
  },
  {
    id: 'p50',
    label: texts.p50,
    unit: 'ms',
    select: (sample) => sample.latencyP50Ms,
    reason: reasons.noRequests,
    display: formatMilliseconds,
    note: () => texts.window,
  },
  {
    id: 'p95',
    label: texts.p95,
    unit: 'ms',
    select: (sample) => sample.latencyP95Ms,
    reason: reasons.noRequests,
    display: formatMilliseconds,
    format: wholeNumber,
    compares: true,
  },
  {
    id: 'p99',
    label: texts.p99,
    unit: 'ms',
    select: (sample) => sample.latencyP99Ms,
    reason: reasons.noRequests,
    display: formatMilliseconds,
    note: () => texts.window,
  },
  {
    id: 'erros',
    label: texts.errors,
    unit: '%',
    select: (sample) => sample.errorRate,
    reason: reasons.noRequests,
    format: { maxDecimals: 2 },
    note: () => texts.errorsNote,
  },
  {
    id: 'ciclo',
    label: texts.delay,
    unit: 'ms',
    select: (sample) => sample.eventLoopDelayMs,
    reason: reasons.delay,
    display: formatMilliseconds,
    note: () => texts.delayNote,
  },
  {
    id: 'base-tamanho',
    label: texts.databaseSize,
    unit: 'B',
    select: (sample) => sample.databaseBytes,
    reason: reasons.database,
    display: formatBytes,
  },
  {
    id: 'base-ligacoes',
    label: texts.databaseConnections,
    unit: '',
    select: (sample) => sample.databaseConnections,
    reason: reasons.database,
    format: wholeNumber,
  },
];

/** The newest sample, one tile a measure, with its curve over the period. */
export function LiveTiles({ metrics }: { readonly metrics: Metrics }) {
  return (
    <section aria-labelledby="agora">
      <h2 id="agora" className="k-visually-hidden">
        {performanceTexts.now}
      </h2>
      <TileGrid minWidth={236}>
        {measures.map((measure) => (
          <MeasureTile key={measure.id} measure={measure} metrics={metrics} />
        ))}
      </TileGrid>
    </section>
  );
}

function MeasureTile({ measure, metrics }: { readonly measure: Measure; readonly metrics: Metrics }) {
  const { id, label, unit, select, reason, format, display, note, compares = false } = measure;
  const change = compares ? changeOf(metrics, select) : undefined;
  const sample = metrics.latest?.value;
  return (
    <Tile
      id={id}
      label={label}
      unit={unit}
      value={latestOf(metrics, select, reason)}
      history={curveOf(metrics, select)}
      {...(format === undefined ? {} : { format })}
      {...(display === undefined ? {} : { display: (value: number | string) => display(Number(value)) })}
      {...(note === undefined || sample === undefined ? {} : { note: note(sample) })}
      {...(change === undefined ? {} : { change: { value: change, label: performanceTexts.average } })}
    />
  );
}
