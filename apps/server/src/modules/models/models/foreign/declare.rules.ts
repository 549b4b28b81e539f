import type { ForeignDeclaration, ForeignFile } from '@kianda/contract/models/registry/foreign.contract';
import type { LearningTable } from '../tables/learning-table.types.ts';
import type { LearningColumn } from '../training/training.types.ts';
import type { ForeignDescription, ForeignInput, LambdasFitted, OnnxFitted, OnnxOutput } from './foreign.types.ts';
import { conversionOf, unitsOf } from './units.rules.ts';

/** A declaration that does not fit the file, or the platform, in Portuguese. */
export class WrongDeclaration extends Error {
  readonly path: string;
  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** A file as the platform runs it; the bytes of ONNX are added by who has them. */
type Declared = LambdasFitted | Omit<OnnxFitted, 'file' | 'sha256'>;

type Table = Pick<LearningTable, 'columns' | 'target'>;
type Variable = ForeignDeclaration['variables'][number];

/** The platform's side of a file: its columns with their units, and what is predicted. */
export function platformOf({ columns, target }: Table): ForeignFile['platform'] {
  return {
    columns: columns.map(({ name, label, unit, kind, categories }) => ({
      ...{ name, label, unit, units: kind === 'categorical' ? [] : [...unitsOf(unit)] },
      categories: kind === 'categorical' ? [...(categories ?? [])] : null,
    })),
    target: {
      kind: target.task,
      unit: target.task === 'number' ? target.unit : null,
      classes: target.task === 'classes' ? [...target.classes] : [],
    },
  };
}

/** The variables of a file, each with the column of the platform of the same name. */
export function variablesOf(file: ForeignDescription, { columns }: Table): ForeignFile['variables'] {
  const columnOf = (name: string) => columns.find((one) => one.name.toLowerCase() === name.toLowerCase())?.name ?? null;
  if (file.kind === 'onnx') {
    return file.variables.map((name) => ({ name, isCategory: false, min: null, max: null, column: columnOf(name) }));
  }
  return file.model.variables.map((variable) => ({ ...variable, column: columnOf(variable.name) }));
}

/** Fits a declaration to a file and to what the platform learns from. Throws WrongDeclaration. */
export function declare(file: ForeignDescription, declaration: ForeignDeclaration, table: Table): Declared {
  const inputs = inputsOf(variablesOf(file, table), declaration.variables, table.columns);
  const { output } = declaration;
  const { target } = table;
  if (output.kind !== target.task) {
    const kinds = { presence: 'a adequação de um lugar', number: 'um número', classes: 'classes' } as const;
    throw new WrongDeclaration(
      'output.kind',
      `Este modelo prevê ${kinds[target.task]}, e o ficheiro dá ${kinds[output.kind]}.`,
    );
  }
  if (file.kind === 'lambdas') {
    if (output.kind !== 'presence') throw new WrongDeclaration('output.kind', 'Um ficheiro .lambdas dá só adequação.');
    return { kind: 'lambdas', model: file.model, inputs, output: output.scale ?? 'cloglog' };
  }
  return { kind: 'onnx', tensors: file.inputs, inputs, output: onnxOutput(file.outputs, output, target) };
}

function inputsOf(
  wanted: ForeignFile['variables'],
  declared: readonly Variable[],
  columns: readonly LearningColumn[],
): ForeignInput[] {
  const names = wanted.map(({ name }) => name);
  const fits = declared.length === names.length && declared.every(({ name }, place) => name === names[place]);
  if (!fits) {
    throw new WrongDeclaration('variables', `O ficheiro pede, por esta ordem: ${names.join(', ').slice(0, 400)}.`);
  }
  return declared.map((variable, place) => inputOf(variable, columns, `variables.${place}`));
}

function inputOf(
  { name, column, unit, codes }: Variable,
  columns: readonly LearningColumn[],
  path: string,
): ForeignInput {
  const found = columns.find((one) => one.name === column);
  if (found === undefined) {
    throw new WrongDeclaration(
      `${path}.column`,
      `A plataforma não tem a variável «${column.slice(0, 60)}» neste modelo.`,
    );
  }
  if (found.kind === 'categorical') {
    const own = found.categories ?? [];
    const strange = codes?.find(({ category }) => !own.includes(category));
    if (strange !== undefined) {
      throw new WrongDeclaration(`${path}.codes`, `${found.label}: «${strange.category}» não é uma categoria daqui.`);
    }
    // A category that the file does not know is missing to it.
    const codeOf = (category: string, place: number) =>
      codes === undefined ? place : (codes.find((one) => one.category === category)?.value ?? Number.NaN);
    return { name, column, scale: 1, offset: 0, codes: own.map(codeOf) };
  }
  const conversion = conversionOf(found.unit, unit ?? unitsOf(found.unit)[0] ?? '');
  if (conversion === null) {
    const units = unitsOf(found.unit).join(', ');
    throw new WrongDeclaration(
      `${path}.unit`,
      `${found.label}: não se converte para «${unit ?? ''}»; dá-se em ${units}.`,
    );
  }
  return { name, column, ...conversion };
}

function onnxOutput(
  outputs: readonly { readonly name: string; readonly columns: number | null }[],
  output: ForeignDeclaration['output'],
  target: LearningTable['target'],
): OnnxOutput {
  const found = outputs.find(({ name }) => name === output.output);
  if (found === undefined) {
    const names = outputs.map(({ name }) => name).join(', ');
    throw new WrongDeclaration('output.output', `Escolha uma saída do ficheiro: ${names.slice(0, 300)}.`);
  }
  const columns = found.columns ?? (output.kind === 'classes' ? output.classes.length : 1);
  const wrong = (expected: string) =>
    new WrongDeclaration('output.output', `A saída «${found.name}» tem ${columns} colunas, e espera-se ${expected}.`);
  if (output.kind === 'presence') {
    if (columns > 2) throw wrong('uma, ou duas (ausência e presença)');
    return { name: found.name, columns, picked: [columns - 1], change: 'identity' };
  }
  if (output.kind === 'classes') {
    if (columns !== output.classes.length) throw wrong(`uma por cada uma das ${output.classes.length} classes`);
    requireKnown(output.classes, target);
    return { name: found.name, columns, picked: output.classes.map((_, place) => place), change: 'identity' };
  }
  if (columns !== 1) throw wrong('uma');
  if (target.task === 'number' && output.unit !== target.unit) {
    throw new WrongDeclaration('output.unit', `O ficheiro dá «${output.unit}», e aqui mede-se em «${target.unit}».`);
  }
  const isLogged = target.task === 'number' && target.isLogged;
  const change = output.isLogged === isLogged ? 'identity' : isLogged ? 'log1p' : 'expm1';
  return { name: found.name, columns, picked: [0], change };
}

function requireKnown(classes: readonly string[], target: LearningTable['target']): void {
  if (new Set(classes).size !== classes.length)
    throw new WrongDeclaration('output.classes', 'Há duas classes com o mesmo nome.');
  const own = target.task === 'classes' ? target.classes : [];
  const shared = classes.filter((name) => own.includes(name));
  if (shared.length >= 2) return;
  const known = own.slice(0, 10).join(', ');
  throw new WrongDeclaration(
    'output.classes',
    `Só ${shared.length} das classes são conhecidas aqui; as daqui são: ${known}.`,
  );
}
