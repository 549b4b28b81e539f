import type { TemporalRecord } from '@kianda/contract/space/temporal/temporal.contract';
import type { TemporalVariableId } from '@kianda/contract/space/temporal/temporal-variables';
import { dayMs } from '@kianda/geo';
import { createFrameStore, type FrameStore } from '@kianda/viz/timeline/frame-store.ts';
import { bufferAhead, framesWanted, matchingMoment } from '@kianda/viz/timeline/slices.ts';
import { usePlayback } from '@kianda/viz/timeline/use-playback.ts';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import type { ChangeTemporal, TemporalSearch } from '../search.ts';
import { type Frame, type FrameKind, frameKey, loadFrame, type Stride, strideFor } from './frames.ts';
import { indexAt, momentsOf, nextIndex, within } from './moments.ts';

/** A frame of the temperature is some 300 kB decoded. */
const framesKept = 160;
const concurrency = 3;
/** Cells of the small maps of the cards: one in four. */
const cardStride: Stride = 4;

export type Clock = ReturnType<typeof useClock>;

/** A store of frames that lives as long as the page. */
function useFrames(): FrameStore<Frame> {
  const { client } = useApplication();
  const store = useMemo(
    () =>
      createFrameStore<Frame>({
        ...{ capacity: framesKept, concurrency },
        load: (key, signal) => loadFrame(client, key, signal),
      }),
    [client],
  );
  useEffect(() => () => store.close(), [store]);
  return store;
}

/** The second frame of a comparison: of another variable, or so many days earlier, or the departure from what is usual. */
export type Second = { readonly kind: FrameKind; readonly moments: readonly number[]; readonly backDays: number };

/** One clock for all variables: its dates are those of the variable shown, and every other follows. */
export function useClock(
  records: ReadonlyMap<TemporalVariableId, TemporalRecord>,
  search: TemporalSearch,
  change: ChangeTemporal,
) {
  const [playing, setPlaying] = useState(false);
  const { variable, speed, at, once, from, to } = search;
  const store = useFrames();
  const ready = useSyncExternalStore(store.subscribe, store.ready);
  const all = useMemo(() => momentsOf(records.get(variable)), [records, variable]);
  const moments = useMemo(() => within(all, { from, to }), [all, from, to]);
  const index = indexAt(moments, at);
  const ms = moments[index] ?? null;
  const hasFields = variable !== 'migration';
  const second = useMemo(() => secondOf(records, search), [records, search]);
  const stride = strideFor(playing, speed);

  const keysOf = (moment: number): readonly string[] => [
    ...(hasFields ? [frameKey(variable, moment, stride)] : []),
    ...secondKeys(second, moment, stride),
  ];
  const next = nextIndex(index, moments.length, once !== true);
  const nextMs = next === null ? undefined : moments[next];
  const isNextReady = () =>
    nextMs === undefined || keysOf(nextMs).every((key) => ready.has(key) || store.failure(key) !== undefined);
  const show = (to: number) => {
    const moment = moments[to];
    // The newest date is followed, not pinned: tomorrow the same link shows tomorrow's field.
    const isNewest = to === moments.length - 1 && !playing;
    if (moment !== undefined) change({ at: isNewest ? undefined : new Date(moment).toISOString() }, { replace: true });
  };
  const advance = () => {
    if (next === null) setPlaying(false);
    else show(next);
  };
  usePlayback({ playing, framesPerSecond: speed, isNextReady, advance });
  useWanted(store, { records, moments, index, playing, speed, keysOf, ms });

  return {
    ...{ store, all, moments, index, ms, playing, setPlaying, show, stride, second },
    isBuffering: playing && !isNextReady(),
    /** Frames ahead that are there, of those that the buffer has. */
    buffered: bufferedAhead(moments, index, (moment) => keysOf(moment).every((key) => ready.has(key))),
    frame: useLatest(store, hasFields && ms !== null ? frameKey(variable, ms, stride) : null, variable),
    other: useLatest(store, ms === null ? null : (secondKeys(second, ms, stride)[0] ?? null), second?.kind ?? ''),
    small: (id: TemporalVariableId) => smallFrame(store, records.get(id), ms),
    /** Whether the small map of a variable is on its way. */
    isSmallComing: (id: TemporalVariableId) => isSmallComing(store, records.get(id), ms),
    speed,
  };
}

