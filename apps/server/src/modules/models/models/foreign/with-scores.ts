import type { Column } from '@kianda/science/models/shared/columns';
import type { ModelArtefact, ReadyArtefact } from '../training/training.types.ts';
import type { OnnxFitted } from './foreign.types.ts';
import { foreignColumns } from './foreign-columns.ts';
import { scoreForeign } from './run-foreign.ts';

/** Tables that a piece of work asks scores of, in their order. */
export type AskedTables = readonly (readonly Column[])[];

/**
 * Work that needs scores which only another process gives, done twice: `asked` notes which tables it wants scores of,
 * with noughts for scores; `answered` does it with them. The work asks the same whatever the scores are.
 */
export function asked(
  width: number,
  work: (score: (columns: readonly Column[]) => Float64Array) => unknown,
): AskedTables {
  const tables: (readonly Column[])[] = [];
  work((columns) => {
    tables.push(columns);
    return new Float64Array((columns[0]?.values.length ?? 0) * width);
  });
  return tables;
}

export function answered(scores: readonly Float64Array[]): (columns: readonly Column[]) => Float64Array {
  let next = 0;
  return (columns) => {
    const given = scores[next];
    next += 1;
    if (given !== undefined && given.length % Math.max(1, columns[0]?.values.length ?? 0) === 0) return given;
    throw new Error('with-scores: the work asked for another table than the first time');
  };
}

/** Scores of tables by a file of ONNX, in its own process. Throws UnreadableFile, and the signal's reason. */
export function scoresOfTables(fitted: OnnxFitted, tables: AskedTables, signal?: AbortSignal): Promise<Float64Array[]> {
  const inFile = tables.map((columns) => foreignColumns(fitted.inputs, columns).map(({ values }) => values));
  return scoreForeign(fitted, inFile, { signal });
}

/** Does work with a version whose scores can be computed, those of a file of ONNX by its own process. */
export async function withScores<T>(
  artefact: ModelArtefact,
  work: (ready: ReadyArtefact) => T,
  signal?: AbortSignal,
): Promise<T> {
  const { fitted } = artefact;
  if (fitted.kind !== 'onnx') return work({ ...artefact, fitted });
  const width = fitted.output.picked.length;
  const tables = asked(width, (score) => work({ ...artefact, fitted: { kind: 'scorer', score } }));
  const scores = await scoresOfTables(fitted, tables, signal);
  return work({ ...artefact, fitted: { kind: 'scorer', score: answered(scores) } });
}
