import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import type { OnnxDescription, OnnxTensor } from './foreign.types.ts';
import { type Field, fieldsOf, NoMessage, textOf, wholeOf } from './protobuf-reader.ts';

/** Versions of the operators that the runtime knows. */
const opsets = { '': { from: 7, to: 22 }, 'ai.onnx.ml': { from: 1, to: 5 } } as const;
const [mostNodes, mostInputs, mostNested] = [20_000, 200, 4] as const;
const elementTypes: Readonly<Record<number, OnnxTensor['type']>> = { 1: 'float32', 7: 'int64', 11: 'float64' };

const refused = (message: string) => new UnreadableFile(message);

/**
 * Reads what a file of ONNX is made of, without running any of it. Throws UnreadableFile for one that is none, or that
 * asks for more than numbers in and numbers out: data beside it, operators of its own, graphs within graphs.
 * Source: onnx.proto of ONNX 1.16.
 */
export function describeOnnx(bytes: Uint8Array): OnnxDescription {
  try {
    return described(bytes);
  } catch (error) {
    if (!(error instanceof NoMessage)) throw error;
    throw refused('O ficheiro não se lê como ONNX: está cortado, ou é de outro formato.');
  }
}

const all = (message: Uint8Array, number: number): Field[] =>
  [...fieldsOf(message)].filter((one) => one.number === number);
const first = (message: Uint8Array, number: number): Field | undefined => all(message, number)[0];

function described(bytes: Uint8Array): OnnxDescription {
  const graph = first(bytes, 7)?.bytes;
  if (graph === undefined || graph.length === 0) throw refused('O ficheiro não tem um grafo ONNX.');
  const opset = opsetOf(bytes);
  if (all(bytes, 25).length > 0) throw refused('O modelo traz funções próprias: exporte-o só com operadores do ONNX.');
  const operators = operatorsOf(graph);
  const initialisers = all(graph, 5);
  for (const { bytes: tensor } of initialisers) requireInside(tensor);
  const named = new Set(initialisers.map(({ bytes: tensor }) => nameOf(tensor, 8)));
  const inputs = all(graph, 11)
    .map(({ bytes: info }) => info)
    .filter((info) => !named.has(nameOf(info, 1)))
    .map(inputOf);
  const outputs = all(graph, 12).flatMap(({ bytes: info }) => outputOf(info));
  const columns = inputs.reduce((sum, { columns: own }) => sum + own, 0);
  if (inputs.length === 0 || columns > mostInputs) {
    throw refused(`O modelo tem ${columns} entradas: são precisas entre 1 e ${mostInputs}.`);
  }
  if (outputs.length === 0) {
    throw refused(
      'Nenhuma saída é uma tabela de números. De um classificador do scikit-learn, exporte com zipmap=False.',
    );
  }
  return {
    ...{ kind: 'onnx', producer: textIn(bytes, 2).slice(0, 100), opset, operators, inputs, outputs },
    ...notesOf(bytes, inputs, columns),
  };
}

const textIn = (message: Uint8Array, number: number): string => {
  const found = first(message, number);
  return found === undefined ? '' : textOf(found);
};
const nameOf = (message: Uint8Array, number: number): string => {
  const name = textIn(message, number);
  if (name.length > 200) throw refused('O modelo tem um nome com mais de 200 letras.');
  return name;
};

function opsetOf(bytes: Uint8Array): number {
  let main: number | null = null;
  for (const { bytes: used } of all(bytes, 8)) {
    const domain = textIn(used, 1).replace(/^ai\.onnx$/, '');
    const version = first(used, 2);
    const known = Object.hasOwn(opsets, domain) ? opsets[domain as keyof typeof opsets] : null;
    if (known === null)
      throw refused(`O modelo usa operadores próprios («${domain.slice(0, 60)}»): só os do ONNX correm aqui.`);
    const number = version === undefined ? 0 : wholeOf(version);
    if (number < known.from || number > known.to) {
      const of = domain === '' ? 'ONNX' : domain;
      throw refused(`O modelo usa a versão ${number} dos operadores ${of}: lêem-se as de ${known.from} a ${known.to}.`);
    }
    if (domain === '') main = number;
  }
  if (main === null) throw refused('O modelo não diz que versão dos operadores usa.');
  return main;
}

function operatorsOf(graph: Uint8Array): string[] {
  const nodes = all(graph, 1);
  if (nodes.length === 0 || nodes.length > mostNodes) {
    throw refused(`O modelo tem ${nodes.length} operações: são precisas entre 1 e ${mostNodes}.`);
  }
  const operators = new Set<string>();
  for (const { bytes: node } of nodes) {
    const domain = textIn(node, 7);
    const type = nameOf(node, 4);
    if (domain !== '' && domain !== 'ai.onnx' && domain !== 'ai.onnx.ml') {
      throw refused(`A operação «${type}» é própria de «${domain.slice(0, 60)}»: só as do ONNX correm aqui.`);
    }
    for (const { bytes: attribute } of all(node, 5)) requirePlain(attribute, type);
    operators.add(type);
  }
  return [...operators].sort();
}

