import type { ModelCurve } from '@kianda/contract/models/registry/models.contract';
import { calibrationOf } from '@kianda/science/models/evaluation/calibration';
import { responseCurve } from '@kianda/science/models/evaluation/importance';
import { cutsOf } from '@kianda/science/models/evaluation/ranking';
import { takeRows, takeValues } from '@kianda/science/models/shared/columns';
import { scoresOf } from './fit.ts';
import { widthOf } from './measures.ts';
import type { Fitted, Scorer, TrainingTask } from './training.types.ts';

const points = 30;
/** Points of a cloud: more of them hide each other. */
const mostPoints = 400;

type Validation = { readonly scores: Float64Array; readonly rows: Uint32Array };

/** Curves of a version: how it measures on rows held out, and how it answers to each variable. */
export function curvesOf(task: TrainingTask, fitted: Fitted | Scorer, validation: Validation): ModelCurve[] {
  return [...measuredCurves(task.target, validation), ...responsesOf(task, fitted)];
}

/** Curves of how a version measures on rows held out. */
export function measuredCurves(target: TrainingTask['target'], validation: Validation): ModelCurve[] {
  if (target.task === 'number') return [residualsOf(target, validation)];
  if (target.task === 'classes') return [];
  return [rocOf(target.values, validation), reliabilityOf(target.values, validation)];
}

function rocOf(values: Float64Array, { scores, rows }: Validation): ModelCurve {
  const labels = Uint8Array.from(takeValues(values, rows));
  const positives = labels.reduce((sum, label) => sum + label, 0);
  const cuts = cutsOf(takeValues(scores, rows), labels);
  const step = Math.max(1, Math.floor(cuts.length / mostPoints));
  const line = cuts
    .filter((_, place) => place % step === 0 || place === cuts.length - 1)
    .map(({ truePositives, falsePositives }) => ({
      x: falsePositives / (labels.length - positives),
      y: truePositives / positives,
    }));
  return {
    ...{ kind: 'roc', name: 'Curva ROC' },
    ...{ xLabel: 'Falsas presenças', yLabel: 'Presenças reconhecidas', points: [{ x: 0, y: 0 }, ...line] },
  };
}

function reliabilityOf(values: Float64Array, { scores, rows }: Validation): ModelCurve {
  const { curve } = calibrationOf(takeValues(scores, rows), Uint8Array.from(takeValues(values, rows)));
  return {
    ...{ kind: 'reliability', name: 'Fiabilidade' },
    ...{ xLabel: 'Adequação prevista', yLabel: 'Parte com presença' },
    points: curve.map(({ predicted, observed }) => ({ x: predicted, y: observed })),
  };
}

type NumberTarget = Extract<TrainingTask['target'], { task: 'number' }>;

/** A score in the unit that people read: what is learned as a logarithm is shown as the number itself. */
const inUnit = ({ isLogged }: NumberTarget, score: number): number => (isLogged ? Math.expm1(score) : score);

function residualsOf(target: NumberTarget, { scores, rows }: Validation): ModelCurve {
  const { unit, values } = target;
  const step = Math.max(1, Math.ceil(rows.length / mostPoints));
  const shown = rows.filter((_, place) => place % step === 0);
  return {
    ...{ kind: 'residual', name: 'Previsto e observado, nas linhas postas de parte' },
    ...{ xLabel: `Previsto (${unit})`, yLabel: `Observado (${unit})` },
    points: Array.from(shown, (row) => ({
      x: inUnit(target, scores[row] ?? 0),
      y: inUnit(target, values[row] ?? 0),
    })),
  };
}

/** Answer along each continuous variable, the others as they usually are; of several classes there is no single answer. */
export function responsesOf({ columns, target }: TrainingTask, fitted: Fitted | Scorer): ModelCurve[] {
  if (widthOf(target) > 1) return [];
  const rows = target.values.length;
  const sample = Uint32Array.from({ length: Math.min(rows, 2_000) }, (_, place) =>
    Math.floor((place * rows) / Math.min(rows, 2_000)),
  );
  const taken = takeRows(columns, sample);
  const yLabel = target.task === 'number' ? target.unit : 'Adequação';
  return columns
    .filter(({ kind }) => kind === 'continuous')
    .map(({ name, label, unit }) => ({
      ...{ kind: 'response', name: label, xLabel: unit === null ? label : `${label} (${unit})`, yLabel },
      points: responseCurve(taken, name, (given) => scoresOf(fitted, given), { points })
        .points.filter(({ value, response }) => Number.isFinite(value) && Number.isFinite(response))
        .map(({ value, response }) => ({
          x: value,
          y: target.task === 'number' ? inUnit(target, response) : response,
        })),
    }));
}
