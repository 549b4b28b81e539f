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
} {
  const listeners = new Set<() => void>();
  let failures = 0;
  function note(count: number): void {
    const before = failures >= failuresOfAway;
    failures = count;
    if (failures >= failuresOfAway !== before) for (const listener of listeners) listener();
  }
  return {
    transport: async (call) => {
      try {
        const answer = await send(call);
        note(0);
        return answer;
      } catch (error) {
        if (error instanceof CallFailure) {
          if (error.kind === 'network') note(failures + 1);
          else if (error.status !== undefined) note(0);
        }
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
