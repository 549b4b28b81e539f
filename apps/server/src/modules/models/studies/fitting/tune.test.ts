import type { StudyParameters } from '@kianda/contract/models/studies/study-parameters';
import type { StudyCandidate } from '@kianda/contract/models/studies/study-results';
import { type Position, seededRandom } from '@kianda/geo';
import { expect, test } from 'vitest';
import { foldsOf } from '../preparation/folds.rules.ts';
import { mapCells } from './map-study.ts';
import { proposedOf, tuneCandidates } from './tune.ts';

/** A species of water of about 20 °C before a sea of 15 to 28 °C; salinity says nothing. */
function rowsOf() {
  const random = seededRandom(3);
  const presence = Uint8Array.from({ length: 360 }, (_, row) => Number(row < 60));
  const temperature = Float64Array.from(presence, (one) => (one === 1 ? 19 + 2 * random() : 15 + 13 * random()));
  const salinity = Float64Array.from(presence, () => 34 + 2 * random());
  const positions = Array.from(presence, (): Position => [9 + 4 * random(), -17 + 12 * random()]);
  const column = (name: string, values: Float64Array) => ({
    name,
    label: name,
    unit: null,
    kind: 'continuous' as const,
    values,
  });
  return { presence, positions, columns: [column('temperature', temperature), column('salinity', salinity)] };
}
const rows = rowsOf();
const partition: StudyParameters['partition'] = { kind: 'random', folds: 3, blockKilometres: 150, cellDegrees: 1 };
const tune = (kind: StudyParameters['partition']['kind']) =>
  tuneCandidates({
    ...{
      kind: 'tune',
      columns: rows.columns,
      presence: rows.presence,
      folds: foldsOf(rows, { ...partition, kind }, 1),
    },
    combinations: [
      { features: 'L', beta: 1 },
      { features: 'LQ', beta: 1 },
    ],
  });

test.each(['random', 'spatial_blocks', 'checkerboard'] as const)(
  'a niche in the middle needs the square: %s',
  (kind) => {
    const [line, square] = tune(kind);
    expect(square?.aucTest).toBeGreaterThan(0.85);
    expect(square?.aucTest).toBeGreaterThan((line?.aucTest ?? 1) + 0.1);
    expect(square?.deltaAicc).toBe(0);
    expect(line?.deltaAicc).toBeGreaterThan(10);
    expect(tune(kind)).toEqual([line, square]);
  },
);

test('folds without presences on both sides can measure nothing', () => {
  const folds = Int32Array.from(rows.presence);
  const task = { kind: 'tune' as const, columns: rows.columns, presence: rows.presence, folds };
  expect(() => tuneCandidates({ ...task, combinations: [{ features: 'L', beta: 1 }] })).toThrow('fewer than 2');
});

test('the map is best where the species lives, and a warmer sea is unlike what was seen', () => {
  const cells = (degrees: readonly number[]) =>
    rows.columns.map((column) => ({
      ...column,
      values: column.name === 'temperature' ? Float64Array.from(degrees) : new Float64Array(degrees.length).fill(35),
    }));
  const task = { kind: 'map' as const, ...rows, combination: { features: 'LQ' as const, beta: 1 }, seed: 1 };
  const { value, novelty, importance, thresholds } = mapCells({ ...task, cells: cells([16, 20, 27, 31]) });
  expect(value[1]).toBeGreaterThan(2 * Math.max(value[0] ?? 1, value[2] ?? 1));
  expect(novelty[1]).toBeGreaterThan(0);
  expect(novelty[3]).toBeLessThan(0);
  expect(importance[0]?.share).toBeGreaterThan(0.9);
  expect(thresholds.p10).toBeGreaterThan(0);
});

test('the proposal omits least, then ranks best; what was not measured is never proposed', () => {
  const candidate = (omission10: number | null, aucTest: number | null): StudyCandidate => ({
    ...{ features: 'L', beta: 1, omission10, aucTest, aucDeviation: null, aucTrain: null, aucDifference: null },
    ...{ tss: null, boyce: null, aicc: null, deltaAicc: null, coefficients: 1 },
  });
  expect(proposedOf([candidate(0.2, 0.9), candidate(0.1, 0.7), candidate(0.1, 0.8), candidate(0, null)])).toBe(2);
  expect(proposedOf([candidate(null, null)])).toBeNull();
});
