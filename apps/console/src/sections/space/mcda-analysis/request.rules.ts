import type { AnalysisRequest } from '@kianda/contract/space/spatial/analyses.contract';
import type { InputReference } from '@kianda/contract/space/spatial/analysis-inputs';
import type { CriteriaPlan, Criterion } from '@kianda/contract/space/spatial/criteria-plan';
import { quantifierWeights } from '@kianda/science/spatial/criteria/quantifiers';
import { keyOf, labelOf } from './criterion.rules.ts';
import { prioritiesOf } from './plan.rules.ts';
import { cellDegrees, type ScenarioId } from './scenario.rules.ts';

/** Name of an input of the analysis: small letters, digits and underscores; the place tells it from those alike. */
const inputName = (criterion: Criterion, place: number): string =>
  `c${place + 1}_${keyOf(criterion)
    .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .replaceAll(/[^a-z0-9]+/g, '_')}`.slice(0, 40);

/** The analysis of a plan in one of the scenarios, as the platform runs and stores it; null where nobody counts. */
export function requestOf(
  plan: CriteriaPlan,
  scenario: ScenarioId,
): (AnalysisRequest & { readonly type: 'mcda' }) | null {
  const group = prioritiesOf(plan)?.group ?? null;
  if (group === null) return null;
  const counting = plan.judges.filter(({ weight }) => weight > 0);
  const inputs = Object.fromEntries(
    plan.criteria.map((criterion, place): [string, InputReference] => {
      const { source } = criterion;
      return [
        inputName(criterion, place),
        source.kind === 'field'
          ? { kind: 'raster', variable: source.variable }
          : { kind: 'collection', collection: source.collection },
      ];
    }),
  );
  return {
    type: 'mcda',
    ...{ name: plan.name, inputs, readers: 'private', isFresh: false },
    parameters: {
      // The weights of the judgements are those of the linear combination; the other two take them as given.
      method: scenario === 'wlc' ? 'ahp' : scenario,
      criteria: plan.criteria.map((criterion, place) => ({
        ...{ input: inputName(criterion, place), label: labelOf(criterion) },
        measure: criterion.source.kind === 'field' ? ('value' as const) : criterion.source.measure,
        ...{ curve: criterion.curve, least: criterion.least, most: criterion.most },
      })),
      judges: counting.map(({ name, above, weight }) => ({ name, judgements: above, weight: Math.max(0.01, weight) })),
      random_index: 'saaty1980',
      weights: scenario === 'wlc' ? [] : [...group.weights],
      order_weights:
        scenario === 'owa' ? [...quantifierWeights(plan.criteria.length, plan.power ?? Number.POSITIVE_INFINITY)] : [],
      cell_degrees: cellDegrees,
      sensitivity: 0.1,
    },
  };
}
