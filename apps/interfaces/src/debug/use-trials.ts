import { useState } from 'react';
import { useSession } from '../shared/session-context.ts';
import { debugTexts as texts } from './texts.pt.ts';

/** One call that was made, and what came back. */
export type Trial = {
  readonly id: number;
  readonly name: string;
  readonly isGood: boolean;
  /** Status of the answer; null where there was none, or where nothing was asked. */
  readonly status: number | null;
  readonly ms: number;
  readonly requestId: string | null;
  readonly detail: string;
};

const longestBody = 1_500;

/** Calls of the API as a browser makes them, newest first. */
export function useTrials() {
  const session = useSession();
  const [trials, setTrials] = useState<readonly Trial[]>([]);
  const [isRunning, setRunning] = useState(false);
  const note = (trial: Omit<Trial, 'id'>) => setTrials((before) => [{ ...trial, id: before.length }, ...before]);

  const run = async (name: string, ask: () => Promise<Omit<Trial, 'id' | 'name' | 'ms'>>) => {
    setRunning(true);
    const began = performance.now();
    const result = await ask().catch((error: unknown) => ({
      ...{ isGood: false, status: null, requestId: null },
      detail: error instanceof Error ? error.message : String(error),
    }));
    note({ name, ms: performance.now() - began, ...result });
    setRunning(false);
  };

  /** Asks the API for a path; without a token, as someone who is not signed in. */
  const call = (name: string, path: string, withToken = true): void =>
    void run(name, async () => {
      const { token, apiBaseUrl } = await session.credential();
      const headers = withToken && token !== null ? { authorization: `Bearer ${token}` } : undefined;
      const answer = await fetch(`${apiBaseUrl}${path}`, headers === undefined ? {} : { headers });
      const text = await answer.text();
      return {
        isGood: withToken ? answer.ok : answer.status === 401,
        status: answer.status,
        requestId: answer.headers.get('x-request-id'),
        detail: text.length > longestBody ? `${text.slice(0, longestBody)}…` : text,
      };
    });

  /** Configuration of this page, read anew. */
  const configuration = (): void =>
    void run(texts.config, async () => {
      const answer = await fetch('/config.json', { cache: 'no-store' });
      const config: unknown = await answer.json();
      const { apiBaseUrl, token } = await session.credential();
      const facts = { ...(config as object), apiBaseUrl, page: location.origin, hasToken: token !== null };
      const detail = JSON.stringify(facts, null, 2);
      return { isGood: answer.ok && token !== null, status: answer.status, requestId: null, detail };
    });

  return {
    trials,
    isRunning,
    call,
    configuration,
    renew: (): void =>
      void run(texts.renew, async () => {
        const { token } = await session.credential(true);
        return {
          isGood: token !== null,
          status: null,
          requestId: null,
          detail: token === null ? texts.noToken : texts.renewed,
        };
      }),
    clear: () => setTrials([]),
  };
}
