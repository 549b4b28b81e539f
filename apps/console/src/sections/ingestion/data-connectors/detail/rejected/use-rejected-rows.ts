import type { DataOf } from '@kianda/contract';
import { deadLetters, discardDeadLetter } from '@kianda/contract/ingestion/connectors/dead-letters.contract';
import { replayDeadLetter, replayDeadLetters } from '@kianda/contract/ingestion/connectors/engine.contract';
import { dataConnectors } from '@kianda/contract/ingestion/connectors/operations.contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApplication } from '../../../../../client/context.tsx';
import { toFailure } from '../../../../../client/failure.ts';
import { useAction } from '../../../../../client/use-action.ts';
import { askAgain } from '../../../../../client/use-endpoint.ts';
import { notify } from '../../../../../platform/notices.ts';
import { inParallel } from '../../api/pool.ts';
import { rejectedTexts as texts } from './texts.pt.ts';

export type RejectedRow = DataOf<typeof deadLetters>['rows'][number];
const changed = [deadLetters, dataConnectors] as const;
const discardConcurrency = 3;
/** Mapping and storing 500 rows again takes longer than a reading call. */
const batchTimeoutSeconds = 60;

/** Replay and discard of rejected rows. Each resolves with the message of its failure, or null. */
export function useRejectedRows(connectorId: string) {
  const { client } = useApplication();
  const queries = useQueryClient();
  const single = useAction(replayDeadLetter, changed);
  const batch = useAction(replayDeadLetters, changed);

  const replay = async (row: RejectedRow, raw?: unknown): Promise<string | null> => {
    const body = raw === undefined ? {} : { raw };
    const outcome = await single.run({ params: { letterId: row.id }, body }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    if (outcome.state !== 'done') return null;
    const { state, written, reason } = outcome.data;
    if (state === 'open') return texts.refused(reason ?? row.reason);
    notify({ tone: 'success', message: written > 0 ? texts.stored : texts.duplicate });
    return null;
  };

  const replayMany = async (which: { letterIds: number[] } | { reason: string }): Promise<string | null> => {
    const input = { params: { id: connectorId }, body: which };
    const outcome = await batch.run(input, { offline: 'fail', timeoutSeconds: batchTimeoutSeconds });
    if (outcome.state === 'failed') return outcome.failure.message;
    if (outcome.state !== 'done') return null;
    const { replayed, stillRefused, remaining } = outcome.data;
    const tone = stillRefused > 0 ? 'warning' : 'success';
    notify({ tone, message: `${texts.batch(replayed, stillRefused, remaining)}.` });
    return null;
  };

  const discard = useCallback(
    async (rows: readonly RejectedRow[], reason: string): Promise<string | null> => {
      const failures = await inParallel(rows, discardConcurrency, async ({ id }) => {
        try {
          await client.submit(discardDeadLetter, { params: { letterId: id }, body: { reason } }, { offline: 'fail' });
          return null;
        } catch (thrown) {
          return toFailure(thrown).message;
        }
      });
      await Promise.all(changed.map((endpoint) => askAgain(queries, endpoint)));
      const failed = failures.filter((message) => message !== null);
      const [first] = failed;
      if (first !== undefined) return texts.discardFailed(failed.length, first);
      notify({ tone: 'success', message: texts.discarded(rows.length) });
      return null;
    },
    [client, queries],
  );

  return { replay, replayMany, discard, isReplaying: single.isRunning || batch.isRunning };
}
