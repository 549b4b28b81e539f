import type { Sentence } from './sentence.ts';

/** A message of several sentences, some of which have arrived. */
export type Assembly = {
  readonly key: string | number;
  readonly parts: (Uint8Array | undefined)[];
  arrived: number;
  readonly startedMs: number;
  timeMs: number | null;
  source: string | null;
};

export type AssemblyLoss = 'incomplete' | 'overflow' | 'fragment-duplicate';

/**
 * Puts messages of several sentences together, in whatever order and however interleaved they arrive. Holds at most
 * `maxPending` unfinished messages (the oldest goes first), each for `expiryMs`; `onLoss` is called for every sentence
 * given up.
 */
export function createAssembler(options: {
  readonly maxPending: number;
  readonly expiryMs: number;
  readonly onLoss: (loss: AssemblyLoss, sentences: number) => void;
}) {
  const pending = new Map<string | number, Assembly>();
  let pendingSentences = 0;

  function drop(assembly: Assembly, loss: AssemblyLoss): void {
    pending.delete(assembly.key);
    pendingSentences -= assembly.arrived;
    options.onLoss(loss, assembly.arrived);
  }

  function expire(nowMs: number): void {
    // A Map iterates in order of insertion: the first that is young enough ends the search.
    for (const assembly of pending.values()) {
      if (nowMs - assembly.startedMs <= options.expiryMs) return;
      drop(assembly, 'incomplete');
    }
  }

  function begin(key: string | number, count: number, startedMs: number): Assembly {
    if (pending.size >= options.maxPending) {
      for (const oldest of pending.values()) {
        drop(oldest, 'overflow');
        break;
      }
    }
    const assembly: Assembly = {
      key,
      parts: new Array<Uint8Array | undefined>(count).fill(undefined),
      arrived: 0,
      startedMs,
      timeMs: null,
      source: null,
    };
    pending.set(key, assembly);
    return assembly;
  }

  return {
    expire,
    /** Adds a sentence; the whole message when it was the last one missing, else null. */
    add(sentence: Sentence, bytes: Uint8Array, receivedMs: number): Assembly | null {
      expire(receivedMs);
      const key = keyOf(sentence);
      const part = bytes.slice(sentence.payloadFrom, sentence.payloadTo);
      let assembly = pending.get(key);
      const there = assembly?.parts[sentence.fragment - 1];
      if (assembly !== undefined && there !== undefined) {
        if (isEqual(there, part)) {
          options.onLoss('fragment-duplicate', 1);
          return null;
        }
        // Sequence numbers repeat after ten: this is the next message with the number, and the earlier one was
        // incomplete.
        drop(assembly, 'incomplete');
        assembly = undefined;
      }
      assembly ??= begin(key, sentence.fragments, receivedMs);
      assembly.parts[sentence.fragment - 1] = part;
      assembly.arrived += 1;
      assembly.timeMs ??= sentence.timeMs;
      assembly.source ??= sentence.source;
      pendingSentences += 1;
      if (assembly.arrived < sentence.fragments) return null;
      pending.delete(key);
      pendingSentences -= assembly.arrived;
      return assembly;
    },
    pendingSentences: () => pendingSentences,
  };
}

/** A tag block's group names the sentences of one message; else its sequence number, channel and source must do. */
function keyOf({ group, sequence, channel, fragments, source }: Sentence): string | number {
  if (group !== null) return `g${fragments}/${group}`;
  const number = (sequence + 1) * 4096 + fragments * 256 + channel;
  return source === null ? number : `${number}/${source}`;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}
