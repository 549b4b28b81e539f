import type { DataOf, Endpoint, InputOf } from '@kianda/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { notify } from '../platform/notices.ts';
import type { CallOptions } from './client-deps.ts';
import { useApplication } from './context.tsx';
import { type CallFailure, toFailure } from './failure.ts';
import { clientTexts } from './texts.pt.ts';
import { askAgain } from './use-endpoint.ts';

export type ActionOutcome<T> =
  | { readonly state: 'done'; readonly data: T }
  | { readonly state: 'queued' }
  | { readonly state: 'failed'; readonly failure: CallFailure };

export type Action<E extends Endpoint> = {
  /** Never throws: the outcome says what happened. */
  readonly run: (input: InputOf<E>, options?: CallOptions) => Promise<ActionOutcome<DataOf<E>>>;
  readonly isRunning: boolean;
  readonly failure: CallFailure | null;
};

/** How long a write that is done waits for what changed with it, so that no list shows the state before. */
const refreshWaitMs = 2_000;

/**
 * A write by an endpoint; afterwards the answers of `refreshes` are asked for again. `run` is the same between renders,
 * however the list is written: an effect that depends on it would repeat its call without end.
 */
export function useAction<E extends Endpoint>(endpoint: E, refreshes: readonly Endpoint[] = []): Action<E> {
  const { client } = useApplication();
  const queries = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const latest = useRef(refreshes);
  useEffect(() => {
    latest.current = refreshes;
  });
  const run = useCallback<Action<E>['run']>(
    async (input, options) => {
      setRunning(true);
      setFailure(null);
      try {
        const result = await client.submit(endpoint, input, options);
        if (result.state === 'queued') {
          notify({ tone: 'info', message: clientTexts.queued });
          return result;
        }
        // A link shown once, a message that it is done: neither waits for a list on a slow network.
        await Promise.race([
          Promise.all(latest.current.map((other) => askAgain(queries, other))),
          new Promise((resolve) => setTimeout(resolve, refreshWaitMs)),
        ]);
        return { state: 'done', data: result.envelope.data };
      } catch (thrown) {
        const caught = toFailure(thrown);
        setFailure(caught);
        return { state: 'failed', failure: caught };
      } finally {
        setRunning(false);
      }
    },
    [client, endpoint, queries],
  );
  return { run, isRunning, failure };
}
