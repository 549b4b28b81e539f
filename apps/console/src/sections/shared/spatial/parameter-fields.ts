import { type AnalysisType, analysisChoices, analysisParameters } from '@kianda/contract/space/spatial/analysis-types';
import { z } from 'zod';

/** One parameter of an analysis as a person fills it in. */
export type ParameterField = {
  readonly name: string;
  readonly label: string;
  readonly kind: 'choice' | 'number' | 'numbers' | 'boolean' | 'text';
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly least: number | undefined;
  readonly most: number | undefined;
  readonly isWhole: boolean;
  /** May be left empty. */
  readonly isOptional: boolean;
  readonly usual: unknown;
};

export type Parameters = Readonly<Record<string, unknown>>;
type Schema = Readonly<Record<string, unknown>>;
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parameters of structures that have screens of their own. */
const elsewhere: ReadonlySet<string> = new Set(['criteria', 'judges']);

/** Fields of the parameters of a kind of analysis, in the order of its schema. */
export function parameterFields(type: AnalysisType): readonly ParameterField[] {
  const schema = z.toJSONSchema(analysisParameters[type], { io: 'input', unrepresentable: 'any' });
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) =>
    elsewhere.has(name) || !isSchema(value) ? [] : [fieldOf(name, value)],
  );
}

function fieldOf(name: string, schema: Schema): ParameterField {
  const options = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isSchema) : [];
  const isOptional = options.some(({ type }) => type === 'null');
  const [own = {}] = options.length === 0 ? [schema] : options.filter(({ type }) => type !== 'null');
  const choices = choicesOf(name, own, options);
  return {
    name,
    label: typeof schema.description === 'string' ? schema.description : name,
    kind: kindOf(own, choices.length > 0),
    choices,
    least: numberAt(own, 'minimum'),
    most: numberAt(own, 'maximum'),
    isWhole: own.type === 'integer',
    isOptional,
    usual: schema.default,
  };
}

const numberAt = (schema: Schema, name: string): number | undefined => {
  const value = schema[name];
  return typeof value === 'number' ? value : undefined;
};

function choicesOf(name: string, own: Schema, options: readonly Schema[]): ParameterField['choices'] {
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = analysisChoices;
  if (Array.isArray(own.enum)) {
    return own.enum.map((value) => ({ value: String(value), label: known[name]?.[String(value)] ?? String(value) }));
  }
  const constants = options.map((option) => option.const).filter((value) => typeof value === 'number');
  return constants.map((value) => ({ value: String(value), label: String(value) }));
}

function kindOf(schema: Schema, hasChoices: boolean): ParameterField['kind'] {
  if (hasChoices) return 'choice';
  if (schema.type === 'array') return 'numbers';
  if (schema.type === 'boolean') return 'boolean';
  return schema.type === 'number' || schema.type === 'integer' ? 'number' : 'text';
}

/** Values as they begin: those given, the usual ones elsewhere. */
export const startingParameters = (type: AnalysisType, given: Parameters = {}): Parameters => ({
  ...Object.fromEntries(parameterFields(type).map(({ name, usual }) => [name, usual])),
  ...given,
});

/** What is wrong with which parameter; none where all are within their bounds. */
export function parameterProblems(type: AnalysisType, parameters: Parameters): Readonly<Record<string, string>> {
  const parsed = analysisParameters[type].safeParse(parameters);
  if (parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]));
}

/** Numbers that are separated by spaces, a decimal comma among them; null for what is none. */
export function numbersOf(text: string): readonly number[] | null {
  const parts = text.split(/[\s;]+/).filter((part) => part !== '');
  const numbers = parts.map((part) => Number(part.replace(',', '.')));
  return numbers.every(Number.isFinite) ? numbers : null;
}
