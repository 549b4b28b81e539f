import {
  type BaselineId,
  boundaryAtPoint,
  boundaryDrawing,
  listBoundaries,
  processBoundaries,
} from '@kianda/contract/sea/limits/limits.contract';
import { useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import type { PickedPlace } from './search.ts';
import { limitTexts as texts } from './texts.pt.ts';

const answers = [boundaryDrawing, listBoundaries, boundaryAtPoint] as const;
const runningSeconds = 2;

/** The newest drawing; asked for often while one is being made. */
export function useDrawing() {
  const [isRunning, setRunning] = useState(false);
  const drawing = useEndpoint(boundaryDrawing, {}, { refetchSeconds: isRunning ? runningSeconds : 0 });
  const state = drawing.sourced?.value.work?.state;
  const now = state === 'queued' || state === 'running';
  if (now !== isRunning) setRunning(now);
  return { drawing, isRunning };
}

/** The zones of the drawing with this id: another one asks for them again. */
export function useZones() {
  return useEndpoint(listBoundaries, {}, { refetchSeconds: 0 });
}

export const usePoint = ([lon, lat]: PickedPlace) =>
  useEndpoint(boundaryAtPoint, { query: { lon, lat } }, { refetchSeconds: 0 });

export function useDraw() {
  const { run, isRunning } = useAction(processBoundaries, answers);
  return {
    isAsking: isRunning,
    async draw(baseline: BaselineId) {
      const outcome = await run({ body: { baseline } }, { offline: 'fail' });
      if (outcome.state === 'done') notify({ tone: 'success', message: texts.asked });
      if (outcome.state === 'failed')
        notify({ tone: 'error', title: texts.notAsked, message: outcome.failure.message });
    },
  };
}
