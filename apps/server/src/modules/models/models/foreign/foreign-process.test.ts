import { createHash } from 'node:crypto';
import { seededRandom } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { onnxOf } from '../export/onnx.ts';
import { bytes, message, text, whole } from '../export/protobuf.ts';
import { fit, scoresOf } from '../training/fit.ts';
import type { OnnxDescription } from './foreign.types.ts';
import { describeOnnx } from './onnx-file.ts';
import { describeForeign, scoreForeign } from './run-foreign.ts';

const random = seededRandom('foreign');
const rows = 400;
const columns = ['sst', 'month'].map((name) => ({
  ...{ name, kind: 'continuous' as const, values: Float64Array.from({ length: rows }, () => 20 * random()) },
}));
const [sst, month] = columns.map(({ values }) => values);
const values = Float64Array.from({ length: rows }, (_, row) => Math.sin(sst?.[row] ?? 0) + (month?.[row] ?? 0) / 9);
const fitted = fit(
  { kind: 'boosting' },
  { seed: 2, target: { task: 'number', unit: 't', isLogged: false, values } },
  columns,
);
const own = onnxOf({
  ...{ format: 1, modelType: 'biodiversity_predictor', unit: 't', isLogged: false, classes: [], reference: [] },
  ...{ residuals: null, fitted, columns: columns.map(({ name, kind }) => ({ name, kind, label: name, unit: null })) },
});
const sha256 = (file: Uint8Array) => createHash('sha256').update(file).digest('hex');
const described = (file: Uint8Array) => describeForeign('onnx', file) as Promise<OnnxDescription>;
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('accepted'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UnreadableFile);
  return (error as Error).message;
}

test('what this platform exports is read with its names, and gives the same scores in its process', async () => {
  const description = await described(own);
  expect(description).toMatchObject({ producer: 'Kianda', opset: 17, variables: ['sst', 'month'], classes: [] });
  expect(description.inputs).toEqual([{ name: 'inputs', type: 'float64', columns: 2, isFlat: false }]);
  expect(description.outputs).toEqual([{ name: 'scores', columns: 1 }]);
  expect(description.operators).toContain('TreeEnsembleRegressor');
  const output = { name: 'scores', columns: 1, picked: [0], change: 'identity' as const };
  const run = { file: own, sha256: sha256(own), tensors: description.inputs, output };
  const tables = [columns.map((one) => one.values), columns.map((one) => one.values.subarray(0, 3))];
  const ours = scoresOf(fitted, columns);
  // The second time the process is there already.
  for (const _ of [1, 2]) {
    const [all, some] = await scoreForeign(run, tables);
    expect(all?.length).toBe(rows);
    expect(Math.max(...ours.map((score, row) => Math.abs(score - (all?.[row] ?? 9))))).toBeLessThan(1e-5);
    expect(some).toEqual(all?.subarray(0, 3));
  }
  const wide = { ...run, output: { ...output, columns: 3 } };
  expect(await refusal(scoreForeign(wide, tables))).toContain('deu 1 números por linha, e esperam-se 3');
});

/** A model with one operation, and whatever else is said of it. */
function made(
  node: readonly Uint8Array[],
  more: { graph?: readonly Uint8Array[]; model?: readonly Uint8Array[] } = {},
) {
  const info = (name: string) => [
    text(1, name),
    message(2, [message(1, [whole(1, 1), message(2, [message(1, [text(2, 'rows')]), message(1, [whole(1, 1)])])])]),
  ];
  return Buffer.concat([
    ...[whole(1, 9), message(8, [text(1, ''), whole(2, 17)]), ...(more.model ?? [])],
    message(7, [message(1, node), text(2, 'g'), message(11, info('x')), message(12, info('y')), ...(more.graph ?? [])]),
  ]);
}
const identity = [text(1, 'x'), text(2, 'y'), text(4, 'Identity')];
const elsewhere = message(5, [
  whole(1, 1),
  whole(2, 1),
  text(8, 'w'),
  message(13, [text(1, 'location'), text(2, '/etc/passwd')]),
  whole(14, 1),
]);

describe('a file is refused, with the reason', () => {
  test.each([
    ['noise', Buffer.from('MZ isto não é um modelo'), 'não se lê como ONNX'],
    ['half a file', own.subarray(0, own.length - 900), 'não se lê como ONNX'],
    ['no graph', Buffer.concat([whole(1, 9)]), 'não tem um grafo'],
    ['data in another file', made(identity, { graph: [elsewhere] }), 'guarda dados noutro ficheiro'],
    ['operators of its own', made([...identity, text(7, 'com.acme')]), 'própria de «com.acme»'],
    [
      'a domain of its own',
      made(identity, { model: [message(8, [text(1, 'com.acme'), whole(2, 1)])] }),
      'operadores próprios',
    ],
    [
      'a version of tomorrow',
      made(identity, { model: [message(8, [text(1, 'ai.onnx'), whole(2, 99)])] }),
      'a versão 99',
    ],
    ['a loop', made([...identity, message(5, [text(1, 'body'), bytes(6, Buffer.alloc(2))])]), 'outro grafo dentro'],
    ['functions', made(identity, { model: [message(25, [text(1, 'f')])] }), 'funções próprias'],
  ])('%s', async (_, file, reason) => {
    expect(await refusal((async () => describeOnnx(file))())).toContain(reason);
  });

  test('in its process too: an operation that there is not', async () => {
    const file = made([text(1, 'x'), text(2, 'y'), text(4, 'Formula')]);
    expect(await refusal(described(file))).toContain('não carregou o modelo');
  });

  test('a lambdas file with its line', async () => {
    const file = Buffer.from('sst, 1, 10, 30\nsst^2, um, 0, 9\n');
    expect(await refusal(describeForeign('lambdas', file))).toContain('na linha 2: um número não se lê');
    expect(await refusal(describeForeign('lambdas', Buffer.from([0xff, 0xfe, 0])))).toContain('não é texto');
  });
});

test('a model that unfolds into more than the memory is ended, and this process goes on', async () => {
  const int64 = (...wholes: bigint[]) => Buffer.from(BigInt64Array.from(wholes).buffer);
  const shape = message(5, [whole(1, 2), whole(2, 7), text(8, 's'), bytes(9, int64(60_000n, 60_000n))]);
  const filled = message(1, [text(1, 's'), text(2, 'big'), text(4, 'ConstantOfShape')]);
  const sum = [
    text(1, 'big'),
    text(2, 'sum'),
    text(4, 'ReduceMax'),
    message(5, [text(1, 'keepdims'), whole(3, 0), whole(20, 2)]),
  ];
  const bomb = made([text(1, 'x'), text(1, 'sum'), text(2, 'y'), text(4, 'Add')], {
    graph: [shape, filled, message(1, sum)],
  });
  const output = { name: 'y', columns: 1, picked: [0], change: 'identity' as const };
  const run = { file: bomb, sha256: sha256(bomb), output };
  const tensors = [{ name: 'x', type: 'float32' as const, columns: 1, isFlat: false }];
  expect(await refusal(described(bomb).then(() => scoreForeign({ ...run, tensors }, [[Float64Array.of(1)]])))).toMatch(
    /não coube na memória|falhou ao correr|não carregou/,
  );
});
