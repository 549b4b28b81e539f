import { answerThread } from '../../../../platform/threads/thread.ts';
import { type AskedTables, answered, asked } from '../foreign/with-scores.ts';
import { scoreCells } from './score-cells.ts';
import type { ScoredCells, ScoringTask } from './scoring.types.ts';

/** Cells, or the tables that a file of ONNX must be asked about before there are any. */
export type Scored = { readonly cells: ScoredCells } | { readonly tables: AskedTables };

answerThread((task: ScoringTask, watch): { readonly answer: Scored; readonly moved?: readonly ArrayBuffer[] } => {
  const { artefact, given } = task;
  const { fitted } = artefact;
  if (fitted.kind === 'onnx' && given === undefined) {
    const tables = asked(fitted.output.picked.length, (score) =>
      scoreCells({ ...task, artefact: { ...artefact, fitted: { kind: 'scorer', score } } }, watch),
    );
    return { answer: { tables } };
  }
  const ready = fitted.kind === 'onnx' ? { kind: 'scorer' as const, score: answered(given ?? []) } : fitted;
  const cells = scoreCells({ ...task, artefact: { ...artefact, fitted: ready } }, watch);
  const { value, spread, novelty } = cells;
  const moved = [value, spread, novelty].flatMap((band) => (band === null ? [] : [band.buffer as ArrayBuffer]));
  return { answer: { cells }, moved };
});
