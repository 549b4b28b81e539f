import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberErrors } from '../../packages/science/src/models/evaluation/errors.ts';
import { randomFolds, splitsOf } from '../../packages/science/src/models/evaluation/splits.ts';
import { type Column, takeRows, takeValues } from '../../packages/science/src/models/shared/columns.ts';
import { type Target, trainBoosting } from '../../packages/science/src/models/trees/boosting.ts';
import { trainForest } from '../../packages/science/src/models/trees/forest.ts';
import { packTrees } from '../../packages/science/src/models/trees/packing.ts';
import { predictTrees } from '../../packages/science/src/models/trees/prediction.ts';
import { friedman } from '../../packages/science/src/models/trees/testing/friedman.ts';
import type { TreeModel } from '../../packages/science/src/models/trees/tree.ts';
import { askReference, timed, withFolder } from '../shared/reference.ts';
import { writeTable } from './table.ts';

export type TreesRow = {
  readonly name: string;
  /** RMSE of numbers, logarithmic loss of classes, on rows held out: mean of the folds. */
  readonly error: number;
  readonly seconds: number;
  /** Of the packed model. */
  readonly bytes: number;
  /** Of scikit-learn. */
  readonly reference: { readonly error: number; readonly seconds: number } | null;
};

type Part = { readonly columns: readonly Column[]; readonly target: Float64Array };

type Table = {
  readonly name: string;
  /** Classes, or null of a regression. */
  readonly classes: number | null;
  readonly folds: readonly { readonly train: Part; readonly test: Part }[];
  /** Trees of each engine. */
  readonly rounds: { readonly boosting: number; readonly forest: number };
};

type PublicTable = { readonly classes: number | null; readonly held: number; readonly rounds: Table['rounds'] };
const small = { held: 3, rounds: { boosting: 100, forest: 300 } } as const;
/** Of a large table one part alone is held out: 26 classes are 26 trees a round. */
const large = { held: 1, rounds: { boosting: 100, forest: 300 } } as const;
/** Public tables with their classes (null of a regression): of scikit-learn, and larger ones of R's mlbench. */
const publicTables: Readonly<Record<string, PublicTable>> = {
  diabetes: { classes: null, ...small },
  breast_cancer: { classes: 2, ...small },
  wine: { classes: 3, ...small },
  digits: { classes: 10, ...small },
  Satellite: { classes: 6, ...large },
  LetterRecognition: { classes: 26, ...large },
};

/**
 * Error on held-out rows and time of boosting and forests, here and in scikit-learn; of the tables whose name begins with
 * one of `names`, or of all.
 */
export async function measureTrees(hasReference: boolean, names: readonly string[]): Promise<readonly TreesRow[]> {
  const isAsked = ({ name }: Table) => names.length === 0 || names.some((one) => name.startsWith(one));
  return withFolder(async (folder) => {
    const tables = hasReference ? await readTables(folder) : [];
    const rows: TreesRow[] = [];
    for (const table of [...tables, friedmanTable()].filter(isAsked)) {
      for (const engine of ['boosting', 'forest'] as const) {
        rows.push(await measured(table, engine, { folder, hasReference }));
      }
    }
    return rows;
  });
}

async function measured(
  { name, classes, folds, rounds }: Table,
  engine: 'boosting' | 'forest',
  { folder, hasReference }: { readonly folder: string; readonly hasReference: boolean },
): Promise<TreesRow> {
  const count = rounds[engine];
  const own = folds.map(({ train, test }) => {
    const { seconds, value: model } = timed(() => fitted(train, classes, engine, count));
    const predicted = predictTrees(model, test.columns);
    const error =
      classes === null ? numberErrors(predicted, test.target).rmse : logarithmicLoss(predicted, test.target, classes);
    return { seconds, error, bytes: packTrees(model).length };
  });
  const reference: Answer[] = [];
  for (const { train, test } of hasReference ? folds : []) {
    const files = [join(folder, 'train.csv'), join(folder, 'test.csv')] as const;
    writeTable(files[0], 'y', train.target, train.columns);
    writeTable(files[1], 'y', test.target, test.columns);
    const task = classes === null ? 'regression' : 'classes';
    reference.push(await askReference<Answer>('models/trees.py', ['fit', ...files, task, engine, String(count)]));
  }
  return {
    name: `${name}, ${engine === 'boosting' ? 'reforço' : 'floresta'} de ${count}`,
    ...meanOf(own),
    bytes: Math.max(...own.map(({ bytes }) => bytes)),
    reference: reference.length === 0 ? null : meanOf(reference),
  };
}

type Answer = { readonly error: number; readonly seconds: number };

function meanOf(answers: readonly Answer[]): Answer {
  const mean = (of: (answer: Answer) => number) => answers.reduce((sum, one) => sum + of(one), 0) / answers.length;
  return { error: mean(({ error }) => error), seconds: mean(({ seconds }) => seconds) };
}

function fitted(train: Part, classes: number | null, engine: 'boosting' | 'forest', count: number): TreeModel {
  const target: Target =
    classes === null
      ? { task: 'regression', values: train.target }
      : { task: 'classes', values: train.target, classes };
  return engine === 'boosting'
    ? trainBoosting(train.columns, target, { rounds: count }).model
    : trainForest(train.columns, target, { trees: count });
}

/** Mean −ln of the chance of the class that happened, no chance below the step of a 64-bit number, as scikit-learn has it. */
function logarithmicLoss(chances: Float64Array, observed: Float64Array, classes: number): number {
  let sum = 0;
  observed.forEach((one, row) => {
    const chance = classes === 2 ? Math.abs(1 - one - (chances[row] ?? 0)) : (chances[row * classes + one] ?? 0);
    sum -= Math.log(Math.min(1 - Number.EPSILON, Math.max(Number.EPSILON, chance)));
  });
  return sum / observed.length;
}

async function readTables(folder: string): Promise<readonly Table[]> {
  await askReference('models/trees.py', ['data', folder]);
  await askReference('models/trees.R', [folder]);
  return Object.entries(publicTables).map(([name, { classes, held, rounds }]): Table => {
    const [head = '', ...lines] = readFileSync(join(folder, `${name}.csv`), 'utf8')
      .trim()
      .split('\n');
    const cells = lines.map((line) => line.split(',').map(Number));
    const all = head.split(',').map((column, place): Column => {
      return { name: column, kind: 'continuous', values: Float64Array.from(cells, (row) => row[place] ?? Number.NaN) };
    });
    const [target, ...columns] = all;
    const values = target?.values ?? new Float64Array(0);
    const part = (rows: Uint32Array) => ({ columns: takeRows(columns, rows), target: takeValues(values, rows) });
    const splits = splitsOf(randomFolds(values.length, 3, name, classes === null ? undefined : values));
    const folds = splits.slice(0, held).map(({ train, test }) => ({ train: part(train), test: part(test) }));
    return { name: `${name} ${values.length} × ${columns.length}`, classes, folds, rounds };
  });
}

/** Friedman's function, of the size for which the time of 300 boosted trees is bounded. */
function friedmanTable(): Table {
  return {
    name: 'Friedman 20 000 × 12',
    classes: null,
    folds: [{ train: friedman(20_000, 'large training', 12), test: friedman(5_000, 'large testing', 12) }],
    rounds: { boosting: 300, forest: 300 },
  };
}
