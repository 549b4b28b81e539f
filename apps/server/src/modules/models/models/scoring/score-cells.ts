import { gridPosition, isInZee, type Position } from '@kianda/geo';
import { type Column, takeRows } from '@kianda/science/models/shared/columns';
import { partOf, type Watch } from '@kianda/science/models/shared/watch';
import { forestSpread } from '@kianda/science/models/trees/spread';
import { boundsOf, inUnitOf, similaritiesOf } from '../prediction/predict.rules.ts';
import { likeliest, scoresOf } from '../training/fit.ts';
import type { ReadyArtefact } from '../training/training.types.ts';
import { type CellColumn, cellInputs } from './cell-inputs.ts';
import type { ScoredCells, ScoringTask, SpreadKind } from './scoring.types.ts';

/** Cells that are predicted together: their columns fit the memory, and there is progress to tell. */
const blockCells = 65_536;

/** A task whose scores can be computed here. */
export type ReadyTask = Omit<ScoringTask, 'artefact'> & { readonly artefact: ReadyArtefact };

/** Predictions at every cell of the ZEE, with how sure they are and how like the training rows the cell is. */
export function scoreCells(task: ReadyTask, watch: Watch = {}): ScoredCells {
  const { grid, artefact } = task;
  const { columnsAt, without } = cellInputs(task);
  const size = grid.columns * grid.rows;
  const empty = () => new Float32Array(size).fill(Number.NaN);
  const spreadKind = task.chanceOf === undefined ? spreadKindOf(artefact) : null;
  const [value, spread, novelty] = [empty(), spreadKind === null ? null : empty(), empty()];
  for (let from = 0; from < size; from += blockCells) {
    const part = partOf(watch, from / size, Math.min(1, (from + blockCells) / size));
    const { cells, positions } = cellsInside(grid, from, Math.min(size, from + blockCells));
    const columns = columnsAt(positions);
    const rows = knownRows(columns, cells.length);
    if (rows.length === 0) continue;
    const known = takeRows(columns, rows);
    const scored = scoreRows(task, known, spreadKind, part);
    const similarity = similaritiesOf(
      artefact,
      known.filter((_, place) => columns[place]?.isKnown === true),
    );
    rows.forEach((row, place) => {
      const cell = cells[row] ?? 0;
      value[cell] = scored.value[place] ?? Number.NaN;
      if (spread !== null) spread[cell] = scored.spread[place] ?? Number.NaN;
      novelty[cell] = similarity[place] ?? Number.NaN;
    });
  }
  return { value, spread, spreadKind, novelty: novelty.some((one) => !Number.isNaN(one)) ? novelty : null, without };
}

function cellsInside(grid: ScoringTask['grid'], from: number, to: number) {
  const cells: number[] = [];
  const positions: Position[] = [];
  for (let cell = from; cell < to; cell += 1) {
    const position = gridPosition(grid, cell % grid.columns, Math.floor(cell / grid.columns));
    if (!isInZee(position)) continue;
    cells.push(cell);
    positions.push(position);
  }
  return { cells, positions };
}

/** Rows where every column that is known anywhere has a value. */
function knownRows(columns: readonly CellColumn[], count: number): Uint32Array {
  const needed = columns.filter(({ isKnown }) => isKnown);
  const rows: number[] = [];
  for (let row = 0; row < count; row += 1) {
    if (needed.every(({ values }) => !Number.isNaN(values[row] ?? Number.NaN))) rows.push(row);
  }
  return Uint32Array.from(rows);
}

function spreadKindOf({ fitted, classes, residuals }: ReadyArtefact): SpreadKind | null {
  if (classes.length > 0) return 'chance';
  if (fitted.kind === 'trees' && fitted.model.kind === 'forest') return 'trees';
  if (fitted.kind === 'maxent' && (fitted.members ?? []).length > 1) return 'blocks';
  return residuals === null ? null : 'interval';
}

function scoreRows(
  { artefact, chanceOf: asked }: ReadyTask,
  columns: readonly Column[],
  kind: SpreadKind | null,
  watch: Watch,
): { readonly value: ArrayLike<number>; readonly spread: ArrayLike<number> } {
  const { fitted, classes, residuals } = artefact;
  const scores = scoresOf(fitted, columns, partOf(watch, 0, kind === 'trees' || kind === 'blocks' ? 0.5 : 1));
  if (asked !== undefined) {
    const chances = scores.length / Math.max(1, classes.length);
    const value = Float64Array.from({ length: chances }, (_, row) =>
      asked.reduce((sum, code) => sum + chanceOf(code, row), 0),
    );
    return { value, spread: [] };
  }
  if (kind === 'chance') {
    const value = likeliest(scores, classes.length);
    return { value, spread: Float64Array.from(value, (code, row) => 1 - chanceOf(code, row)) };
  }
  const back = inUnitOf(artefact);
  const value = scores.map(back);
  if (kind === 'trees' && fitted.kind === 'trees') {
    const apart = forestSpread(fitted.model, columns, partOf(watch, 0.5, 1));
    return { value, spread: scores.map((score, row) => halfOf(score - (apart[row] ?? 0), score + (apart[row] ?? 0))) };
  }
  const bounds = kind === 'blocks' ? boundsOf(artefact, columns, partOf(watch, 0.5, 1)) : null;
  if (bounds !== null) {
    return { value, spread: bounds.low.map((low, row) => ((bounds.high[row] ?? Number.NaN) - low) / 2) };
  }
  const [low, high] = residuals ?? [Number.NaN, Number.NaN];
  return { value, spread: scores.map((score) => halfOf(score + low, score + high)) };

  function chanceOf(code: number, row: number): number {
    return scores[row * classes.length + code] ?? Number.NaN;
  }
  function halfOf(from: number, to: number): number {
    return (back(to) - back(from)) / 2;
  }
}
