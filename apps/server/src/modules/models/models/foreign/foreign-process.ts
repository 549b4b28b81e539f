import { readLambdas } from '@kianda/science/models/lambdas/lambdas';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';
import { serveParser } from '../../../../platform/untrusted/parser-process.ts';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import type { ForeignDescription, OnnxFitted, OnnxTensor } from './foreign.types.ts';
import { lambdasFaultText } from './lambdas-fault.ts';
import { describeOnnx } from './onnx-file.ts';

/** A table of inputs in the file's own units, a list of values for each of its variables. */
export type ForeignTable = readonly Float64Array[];
/** `describe` reads a file; `score` runs it on tables, the process keeping its session for the next ones. */
export type ForeignTask =
  | { readonly kind: 'describe'; readonly format: 'onnx' | 'lambdas'; readonly byteLength: number }
  | ({ readonly kind: 'score'; readonly byteLength: number; readonly tables: readonly ForeignTable[] } & Pick<
      OnnxFitted,
      'sha256' | 'tensors' | 'output'
    >);
export type ForeignAnswer = ForeignDescription | Float64Array;

/** Rows that are handed to the runtime together. */
const blockRows = 20_000;
env.wasm.numThreads = 1;
env.logLevel = 'fatal';

let held: { readonly sha256: string; readonly session: InferenceSession } | null = null;

async function sessionOf(sha256: string, read: () => Promise<Uint8Array>): Promise<InferenceSession> {
  if (held?.sha256 === sha256) return held.session;
  const session = await created(await read());
  held = { sha256, session };
  return session;
}

async function created(bytes: Uint8Array): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(bytes, { executionProviders: ['wasm'] });
  } catch (error) {
    throw new UnreadableFile(`O motor ONNX não carregou o modelo: ${reasonOf(error)}`);
  }
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, 300);

async function scoresOf(
  session: InferenceSession,
  { tensors, output }: Pick<OnnxFitted, 'tensors' | 'output'>,
  table: ForeignTable,
): Promise<Float64Array> {
  const rows = table[0]?.length ?? 0;
  const width = output.picked.length;
  const scores = new Float64Array(rows * width);
  for (let from = 0; from < rows; from += blockRows) {
    const to = Math.min(rows, from + blockRows);
    const given = await ran(session, tensors, output.name, { table, from, to });
    if (given.length !== (to - from) * output.columns) {
      const each = given.length / (to - from);
      throw new UnreadableFile(
        `A saída «${output.name}» deu ${each} números por linha, e esperam-se ${output.columns}.`,
      );
    }
    for (let row = 0; row < to - from; row += 1) {
      output.picked.forEach((column, place) => {
        const score = Number(given[row * output.columns + column] ?? Number.NaN);
        scores[(from + row) * width + place] = changes[output.change](score);
      });
    }
  }
  return scores;
}

const changes = { identity: (score: number) => score, log1p: Math.log1p, expm1: Math.expm1 } as const;

type Part = { readonly table: ForeignTable; readonly from: number; readonly to: number };

async function ran(
  session: InferenceSession,
  tensors: readonly OnnxTensor[],
  output: string,
  { table, from, to }: Part,
): Promise<ArrayLike<number>> {
  let first = 0;
  const feeds: Record<string, Tensor> = {};
  for (const { name, type, columns, isFlat } of tensors) {
    const values = new Float64Array((to - from) * columns);
    for (let column = 0; column < columns; column += 1) {
      const own = table[first + column];
      for (let row = from; row < to; row += 1) values[(row - from) * columns + column] = own?.[row] ?? Number.NaN;
    }
    first += columns;
    feeds[name] = tensorOf(type, values, isFlat ? [to - from] : [to - from, columns]);
  }
  try {
    const { [output]: answer } = await session.run(feeds, [output]);
    if (answer === undefined) throw new Error('no output');
    const { data } = answer;
    if (!(data instanceof Float32Array || data instanceof Float64Array)) throw new Error('no numbers');
    return data;
  } catch (error) {
    throw new UnreadableFile(`O modelo falhou ao correr: ${reasonOf(error)}`);
  }
}

function tensorOf(type: OnnxTensor['type'], values: Float64Array, dims: readonly number[]): Tensor {
  if (type === 'float64') return new Tensor('float64', values, dims);
  if (type === 'float32') return new Tensor('float32', Float32Array.from(values), dims);
  // A whole number can't be missing: 0 stands in its place.
  return new Tensor(
    'int64',
    BigInt64Array.from(values, (value) => BigInt(Math.round(value) || 0)),
    dims,
  );
}

function described(format: 'onnx' | 'lambdas', bytes: Uint8Array): ForeignDescription {
  if (format === 'onnx') return describeOnnx(bytes);
  try {
    return { kind: 'lambdas', model: readLambdas(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch (error) {
    throw new UnreadableFile(lambdasFaultText(error));
  }
}

await serveParser<ForeignTask, ForeignAnswer>(async function* (task, part) {
  const read = async () => new Uint8Array(await part(0, task.byteLength));
  if (task.kind === 'describe') {
    const bytes = await read();
    const description = described(task.format, bytes);
    // One that the runtime can't load is refused now, not when it is asked.
    if (description.kind === 'onnx') await (await created(bytes)).release();
    yield [description];
    return;
  }
  const session = await sessionOf(task.sha256, read);
  for (const table of task.tables) yield [await scoresOf(session, task, table)];
});
