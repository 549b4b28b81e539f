import {
  type Arithmetic,
  type ArrayRelation,
  arithmeticOperators,
  arrayRelations,
  type Budget,
  type Comparison,
  type CqlNode,
  comparisons,
  createBudget,
  filterFault,
  limits,
  type SpatialRelation,
  spatialRelations,
  type TemporalRelation,
  temporalRelations,
} from './ast.ts';
import { bboxNode, geometryOf, instantNode, intervalEnd, intervalNode } from './literals.ts';

const temporalByName: Readonly<Record<string, TemporalRelation>> = {
  ...Object.fromEntries(temporalRelations.map((relation) => [`t_${relation}`, relation])),
  t_finishedBy: 'finishedby',
  t_metBy: 'metby',
  t_overlappedBy: 'overlappedby',
  t_startedBy: 'startedby',
};
const arraysByName: Readonly<Record<string, ArrayRelation>> = {
  ...Object.fromEntries(arrayRelations.map((relation) => [`a_${relation}`, relation])),
  a_containedBy: 'containedby',
};

type Walk = { readonly budget: Budget; readonly at: string; readonly depth: number };

/** Reads CQL2 JSON, as text or already parsed. Throws a 400 with the path of the first fault. */
export function readJson(filter: unknown): CqlNode {
  return nodeOf(typeof filter === 'string' ? parsed(filter) : filter, { budget: createBudget(), at: '', depth: 0 });
}

function parsed(text: string): unknown {
  if (text.length > limits.characters) throw filterFault(`mais de ${limits.characters} caracteres.`, '');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) throw filterFault('não é JSON válido.', '');
    throw error;
  }
}

/** One level down, at a member of that name. */
function below({ budget, at, depth }: Walk, member: string): Walk {
  return { budget, at: at === '' ? `em ${member}` : `${at}.${member}`, depth: depth + 1 };
}

function nodeOf(value: unknown, walk: Walk): CqlNode {
  const { at, budget, depth } = walk;
  budget.node(at, depth);
  if (typeof value === 'string' || typeof value === 'boolean') return { kind: 'literal', at, value };
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw filterFault('número fora dos limites.', at);
    return { kind: 'literal', at, value };
  }
  if (Array.isArray(value)) {
    return { kind: 'array', at, items: value.map((item, index) => nodeOf(item, below(walk, `[${index}]`))) };
  }
  if (typeof value !== 'object' || value === null) throw filterFault('valor nulo ou desconhecido.', at);
  const object = value as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(object, 'op')) return operation(object, walk);
  if (Object.hasOwn(object, 'property')) return propertyOf(object.property, at);
  if (Object.hasOwn(object, 'date')) return instantNode('date', textOf(object.date, at), at);
  if (Object.hasOwn(object, 'timestamp')) return instantNode('timestamp', textOf(object.timestamp, at), at);
  if (Object.hasOwn(object, 'interval')) return intervalOf(object.interval, walk);
  if (Object.hasOwn(object, 'bbox')) return bboxNode(numbersOf(object.bbox, at), at);
  if (Object.hasOwn(object, 'type')) return { kind: 'geometry', at, geometry: geometryOf(value, budget, at, depth) };
  throw filterFault('objeto sem «op», «property» nem valor conhecido.', at);
}

function operation(object: Readonly<Record<string, unknown>>, walk: Walk): CqlNode {
  const { at } = walk;
  const { op, args } = object;
  if (typeof op !== 'string') throw filterFault('«op» tem de ser um texto.', at);
  if (!Array.isArray(args)) throw filterFault(`«${op.slice(0, 40)}» precisa de «args», uma lista.`, at);
  const list: readonly unknown[] = args;
  const need = (least: number, most = least): void => {
    if (list.length >= least && list.length <= most) return;
    throw filterFault(
      `«${op}» recebe ${least}${most === least ? '' : ' ou mais'} argumentos, recebeu ${list.length}.`,
      at,
    );
  };
  const arg = (index: number): CqlNode => nodeOf(list[index], below(walk, `args[${index}]`));
  const pair = () => {
    need(2);
    return { at, left: arg(0), right: arg(1) };
  };
  switch (op) {
    case 'and':
    case 'or':
      need(2, Number.POSITIVE_INFINITY);
      return { kind: op, at, args: list.map((_, index) => arg(index)) };
    case 'not':
      need(1);
      return { kind: 'not', at, arg: arg(0) };
    case 'like':
      need(2);
      return { kind: 'like', at, value: arg(0), pattern: arg(1) };
    case 'between':
      need(3);
      return { kind: 'between', at, value: arg(0), low: arg(1), high: arg(2) };
    case 'in': {
      need(2);
      const members = arg(1);
      if (members.kind !== 'array' || members.items.length === 0) {
        throw filterFault('«in» precisa de uma lista com pelo menos um valor.', members.at);
      }
      return { kind: 'in', at, value: arg(0), list: members.items };
    }
    case 'isNull':
      need(1);
      return { kind: 'isNull', at, value: arg(0) };
    case 'casei':
    case 'accenti':
      need(1);
      return { kind: 'fold', at, by: op, value: arg(0) };
    default:
  }
  if (op === '-' && list.length === 1) {
    return { kind: 'arithmetic', at, op: '*', left: { kind: 'literal', at, value: -1 }, right: arg(0) };
  }
  if (member(comparisons, op)) return { kind: 'compare', op: op as Comparison, ...pair() };
  if (member(arithmeticOperators, op)) return { kind: 'arithmetic', op: op as Arithmetic, ...pair() };
  if (op.startsWith('s_') && member(spatialRelations, op.slice(2))) {
    return { kind: 'spatial', op: op.slice(2) as SpatialRelation, ...pair() };
  }
  const temporal = Object.hasOwn(temporalByName, op) ? temporalByName[op] : undefined;
  if (temporal !== undefined) return { kind: 'temporal', op: temporal, ...pair() };
  const arrays = Object.hasOwn(arraysByName, op) ? arraysByName[op] : undefined;
  if (arrays !== undefined) return { kind: 'arrays', op: arrays, ...pair() };
  throw filterFault(`operador desconhecido «${op.slice(0, 40)}».`, at);
}

function member(list: readonly string[], value: string): boolean {
  return list.includes(value);
}

function propertyOf(name: unknown, at: string): CqlNode {
  if (typeof name !== 'string' || name === '') throw filterFault('«property» tem de ser um nome.', at);
  return { kind: 'property', at, name };
}

function intervalOf(value: unknown, walk: Walk): CqlNode {
  const { at } = walk;
  if (!Array.isArray(value) || value.length !== 2) throw filterFault('um intervalo tem dois extremos.', at);
  const [start, end] = (value as readonly unknown[]).map((part, index) =>
    typeof part === 'string' ? intervalEnd(part, at) : nodeOf(part, below(walk, `interval[${index}]`)),
  );
  return intervalNode(start ?? null, end ?? null, at);
}

function textOf(value: unknown, at: string): string {
  if (typeof value === 'string') return value;
  throw filterFault('esperava um texto.', at);
}

function numbersOf(value: unknown, at: string): readonly number[] {
  if (Array.isArray(value) && value.every((item) => Number.isFinite(item))) return value as readonly number[];
  throw filterFault('uma caixa é uma lista de números.', at);
}
