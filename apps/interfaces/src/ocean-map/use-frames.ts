import { type FieldSlice, type FieldVariable, listFields } from '@kianda/contract/sea/ocean/ocean.contract';
import { createFrameStore, type FrameStore } from '@kianda/viz/timeline/frame-store.ts';
import { bufferAhead, framesWanted, matchingMoment, nearestIndex } from '@kianda/viz/timeline/slices.ts';
import type { TimelineMoment } from '@kianda/viz/timeline/timeline.tsx';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { type ReadSource, useClient, useRead } from '../client/use-read.ts';
import { coverageOf } from './field-dates.ts';
import { type Frame, frameKey, loadFrame } from './frames.ts';
import { type DrawnBase, datedVariables, type FlowBase } from './layers.ts';

/** Number of dates: a quarter of a year of daily fields, two weeks of the hours of the wind. */
const datesLimit = 92;
const hoursLimit = 336;
const hourly: readonly FieldVariable[] = ['windEast', 'windNorth'];
/** New fields arrive once a day; a look every ten minutes shows them soon. */
const datesEverySeconds = 600;
/** A decoded frame is some 200 kB. */
const framesKept = 130;
const none: readonly FieldSlice[] = [];

export type Dates = {
  readonly source: ReadSource<unknown>;
  /** ms since 1970, oldest first. */
  readonly moments: readonly number[];
  readonly coverage: ReadonlyMap<number, number>;
};

/** Dates for which a base layer has a field; none for `null`. */
export function useDates(base: DrawnBase | null): Dates {
  const [variable, second] = base === null ? [null, null] : datedVariables(base);
  const source = useRead(listFields, queryOf(variable), datesEverySeconds);
  const secondSource = useRead(listFields, queryOf(second), datesEverySeconds);
  const fields = source.sourced?.value.fields;
  const secondFields = second === null ? null : (secondSource.sourced?.value.fields ?? none);
  return useMemo(() => {
    const coverage = coverageOf(fields ?? [], secondFields);
    return { source, moments: [...coverage.keys()].sort((a, b) => a - b), coverage };
  }, [source, fields, secondFields]);
}

const queryOf = (variable: FieldVariable | null) =>
  variable === null ? null : { query: { variable, limit: hourly.includes(variable) ? hoursLimit : datesLimit } };

export type Frames = {
  readonly store: FrameStore<Frame>;
  /** The layer's frame for the instant shown, or the last one shown while it is on its way. */
  readonly shown: Frame | null;
  readonly isCurrent: boolean;
  readonly failure: Error | null;
};

/** A store of frames that lives as long as the page. */
export function useFrameStore(): FrameStore<Frame> {
  const client = useClient();
  const store = useMemo(
    () =>
      createFrameStore<Frame>({
        capacity: framesKept,
        concurrency: 3,
        load: (key, signal) => loadFrame(client, key, signal),
      }),
    [client],
  );
  useEffect(() => () => store.close(), [store]);
  return store;
}

/** The frame of a layer at a moment; the frame shown before stays until it has loaded. */
export function useFrame(store: FrameStore<Frame>, base: DrawnBase | null, momentMs: number | null): Frames {
  useSyncExternalStore(store.subscribe, store.ready);
  const key = base === null || momentMs === null ? null : frameKey(base, momentMs);
  const present = key === null ? undefined : store.get(key);
  const last = useRef<{ base: DrawnBase; frame: Frame } | null>(null);
  if (base !== null && present !== undefined) last.current = { base, frame: present };
  const previous = last.current !== null && last.current.base === base && key !== null ? last.current.frame : null;
  return {
    store,
    shown: present ?? previous,
    isCurrent: present !== undefined,
    failure: key === null ? null : (store.failure(key) ?? null),
  };
}

type Playback = {
  readonly index: number;
  readonly playing: boolean;
  readonly framesPerSecond: number;
};

/** Asks the store for the frames that playing from here needs, of the base layer and of the flow. */
export function useWanted(
  store: FrameStore<Frame>,
  { base, dates }: { readonly base: DrawnBase | null; readonly dates: Dates },
  flow: { readonly base: FlowBase; readonly dates: Dates } | null,
  { index, playing, framesPerSecond }: Playback,
): void {
  const flowBase = flow?.base ?? null;
  const flowMoments = flow?.dates.moments ?? null;
  useEffect(() => {
    const ahead = playing ? bufferAhead(framesPerSecond) : 2;
    const keys = framesWanted(dates.moments.length, index, ahead).flatMap((at) => {
      const moment = dates.moments[at];
      if (moment === undefined) return [];
      const flowMs = flowMoments === null ? null : matchingMoment(flowMoments, moment);
      return [
        ...(base === null ? [] : [frameKey(base, moment)]),
        ...(flowMs === null || flowBase === null ? [] : [frameKey(flowBase, flowMs)]),
      ];
    });
    store.want([...new Set(keys)]);
  }, [store, base, dates.moments, flowBase, flowMoments, index, playing, framesPerSecond]);
}

/** The dates in the form that the timeline draws. */
export function useTimeline(store: FrameStore<Frame>, base: DrawnBase | null, dates: Dates): readonly TimelineMoment[] {
  const ready = useSyncExternalStore(store.subscribe, store.ready);
  return useMemo(
    () =>
      dates.moments.map((ms) => ({
        ms,
        coverage: dates.coverage.get(ms) ?? 0,
        ready: base !== null && ready.has(frameKey(base, ms)),
      })),
    [base, dates, ready],
  );
}

/** Index of the date shown: the nearest to the instant asked for, the newest when none is. */
export function indexOfMoment(moments: readonly number[], momentMs: number | null): number {
  return momentMs === null ? moments.length - 1 : nearestIndex(moments, momentMs);
}
