import type { Sourced } from '@kianda/contract';
import {
  cancelSql,
  runSql,
  type SqlResult,
  sqlHistory,
} from '@kianda/contract/operations/databases/databases.contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { type CallFailure, toFailure } from '../../../../client/failure.ts';
import { useAction } from '../../../../client/use-action.ts';
import { askAgain } from '../../../../client/use-endpoint.ts';
import { uniqueId } from '../../../../platform/chance.ts';

/** An answer with the query it is of: the editor may hold another by now. */
export type Answered = { readonly query: string; readonly result: SqlResult };

/** Beyond the server's own limit: it has to say itself that the time is up. */
const patienceSeconds = 15;

/** Runs one query at a time, remembers the last answer, and can cancel what is under way. */
export function useSql(timeLimitSeconds: number) {
  const { client } = useApplication();
  const queries = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [answered, setAnswered] = useState<Sourced<Answered> | null>(null);
  const { run: sendCancel, isRunning: isCancelling } = useAction(cancelSql);
  const current = useRef<string | null>(null);

  const run = useCallback(
    async (query: string) => {
      if (current.current !== null || query.trim() === '') return;
      const id = uniqueId();
      current.current = id;
      setRunning(true);
      setFailure(null);
      try {
        const sent = await client.submit(
          runSql,
          { body: { query, id } },
          { offline: 'fail', timeoutSeconds: timeLimitSeconds + patienceSeconds },
        );
        if (sent.state === 'done') {
          const { data, metadata } = sent.envelope;
          setAnswered({ value: { query, result: data }, provenance: metadata.provenance });
        }
      } catch (thrown) {
        setFailure(toFailure(thrown));
      } finally {
        current.current = null;
        setRunning(false);
        void askAgain(queries, sqlHistory);
      }
    },
    [client, queries, timeLimitSeconds],
  );
  const cancel = useCallback(async () => {
    if (current.current !== null) await sendCancel({ params: { id: current.current } }, { offline: 'fail' });
  }, [sendCancel]);

  return { run, cancel, isRunning, isCancelling, failure, answered };
}
