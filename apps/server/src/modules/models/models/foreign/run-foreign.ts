import type { ParseLimits } from '../../../../platform/untrusted/parse-task.ts';
import { sandboxedParse } from '../../../../platform/untrusted/sandboxed-parse.ts';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import type { ForeignDescription, OnnxFitted } from './foreign.types.ts';
import type { ForeignAnswer, ForeignTable, ForeignTask } from './foreign-process.ts';

/** The runtime alone takes about a hundred megabytes, beside what the model does. */
const foreignLimits: ParseLimits = { seconds: 60, heapMiB: 256, bytesMiB: 768 };
const remedy = 'o modelo é grande de mais para correr aqui.';
const entry = './foreign-process.ts';

type Options = { readonly signal?: AbortSignal | undefined; readonly limits?: ParseLimits | undefined };

/** Reads what a file is made of, in a process of its own. Throws UnreadableFile with the reason to refuse it. */
export async function describeForeign(
  format: 'onnx' | 'lambdas',
  file: Uint8Array,
  options: Options = {},
): Promise<ForeignDescription> {
  const [description] = await answers(
    { kind: 'describe', format, byteLength: file.byteLength },
    { file, parser: new URL(entry, import.meta.url), isRepeated: false },
    options,
  );
  if (description === undefined || description instanceof Float64Array) throw new Error('foreign: nothing was read');
  return description;
}

/**
 * Scores of tables by a file of ONNX, in a process that this file alone is run in. Throws UnreadableFile where it fails
 * or takes too much, and the signal's reason.
 */
export async function scoreForeign(
  { file, sha256, tensors, output }: Pick<OnnxFitted, 'file' | 'sha256' | 'tensors' | 'output'>,
  tables: readonly ForeignTable[],
  options: Options = {},
): Promise<Float64Array[]> {
  // Another file is run in another process: what one leaves in the memory of the runtime, none else reads.
  const parser = new URL(`${entry}?file=${sha256}`, import.meta.url);
  const task: ForeignTask = { kind: 'score', byteLength: file.byteLength, sha256, tensors, output, tables };
  const scores = await answers(task, { file, parser, isRepeated: true }, options);
  const given = scores.filter((one) => one instanceof Float64Array);
  if (given.length !== tables.length) throw new UnreadableFile('O modelo não respondeu a todas as tabelas.');
  return given;
}

type Run = { readonly file: Uint8Array; readonly parser: URL; readonly isRepeated: boolean };

async function answers(task: ForeignTask, { file, parser, isRepeated }: Run, { signal, limits }: Options) {
  const found: ForeignAnswer[] = [];
  const parse = {
    ...{ parser, input: task, limits: limits ?? foreignLimits, remedy },
    part: async (start: number, end: number) => Uint8Array.from(file.subarray(start, end)).buffer,
    ...(isRepeated ? { isRepeated: true as const } : {}),
  };
  for await (const batch of sandboxedParse<ForeignAnswer>(parse, signal)) found.push(...batch);
  return found;
}
