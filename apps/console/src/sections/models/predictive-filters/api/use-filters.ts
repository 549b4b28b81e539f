import {
  activateFilter,
  deactivateFilter,
  filterDifference,
  filterRunResult,
  getFilter,
  listFilters,
  type PredictiveFilter,
  refreshFilter,
  subscribeFilter,
} from '@kianda/contract/models/filters/filters.contract';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { useRefreshAll } from '../../../shared/use-refresh-all.ts';
import { filtersFallback } from '../fallback.ts';
import { detailTexts, filterTexts as texts } from '../texts.pt.ts';

/** Answers that change with a filter or its runs. */
export const filterAnswers = [listFilters, getFilter] as const;

const usualSeconds = 60;
/** While something is computed, its progress is asked for this often. */
const runningSeconds = 2;
const staleSeconds = 120;
/** The list is asked for again this long after a filter was switched. */
const afterSwitchMs = 1_500;

export const isUnderWay = ({ run }: Pick<PredictiveFilter, 'run'>): boolean =>
  run?.state === 'queued' || run?.state === 'running';

function usePace(): readonly [seconds: number, tell: (isRunning: boolean) => void] {
  const [isRunning, setRunning] = useState(false);
  const tell = (now: boolean) => {
    if (now !== isRunning) setRunning(now);
  };
  return [isRunning ? runningSeconds : usualSeconds, tell];
}

/** All filters; those of the specification, as examples, while no server answers. */
export function useFilters() {
  const [refetchSeconds, tell] = usePace();
  const filters = useEndpoint(listFilters, {}, { refetchSeconds, staleSeconds, fallback: { data: filtersFallback } });
  tell(filters.sourced?.value.some(isUnderWay) ?? false);
  return filters;
}

/** One filter with its runs. */
export function useFilter(id: string) {
  const [refetchSeconds, tell] = usePace();
  const filter = useEndpoint(getFilter, { params: { id } }, { refetchSeconds, staleSeconds });
  tell(filter.sourced === undefined ? false : isUnderWay(filter.sourced.value.filter));
  return filter;
}

/** Points, polygons and grid of a run, which never change. */
export const useRunResult = (id: string, run: string) =>
  useEndpoint(filterRunResult, { params: { id, run } }, { refetchSeconds: 0, staleSeconds: 3_600 });

export const useDifference = (id: string, from: string, to: string) =>
  useEndpoint(filterDifference, { params: { id }, query: { from, to } }, { refetchSeconds: 0, staleSeconds: 3_600 });

/** Switches, computes and follows a filter, and says how that went. */
export function useFilterActs({ id, name }: Pick<PredictiveFilter, 'id' | 'name'>) {
  const on = useAction(activateFilter);
  const off = useAction(deactivateFilter);
  const run = useAction(refreshFilter, filterAnswers);
  const follow = useAction(subscribeFilter, filterAnswers);
  const { refresh } = useRefreshAll(filterAnswers);
  const input = { params: { id } };

  const setActive = async (isActive: boolean) => {
    const outcome = await (isActive ? on : off).run(input, { offline: 'fail' });
    if (outcome.state === 'done') {
      notify({ tone: 'success', message: isActive ? texts.activated(name) : texts.deactivated(name) });
      setTimeout(refresh, afterSwitchMs);
    }
    if (outcome.state === 'failed') {
      notify({
        ...{ tone: 'error', message: outcome.failure.message },
        title: isActive ? texts.notActivated : texts.notDeactivated,
      });
    }
  };
  const calculate = async () => {
    const outcome = await run.run(input, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'success', message: texts.asked(name) });
    if (outcome.state === 'failed') notify({ tone: 'error', title: texts.notAsked, message: outcome.failure.message });
  };
  const subscribe = async (isSubscribed: boolean) => {
    const outcome = await follow.run({ ...input, body: { isSubscribed } }, { offline: 'fail' });
    const { act } = detailTexts;
    if (outcome.state === 'done') notify({ tone: 'info', message: isSubscribed ? act.subscribed : act.unsubscribed });
    if (outcome.state === 'failed') notify({ tone: 'error', title: act.notChanged, message: outcome.failure.message });
  };
  return {
    ...{ setActive, calculate, subscribe },
    isSwitching: on.isRunning || off.isRunning,
    isAsking: run.isRunning,
    isFollowing: follow.isRunning,
  };
}
