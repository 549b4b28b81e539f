import type { ParseTask } from './parse-task.ts';
import type { ParserChild } from './parser-child.ts';

/** How long a process waits for the next file. */
const patienceMs = 30_000;

/** Processes that wait for the next file, at most one for each parser and its limits. */
const waiting = new Map<string, { readonly parser: ParserChild; readonly timer: NodeJS.Timeout }>();

const keyOf = ({ parser, limits }: ParseTask) =>
  `${parser.href} ${limits.seconds} ${limits.heapMiB} ${limits.bytesMiB}`;

/** A process that has read a file of this kind and can read another; null where none waits. */
export function takeIdleParser(task: ParseTask): ParserChild | null {
  if (task.isRepeated !== true) return null;
  const found = waiting.get(keyOf(task));
  if (found === undefined) return null;
  waiting.delete(keyOf(task));
  clearTimeout(found.timer);
  if (found.parser.isFree()) return found.parser;
  void found.parser.end();
  return null;
}

/** Lets a process that is free wait for the next file of its kind. */
export function keepWarm(task: ParseTask, parser: ParserChild): void {
  const key = keyOf(task);
  if (waiting.has(key)) return void parser.end();
  parser.rest();
  const timer = setTimeout(() => {
    waiting.delete(key);
    void parser.end();
  }, patienceMs).unref();
  waiting.set(key, { parser, timer });
}
