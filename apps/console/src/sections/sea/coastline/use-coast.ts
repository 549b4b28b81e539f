import {
  analyzeCoast,
  type CoastRegion,
  coastalAnalyses,
  coastalDetail,
  coastRegions,
  coastSurveys,
} from '@kianda/contract/sea/coast/coast.contract';
import { useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { coastTexts as texts } from './texts.pt.ts';

const answers = [coastalAnalyses, coastalDetail] as const;
const runningSeconds = 2;

/** The newest analysis of a region; asked for often while one is being made. */
export function useCoast(region: CoastRegion) {
  const [isRunning, setRunning] = useState(false);
  const detail = useEndpoint(coastalDetail, { params: { region } }, { refetchSeconds: isRunning ? runningSeconds : 0 });
  const state = detail.sourced?.value.work?.state;
  const now = state === 'queued' || state === 'running';
  if (now !== isRunning) setRunning(now);
  return { detail, isRunning };
}

export const useSurveys = () => useEndpoint(coastSurveys, {}, { refetchSeconds: 0 });

export function useAnalyse(region: CoastRegion) {
  const { run, isRunning } = useAction(analyzeCoast, answers);
  return {
    isAsking: isRunning,
    async analyse(given: { readonly survey?: string; readonly spacing: number }) {
      const outcome = await run({ body: { region, ...given } }, { offline: 'fail' });
      if (outcome.state === 'done') notify({ tone: 'success', message: texts.asked(coastRegions[region]) });
      if (outcome.state === 'failed')
        notify({ tone: 'error', title: texts.notAsked, message: outcome.failure.message });
    },
  };
}
