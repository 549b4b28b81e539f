import { allows, type DataOf, type Provenance } from '@kianda/contract';
import {
  type LiveMetric,
  liveEventName,
  liveEventSchema,
  liveHistoryLength,
  liveMetrics,
} from '@kianda/contract/operations/health/live.contract';
import { channelAccess } from '@kianda/contract/operations/realtime/realtime.contract';
import { useClock } from '@kianda/ui';
import { useEffect, useMemo, useState } from 'react';
import type { z } from 'zod';
import { useAccount, useApplication } from '../../../../client/context.tsx';
import { type EndpointResult, useEndpoint } from '../../../../client/use-endpoint.ts';
import { usePageVisible } from '../../../../platform/use-page-visible.ts';
import { liveFallback } from './fallback.ts';

type Snapshot = DataOf<typeof liveMetrics>;
export type LiveEvent = z.output<typeof liveEventSchema>;

/** Seconds between two askings: the events carry what happens in between. */
const askSeconds = 15;
const staleSeconds = 20;

export type Live = {
  readonly result: EndpointResult<Snapshot>;
  readonly metrics: readonly LiveMetric[] | undefined;
  readonly provenance: Provenance | undefined;
  /** The specification's sample cards, while nothing else is to be had. */
  readonly examples: readonly LiveMetric[] | undefined;
  readonly isVisible: boolean;
  /** When a reading last came over the websocket, ms since 1970; null before the first. */
  readonly eventAt: number | null;
  /** When anything last came. */
  readonly arrivedAt: number | null;
};

/** The cards as they are now: asked for once, brought up to date by each reading, at rest while the page is hidden. */
export function useLiveMetrics(): Live {
  const { realtime } = useApplication();
  const { role } = useAccount();
  const clock = useClock();
  const isVisible = usePageVisible();
  const result = useEndpoint(
    liveMetrics,
    {},
    { refetchSeconds: askSeconds, staleSeconds, fallback: { data: liveFallback } },
  );
  const [events, setEvents] = useState<readonly LiveEvent[]>([]);
  const [eventAt, setEventAt] = useState<number | null>(null);
  const { refresh } = result;

  const listens = isVisible && allows(channelAccess.metrics, role);
  useEffect(() => {
    if (!listens) return undefined;
    // Values of the time while the page was hidden are fetched, not waited for.
    refresh();
    return realtime.subscribe('metrics', {
      onEvent: ({ name, payload }) => {
        if (name !== liveEventName) return;
        const event = liveEventSchema.safeParse(payload);
        if (!event.success) return;
        setEvents((before) => [...before.slice(1 - liveHistoryLength), event.data]);
        setEventAt(clock());
      },
      onGap: refresh,
    });
  }, [realtime, listens, refresh, clock]);

  const { sourced, example } = result;
  return useMemo(() => {
    const { receivedAt } = result;
    const common = {
      result,
      isVisible,
      eventAt,
      examples: example?.metrics,
      arrivedAt: receivedAt === null && eventAt === null ? null : Math.max(receivedAt ?? 0, eventAt ?? 0),
    };
    if (sourced === undefined) return { ...common, metrics: undefined, provenance: undefined };
    if (example !== undefined) return { ...common, metrics: undefined, provenance: sourced.provenance };
    const fresh = following(sourced.value, events);
    const last = fresh.at(-1);
    return {
      ...common,
      metrics: fresh.reduce(withReading, sourced.value.metrics),
      provenance: last === undefined ? sourced.provenance : observedAt(sourced.provenance, last.at),
    };
  }, [result, sourced, example, events, eventAt, isVisible]);
}

/** Events of the same process that are newer than the snapshot: another one's readings would not continue its curve. */
export function following(snapshot: Snapshot, events: readonly LiveEvent[]): readonly LiveEvent[] {
  return events.filter(
    ({ instance, at }) => instance === snapshot.instance && Date.parse(at) > Date.parse(snapshot.at),
  );
}

/** The cards after one more reading. */
export function withReading(metrics: readonly LiveMetric[], event: LiveEvent): readonly LiveMetric[] {
  return metrics.map((metric) => {
    const reading = event.metrics.find(({ id }) => id === metric.id);
    if (reading === undefined) return metric;
    const history = [...metric.history, { at: event.at, value: reading.value }].slice(-liveHistoryLength);
    return { ...metric, ...reading, history };
  });
}

function observedAt(provenance: Provenance, at: string): Provenance {
  // The answer may have grown old meanwhile: what came over the websocket since has not.
  if (provenance.state === 'fallback' || provenance.state === 'simulated') return provenance;
  return { state: 'live', source: provenance.source, observedAt: at, retrievedAt: at };
}
