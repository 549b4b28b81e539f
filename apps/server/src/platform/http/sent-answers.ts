import { createHash } from 'node:crypto';
import { patchOf } from '@kianda/contract/core/json-patch';

/** Part of an answer that a line carries: its JSON, or what has changed since another, and the name of the whole. */
export type Content = {
  readonly base?: string;
  readonly body?: string;
  readonly patch?: string;
};

export type SentAnswers = {
  /** Content for a caller who holds the answer of that name, or none. Keeps the whole, for the next time. */
  readonly contentOf: (path: string, body: string, heldBase: string | undefined) => Content;
};

/** In all, characters: some hundred answers of a screen. */
const mostKept = 8_000_000;
/** Changes in so large an answer are seldom small, and looking for it takes its time. */
const largestPatched = 200_000;
/** A change that is nearly as long as the whole saves nothing. */
const worthwhile = 0.7;

/**
 * Remembers answers as they were sent, in this process, so that whoever asks again is told what has changed since. A name is
 * the hash of the whole: who can name an answer has it, and a change tells nobody more than the new answer does.
 */
export function createSentAnswers(): SentAnswers {
  const kept = new Map<string, string>();
  let size = 0;

  function keep(key: string, body: string): void {
    if (kept.delete(key)) size -= body.length;
    kept.set(key, body);
    size += body.length;
    for (const [oldest, text] of kept) {
      if (size <= mostKept) return;
      kept.delete(oldest);
      size -= text.length;
    }
  }

  return {
    contentOf(path, body, heldBase) {
      if (body.length > largestPatched) return { body };
      const base = createHash('sha1').update(body).digest('base64url').slice(0, 16);
      const held = heldBase === undefined ? undefined : kept.get(`${path} ${heldBase}`);
      keep(`${path} ${base}`, body);
      if (held === undefined) return { base, body };
      const patch = JSON.stringify(patchOf(JSON.parse(held), JSON.parse(body)));
      return patch.length < body.length * worthwhile ? { base, patch } : { base, body };
    },
  };
}
