import type { AnalysisRequest } from '@kianda/contract/space/spatial/analyses.contract';
import type { InputReference } from '@kianda/contract/space/spatial/analysis-inputs';
import type { CriteriaPlan } from '@kianda/contract/space/spatial/criteria-plan';
import { type FieldVariable, fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { quantifierWeights } from '@kianda/science/spatial/criteria/quantifiers';
import { prioritiesOf } from './plan.rules.ts';
import { cellDegrees, type ScenarioId } from './scenario.rules.ts';

/** Name of an input of the analysis: small letters and underscores. */
const inputName = (variable: FieldVariable): string => variable.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The analysis of a plan in one of the scenarios, as the platform runs and stores it; null where nobody counts. */
export function requestOf(plan: CriteriaPlan, scenario: ScenarioId): (AnalysisRequest & { readonly type: 'mcda' }) | null {
  const group = prioritiesOf(plan)?.group ?? null;
  if (group === null) return null;
  const counting = plan.judges.filter(({ weight }) => weight > 0);
  const inputs = Object.fromEntries(
    plan.criteria.map(({ variable }): [string, InputReference] => [inputName(variable), { kind: 'raster', variable }]),
  );
  return {
    type: 'mcda',
    ...{ name: plan.name, inputs, readers: 'private', isFresh: false },
    parameters: {
      // The weights of the judgements are those of the linear combination; the other two take them as given.
      method: scenario === 'wlc' ? 'ahp' : scenario,
      criteria: plan.criteria.map(({ variable, curve, least, most }) => ({
        ...{ input: inputName(variable), label: fieldVariables[variable].label, measure: 'value' as const },
        ...{ curve, least, most },
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
