import { type Outcome, warningsOf } from '../shared/outcome.ts';

/** Judgements by rows: how many times more important the criterion of the row is than that of the column, 1/9–9. */
export type Judgements = readonly (readonly number[])[];

/**
 * Mean consistency index of random matrices, by size from 1. Sources: Saaty (1980), The Analytic Hierarchy Process, 21;
 * Saaty (2008), RACSAM 102:251–318 (500 and 50,000 matrices).
 */
const randomIndices = {
  saaty1980: [0, 0, 0.58, 0.9, 1.12, 1.24, 1.32, 1.41, 1.45, 1.49],
  saaty2008: [0, 0, 0.52, 0.89, 1.11, 1.25, 1.35, 1.4, 1.45, 1.49],
} as const;
export type RandomIndexTable = keyof typeof randomIndices;

export type InconsistentPair = {
  readonly row: number;
  readonly column: number;
  readonly judgement: number;
  /** Judgement that would fit the weights. */
  readonly consistent: number;
};

export type Priorities = {
  /** One for each criterion; they add up to 1. */
  readonly weights: Float64Array;
  readonly largestEigenvalue: number;
  readonly consistencyIndex: number;
  /** Null for more than 10 criteria, for which the tables have no random index. */
  readonly consistencyRatio: number | null;
  /** 0.10; 0.05 for three and 0.08 for four criteria. */
  readonly acceptableRatio: number;
  /** Pair whose judgement is furthest from the weights; null where all fit. */
  readonly worstPair: InconsistentPair | null;
};

/**
 * Analytic hierarchy process: weights as the principal eigenvector, and their consistency. Source: Saaty (1980), The
 * Analytic Hierarchy Process. Throws a RangeError for a matrix that is not positive and reciprocal.
 */
export function analyticHierarchy(
  judgements: Judgements,
  { randomIndex = 'saaty1980' }: { readonly randomIndex?: RandomIndexTable } = {},
): Outcome<Priorities, { readonly randomIndex: RandomIndexTable }> {
  requireReciprocal(judgements);
  const size = judgements.length;
  const { weights, eigenvalue } = principal(judgements);
  const consistencyIndex = size < 3 ? 0 : Math.max(0, (eigenvalue - size) / (size - 1));
  const random = randomIndices[randomIndex][size - 1];
  const consistencyRatio = size < 3 ? 0 : random === undefined ? null : consistencyIndex / random;
  const acceptableRatio = size === 3 ? 0.05 : size === 4 ? 0.08 : 0.1;
  const isInconsistent = consistencyRatio !== null && consistencyRatio > acceptableRatio;
  return {
    value: {
      weights,
      largestEigenvalue: eigenvalue,
      consistencyIndex,
      consistencyRatio,
      acceptableRatio,
      worstPair: worstPairOf(judgements, weights),
    },
    method: `AHP, vetor próprio principal (Saaty 1980); índice aleatório de ${randomIndex === 'saaty1980' ? 'Saaty 1980' : 'Saaty 2008'}`,
    parameters: { randomIndex },
    warnings: warningsOf({ inconsistent: isInconsistent ? 1 : 0 }),
  };
}

/**
 * Judgements of a group: the geometric mean of each, by the weights of its members. The only mean that keeps reciprocals.
 * Source: Aczél & Saaty (1983), J. Math. Psychol. 27:93–102.
 */
export function groupJudgements(
  members: readonly Judgements[],
  weights: readonly number[] = members.map(() => 1),
): Judgements {
  const [first] = members;
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (
    first === undefined ||
    weights.length !== members.length ||
    !(all > 0) ||
    weights.some((weight) => !(weight >= 0))
  ) {
    throw new RangeError(`group: received ${members.length} members with the weights ${weights.join(', ')}`);
  }
  for (const member of members) {
    requireReciprocal(member);
    if (member.length !== first.length)
      throw new RangeError(`group: received ${member.length} criteria, expected ${first.length}`);
  }
  return first.map((row, i) =>
    row.map((_, j) => {
      const sum = members.reduce(
        (logs, member, place) => logs + (weights[place] ?? 0) * Math.log(member[i]?.[j] ?? 1),
        0,
      );
      return Math.exp(sum / all);
    }),
  );
}

/** Matrix of the judgements above its diagonal, row by row, with their reciprocals. */
export function judgementsOf(size: number, above: readonly number[]): Judgements {
  if (above.length !== (size * (size - 1)) / 2) {
    throw new RangeError(
      `judgements: received ${above.length}, expected ${(size * (size - 1)) / 2} for ${size} criteria`,
    );
  }
  const place = (row: number, column: number) => row * size - (row * (row + 1)) / 2 + column - row - 1;
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => {
      if (row === column) return 1;
      return row < column ? (above[place(row, column)] ?? 1) : 1 / (above[place(column, row)] ?? 1);
    }),
  );
}

function requireReciprocal(judgements: Judgements): void {
  if (judgements.length === 0) throw new RangeError('judgements: received none, expected a square matrix');
  judgements.forEach((row, i) => {
    if (row.length !== judgements.length) {
      throw new RangeError(`judgements: row ${i} has ${row.length}, expected ${judgements.length}`);
    }
    row.forEach((value, j) => {
      const back = judgements[j]?.[i] ?? Number.NaN;
      if (!(value > 0 && Math.abs(value * back - 1) < 1e-6)) {
        throw new RangeError(`judgements: ${i}–${j} is ${value} and back ${back}, expected reciprocals above 0`);
      }
    });
  });
}

/** Power method; a positive matrix has one largest eigenvalue, and a vector above 0 that belongs to it. */
function principal(judgements: Judgements): { readonly weights: Float64Array; readonly eigenvalue: number } {
  const size = judgements.length;
  let weights = new Float64Array(size).fill(1 / size);
  let eigenvalue = size;
  for (let step = 0; step < 1000; step += 1) {
    const image = Float64Array.from(judgements, (row) =>
      row.reduce((sum, value, j) => sum + value * (weights[j] ?? 0), 0),
    );
    eigenvalue = image.reduce((sum, value) => sum + value, 0);
    const next = image.map((value) => value / eigenvalue);
    const change = next.reduce((largest, value, i) => Math.max(largest, Math.abs(value - (weights[i] ?? 0))), 0);
    weights = next;
    if (change < 1e-16) break;
  }
  return { weights, eigenvalue };
}

function worstPairOf(judgements: Judgements, weights: Float64Array): InconsistentPair | null {
  let worst: InconsistentPair | null = null;
  let largest = 1e-9;
  judgements.forEach((row, i) => {
    for (let j = i + 1; j < row.length; j += 1) {
      const judgement = row[j] ?? 1;
      const consistent = (weights[i] ?? 1) / (weights[j] ?? 1);
      const gap = Math.abs(Math.log(judgement / consistent));
      if (gap <= largest) continue;
      largest = gap;
      worst = { row: i, column: j, judgement, consistent };
    }
  });
  return worst;
}
