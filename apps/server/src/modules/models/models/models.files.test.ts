import { seededRandom } from '@kianda/geo';
import { expect, test } from 'vitest';
import { readArtefact, writeArtefact } from './models.files.ts';
import { fit } from './training/fit.ts';
import type { ModelArtefact } from './training/training.types.ts';

const random = seededRandom('ficheiro');
const rows = 4_000;
const columns = ['um', 'dois', 'três'].map((name) => ({
  ...{ name, label: name, unit: null, kind: 'continuous' as const },
  values: Float64Array.from({ length: rows }, random),
}));
const target = {
  ...({ task: 'number', unit: 't', isLogged: false } as const),
  values: Float64Array.from({ length: rows }, (_, row) => Math.sin(9 * (columns[0]?.values[row] ?? 0)) + random()),
};
const artefactOf = (kind: 'forest' | 'boosting'): ModelArtefact => ({
  ...{ format: 1, modelType: 'abundance_estimator', classes: [], unit: 't', isLogged: false },
  columns: columns.map(({ name, label, unit, kind: of }) => ({ name, label, unit, kind: of })),
  fitted: fit({ kind }, { seed: 7, target }, columns),
  ...{ reference: [], residuals: [-1, 1] },
});

test.each(['forest', 'boosting'] as const)(
  'a %s is read as it was written, to the bit, from a file without the repeats of JSON',
  (kind) => {
    const artefact = artefactOf(kind);
    const { bytes, extension } = writeArtefact(artefact);
    expect(extension).toBe('kma');
    expect(readArtefact(new Uint8Array(bytes))).toEqual(artefact);
    expect(bytes.length * 3).toBeLessThan(JSON.stringify(artefact).length);
    // A forest has 200 trees: 300 of as many leaves take less than 2 MB, and boosted ones take less still.
    expect((bytes.length * 300) / 200).toBeLessThan(2_000_000);
  },
);

test('files of plain JSON, as versions had them before, are still read; others are refused', () => {
  const artefact = artefactOf('boosting');
  expect(readArtefact(Buffer.from(JSON.stringify(artefact)))).toEqual(artefact);
  expect(() => readArtefact(Buffer.from('nada'))).toThrow(SyntaxError);
  expect(() => readArtefact(writeArtefact(artefact).bytes.subarray(0, 900))).toThrow();
});

test('a file of ONNX stands as it came behind what is said of it', () => {
  const file = Uint8Array.from({ length: 3_000 }, (_, at) => at % 251);
  const { fitted: _, ...rest } = artefactOf('boosting');
  const artefact: ModelArtefact = {
    ...rest,
    fitted: {
      ...{ kind: 'onnx', file, sha256: 'a'.repeat(64), inputs: [{ name: 'x', column: 'um', scale: 2, offset: 1 }] },
      tensors: [{ name: 'x', type: 'float32', columns: 1, isFlat: false }],
      output: { name: 'y', columns: 1, picked: [0], change: 'log1p' },
    },
  };
  const read = readArtefact(new Uint8Array(writeArtefact(artefact).bytes));
  if (read.fitted.kind !== 'onnx') throw new Error(read.fitted.kind);
  expect(Uint8Array.from(read.fitted.file)).toEqual(file);
  const { file: __, ...told } = read.fitted;
  expect({ ...artefact.fitted, ...told, file }).toEqual(artefact.fitted);
});