/** Throws for an attribute that is a graph, or a tensor whose data are elsewhere. */
function requirePlain(attribute: Uint8Array, operator: string): void {
  for (const field of fieldsOf(attribute)) {
    // A graph, several of them, and tensors with gaps.
    if (field.number === 6 || field.number === 11) {
      throw refused(`A operação «${operator}» tem outro grafo dentro: ciclos e escolhas não se aceitam.`);
    }
    if (field.number === 22 || field.number === 23)
      throw refused('O modelo usa tensores esparsos: exporte-o sem eles.');
    if (field.number === 5 || field.number === 10) requireInside(field.bytes);
  }
}

/** Throws for a tensor whose data are in another file. */
function requireInside(tensor: Uint8Array): void {
  const location = first(tensor, 14);
  if (first(tensor, 13) !== undefined || (location !== undefined && wholeOf(location) !== 0)) {
    throw refused('O modelo guarda dados noutro ficheiro: grave-o num só, com os dados dentro.');
  }
}

/** Type and shape of a tensor; null of lists and maps. */
function tensorOf(
  info: Uint8Array,
): { readonly type: number; readonly dims: readonly (number | null)[] | null } | null {
  const tensor = first(first(info, 2)?.bytes ?? new Uint8Array(0), 1);
  if (tensor === undefined) return null;
  const element = first(tensor.bytes, 1);
  const shape = first(tensor.bytes, 2);
  const dims = shape === undefined ? null : all(shape.bytes, 1).map(({ bytes }) => first(bytes, 1));
  return {
    type: element === undefined ? 0 : wholeOf(element),
    dims: dims === null ? null : dims.map((dim) => (dim === undefined ? null : wholeOf(dim))),
  };
}

function inputOf(info: Uint8Array): OnnxTensor {
  const name = nameOf(info, 1);
  const tensor = tensorOf(info);
  const type = tensor === null ? undefined : elementTypes[tensor.type];
  if (tensor === null || type === undefined) {
    throw refused(`A entrada «${name}» não é uma tabela de números (float, double ou int64).`);
  }
  const { dims } = tensor;
  const isFlat = dims?.length === 1;
  const columns = isFlat ? 1 : dims?.[1];
  if (dims === null || dims.length > 2 || dims.length === 0 || columns == null || columns < 1) {
    throw refused(`A entrada «${name}» tem de ter linhas por colunas, com o número de colunas escrito.`);
  }
  // A file of one row would be asked row by row.
  if (dims[0] !== null && (dims[0] ?? 0) > 0) {
    throw refused(`A entrada «${name}» só aceita ${dims[0]} linha(s): exporte-a com qualquer número de linhas.`);
  }
  return { name, type, columns, isFlat };
}

function outputOf(info: Uint8Array): OnnxDescription['outputs'] {
  const tensor = tensorOf(info);
  const isNumbers = tensor !== null && (tensor.type === 1 || tensor.type === 11);
  if (tensor === null || !isNumbers || (tensor.dims?.length ?? 2) > 2) return [];
  const columns = tensor.dims?.length === 1 ? 1 : (tensor.dims?.[1] ?? null);
  return [{ name: nameOf(info, 1), columns: columns !== null && columns < 1 ? null : columns }];
}

/** Names that the file notes beside the graph, as this platform writes them. */
function notesOf(bytes: Uint8Array, inputs: readonly OnnxTensor[], count: number) {
  const notes = new Map(
    all(bytes, 14).map(({ bytes: entry }) => [textIn(entry, 1), textIn(entry, 2).slice(0, 100_000)] as const),
  );
  const own = namesIn(notes.get('columns'));
  const usual = inputs.flatMap(({ name, columns }) =>
    columns === 1 ? [name] : Array.from({ length: columns }, (_, at) => `${name}[${at}]`),
  );
  const variables = own.length === count ? own : usual;
  return { variables, classes: namesIn(notes.get('classes')), isLogged: notes.get('scores') === 'log1p' };
}

/** The names in a list of names, or of objects that have one; empty for anything else. */
function namesIn(written: string | undefined): string[] {
  try {
    const list: unknown = JSON.parse(written ?? '[]');
    if (!Array.isArray(list) || list.length > mostInputs * mostNested) return [];
    const names = list.map((one: unknown) =>
      typeof one === 'object' && one !== null && 'name' in one ? one.name : one,
    );
    return names.every((name) => typeof name === 'string' && name.length <= 200) ? (names as string[]) : [];
  } catch {
    return [];
  }
}
