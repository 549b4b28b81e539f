import type { FromParser, ToParser } from './messages.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Bytes of the file from `start` up to, but not with, `end`, which the server reads for the parser. */
export type ReadPart = (start: number, end: number) => Promise<ArrayBuffer>;

/**
 * Makes this process a parser that `sandboxedParse` starts, of one file after the other. Batches are given one at a time, when the server asks: a slow
 * reader does not fill its memory with rows.
 */
export async function serveParser<Input, Item>(
  parse: (input: Input, part: ReadPart) => AsyncIterable<readonly Item[]>,
): Promise<void> {
  const tell = (message: FromParser<Item>) => void process.send?.(message);
  let started = Promise.withResolvers<Input>();
  const parts = new Map<number, (bytes: ArrayBuffer) => void>();
  let asked = Promise.withResolvers<void>();
  let lastPart = 0;
  // A parser whose server is gone has nobody to read for.
  process.once('disconnect', () => process.exit());
  process.on('message', (message: ToParser) => {
    // The server sends what the parser of this file takes.
    if (message.kind === 'start') return started.resolve(message.input as Input);
    if (message.kind === 'next') return asked.resolve();
    parts.get(message.id)?.(message.bytes);
    parts.delete(message.id);
  });
  const answer = async (message: FromParser<Item>) => {
    await asked.promise;
    asked = Promise.withResolvers();
    tell(message);
  };
  const part: ReadPart = (start, end) => {
    const { promise, resolve } = Promise.withResolvers<ArrayBuffer>();
    lastPart += 1;
    parts.set(lastPart, resolve);
    tell({ kind: 'ask', id: lastPart, start, end });
    return promise;
  };
  for (;;) {
    try {
      for await (const items of parse(await started.promise, part)) await answer({ kind: 'batch', items });
      started = Promise.withResolvers();
      await answer({ kind: 'end' });
    } catch (error) {
      // The server ends a parser that failed.
      return tell(failureOf(error));
    }
  }
}

function failureOf<Item>(error: unknown): FromParser<Item> {
  if (error instanceof UnreadableFile) return { kind: 'unreadable', message: error.message };
  return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
