import type { DataOf, QueryOf } from '@kianda/contract';
import type { metricCurve, metricsHistory } from '@kianda/contract/operations/health/health.contract';

/** One measure at equal distances: of many samples as many as asked for at most, the newest always among them. */
export function curveOf(
  { stepSeconds, samples }: DataOf<typeof metricsHistory>,
  { measure, points }: Pick<QueryOf<typeof metricCurve>, 'measure' | 'points'>,
): DataOf<typeof metricCurve> {
  const stride = Math.max(1, Math.ceil(samples.length / points));
  return {
    stepSeconds: stepSeconds * stride,
    points: samples
      .filter((_, index) => (samples.length - 1 - index) % stride === 0)
      .map((sample) => ({ at: sample.timestamp, value: sample[measure] })),
  };
}
