import type { DataOf } from '@kianda/contract';
import { replayDeadLetter, replayDeadLetters } from '@kianda/contract/ingestion/connectors/engine.contract';
import { deadLetters, discardDeadLetter } from '@kianda/contract/ingestion/connectors/letters.contract';
import { dataConnectors } from '@kianda/contract/ingestion/connectors/operations.contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApplication } from '../../../../../client/context.tsx';
import { toFailure } from '../../../../../client/failure.ts';
import { useAction } from '../../../../../client/use-action.ts';
import { endpointKey } from '../../../../../client/use-endpoint.ts';
import { notify } from '../../../../../platform/notices.ts';
import { inParallel } from '../../api/pool.ts';
import { rejectedTexts as texts } from './texts.pt.ts';

export type Letter = DataOf<typeof deadLetters>['rows'][number];
const changed = [deadLetters, dataConnectors] as const;
const discardConcurrency = 3;
/** Mapping and storing 500 rows again takes longer than a reading call. */
const batchTimeoutSeconds = 60;

/** Taking rejected rows up again, or setting them aside. Each answers what went wrong, or null. */
export function useLetters(connectorId: string) {
  const { client } = useApplication();
  const queries = useQueryClient();
  const one = useAction(replayDeadLetter, changed);
  const several = useAction(replayDeadLetters, changed);

  const replay = async (letter: Letter, raw?: unknown): Promise<string | null> => {
    const body = raw === undefined ? {} : { raw };
    const outcome = await one.run({ params: { letterId: letter.id }, body }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    if (outcome.state !== 'done') return null;
    const { state, written, reason } = outcome.data;
    if (state === 'open') return texts.refused(reason ?? letter.reason);
    notify({ tone: 'success', message: written > 0 ? texts.stored : texts.duplicate });
    return null;
  };

  const replayMany = async (which: { letterIds: number[] } | { reason: string }): Promise<string | null> => {
    const input = { params: { id: connectorId }, body: which };
    const outcome = await several.run(input, { offline: 'fail', timeoutSeconds: batchTimeoutSeconds });
    if (outcome.state === 'failed') return outcome.failure.message;
    if (outcome.state !== 'done') return null;
    const { replayed, stillRefused, remaining } = outcome.data;
    const tone = stillRefused > 0 ? 'warning' : 'success';
    notify({ tone, message: `${texts.batch(replayed, stillRefused, remaining)}.` });
    return null;
  };

  const discard = useCallback(
    async (letters: readonly Letter[], reason: string): Promise<string | null> => {
      const failures = await inParallel(letters, discardConcurrency, async ({ id }) => {
        try {
          await client.submit(discardDeadLetter, { params: { letterId: id }, body: { reason } }, { offline: 'fail' });
          return null;
        } catch (thrown) {
          return toFailure(thrown).message;
        }
      });
      await Promise.all(changed.map((endpoint) => queries.invalidateQueries({ queryKey: endpointKey(endpoint) })));
      const failed = failures.filter((message) => message !== null);
      const [first] = failed;
      if (first !== undefined) return texts.discardFailed(failed.length, first);
      notify({ tone: 'success', message: texts.discarded(letters.length) });
      return null;
    },
    [client, queries],
  );

  return { replay, replayMany, discard, isReplaying: one.isRunning || several.isRunning };
}
