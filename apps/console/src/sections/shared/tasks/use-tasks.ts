import type { DataOf } from '@kianda/contract';
import { listJobRuns, listJobs } from '@kianda/contract/operations/tasks/tasks.contract';
import { useEffect, useRef } from 'react';
import { useChannel } from '../../../client/use-channel.ts';
import { type EndpointResult, useEndpoint } from '../../../client/use-endpoint.ts';
import { useRefreshAll } from '../use-refresh-all.ts';

/** Most tasks the server lists at once. */
export const taskLimit = 500;
export const taskAnswers = [listJobs, listJobRuns] as const;
/** Changes that come in a burst are followed by one refresh. */
const settleMs = 1_000;

export type Tasks = EndpointResult<DataOf<typeof listJobs>>;

/** Background tasks, newest first; asked for again when the server says that one changed its state. */
export function useTasks(): Tasks {
  const tasks = useEndpoint(listJobs, { query: { limit: taskLimit } }, { refetchSeconds: 30, staleSeconds: 60 });
  const { refresh } = useRefreshAll(taskAnswers);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const settle = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(refresh, settleMs);
  };
  useChannel('jobs', {
    onEvent: (event) => {
      if (event.name === 'job.state') settle();
    },
    onGap: settle,
  });
  return tasks;
}
