import { type AnswerCache, staleMs } from './cache.ts';
import type { HttpCall } from './transport.ts';

/** An answer that is held, by its entity tag. */
export type HeldAnswer = {
  readonly tag: string;
  readonly body: unknown;
  /** The server's name of the whole, where it gave one. */
  readonly base?: string | undefined;
};

export type HeldAnswers = {
  /** The earlier answer to the same address and account. */
  readonly find: (call: HttpCall) => Promise<HeldAnswer | undefined>;
  readonly keep: (call: HttpCall, answer: HeldAnswer) => void;
  /** An answer that was not what the server took it for. */
  readonly forget: (call: HttpCall) => void;
  readonly clear: () => void;
};

type Options = {
  readonly cache: Pick<AnswerCache, 'read'>;
  readonly release: string;
  /** Id of the signed-in account, or null. */
  readonly account: () => string | null;
};

const mostHeld = 200;
/** A copy is looked for no longer: without it the answer only comes whole. */
const patienceMs = 200;

/**
 * Answers as they came, in memory, and those that this browser has kept: the browser's own cache serves no answer that came
 * among others. A copy that another release of the console made may lack what this one reads: it is not taken for whole.
 */
export function createHeldAnswers({ cache, release, account }: Options): HeldAnswers {
  const inMemory = new Map<string, HeldAnswer>();
  return {
    async find({ url }) {
      const owner = account();
      const found = inMemory.get(`${owner} ${url}`);
      if (found !== undefined || owner === null) return found;
      const copy = await cache.read(owner, url, staleMs, patienceMs).catch(() => undefined);
      if (copy?.mark === undefined || copy.mark.release !== release) return undefined;
      return { tag: copy.mark.tag, body: copy.envelope };
    },
    keep({ url }, answer) {
      const key = `${account()} ${url}`;
      inMemory.delete(key);
      inMemory.set(key, answer);
      const [oldest] = inMemory.keys();
      if (inMemory.size > mostHeld && oldest !== undefined) inMemory.delete(oldest);
    },
    forget: ({ url }) => void inMemory.delete(`${account()} ${url}`),
    clear: () => inMemory.clear(),
  };
}
