import { useEffect, useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';

export type BrowserOutcome = { readonly status: number; readonly ms: number } | 'failed';
type Target = { readonly id: string; readonly href: string };

const timeoutMs = 5_000;

/** Asks each address from this browser, again whenever `round` changes; what has not answered yet is absent. */
export function useBrowserChecks(targets: readonly Target[], round: number): ReadonlyMap<string, BrowserOutcome> {
  const { askHost, clock } = useApplication();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, BrowserOutcome>>(new Map());
  // The list is made anew at each rendering; what it says is not.
  const key = JSON.stringify([round, targets]);
  useEffect(() => {
    const [, asked] = JSON.parse(key) as [number, readonly Target[]];
    const stop = new AbortController();
    setOutcomes(new Map());
    for (const { id, href } of asked) {
      const startedMs = clock();
      const settle = (outcome: BrowserOutcome) => {
        if (!stop.signal.aborted) setOutcomes((known) => new Map(known).set(id, outcome));
      };
      askHost(href, AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)])).then(
        ({ status }) => settle({ status, ms: clock() - startedMs }),
        () => settle('failed'),
      );
    }
    return () => stop.abort();
  }, [askHost, clock, key]);
  return outcomes;
}
