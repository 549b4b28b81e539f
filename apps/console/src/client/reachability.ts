import { CallFailure } from './failure.ts';
import type { Transport } from './transport.ts';

/** Requests in a row that reach nobody, before the server counts as out of reach: one may be an accident. */
const failuresOfAway = 2;

/** Whether the server answers, by the requests themselves: a browser calls itself online in any network that leads nowhere. */
export type Reachability = {
  readonly isReachable: () => boolean;
  readonly subscribe: (changed: () => void) => () => void;
};

/** A transport whose outcomes say whether the server is within reach. */
export function withReachability(send: Transport): {
  readonly transport: Transport;
  readonly reachability: Reachability;
  /** Outcome of a request that went another way: null where it was answered. */
  readonly noted: (failure: CallFailure | null) => void;
} {
  const listeners = new Set<() => void>();
  let failures = 0;
  function note(count: number): void {
    const before = failures >= failuresOfAway;
    failures = count;
    if (failures >= failuresOfAway !== before) for (const listener of listeners) listener();
  }
  function noted(failure: CallFailure | null): void {
    if (failure?.kind === 'network') note(failures + 1);
    else if (failure === null || failure.status !== undefined) note(0);
  }
  return {
    noted,
    transport: async (call) => {
      try {
        const answer = await send(call);
        noted(null);
        return answer;
      } catch (error) {
        if (error instanceof CallFailure) noted(error);
        throw error;
      }
    },
    reachability: {
      isReachable: () => failures < failuresOfAway,
      subscribe(changed) {
        listeners.add(changed);
        return () => listeners.delete(changed);
      },
    },
  };
}
