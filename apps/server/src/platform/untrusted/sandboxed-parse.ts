import { takeParseSlot } from './parse-slots.ts';
import type { ParseTask } from './parse-task.ts';
import { type ParserChild, startParserChild } from './parser-child.ts';
import { keepWarm, takeIdleParser } from './warm-parsers.ts';

export type { ParseLimits, ParseTask } from './parse-task.ts';

/**
 * Parses a file that others sent in a process of its own, with bounds on its time and memory and without the settings of
 * this one; gives what it reads in batches. Throws `UnreadableFile` for a file that is unreadable or takes too much, and
 * the signal's reason. The process ends with the iteration, unless more files are to follow. A thread would not do: where
 * one allocation is much larger than what is left of its heap, V8 aborts the whole process.
 */
export async function* sandboxedParse<Item>(task: ParseTask, signal?: AbortSignal): AsyncGenerator<readonly Item[]> {
  const giveBack = await takeParseSlot(signal);
  try {
    const parser = takeIdleParser(task) ?? (await startParserChild(task));
    try {
      yield* batchesOf<Item>(parser, task, signal);
    } finally {
      if (task.isRepeated === true && parser.isFree()) keepWarm(task, parser);
      else await parser.end();
    }
  } finally {
    giveBack();
  }
}

async function* batchesOf<Item>(
  parser: ParserChild,
  task: ParseTask,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Item[]> {
  signal?.throwIfAborted();
  const stop = () => parser.fail(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    parser.begin(task);
    for (let batch = await parser.next(); batch !== null; batch = await parser.next()) {
      // The parser of this file gives items of this type.
      yield batch as readonly Item[];
    }
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
