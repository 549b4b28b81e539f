import type { DataOf } from '@kianda/contract';
import type { listVesselEvents } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { formatNumber } from '@kianda/format';
import { usePreferences } from '@kianda/ui';
import type { EventKind } from '@kianda/viz/map/layers/events/event-marks.ts';
import { useMemo } from 'react';
import { eventMarks, eventsUntil } from './map-events.ts';
import { eventKindsOf, type LayerName, type MapTime } from './map-view.ts';
import { useAnswers } from './use-answers.ts';

const wholeNumber = { maxDecimals: 0 } as const;

/** Events of the layers that are on, up to the moment shown. */
export function useEvents(layers: ReadonlySet<LayerName>, { untilMs }: MapTime, mayWatch: boolean) {
  const { timeZone } = usePreferences();
  const { answers, onArrived } = useAnswers<EventKind, DataOf<typeof listVesselEvents>>();
  const kinds = useMemo(() => (mayWatch ? eventKindsOf(layers) : []), [layers, mayWatch]);
  const shown = useMemo(
    () =>
      eventsUntil(
        kinds.flatMap((kind) => answers.get(kind)?.value?.data ?? []),
        kinds,
        untilMs,
      ),
    [kinds, answers, untilMs],
  );
  const marks = useMemo(() => eventMarks(shown, timeZone), [shown, timeZone]);
  const counts = useMemo(
    () =>
      new Map(
        kinds.map((kind) => {
          const answer = answers.get(kind)?.value;
          const of = shown.filter((event) => event.kind === kind).length;
          const more = answer !== undefined && answer.total > answer.data.length ? '+' : '';
          return [kind, answer === undefined ? '…' : `${formatNumber(of, wholeNumber)}${more}`];
        }),
      ),
    [kinds, answers, shown],
  );
  const error = kinds.map((kind) => answers.get(kind)?.error ?? null).find((one) => one !== null) ?? null;
  return { kinds, shown, marks, counts, error, onArrived };
}
export type Events = ReturnType<typeof useEvents>;
