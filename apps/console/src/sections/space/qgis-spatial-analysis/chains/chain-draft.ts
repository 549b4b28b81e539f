import type { AnalysisType } from '@kianda/contract/space/spatial/analysis-types';
import { analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import {
  type ChainStep,
  chainOrder,
  chainProblems,
  chainStepsSchema,
  type StepReference,
  stepRoles,
} from '@kianda/contract/space/spatial/chain-steps';
import { draftOf, type InputDraft, isComplete } from '../../../shared/spatial/input-field.tsx';
import { type Parameters, startingParameters } from '../../../shared/spatial/parameter-fields.ts';
import { chainFormTexts as texts } from './texts.pt.ts';

/** An input of a step as it is being chosen: the layer of another step, or data. */
export type StepInputDraft = { readonly link: StepReference | null; readonly own: InputDraft };

/** A step as it is being written. */
export type StepDraft = {
  readonly id: string;
  readonly name: string;
  readonly type: AnalysisType;
  readonly parameters: Parameters;
  readonly inputs: Readonly<Record<string, StepInputDraft>>;
};

/** A step of a kind with its usual parameters and inputs. */
export function newStep(type: AnalysisType, id: string): StepDraft {
  const parameters = startingParameters(type);
  const inputs = Object.entries(stepRoles({ type, parameters })).map(([role, { usual, isOptional }]) => {
    const input: StepInputDraft = { link: null, own: draftOf(isOptional ? null : usual) };
    return [role, input] as const;
  });
  return { ...{ id, name: analysisTypes[type], type, parameters }, inputs: Object.fromEntries(inputs) };
}

/** An identifier that no step has yet. */
export function freeId(steps: readonly Pick<StepDraft, 'id'>[]): string {
  let number = steps.length + 1;
  while (steps.some(({ id }) => id === `passo_${number}`)) number += 1;
  return `passo_${number}`;
}

/** The steps of a chain that is there, each after those that it takes from. */
export const draftsOf = (steps: readonly ChainStep[]): readonly StepDraft[] =>
  (chainOrder(steps) ?? steps).map((step) => ({
    ...{ id: step.id, name: step.name, type: step.type },
    parameters: startingParameters(step.type, step.parameters),
    inputs: Object.fromEntries(
      Object.entries(step.inputs).map(([role, input]) => [
        role,
        input.kind === 'step' ? { link: input, own: draftOf(null) } : { link: null, own: draftOf(input) },
      ]),
    ),
  }));

/** The step with what is chosen so far. */
export function stepOf({ id, name, type, parameters, inputs }: StepDraft): ChainStep {
  const chosen = Object.entries(inputs).flatMap(([role, { link, own }]) => {
    const input = link ?? own.reference;
    return input === null ? [] : [[role, input] as const];
  });
  const known = Object.keys(stepRoles({ type, parameters: { ...parameters } }));
  return {
    ...{ id, name: name.trim() === '' ? analysisTypes[type] : name.trim(), type, parameters: { ...parameters } },
    inputs: Object.fromEntries(chosen.filter(([role]) => known.includes(role))),
  };
}

/** The steps without one, and without the inputs that came from it. */
export const withoutStep = (steps: readonly StepDraft[], gone: string): readonly StepDraft[] =>
  steps
    .filter(({ id }) => id !== gone)
    .map((step) => ({
      ...step,
      inputs: Object.fromEntries(
        Object.entries(step.inputs).map(([role, input]) => [
          role,
          input.link?.step === gone ? { link: null, own: draftOf(null) } : input,
        ]),
      ),
    }));

/** Faults of the steps: inputs that are missing, or don't fit; none where the steps may be saved. */
export function draftProblems(drafts: readonly StepDraft[]): readonly string[] {
  const missing = drafts.flatMap((draft) => {
    const step = stepOf(draft);
    return Object.entries(stepRoles(step)).flatMap(([role, of]) => {
      const { link, own } = draft.inputs[role] ?? { link: null, own: draftOf(null) };
      return link !== null || isComplete(own, of) ? [] : [texts.incomplete(step.name, of.label)];
    });
  });
  if (missing.length > 0) return missing;
  const steps = drafts.map(stepOf);
  const problems = chainProblems(steps).map(({ message }) => message);
  if (problems.length > 0) return problems;
  const parsed = chainStepsSchema.safeParse(steps);
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
}
