import { useCallback, useEffect, useRef, useState } from 'react';
import { CallFailure } from '../client/client.ts';
import { useClient } from '../client/use-read.ts';
import { browserClock } from '../platform/clock.ts';
import { useSession } from '../shared/session-context.ts';
import type { CheckId } from './check-ids.ts';
import { checks } from './checks.ts';
import { bad, type Outcome, type Tools, unknown } from './checks.types.ts';
import type { ProbeId } from './probe-ids.ts';
import { diagnosticsTexts as texts } from './texts.pt.ts';

/** One probe of a run: waiting, running, or with its outcome and time. */
export type ProbeRun = {
  readonly id: ProbeId;
  readonly phase: 'waiting' | 'running' | 'done';
  readonly outcome: Outcome | null;
  readonly ms: number | null;
};

export type Run = {
  readonly check: CheckId;
  readonly probes: readonly ProbeRun[];
  /** ISO instant; null before the first probe. */
  readonly startedAt: string | null;
  /** Milliseconds of the whole; null until it has ended. */
  readonly tookMs: number | null;
};

const waiting = (check: CheckId): Run => ({
  check,
  probes: checks[check].map((id) => ({ id, phase: 'waiting', outcome: null, ms: null })),
  startedAt: null,
  tookMs: null,
});

/** Tools of a run, from the page's own client and session. */
function useTools(): Omit<Tools, 'signal'> {
  const [client, session] = [useClient(), useSession()];
  const tools = useRef<Omit<Tools, 'signal'>>(null);
  tools.current ??= {
    client,
    async ask(path, { token = true, method = 'GET' } = {}) {
      const credential = await session.credential();
      const headers = token && credential.token !== null ? { authorization: `Bearer ${credential.token}` } : undefined;
      return fetch(`${credential.apiBaseUrl}${path}`, { method, ...(headers === undefined ? {} : { headers }) });
    },
    nowMs: () => performance.now(),
    apiBaseUrl: async () => (await session.credential()).apiBaseUrl,
    token: async () => (await session.credential()).token,
  };
  return tools.current;
}

async function outcomeOf(id: ProbeId, tools: Tools): Promise<Outcome> {
  try {
    // The probes read more of the contract than the page, and run once it stands.
    const { probes } = await import('./probes/index.ts');
    return await probes[id](tools);
  } catch (error) {
    if (error instanceof CallFailure && error.status === 403) return unknown(texts.notAllowed);
    // Something that was not made yet (a drawing, a study) is no fault of what is looked at.
    if (error instanceof CallFailure && error.status === 404) return unknown(error.message);
    if (error instanceof CallFailure) return bad(error.message);
    return bad(texts.broken(error instanceof Error ? error.message : String(error)));
  }
}

/** Runs the probes of a check one after the other, so that none spoils another's time; a new choice stops the last run. */
export function useRun(check: CheckId): Run & { readonly again: () => void; readonly isRunning: boolean } {
  const tools = useTools();
  const [run, setRun] = useState(() => waiting(check));
  const [turn, setTurn] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn runs the same check again
  useEffect(() => {
    const abort = new AbortController();
    const change = (id: ProbeId, state: Partial<ProbeRun>) =>
      setRun((before) => ({
        ...before,
        probes: before.probes.map((probe) => (probe.id === id ? { ...probe, ...state } : probe)),
      }));
    const runAll = async () => {
      const beganMs = tools.nowMs();
      setRun({ ...waiting(check), startedAt: new Date(browserClock()).toISOString() });
      for (const id of checks[check]) {
        if (abort.signal.aborted) return;
        change(id, { phase: 'running' });
        const began = tools.nowMs();
        const outcome = await outcomeOf(id, { ...tools, signal: abort.signal });
        if (abort.signal.aborted) return;
        change(id, { phase: 'done', outcome, ms: tools.nowMs() - began });
      }
      setRun((before) => ({ ...before, tookMs: tools.nowMs() - beganMs }));
    };
    void runAll();
    return () => abort.abort();
  }, [check, tools, turn]);

  const again = useCallback(() => setTurn((value) => value + 1), []);
  const shown = run.check === check ? run : waiting(check);
  return { ...shown, again, isRunning: shown.tookMs === null };
}
