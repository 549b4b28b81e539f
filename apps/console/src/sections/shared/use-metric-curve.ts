import type { Sourced } from '@kianda/contract';
import { type Measure, metricCurve, metricSampleSchema } from '@kianda/contract/operations/health/health.contract';
import { type TilePoint, useNow } from '@kianda/ui';
import { useMemo, useState } from 'react';
import { useChannel } from '../../client/use-channel.ts';
import { useEndpoint } from '../../client/use-endpoint.ts';

/** While samples come, the curve is asked for again but now and then; without them it alone tells what is new. */
const curveSeconds = { live: 300, alone: 60 } as const;
/** Samples kept beside the curve: more than come until it is asked for again. */
const keptSamples = 60;

/** One of the platform's measures as a small curve, without the others that each sample holds, extended by what arrives. */
export function useMetricCurve(measure: Measure, hours: number): Sourced<readonly TilePoint[]> | undefined {
  const [arrived, setArrived] = useState<readonly TilePoint[]>([]);
  const last = arrived.at(-1);
  const isLive = useNow(30) - (last === undefined ? 0 : Date.parse(last.at)) < curveSeconds.alone * 1000;
  const { sourced, refresh } = useEndpoint(
    metricCurve,
    { query: { measure, hours } },
    { refetchSeconds: isLive ? curveSeconds.live : curveSeconds.alone, staleSeconds: 600 },
  );
  useChannel('metrics', {
    onEvent: ({ payload }) => {
      const sample = metricSampleSchema.safeParse(payload);
      if (!sample.success) return;
      const point = { at: sample.data.timestamp, value: sample.data[measure] };
      setArrived((before) => [...before.slice(-keptSamples), point]);
    },
    onGap: refresh,
  });
  return useMemo(() => {
    if (sourced === undefined) return undefined;
    const points = extended(sourced.value.points, arrived, sourced.value.stepSeconds);
    return points.length < 2 ? undefined : { value: points, provenance: sourced.provenance };
  }, [sourced, arrived]);
}

/** A curve with what came after it, at its own distances; the newest is always its end. */
export function extended(
  points: readonly TilePoint[],
  arrived: readonly TilePoint[],
  stepSeconds: number,
): readonly TilePoint[] {
  const result = [...points];
  for (const point of arrived) {
    const before = result.at(-1);
    if (before === undefined || Date.parse(point.at) - Date.parse(before.at) >= stepSeconds * 1000) result.push(point);
  }
  const newest = arrived.at(-1);
  const end = result.at(-1);
  if (newest !== undefined && (end === undefined || newest.at > end.at)) result.push(newest);
  return result;
}