function secondOf(records: ReadonlyMap<TemporalVariableId, TemporalRecord>, search: TemporalSearch): Second | null {
  const { compare, variable, other, back } = search;
  if (compare === undefined) return null;
  if (compare === 'anomaly') {
    return { kind: `${variable}~anomaly`, moments: momentsOf(records.get(variable)), backDays: 0 };
  }
  const kind = compare === 'difference' ? variable : (other ?? variable);
  return { kind, moments: momentsOf(records.get(kind)), backDays: back };
}

function secondKeys(second: Second | null, moment: number, stride: Stride): readonly string[] {
  if (second === null || second.kind === 'migration') return [];
  const ms = matchingMoment(second.moments, moment - second.backDays * dayMs);
  return ms === null ? [] : [frameKey(second.kind, ms, stride)];
}

function bufferedAhead(moments: readonly number[], index: number, isReady: (moment: number) => boolean): number {
  const waiting = moments.slice(index + 1).findIndex((moment) => !isReady(moment));
  return waiting < 0 ? Math.max(0, moments.length - index - 1) : waiting;
}

type Wanted = {
  readonly records: ReadonlyMap<TemporalVariableId, TemporalRecord>;
  readonly moments: readonly number[];
  readonly index: number;
  readonly playing: boolean;
  readonly speed: number;
  readonly keysOf: (moment: number) => readonly string[];
  readonly ms: number | null;
};

/** Asks for what playing from here needs, and then for the small maps of the cards. */
function useWanted(store: FrameStore<Frame>, { records, moments, index, playing, speed, keysOf, ms }: Wanted): void {
  const ahead = playing ? bufferAhead(speed) : 2;
  const large = framesWanted(moments.length, index, ahead).flatMap((at) => {
    const moment = moments[at];
    return moment === undefined ? [] : keysOf(moment);
  });
  const small = [...records.values()].flatMap((record) => smallKey(record, ms) ?? []);
  const keys = [...new Set([...large, ...small])].join('\n');
  useEffect(() => {
    store.want(keys === '' ? [] : keys.split('\n'));
  }, [store, keys]);
}

function smallKey(record: TemporalRecord | undefined, ms: number | null): string | null {
  if (record === undefined || ms === null || record.variable_id === 'migration') return null;
  const moment = matchingMoment(momentsOf(record), ms);
  return moment === null ? null : frameKey(record.variable_id, moment, cardStride);
}

function smallFrame(store: FrameStore<Frame>, record: TemporalRecord | undefined, ms: number | null): Frame | null {
  const key = smallKey(record, ms);
  return key === null ? null : (store.get(key) ?? null);
}

function isSmallComing(store: FrameStore<Frame>, record: TemporalRecord | undefined, ms: number | null): boolean {
  const key = smallKey(record, ms);
  return key !== null && store.get(key) === undefined && store.failure(key) === undefined;
}

export type Shown = { readonly frame: Frame | null; readonly isCurrent: boolean; readonly failure: Error | null };

/** The frame of a key, or the last one shown of the same kind while it is on its way. */
function useLatest(store: FrameStore<Frame>, key: string | null, kind: string): Shown {
  const present = key === null ? undefined : store.get(key);
  const last = useRef<{ readonly kind: string; readonly frame: Frame } | null>(null);
  if (present !== undefined) last.current = { kind, frame: present };
  const previous = key !== null && last.current?.kind === kind ? last.current.frame : null;
  return {
    frame: present ?? previous,
    isCurrent: present !== undefined,
    failure: key === null ? null : (store.failure(key) ?? null),
  };
}
