import type { Provenance, Sourced } from '@kianda/contract';
import {
  type MetricSample,
  metricSampleSchema,
  metricsHistory,
} from '@kianda/contract/operations/health/health.contract';
import { type TilePoint, useNow } from '@kianda/ui';
import { useMemo, useState } from 'react';
import { useChannel } from '../../client/use-channel.ts';
import { type EndpointResult, useEndpoint } from '../../client/use-endpoint.ts';

/** Interval of the platform's own samples, seconds: only series of that step are extended live. */
const liveStepSeconds = 10;
/** Longest period that is kept at that step. */
const fineHours = 6;
/** While samples come, the history is asked for again but now and then; without them it alone tells what is new. */
const historySeconds = { live: 300, alone: 60 } as const;
/** Samples kept beside the history: more than come until it is asked for again. */
const keptSamples = 60;

export type Metrics = {
  readonly history: EndpointResult<{ stepSeconds: number; samples: MetricSample[] }>;
  /** Oldest first, with what arrived since; undefined while loading. */
  readonly samples: Sourced<readonly MetricSample[]> | undefined;
  readonly latest: Sourced<MetricSample> | undefined;
  readonly stepSeconds: number;
};

/** The platform's measures of the last `hours`, extended by each sample that arrives. */
export function useMetrics(hours: number): Metrics {
  const [arrived, setArrived] = useState<readonly MetricSample[]>([]);
  const last = arrived.at(-1);
  const isLive = useNow(30) - (last === undefined ? 0 : Date.parse(last.timestamp)) < historySeconds.alone * 1000;
  const history = useEndpoint(
    metricsHistory,
    { query: { hours } },
    {
      refetchSeconds: hours <= fineHours && !isLive ? historySeconds.alone : historySeconds.live,
      staleSeconds: 600,
    },
  );
  useChannel('metrics', {
    onEvent: ({ payload }) => {
      const sample = metricSampleSchema.safeParse(payload);
      if (sample.success) setArrived((before) => [...before.slice(-keptSamples), sample.data]);
    },
    onGap: history.refresh,
  });
  const { sourced } = history;
  return useMemo(() => {
    const stepSeconds = sourced?.value.stepSeconds ?? liveStepSeconds;
    if (sourced === undefined) return { history, samples: undefined, latest: undefined, stepSeconds };
    const stored = sourced.value.samples;
    const fresh = newerThan(stored.at(-1), arrived);
    const samples = stepSeconds === liveStepSeconds ? [...stored, ...fresh] : stored;
    const newest = fresh.at(-1) ?? stored.at(-1);
    return {
      history,
      stepSeconds,
      samples: { value: samples, provenance: sourced.provenance },
      latest: newest === undefined ? undefined : { value: newest, provenance: observedAt(sourced.provenance, newest) },
    };
  }, [sourced, arrived, history]);
}

function newerThan(last: MetricSample | undefined, samples: readonly MetricSample[]): readonly MetricSample[] {
  if (last === undefined) return samples;
  const end = Date.parse(last.timestamp);
  return samples.filter((sample) => Date.parse(sample.timestamp) > end);
}

/** A sample is observed when it was taken, not when the history was asked for. */
function observedAt(provenance: Provenance, sample: MetricSample): Provenance {
  if (provenance.state === 'fallback') return provenance;
  return { ...provenance, observedAt: sample.timestamp, retrievedAt: sample.timestamp };
}

/** One measure of the newest sample, with why it is missing. */
export function latestOf(
  metrics: Metrics,
  select: (sample: MetricSample) => number | null,
  reason: string,
): Sourced<number | null> | undefined {
  const { latest, history } = metrics;
  if (latest !== undefined) {
    return { value: select(latest.value), provenance: latest.provenance, missingReason: reason };
  }
  if (history.error === null && history.sourced === undefined) return undefined;
  const why = history.error?.message ?? reason;
  return { value: null, provenance: { state: 'fallback', reason: why }, missingReason: why };
}

const curvePoints = 60;

/** One measure as a small curve: at most sixty points, the last one always the newest. */
export function curveOf(
  metrics: Metrics,
  select: (sample: MetricSample) => number | null,
): Sourced<readonly TilePoint[]> | undefined {
  const { samples } = metrics;
  if (samples === undefined || samples.value.length < 2) return undefined;
  const all = samples.value;
  const stride = Math.max(1, Math.ceil(all.length / curvePoints));
  const points = all
    .filter((_, index) => (all.length - 1 - index) % stride === 0)
    .map((sample) => ({ at: sample.timestamp, value: select(sample) }));
  return { value: points, provenance: samples.provenance };
}

/** Newest value minus the mean of the shown period; null without both. */
export function changeOf(
  metrics: Metrics,
  select: (sample: MetricSample) => number | null,
): Sourced<number | null> | undefined {
  const { samples, latest } = metrics;
  if (samples === undefined || latest === undefined) return undefined;
  const known = samples.value.map(select).filter((value) => value !== null);
  const newest = select(latest.value);
  const value =
    known.length < 2 || newest === null ? null : newest - known.reduce((sum, each) => sum + each, 0) / known.length;
  return { value, provenance: latest.provenance };
}
