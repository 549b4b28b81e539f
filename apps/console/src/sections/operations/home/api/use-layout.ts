import {
  homeChanges,
  homeLayout,
  homeVisit,
  resetHomeLayout,
  saveHomeLayout,
} from '@kianda/contract/operations/home/home.contract';
import { defaultTiles, type HomeTile } from '@kianda/contract/operations/home/home-tiles';
import { useEffect, useRef } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { homeTexts } from '../texts.pt.ts';

const refreshed = [homeLayout] as const;
const nothing = [] as const;

/** Tiles of this account's home, and the ways to change them. While they are on their way, those of its role stand in. */
export function useHomeLayout() {
  const { role } = useAccount();
  const stored = useEndpoint(homeLayout, {}, { refetchSeconds: 0 });
  const saving = useAction(saveHomeLayout, refreshed);
  const resetting = useAction(resetHomeLayout, refreshed);
  const told = async (run: Promise<{ readonly state: string }>, message: string): Promise<boolean> => {
    const outcome = await run;
    if (outcome.state === 'done') notify({ tone: 'success', message });
    return outcome.state !== 'failed';
  };
  return {
    tiles: stored.sourced?.value.tiles ?? defaultTiles(role),
    isOwn: stored.sourced?.value.from === 'own',
    failure: saving.failure ?? resetting.failure,
    isSaving: saving.isRunning || resetting.isRunning,
    save: (tiles: readonly HomeTile[]) => told(saving.run({ body: { tiles: [...tiles] } }), homeTexts.saved),
    reset: () => told(resetting.run({}), homeTexts.resetDone),
  };
}

/** Tells the server once that this account looks at its home: the next visit counts from here. */
export function useVisit(): void {
  const { run } = useAction(homeVisit, nothing);
  const isTold = useRef(false);
  useEffect(() => {
    if (isTold.current) return;
    isTold.current = true;
    void run({}, { offline: 'fail' });
  }, [run]);
}

export const useChanges = () => useEndpoint(homeChanges, {}, { refetchSeconds: 120 });
