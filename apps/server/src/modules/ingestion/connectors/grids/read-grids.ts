import { type GridReader, ProviderError, type ProviderFailure, type RawBody, type ReadGrids } from '@kianda/connectors';
import type { GridSlice } from '@kianda/connectors/core/records';
import { type ParseLimits, type ParseTask, sandboxedParse } from '../../../../platform/untrusted/sandboxed-parse.ts';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';

export type GridTask = {
  readonly reader: GridReader<unknown>['name'];
  readonly body: RawBody;
  readonly wanted: unknown;
};
export type GridAnswer =
  | { readonly slices: GridSlice[] }
  | { readonly failure: ProviderFailure; readonly message: string };

const parser = new URL('./grid-worker.ts', import.meta.url);
/** A history comes as one file a day: a process for each would take longer than the reading. */
const repeated: ReadonlySet<GridTask['reader']> = new Set(['griddap']);
/** A file of ten days over Angola has some megabytes; the machine that reads it takes sixteen of its own. */
const usualLimits: ParseLimits = { seconds: 120, heapMiB: 256, bytesMiB: 512 };

/**
 * Reads the binary files of a run in processes that can be ended. A file that takes too much fails the run with
 * `schema`: another run would not read it either.
 */
export function createReadGrids(signal: AbortSignal, limits: ParseLimits = usualLimits): ReadGrids {
  return async (reader, { url, status, contentType, bytes }, wanted) => {
    const input: GridTask = { reader: reader.name, body: { url, status, contentType, bytes }, wanted };
    const task: ParseTask = { parser, input, limits, remedy: 'peça um período mais curto ou uma área menor.' };
    const answer = await read(repeated.has(reader.name) ? { ...task, isRepeated: true } : task, signal);
    if ('slices' in answer) return answer.slices;
    throw new ProviderError(answer.failure, answer.message);
  };
}

async function read(task: ParseTask, signal: AbortSignal): Promise<GridAnswer> {
  let found: GridAnswer | undefined;
  try {
    // To its end: a process that was left before could read no other file.
    for await (const [answer] of sandboxedParse<GridAnswer>(task, signal)) found ??= answer;
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ProviderError('schema', error.message, { cause: error });
    throw error;
  }
  if (found === undefined) throw new Error('grids: the reader gave no answer');
  return found;
}
