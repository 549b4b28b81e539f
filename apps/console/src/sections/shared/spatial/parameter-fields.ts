import { type AnalysisType, analysisChoices, analysisParameters } from '@kianda/contract/space/spatial/analysis-types';
import { z } from 'zod';
import { formTexts as texts } from './texts.pt.ts';

/** One parameter of an analysis as a person fills it in. */
export type ParameterField = {
  readonly name: string;
  readonly label: string;
  readonly kind: 'choice' | 'number' | 'numbers' | 'boolean' | 'attribute' | 'text';
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** May be left empty. */
  readonly isOptional: boolean;
  readonly usual: unknown;
};

export type Parameters = Readonly<Record<string, unknown>>;
/** Parameters of structures that have screens of their own. */
const elsewhere: ReadonlySet<string> = new Set(['criteria', 'judges']);

/** Fields of the parameters of a kind of analysis, in the order of its schema. */
export function parameterFields(type: AnalysisType): readonly ParameterField[] {
  const shape: Readonly<Record<string, z.ZodType>> = analysisParameters[type].shape;
  return Object.entries(shape).flatMap(([name, schema]) => (elsewhere.has(name) ? [] : [fieldOf(name, schema)]));
}

/** A schema without what stands around it: its usual value, and that it may be null. */
function unwrapped(schema: z.ZodType): {
  readonly own: z.ZodType;
  readonly usual: unknown;
  readonly isOptional: boolean;
} {
  if (schema instanceof z.ZodDefault) {
    return { ...unwrapped(schema.unwrap() as z.ZodType), usual: schema.def.defaultValue };
  }
  if (schema instanceof z.ZodNullable) return { ...unwrapped(schema.unwrap() as z.ZodType), isOptional: true };
  return { own: schema, usual: undefined, isOptional: false };
}

function fieldOf(name: string, schema: z.ZodType): ParameterField {
  const { own, usual, isOptional } = unwrapped(schema);
  const choices = choicesOf(name, own);
  return {
    ...{ name, usual, isOptional, choices },
    label: schema.description ?? name,
    kind: name.endsWith('_attribute') ? 'attribute' : kindOf(own, choices.length > 0),
  };
}

function choicesOf(name: string, own: z.ZodType): ParameterField['choices'] {
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = analysisChoices;
  if (own instanceof z.ZodEnum) {
    return own.options.map((value) => ({ value: String(value), label: known[name]?.[String(value)] ?? String(value) }));
  }
  if (!(own instanceof z.ZodUnion)) return [];
  return own.options.flatMap((option) =>
    option instanceof z.ZodLiteral
      ? [...option.values].map((value) => ({ value: String(value), label: String(value) }))
      : [],
  );
}

function kindOf(own: z.ZodType, hasChoices: boolean): ParameterField['kind'] {
  if (hasChoices) return 'choice';
  if (own instanceof z.ZodArray) return 'numbers';
  if (own instanceof z.ZodBoolean) return 'boolean';
  return own instanceof z.ZodNumber ? 'number' : 'text';
}

/** Values as they begin: those given, the usual ones elsewhere. */
export const startingParameters = (type: AnalysisType, given: Parameters = {}): Parameters => ({
  ...Object.fromEntries(parameterFields(type).map(({ name, usual }) => [name, usual])),
  ...given,
});

/** Faults of the parameters; none where all are within their bounds. */
export function parameterProblems(type: AnalysisType, parameters: Parameters): Readonly<Record<string, string>> {
  const parsed = analysisParameters[type].safeParse(parameters);
  if (parsed.success) return {};
  return Object.fromEntries(
    parsed.error.issues.map(({ code, path, message }) => [
      String(path[0]),
      // The library’s own words are English; those of the contract are for people.
      code === 'custom' ? message : texts.outOfBounds,
    ]),
  );
}

/** Numbers that are separated by spaces, a decimal comma among them; null for what is none. */
export function numbersOf(text: string): readonly number[] | null {
  const parts = text.split(/[\s;]+/).filter((part) => part !== '');
  const numbers = parts.map((part) => Number(part.replace(',', '.')));
  return numbers.every(Number.isFinite) ? numbers : null;
}
