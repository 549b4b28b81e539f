import { z } from 'zod';
import { inputProblems, inputReferenceSchema, inputRolesOf } from './analysis-inputs.ts';
import { fitsRole, outputsOf } from './analysis-outputs.ts';
import { analysisParameters, analysisTypeSchema, analysisTypes, criterionSchema } from './analysis-types.ts';

/** Steps of a chain at most: each is an analysis of its own. */
export const mostChainSteps = 12;

const stepIdSchema = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Minúsculas sem acento, algarismos e «_», até 40.');

/** A layer that another step of the chain gives; the first that fits where none is named. */
const stepReferenceSchema = z.object({
  kind: z.literal('step'),
  step: stepIdSchema,
  layer: z.string().max(60).optional(),
});
export type StepReference = z.infer<typeof stepReferenceSchema>;

const chainInputSchema = z.discriminatedUnion('kind', [stepReferenceSchema, inputReferenceSchema]);

/** A step: a kind of analysis with its parameters (the usual ones where left out) and inputs (likewise). */
export const chainStepSchema = z.object({
  /** Name by which the inputs of other steps know it. */
  id: stepIdSchema,
  name: z.string().trim().min(1).max(80),
  type: analysisTypeSchema,
  parameters: z.record(z.string().max(60), z.unknown()).default({}),
  inputs: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), chainInputSchema).default({}),
});
export type ChainStep = z.output<typeof chainStepSchema>;

export const chainStepsSchema = z
  .array(chainStepSchema)
  .min(2, 'Uma cadeia tem dois passos, pelo menos.')
  .max(mostChainSteps, `Uma cadeia tem até ${mostChainSteps} passos.`)
  .superRefine((steps, context) => {
    for (const { path, message } of chainProblems(steps))
      context.addIssue({ code: 'custom', path: [...path], message });
  });

type Problem = { readonly path: readonly (string | number)[]; readonly message: string };

/** Steps that the inputs of a step come from. */
export const sourcesOf = ({ inputs }: Pick<ChainStep, 'inputs'>): readonly string[] =>
  Object.values(inputs).flatMap((input) => (input.kind === 'step' ? [input.step] : []));

/** Parameters of a step, the usual ones filled in; those given where they are out of bounds. */
export function stepParameters({ type, parameters }: Pick<ChainStep, 'type' | 'parameters'>): Record<string, unknown> {
  const parsed = analysisParameters[type].safeParse(parameters);
  return parsed.success ? parsed.data : { ...parameters };
}

/** Inputs of a step by role, those of its criteria among them. */
export function stepRoles(step: Pick<ChainStep, 'type' | 'parameters'>): ReturnType<typeof inputRolesOf> {
  const criteria = z.array(criterionSchema).safeParse(stepParameters(step).criteria);
  return inputRolesOf(step.type, criteria.success ? criteria.data : []);
}

/** The steps, each after those that its inputs come from; null where they go round in a circle. */
export function chainOrder(steps: readonly ChainStep[]): readonly ChainStep[] | null {
  const ordered: ChainStep[] = [];
  const known = new Set(steps.map(({ id }) => id));
  let left = [...steps];
  while (left.length > 0) {
    const done = new Set(ordered.map(({ id }) => id));
    const ready = left.filter((step) => sourcesOf(step).every((source) => done.has(source) || !known.has(source)));
    if (ready.length === 0) return null;
    ordered.push(...ready);
    left = left.filter((step) => !ready.includes(step));
  }
  return ordered;
}

/** Steps that go round in a circle, by their names. */
function circleOf(steps: readonly ChainStep[]): readonly string[] {
  let left = [...steps];
  for (;;) {
    const ids = new Set(left.map(({ id }) => id));
    const used = new Set(left.flatMap(sourcesOf));
    // Those that wait for none of the others, and those that none of the others waits for, are in no circle.
    const inside = left.filter((step) => used.has(step.id) && sourcesOf(step).some((source) => ids.has(source)));
    if (inside.length === left.length) return left.map(({ name }) => name);
    left = inside;
  }
}

/** Layers of a step that an input may take. */
export const fittingLayers = (step: ChainStep, role: Parameters<typeof fitsRole>[1]): ReturnType<typeof outputsOf> =>
  outputsOf(step.type, stepParameters(step)).filter(([, output]) => fitsRole(output, role));

/** Faults of a chain: names that repeat, circles, steps and layers that are not there, inputs and parameters that don't fit. */
export function chainProblems(steps: readonly ChainStep[]): readonly Problem[] {
  const repeated = steps.flatMap(({ id }, place) =>
    steps.findIndex((other) => other.id === id) === place
      ? []
      : [{ path: [place, 'id'], message: `Há outro passo com o identificador «${id}».` }],
  );
  if (repeated.length > 0) return repeated;
  if (chainOrder(steps) === null) {
    const names = circleOf(steps).map((name) => `«${name}»`);
    return [{ path: [], message: `Os passos ${names.join(', ')} esperam uns pelos outros: tire uma das ligações.` }];
  }
  return steps.flatMap((step, place) => [
    ...parameterIssues(step, place),
    ...inputProblems(stepRoles(step), kindsOf(step)).map(({ role, message }) => ({
      ...{ path: [place, 'inputs', role], message: `Passo «${step.name}»: ${message}` },
    })),
    ...Object.entries(step.inputs).flatMap(([role, input]) =>
      input.kind === 'step' ? linkProblems(steps, { step, place, role, input }) : [],
    ),
  ]);
}

/** A step of a chain is a result for the one that takes it. */
const kindsOf = ({ inputs }: ChainStep) =>
  Object.fromEntries(
    Object.entries(inputs).map(([role, { kind }]) => [role, kind === 'step' ? ('result' as const) : kind]),
  );

function parameterIssues({ type, parameters, name }: ChainStep, place: number): readonly Problem[] {
  const parsed = analysisParameters[type].safeParse(parameters);
  return (parsed.error?.issues ?? []).map((issue) => ({
    path: [place, 'parameters', ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
    message: `Passo «${name}»: ${issue.code === 'custom' ? issue.message : 'um parâmetro está fora dos seus limites.'}`,
  }));
}

type Link = { readonly step: ChainStep; readonly place: number; readonly role: string; readonly input: StepReference };

function linkProblems(steps: readonly ChainStep[], { step, place, role, input }: Link): readonly Problem[] {
  const refuse = (message: string) => [{ path: [place, 'inputs', role], message: `Passo «${step.name}»: ${message}` }];
  const source = steps.find(({ id }) => id === input.step);
  if (source === undefined) return refuse(`a cadeia não tem o passo «${input.step}».`);
  const roles = stepRoles(step);
  const wanted = roles[role];
  if (wanted === undefined) return [];
  const given = outputsOf(source.type, stepParameters(source));
  if (input.layer !== undefined && !given.some(([id]) => id === input.layer)) {
    return refuse(
      `«${source.name}» (${analysisTypes[source.type]}) não dá a camada «${input.layer}» com estes parâmetros.`,
    );
  }
  const fitting = fittingLayers(source, wanted);
  if (fitting.some(([id]) => input.layer === undefined || id === input.layer)) return [];
  const sort = wanted.geometry === 'raster' ? 'um campo' : wanted.geometry === 'area' ? 'áreas' : 'elementos com lugar';
  return refuse(`a entrada «${wanted.label}» são ${sort}, e «${source.name}» não os dá nessa camada.`);
}
