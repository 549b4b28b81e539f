import { useNow } from '@kianda/ui';
import { usePlayback } from '@kianda/viz/timeline/use-playback.ts';
import { useEffect, useMemo, useState } from 'react';
import { useMedia } from '../../../../platform/use-media.ts';
import type { ChangeSearch, FishingSearch } from '../search.ts';
import { type MapTime, timeOf } from './map-view.ts';

/** The address follows once the hand rests: a browser refuses a hundred changes in a row. */
const restMs = 350;
const calmStepsPerSecond = 1;

/** Period and moment of the map, and moving in them; the moment is in the address whenever it rests. */
export function useTime(search: FishingSearch, change: ChangeSearch) {
  // Whole minutes: a last step of a few milliseconds would look like one that does nothing.
  const nowMs = Math.floor(useNow(60) / 60_000) * 60_000;
  const [cursorMs, setCursor] = useState<number | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(2);
  const isCalm = useMedia('(prefers-reduced-motion: reduce)');
  const at = cursorMs === null ? search.at : new Date(cursorMs).toISOString();
  const { span, step, end } = search;
  const time = useMemo(() => timeOf({ span, step, end, at }, nowMs), [span, step, end, at, nowMs]);

  const wanted = time.isLive ? undefined : new Date(time.atMs).toISOString();
  const isRestless = cursorMs !== null && !isPlaying;
  const isWritten = search.at === wanted;
  useEffect(() => {
    if (!isRestless) return undefined;
    // Only once the address says the same: let go before, the bar would jump back for a moment.
    if (isWritten) {
      setCursor(null);
      return undefined;
    }
    const timer = setTimeout(() => change({ at: wanted }, { replace: true }), restMs);
    return () => clearTimeout(timer);
  }, [isRestless, isWritten, wanted, change]);

  const go = (index: number) => setCursor(time.frames[index]?.endMs ?? null);
  const play = (on: boolean) => {
    if (on && time.index === time.frames.length - 1) go(0);
    setPlaying(on);
  };
  const move = (part: Parameters<ChangeSearch>[0]) => {
    setPlaying(false);
    setCursor(null);
    change(part, { replace: true });
  };
  return {
    time,
    nowMs,
    isPlaying,
    isCalm,
    speed: isCalm ? calmStepsPerSecond : speed,
    setSpeed,
    go,
    play,
    toPeriod: (period: MapTime['period']) => move({ span: period, at: undefined }),
    toStep: (next: MapTime['step']) => move({ step: next }),
    toEnd: (endMs: number) => move({ end: endMs >= nowMs ? undefined : new Date(endMs).toISOString(), at: undefined }),
    toLive: () => move({ end: undefined, at: undefined }),
  };
}
export type TimeControl = ReturnType<typeof useTime>;

/** Plays: a step at a time, each once its data are there; rests at the end of the period. */
export function usePlaying({ time, isPlaying, speed, go, play }: TimeControl, isNextReady: boolean): void {
  usePlayback({
    playing: isPlaying,
    framesPerSecond: speed,
    isNextReady: () => isNextReady,
    advance: () => {
      const next = time.index + 1;
      if (next >= time.frames.length) play(false);
      else go(next);
    },
  });
}
