import type { StudyEvidence } from '@kianda/contract/models/studies/study-results';
import { jackknifeImportance } from '@kianda/science/models/evaluation/importance';
import { areaUnderRoc } from '@kianda/science/models/evaluation/ranking';
import { compareWithNull } from '@kianda/science/models/evaluation/skill';
import { predictMaxent } from '@kianda/science/models/maxent/maxent';
import { type Column, takeRows } from '@kianda/science/models/shared/columns';
import { meanOf } from '@kianda/science/models/shared/statistics';
import { partOf, type Watch } from '@kianda/science/models/shared/watch';
import type { LearningColumn } from '../../models/index.ts';
import type { ProveTask } from './fitting.types.ts';
import { fitCombination, measurableSplits, type Split } from './tune.ts';

/**
 * Evidence for a combination, on the rows of each fold held out in turn: the jackknife of its variables, and how it
 * ranks beside models that learned from as many random places. Null where the folds can't be held out. Sources: Phillips
 * et al. (2006), Ecol. Modell. 190:231–259, for the jackknife; Bohl et al. (2019), J. Biogeogr. 46:1101–1111, for null
 * models measured on the presences held out.
 */
export function proveCombination(task: ProveTask, watch: Watch = {}): StudyEvidence | null {
  const splits = measurableSplits(task);
  if (splits.length < 2) return null;
  const labels = new Map(task.columns.map(({ name, label }) => [name, label]));
  const { all, variables } = jackknifeImportance(
    task.columns,
    (columns, part) => meanTestAuc({ ...task, columns: named(task, columns) }, splits, presencesOf(task), part),
    partOf(watch, 0, 0.4),
  );
  const compared = compareWithNull(
    all,
    (random) => meanTestAuc(task, splits, randomPlaces(task, random)),
    { models: task.nullModels, seed: task.seed },
    partOf(watch, 0.4, 1),
  );
  return {
    jackknife: { all, variables: variables.map((one) => ({ ...one, label: labels.get(one.name) ?? one.name })) },
    nullModels: { models: task.nullModels, ...compared },
  };
}

const named = ({ columns }: ProveTask, some: readonly Column[]): LearningColumn[] =>
  columns.filter(({ name }) => some.some((one) => one.name === name));

/** Rows that a model takes for presences, of the rows that it may learn from. */
type Presences = (train: Uint32Array) => Uint32Array;

const presencesOf =
  ({ presence }: ProveTask): Presences =>
  (train) =>
    train.filter((row) => presence[row] === 1);

/** As many rows of the background as there are presences, each at most once. */
const randomPlaces =
  ({ presence }: ProveTask, random: () => number): Presences =>
  (train) => {
    const background = train.filter((row) => presence[row] === 0);
    const wanted = Math.min(background.length, train.length - background.length);
    for (let place = 0; place < wanted; place += 1) {
      const other = place + Math.floor(random() * (background.length - place));
      [background[place], background[other]] = [background[other] ?? 0, background[place] ?? 0];
    }
    return background.subarray(0, wanted);
  };

/** Mean AUC on the rows held out, of models that learn from these presences and the background. */
function meanTestAuc(task: ProveTask, splits: readonly Split[], presences: Presences, watch: Watch = {}): number {
  const measured = splits.map(({ train, test }, place) => {
    const part = partOf(watch, place / splits.length, (place + 1) / splits.length);
    const background = train.filter((row) => task.presence[row] === 0);
    const learned = presences(train);
    const rows = Uint32Array.from([...learned, ...background]);
    const values = takeRows(task.columns, rows);
    const model = fitCombination(
      {
        columns: task.columns.map((column, at) => ({ ...column, values: values[at]?.values ?? column.values })),
        presence: Uint8Array.from(rows, (_, at) => Number(at < learned.length)),
      },
      task.combination,
      part,
    );
    const scores = predictMaxent(model, takeRows(task.columns, test));
    // A fold that can't be ranked is none that measures: there is none such among the splits.
    return (
      areaUnderRoc(
        scores,
        Uint8Array.from(test, (row) => task.presence[row] ?? 0),
      ) ?? 0.5
    );
  });
  return meanOf(Float64Array.from(measured));
}
