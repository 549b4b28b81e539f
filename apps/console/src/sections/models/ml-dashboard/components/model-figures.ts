import type { Model } from '@kianda/contract/models/registry/models.contract';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import type { FigureRow } from '../../../shared/figure-list.tsx';
import { baselineOf, intervalOf, metricOf, splitOf } from '../../../shared/models/skill.ts';
import { modelTexts } from '../../../shared/models/texts.pt.ts';
import { pick, withReason } from '../../../shared/sourced.ts';
import { mlDashboardTexts as texts } from '../texts.pt.ts';

export type Models = Pick<EndpointResult<readonly Model[]>, 'sourced'>;

/** One value of a model with the answer's provenance; where it is null, with why. */
export function modelFigure<V>(models: Models, model: Model, select: (model: Model) => V, reason?: string) {
  const isSame = ({ id }: Model) => id === model.id;
  const figure = pick(models, (list) => {
    const found = list.find(isSame);
    return found === undefined ? null : select(found);
  });
  return withReason(figure, model.absence ?? reason ?? modelTexts.untrained);
}

const percent = { unit: '%', format: { decimals: 1 } } as const;

/** Both accuracies, and where a version was trained what they are measured by and against. */
export function accuracyRows(models: Models, model: Model): readonly FigureRow[] {
  const { rows } = texts;
  const skill = (label: string, select: (model: Model) => string | null, reason: string): FigureRow => ({
    label,
    value: modelFigure(models, model, select, reason),
  });
  return [
    { label: rows.training, value: modelFigure(models, model, ({ trainingAccuracy }) => trainingAccuracy), ...percent },
    {
      label: rows.validation,
      value: modelFigure(models, model, ({ validationAccuracy }) => validationAccuracy),
      ...percent,
    },
    ...(model.skill === null
      ? []
      : [
          skill(rows.metric, (one) => metricOf(one.skill), texts.noSkill),
          skill(rows.interval, (one) => intervalOf(one.skill), texts.noInterval),
          skill(rows.baseline, (one) => baselineOf(one.skill), texts.noSkill),
          skill(rows.split, (one) => splitOf(one.skill), texts.noSkill),
        ]),
  ];
}
