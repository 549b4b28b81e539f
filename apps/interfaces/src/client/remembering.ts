import { CallFailure, type Client } from './client.ts';
import type { AnswerStore } from './remembered.ts';

type Memory = typeof import('./remembered.ts');
/** The memory and its place; it comes with the first answer, since no page waits for it. */
const browserMemory = async () => {
  const memory = await import('./remembered.ts');
  return { memory, store: memory.browserAnswers };
};

/**
 * A client that answers with what it last read where the server does not: the copy says so in its origin, and since when. It
 * always asks first: a server on the same machine answers without any network.
 */
export function remembering(
  client: Client,
  open: () => Promise<{ readonly memory: Memory; readonly store: AnswerStore }> = browserMemory,
): Client {
  return {
    ...client,
    async read(endpoint, input, signal) {
      type Read = Awaited<ReturnType<typeof client.read<typeof endpoint>>>;
      try {
        const answer = await client.read(endpoint, input, signal);
        // A full disk, or a browser that keeps nothing, is no reason to show nothing.
        open()
          .then(({ memory, store }) => memory.keepAnswer(store, endpoint, input, answer))
          .catch(() => undefined);
        return answer;
      } catch (error) {
        if (!(error instanceof CallFailure) || error.status !== null) throw error;
        const copy = await open()
          .then(({ memory, store }) => memory.keptAnswer(store, endpoint, input))
          .catch(() => null);
        if (copy === null) throw error;
        return copy as Read;
      }
    },
  };
}
