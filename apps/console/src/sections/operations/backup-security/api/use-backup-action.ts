import type { DataOf, Endpoint, InputOf } from '@kianda/contract';
import { backupDetail, backupList, backupOverview } from '@kianda/contract/operations/backups/backups.contract';
import { instantStatus } from '@kianda/contract/operations/backups/instants.contract';
import { useCallback } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { backupTexts as texts } from '../texts.pt.ts';

const refreshed = [backupOverview, backupList, backupDetail, instantStatus] as const;

/** A request of this section: says that it was taken, or why not. Never kept for later: it counts now or not at all. */
export function useBackupAction<E extends Endpoint>(endpoint: E) {
  const { run: send, isRunning } = useAction(endpoint, refreshed);
  const run = useCallback(
    async (input: InputOf<E>, done: string | null): Promise<DataOf<E> | null> => {
      const outcome = await send(input, { offline: 'fail' });
      if (outcome.state === 'done') {
        if (done !== null) notify({ tone: 'success', message: done });
        return outcome.data;
      }
      if (outcome.state === 'failed') {
        notify({ tone: 'error', title: texts.failedTitle, message: outcome.failure.message });
      }
      return null;
    },
    [send],
  );
  return { run, isRunning };
}
