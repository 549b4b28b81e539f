import { runDataConnector } from '@kianda/contract/ingestion/connectors/operations.contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { notify } from '../../../../platform/notices.ts';
import type { Connector } from '../../../shared/connectors/fallback.ts';
import { connectorTexts } from '../texts.pt.ts';
import { inParallel } from './pool.ts';

/** A run can be asked for: also of a connector that failed, or that has not delivered yet. */
export function isIdle(status: Connector['status']): boolean {
  return status !== 'running' && status !== 'inactive';
}

/** Time after a launch until the list is asked for again. */
const refreshAfterMs = 3_000;
const batchConcurrency = 3;

type Outcome = { readonly state: 'started' | 'already' | 'queued' } | { readonly state: 'failed'; message: string };

export type Launches = {
  readonly isLaunching: (connectorId: string) => boolean;
  readonly launch: (connector: Connector) => Promise<void>;
  /** Starts the active ones among these, three at a time, and sums up. */
  readonly launchAll: (connectors: readonly Connector[]) => Promise<void>;
  readonly batch: { readonly done: number; readonly total: number } | null;
};

/** Starts of connectors; `onSettled` is called 3 s after each launch. */
export function useLaunch(onSettled: () => void): Launches {
  const start = useStart();
  const { isLaunching, mark, settleLater } = useLaunching(onSettled);
  const [batch, setBatch] = useState<Launches['batch']>(null);

  const launch = useCallback(
    async ({ id, name }: Connector) => {
      mark([id]);
      const outcome = await start(id);
      settleLater([id]);
      notify(launchNotice(name, outcome));
    },
    [start, mark, settleLater],
  );

  const launchAll = useCallback(
    async (connectors: readonly Connector[]) => {
      const ids = connectors.filter(({ status }) => isIdle(status)).map(({ id }) => id);
      if (ids.length === 0) {
        notify({ tone: 'info', message: connectorTexts.batch.noneActive });
        return;
      }
      mark(ids);
      setBatch({ done: 0, total: ids.length });
      const outcomes = await inParallel(ids, batchConcurrency, async (id) => {
        const outcome = await start(id);
        setBatch((present) => (present === null ? null : { ...present, done: present.done + 1 }));
        return outcome;
      });
      setBatch(null);
      settleLater(ids);
      notify(batchSummary(outcomes));
    },
    [start, mark, settleLater],
  );

  return { isLaunching, launch, launchAll, batch };
}

/** The request that starts a connector; a failure is an outcome, never thrown. */
function useStart(): (id: string) => Promise<Outcome> {
  const { client } = useApplication();
  return useCallback(
    async (id) => {
      try {
        const result = await client.submit(runDataConnector, { params: { id } });
        return { state: result.state === 'queued' ? 'queued' : 'started' };
      } catch (thrown) {
        const failure = toFailure(thrown);
        return failure.code === 'already_running'
          ? { state: 'already' }
          : { state: 'failed', message: failure.message };
      }
    },
    [client],
  );
}

/** Connectors whose launch the list does not show yet. */
function useLaunching(onSettled: () => void) {
  const [launching, setLaunching] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const timer of pending) clearTimeout(timer);
    };
  }, []);
  const mark = useCallback((ids: readonly string[]) => setLaunching((present) => new Set([...present, ...ids])), []);
  const settleLater = useCallback(
    (ids: readonly string[]) => {
      const timer = setTimeout(() => {
        timers.current.delete(timer);
        setLaunching((present) => new Set([...present].filter((id) => !ids.includes(id))));
        onSettled();
      }, refreshAfterMs);
      timers.current.add(timer);
    },
    [onSettled],
  );
  return { isLaunching: (id: string) => launching.has(id), mark, settleLater };
}

function launchNotice(name: string, outcome: Outcome): Parameters<typeof notify>[0] {
  switch (outcome.state) {
    case 'started':
      return { tone: 'success', message: connectorTexts.launched(name) };
    case 'already':
      return { tone: 'info', message: connectorTexts.already(name) };
    case 'queued':
      return { tone: 'info', message: connectorTexts.queued(name) };
    case 'failed':
      return { tone: 'error', message: connectorTexts.failed(name, outcome.message) };
  }
}

/** One notice for a whole batch: `5 conectores iniciados · 1 já em execução · 1 falhou`. */
export function batchSummary(outcomes: readonly Outcome[]) {
  const count = (state: Outcome['state']) => outcomes.filter((outcome) => outcome.state === state).length;
  const texts = connectorTexts.batch;
  const parts = [
    texts.started(count('started')),
    ...(count('already') > 0 ? [texts.already(count('already'))] : []),
    ...(count('queued') > 0 ? [texts.queued(count('queued'))] : []),
    ...(count('failed') > 0 ? [texts.failed(count('failed'))] : []),
  ];
  return { tone: count('failed') > 0 ? 'warning' : 'success', message: `${parts.join(' · ')}.` } as const;
}
