import { jackknifeImportance, shuffled } from '@kianda/science/models/evaluation/importance';
import { compareWithNull, type NullComparison } from '@kianda/science/models/evaluation/skill';
import { type Column, takeRows, takeValues } from '@kianda/science/models/shared/columns';
import { partOf, type Watch } from '@kianda/science/models/shared/watch';
import { fit, scoresOf, targetOf, usualTrees } from '../training/fit.ts';
import { heldOut } from '../training/folds.ts';
import { measure, widthOf } from '../training/measures.ts';
import { put } from '../training/train.ts';
import type { LearningSplit, LearningTarget, Method, TrainingTask } from '../training/training.types.ts';

/** A method, and the table that it is proved on. */
export type ProofTask = Pick<TrainingTask, 'seed' | 'trees' | 'columns' | 'target' | 'split'> & {
  readonly method: Method;
  readonly nullModels: number;
};

export type Proof = {
  readonly all: number;
  readonly variables: readonly { readonly name: string; readonly alone: number; readonly without: number | null }[];
  readonly nullModels: NullComparison;
  /** Rows that it was measured on. */
  readonly rows: number;
  readonly trees: number | null;
};

/** A proof fits a method some hundreds of times: rows and trees are kept to what takes minutes. */
const mostRows = 4_000;
const mostTrees = 50;

/**
 * The jackknife of the variables of a method, and its measure beside those of models that learned from shuffled answers,
 * all on the rows that are held out in turn. Throws a RangeError where no part can be held out. Sources: Phillips et al.
 * (2006), Ecol. Modell. 190:231–259, for the jackknife; Ojala & Garriga (2010), J. Mach. Learn. Res. 11:1833–1863, for
 * the shuffled answers.
 */
export function proveMethod(given: ProofTask, watch: Watch = {}): Proof {
  const task = sampled(given);
  const { splits } = heldOut(task.split, task.seed);
  const learned = learnedTarget(task);
  const trees = Math.min(task.trees ?? usualTrees, mostTrees);
  const rows = Uint32Array.from(splits.flatMap(({ test }) => [...test])).sort();
  const width = widthOf(task.target);
  const from = changeOf(task);

  /** The measure of fits to some columns; `turn` changes the answers that each learns from. */
  function heldOutMeasure(columns: readonly Column[], turn: (values: Float64Array) => Float64Array, part: Watch) {
    const scores = new Float64Array(task.target.values.length * width).fill(Number.NaN);
    const groups = new Int32Array(task.target.values.length);
    splits.forEach(({ train, test }, place) => {
      const target = targetOf(learned, train);
      const fold = partOf(part, place / splits.length, (place + 1) / splits.length);
      const turned = { ...target, values: turn(target.values) };
      const fitted = fit(task.method, { seed: task.seed, trees, target: turned }, takeRows(columns, train), fold);
      put(scores, test, scoresOf(fitted, takeRows(columns, test)), width);
      for (const row of test) groups[row] = place;
    });
    const whole = from === null ? scores : scores.map((score, row) => score + (from[row] ?? Number.NaN));
    return measure(task.target, whole, rows, groups) ?? Number.NaN;
  }

  const { all, variables } = jackknifeImportance(
    task.columns,
    (columns, part) => heldOutMeasure(columns, (values) => values, part),
    partOf(watch, 0, 0.5),
  );
  if (!Number.isFinite(all)) throw new RangeError('held-out rows: the measure has no value, as when all are alike');
  const nullModels = compareWithNull(
    all,
    (random) => heldOutMeasure(task.columns, (values) => shuffled(values, random), {}),
    { models: task.nullModels, seed: task.seed },
    partOf(watch, 0.5, 1),
  );
  const hasTrees = task.method.kind === 'forest' || task.method.kind === 'boosting';
  return { all, variables, nullModels, rows: rows.length, trees: hasTrees ? trees : null };
}

/** Values of the column that the number is a change from: the change is learned even without that column. */
function changeOf({ target, columns }: Pick<ProofTask, 'target' | 'columns'>): Float64Array | null {
  const name = target.task === 'number' ? target.changeFrom : undefined;
  return columns.find((column) => column.name === name)?.values ?? null;
}

function learnedTarget(task: ProofTask): LearningTarget {
  const from = changeOf(task);
  if (task.target.task !== 'number' || from === null) return task.target;
  const { changeFrom: _, ...target } = task.target;
  return { ...target, values: target.values.map((value, row) => value - (from[row] ?? Number.NaN)) };
}

/** The same table with rows evenly taken; presences give way last, since they are few. */
function sampled(task: ProofTask): ProofTask {
  const { target, columns, split } = task;
  const all = Array.from(target.values, (_, row) => row);
  if (all.length <= mostRows) return task;
  const isPresence = (row: number) => target.task === 'presence' && target.values[row] === 1;
  const presences = evenly(all.filter(isPresence), mostRows / 2);
  const others = evenly(
    all.filter((row) => !isPresence(row)),
    mostRows - presences.length,
  );
  const rows = Uint32Array.from([...presences, ...others]).sort();
  const taken = takeRows(columns, rows);
  return {
    ...task,
    columns: columns.map((column, place) => ({ ...column, values: taken[place]?.values ?? column.values })),
    target: targetOf(target, rows),
    split: splitOfRows(split, rows),
  };
}

const evenly = (rows: readonly number[], most: number): number[] =>
  rows.length <= most
    ? [...rows]
    : Array.from({ length: most }, (_, at) => rows[Math.floor((at * rows.length) / most)] ?? 0);

function splitOfRows(split: LearningSplit, rows: Uint32Array): LearningSplit {
  if (split.kind === 'temporal') return { ...split, times: takeValues(split.times, rows) };
  const { longitudes, latitudes } = split;
  return { ...split, longitudes: takeValues(longitudes, rows), latitudes: takeValues(latitudes, rows) };
}
