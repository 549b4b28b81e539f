import { matchingMoment } from '@kianda/viz/timeline/slices.ts';
import { usePlayback } from '@kianda/viz/timeline/use-playback.ts';
import { useState } from 'react';
import type { FlowBase } from './layers.ts';
import { indexOfMoment, useDates, useFrame, useFrameStore, useTimeline, useWanted } from './use-frames.ts';
import type { ChangeView } from './use-view.ts';
import type { ViewState } from './view-state.ts';

export type OceanFields = ReturnType<typeof useOceanFields>;

/** The base field and the flow at the moment of the view, the dates they exist for, and their playback. */
export function useOceanFields(view: ViewState, change: ChangeView) {
  const [playing, setPlaying] = useState(false);
  const [framesPerSecond, setFramesPerSecond] = useState(2);
  const base = view.base === 'none' ? null : view.base;
  const datedBase = base ?? 'currentSpeed';
  const flowBase = flowBaseOf(view.overlays);
  const store = useFrameStore();
  const dates = useDates(datedBase);
  const flowDates = useDates(flowBase);
  const index = indexOfMoment(dates.moments, view.momentMs);
  const momentMs = dates.moments[index] ?? null;
  const flowMs = momentMs === null ? null : matchingMoment(flowDates.moments, momentMs);

  const wantedFlow = flowBase === null ? null : { base: flowBase, dates: flowDates };
  useWanted(store, { base, dates }, wantedFlow, { index, playing, framesPerSecond });
  const field = useFrame(store, base, momentMs);
  const flow = useFrame(store, flowBase, flowMs);
  const moments = useTimeline(store, datedBase, dates);

  const show = (next: number) => {
    const ms = dates.moments[next];
    // The newest date is followed, not pinned, so that tomorrow's visit by the same link sees tomorrow's field.
    if (ms !== undefined) change({ momentMs: next === dates.moments.length - 1 ? null : ms });
  };
  const next = moments.length === 0 ? 0 : (index + 1) % moments.length;
  const isNextReady = () => base === null || moments[next]?.ready === true;
  usePlayback({ playing, framesPerSecond, isNextReady, advance: () => show(next) });

  return {
    ...{ store, base, datedBase, dates, index, momentMs, field, moments, show },
    flow: { base: flowBase, dates: flowDates, ms: flowMs, frames: flow },
    playback: { playing, setPlaying, framesPerSecond, setFramesPerSecond, isNextReady },
  };
}

function flowBaseOf({ wind, currents }: ViewState['overlays']): FlowBase | null {
  if (wind.on) return 'windSpeed';
  return currents.on ? 'currentSpeed' : null;
}
