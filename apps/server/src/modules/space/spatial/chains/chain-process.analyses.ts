import { type ChainStep, chainStepsSchema, mostChainSteps } from '@kianda/contract/space/spatial/chain-steps';
import { z } from 'zod';
import type { Analysis, AnalysisContext } from '../../../../platform/analyses.ts';
import type { Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { RefusedTask } from '../../../../platform/threads/run-thread.ts';
import type { Computed, InputData } from '../compute/compute.types.ts';
import { propertiesIn, unpackedFeatures } from '../compute/packed-features.ts';
import { runCompute } from '../compute/run-compute.ts';
import { checkAsked } from '../inputs/check-inputs.service.ts';
import { type Asked, nameIn, numbersIn, wantedOf } from '../inputs/inputs.types.ts';
import { readInputs } from '../inputs/read-inputs.service.ts';
import { setBuilder } from '../inputs/set-builder.ts';
import { methodEdition } from '../runs.service.ts';
import { layersTitle, outputsOf, refuseOwn } from '../spatial.analyses.ts';
import type { SpatialContext } from '../spatial.context.ts';
import { orderedSteps, ownInputsOf, wholeSteps } from './chain-steps.rules.ts';
import { doSteps, stepsAtOnce } from './do-steps.ts';

const inputs = z.object({
  steps: chainStepsSchema.describe(
    `Passos, de dois a ${mostChainSteps}, como no ficheiro de uma cadeia: id, nome, tipo, parâmetros e entradas; uma entrada pode ser o resultado de outro passo`,
  ),
});

/** A chain as a process of the OGC API: it is given by value, and its steps hand their layers on without being saved. */
export function chainAnalysis(context: SpatialContext): Analysis {
  return {
    ...{ id: 'spatial-chain', version: `${methodEdition}.0.0`, title: 'Cadeia de análises', access: 'spatial:run' },
    description: 'O que dá um passo de análise depois do outro, cada um a partir dos anteriores?',
    inputs,
    outputs: {
      steps: {
        title: `De cada passo, pelo seu id. ${layersTitle}; números, avisos e métodos`,
        schema: { type: 'object' },
      },
    },
    check: (given, principal) => checkChain(context, inputs.parse(given).steps, principal),
    run: (given, following) => runSteps(context, orderedSteps(wholeSteps(inputs.parse(given).steps)), following),
  };
}

async function checkChain(
  context: SpatialContext,
  steps: readonly ChainStep[],
  principal: Principal | null,
): Promise<void> {
  if (principal === null) throw new AppError('unauthenticated');
  for (const [place, step] of steps.entries()) {
    const own = ownInputsOf(step);
    refuseOwn(own.inputs, `body.inputs.steps.${place}.inputs`);
    await checkAsked(context, own, principal);
  }
}

async function runSteps(
  context: SpatialContext,
  steps: readonly ChainStep[],
  { signal, progress }: AnalysisContext,
): Promise<Record<string, unknown>> {
  const done = new Map<string, Computed>();
  const shares = new Map<string, number>();
  await doSteps(steps, stepsAtOnce, async (step) => {
    const said = `Passo ${steps.indexOf(step) + 1} de ${steps.length}, «${step.name}»`;
    const tell = (share: number, message: string) => {
      shares.set(step.id, share);
      const whole = shares.values().reduce((sum, one) => sum + one, 0);
      return progress(whole / steps.length, `${said}: ${message}`);
    };
    await tell(0, 'A ler as entradas');
    try {
      const data = await dataOf(context, step, { done, signal });
      const computed = await runCompute(
        {
          ...{ type: step.type, parameters: step.parameters, inputs: data },
          mostCells: context.settings.limits.cells,
          mostBytes: context.settings.limits.memoryBytes,
        },
        { signal, progress: (share) => void tell(share, 'A calcular').catch(() => undefined) },
      );
      done.set(step.id, computed);
      return { goesOn: true };
    } catch (error) {
      if (!(error instanceof RefusedTask || error instanceof RangeError)) throw error;
      const message = `O passo «${step.name}» falhou. ${error.message}`;
      throw new AppError('validation_failed', { detail: message, issues: [{ path: 'body.inputs.steps', message }] });
    }
  });
  const shown = await Promise.all(
    steps.map(async ({ id }) => {
      const computed = done.get(id);
      if (computed === undefined) throw new Error(`spatial: step ${id} of a chain was not made`);
      return [id, await outputsOf(computed)] as const;
    }),
  );
  return { steps: Object.fromEntries(shown) };
}

type Following = { readonly done: ReadonlyMap<string, Computed>; readonly signal: AbortSignal };

/** Inputs of a step: data that are read, and layers of the steps before it. */
async function dataOf(
  context: SpatialContext,
  step: ChainStep,
  { done, signal }: Following,
): Promise<Record<string, InputData>> {
  const { limits } = context.settings;
  const own = ownInputsOf(step);
  const read = await readInputs(context, own, { accountId: null, signal, most: limits });
  const links = Object.entries(step.inputs).flatMap(([role, input]) => {
    if (input.kind !== 'step') return [];
    const layer = done.get(input.step)?.layers.find(({ id }) => id === input.layer);
    if (layer === undefined) throw new RangeError(`O passo de que parte não deu a camada «${input.layer}».`);
    return [[role, layerData(layer, own, limits)] as const];
  });
  return {
    ...Object.fromEntries(Object.entries(read).map(([role, { data }]) => [role, data])),
    ...Object.fromEntries(links),
  };
}

/** A layer as the input of another analysis. */
function layerData(
  layer: Computed['layers'][number],
  asked: Asked,
  most: { readonly features: number; readonly vertices: number },
): InputData {
  const { title } = layer;
  if (layer.kind === 'raster') {
    return { kind: 'raster', title, unit: layer.unit ?? '', grid: layer.grid, values: layer.values };
  }
  if (layer.features.count === 0) throw new RangeError(`A camada «${title}» do passo de que parte está vazia.`);
  const wanted = wantedOf(asked);
  const builder = setBuilder(title, most);
  let place = 0;
  for (const { wkb, text } of unpackedFeatures(layer.features)) {
    place += 1;
    const properties = propertiesIn(text);
    builder.add(wkb, nameIn(properties, wanted, `${title} ${place}`), numbersIn(properties, wanted));
  }
  return builder.done().set;
}
