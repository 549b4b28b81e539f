import type { Sourced } from '@kianda/contract';
import { metricsHistory } from '@kianda/contract/health/health.contract';
import type { TilePoint } from '@kianda/ui';
import { useEndpoint } from '../../../client/use-endpoint.ts';

/** Points of the small curve: more would not be seen at its width. */
const shownPoints = 60;

/** p95 of the last hour for the tile's curve; undefined without it or for roles that may not see it. */
export function useLatencyHistory(): Sourced<readonly TilePoint[]> | undefined {
  const history = useEndpoint(metricsHistory, { query: { hours: 1 } }, { refetchSeconds: 60 });
  const { sourced } = history;
  if (sourced === undefined || sourced.value.samples.length < 2) return undefined;
  const { samples } = sourced.value;
  const stride = Math.max(1, Math.ceil(samples.length / shownPoints));
  // Counted from the newest, so that the last point is always the present one.
  const points = samples
    .filter((_, index) => (samples.length - 1 - index) % stride === 0)
    .map((sample) => ({ at: sample.timestamp, value: sample.latencyP95Ms }));
  return { value: points, provenance: sourced.provenance };
}
