import { formatNumber } from '@kianda/format';
import type { PanelError } from '@kianda/ui';
import { useCallback, useMemo } from 'react';
import { notify } from '../../../../platform/notices.ts';
import type { ChangeSearch } from '../search.ts';
import type { FleetVessel } from './fleet.ts';
import { maxTracks } from './map-search.ts';
import { fleetMapTexts as texts } from './texts.pt.ts';
import { drawnOf, type Track } from './tracks.ts';
import { useAnswers } from './use-answers.ts';

/** One track asked for: drawn, on its way, or why it is not there. */
export type TrackState = {
  readonly id: number;
  readonly name: string;
  readonly isLoading: boolean;
  readonly isCut: boolean;
  readonly error: PanelError | null;
};

/** Tracks of the vessels in the address, adding to them and taking from them. */
export function useTracks(ids: readonly number[], change: ChangeSearch) {
  const { answers, onArrived } = useAnswers<number, Track>();
  const set = useCallback(
    (next: readonly number[]) => change({ tracks: next.length === 0 ? undefined : next.join(',') }, { replace: true }),
    [change],
  );
  const add = useCallback(
    (more: readonly number[]) => {
      const next = [...new Set([...ids, ...more])];
      if (next.length > maxTracks) {
        notify({ tone: 'warning', message: texts.tooManyTracks(formatNumber(maxTracks, { maxDecimals: 0 })) });
        return;
      }
      set(next);
    },
    [ids, set],
  );
  const remove = useCallback((id: number) => set(ids.filter((one) => one !== id)), [ids, set]);
  const onTrack = useCallback(
    ({ shipId }: FleetVessel, on: boolean) => {
      if (on) add([shipId]);
      else remove(shipId);
    },
    [add, remove],
  );
  const drawn = useMemo(
    () =>
      ids.flatMap((id) => {
        const track = answers.get(id)?.value;
        return track === undefined ? [] : [drawnOf(track)];
      }),
    [ids, answers],
  );
  const states = ids.map((id): TrackState => {
    const arrived = answers.get(id);
    const track = arrived?.value;
    return {
      id,
      name: track === undefined ? texts.numbered(String(id)) : (track.vessel.name ?? track.vessel.key),
      isLoading: track === undefined && (arrived?.error ?? null) === null,
      isCut: track?.truncated ?? false,
      error: arrived?.error ?? null,
    };
  });
  return { drawn, states, onArrived, onTrack, add, remove, clear: () => set([]) };
}
export type Tracks = ReturnType<typeof useTracks>;
