import {
  type ChainStep,
  chainOrder,
  fittingLayers,
  stepParameters,
  stepRoles,
} from '@kianda/contract/space/spatial/chain-steps';
import type { ChainRun, ChainStepState } from '@kianda/contract/space/spatial/chains.contract';
import type { Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { JobRun } from '../../../../platform/jobs/jobs.ts';
import { drawingOf } from '../areas.service.ts';
import type { Asked } from '../inputs/inputs.types.ts';
import { completedInputs, type NamedArea } from '../inputs/read-inputs.service.ts';
import type { AnalysisRow, ChainRunRow } from '../spatial.tables.ts';
import { spatialTexts } from '../spatial.texts.ts';
import { mayManage, mayRead } from '../spatial-access.rules.ts';

/** Steps with everything said: usual parameters and inputs filled in, and the layer of each link named. */
export function wholeSteps(steps: readonly ChainStep[]): ChainStep[] {
  return steps.map((step) => {
    const roles = stepRoles(step);
    const links = Object.entries(step.inputs).map(([role, input]) => {
      if (input.kind !== 'step' || input.layer !== undefined) return [role, input] as const;
      const source = steps.find(({ id }) => id === input.step);
      const wanted = roles[role];
      const [layer] = source === undefined || wanted === undefined ? [] : fittingLayers(source, wanted);
      return [role, { ...input, ...(layer === undefined ? {} : { layer: layer[0] }) }] as const;
    });
    const linked: ChainStep['inputs'] = Object.fromEntries(links);
    const usual = Object.entries(roles).flatMap(([role, { isOptional, usual: taken }]) =>
      isOptional || taken === null || Object.hasOwn(linked, role) ? [] : [[role, taken] as const],
    );
    return { ...step, parameters: stepParameters(step), inputs: { ...Object.fromEntries(usual), ...linked } };
  });
}

/** The same in the order in which they run. */
export const orderedSteps = (steps: readonly ChainStep[]): ChainStep[] => [...(chainOrder(steps) ?? steps)];

type Place = { readonly step: string; readonly role: string };

/** The steps with an area in the place of some of their inputs. Throws `validation_failed` for a place that there is not. */
export function stepsOver(steps: readonly ChainStep[], places: readonly Place[], area: NamedArea): ChainStep[] {
  for (const [index, { step: id, role }] of places.entries()) {
    const step = steps.find((one) => one.id === id);
    const wanted = step === undefined ? undefined : stepRoles(step)[role];
    if (wanted !== undefined && wanted.geometry !== 'raster' && wanted.geometry !== 'point') continue;
    const message = `A cadeia não tem no passo «${step?.name ?? id}» uma entrada «${role}» que receba áreas.`;
    throw new AppError('validation_failed', { detail: message, issues: [{ path: `body.places.${index}`, message }] });
  }
  return steps.map((step) => {
    const own = places.filter((place) => place.step === step.id).map(({ role }) => [role, drawingOf(area)] as const);
    return { ...step, inputs: { ...step.inputs, ...Object.fromEntries(own) } };
  });
}

/** The request of a step for data alone, without its links to other steps. */
export function ownInputsOf({ type, parameters, inputs }: ChainStep): Asked {
  const own = Object.entries(inputs).flatMap(([role, input]) =>
    input.kind === 'step' ? [] : [[role, input] as const],
  );
  return { type, parameters, inputs: Object.fromEntries(own) };
}

/** The request of a step, where the analyses of the steps before it are known by the ids of the steps. */
export function stepAsked({ type, parameters, inputs }: ChainStep, made: ReadonlyMap<string, string>): Asked {
  const given = Object.entries(inputs).map(([role, input]) => {
    if (input.kind !== 'step') return [role, input] as const;
    const analysisId = made.get(input.step);
    if (analysisId === undefined) throw new Error(`spatial: step ${input.step} of a chain was not made`);
    const layer = input.layer === undefined ? {} : { layer: input.layer };
    return [role, { kind: 'result' as const, analysisId, ...layer }] as const;
  });
  return { type, parameters, inputs: completedInputs({ type, parameters, inputs: Object.fromEntries(given) }) };
}

type Shown = {
  readonly analyses: readonly AnalysisRow[];
  /** Its job, of an open run. */
  readonly job: JobRun | undefined;
  readonly reader: Principal;
};

/** A run as its readers see it. */
export function runView(run: ChainRunRow, { analyses, job, reader }: Shown): ChainRun {
  const isOpen = run.state === 'open';
  const isRunning = job?.state === 'running';
  return {
    ...{ id: run.id, chainId: run.chain_id, name: run.name, area: run.area, createdAt: run.created_at.toISOString() },
    completedAt: run.completed_at?.toISOString() ?? null,
    ...{ ownerName: run.owner_name, isManageable: mayManage(run, reader) },
    status: run.state === 'open' ? (isRunning ? 'running' : 'pending') : run.state,
    progress: run.state === 'completed' ? 1 : isOpen ? (job?.progress ?? null) : null,
    message: isOpen ? (job?.message ?? null) : null,
    error: run.error,
    steps: run.steps.map(({ id, name, type }) => {
      const row = analyses.find((one) => one.chain_run_id === run.id && one.chain_step === id);
      const isShown = row !== undefined && mayRead(row, reader);
      return {
        ...{ id, name, type, status: stepState(run, row, isRunning), analysisId: isShown ? row.id : null },
        error: row?.error ?? (row === undefined && run.state === 'completed' ? spatialTexts.stepRemoved : null),
        isReused: (row?.reused_from ?? null) !== null,
      };
    }),
  };
}

function stepState(run: ChainRunRow, row: AnalysisRow | undefined, isRunning: boolean): ChainStepState {
  if (row === undefined) return run.state === 'open' ? 'pending' : run.state === 'completed' ? 'completed' : 'skipped';
  if (row.state !== 'open') return row.state;
  return isRunning ? 'running' : 'pending';
}
