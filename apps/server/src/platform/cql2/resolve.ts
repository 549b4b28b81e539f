import { type CqlNode, type FilterGeometry, filterFault } from './ast.ts';
import {
  type ArrayValue,
  type BooleanValue,
  type Cql2Filter,
  folded,
  type GeometryValue,
  type InstantValue,
  type NumberValue,
  type Period,
  type Property,
  type PropertyLookup,
  type ScalarType,
  type ScalarValue,
  type TextValue,
} from './filter.ts';
import { instantOf } from './literals.ts';

type Scope = {
  readonly lookup: PropertyLookup;
  /** Brings a geometry from the filter's CRS to longitude and latitude. */
  readonly geometry: (geometry: FilterGeometry) => FilterGeometry;
  /** Multiplications and divisions so far: a chain of them could leave the range of a double in the database. */
  products: number;
};

const mostProducts = 8;
const largestFactor = 1e30;

const typeNames: Readonly<Record<string, string>> = {
  string: 'texto',
  number: 'número',
  integer: 'número',
  boolean: 'valor lógico',
  date: 'data',
  timestamp: 'instante',
  instant: 'data ou instante',
  interval: 'intervalo',
  geometry: 'geometria',
  array: 'lista',
  condition: 'condição',
};

/** Looks up names and checks types. Throws a 400 for an unknown property and for what can't be compared. */
export function resolve(
  node: CqlNode,
  lookup: PropertyLookup,
  geometry: (geometry: FilterGeometry) => FilterGeometry,
): Cql2Filter {
  return conditionOf(node, { lookup, geometry, products: 0 });
}

function conditionOf(node: CqlNode, scope: Scope): Cql2Filter {
  switch (node.kind) {
    case 'and':
    case 'or':
      return { kind: node.kind, args: node.args.map((arg) => conditionOf(arg, scope)) };
    case 'not':
      return { kind: 'not', arg: conditionOf(node.arg, scope) };
    case 'compare':
      return comparisonOf(node, scope);
    case 'between':
      return rangeOf(node, scope);
    case 'in': {
      const type = commonType([node.value, ...node.list], scope, node.at);
      return {
        kind: 'in',
        type,
        value: scalarOf(node.value, type, scope),
        list: node.list.map((item) => scalarOf(item, type, scope)),
      };
    }
    case 'like':
      return { kind: 'like', value: textOf(node.value, scope), pattern: patternOf(node.pattern) };
    case 'isNull':
      return { kind: 'isNull', value: anyOf(node.value, scope) };
    case 'spatial':
      return {
        kind: 'spatial',
        op: node.op,
        left: geometryValue(node.left, scope),
        right: geometryValue(node.right, scope),
      };
    case 'temporal':
      return temporalOf(node, scope);
    case 'arrays':
      return arraysOf(node, scope);
    case 'literal':
      if (typeof node.value === 'boolean') return { kind: 'constant', value: node.value };
      break;
    case 'property': {
      const property = propertyOf(node, scope);
      if (property.property.type === 'boolean') return { kind: 'flag', property };
      break;
    }
    default:
  }
  throw mismatch('condition', node, scope);
}

type NodeOf<Kind extends CqlNode['kind']> = Extract<CqlNode, { kind: Kind }>;

function comparisonOf(node: NodeOf<'compare'>, scope: Scope): Cql2Filter {
  const type = commonType([node.left, node.right], scope, node.at);
  if (type === 'boolean' && node.op !== '=' && node.op !== '<>') {
    throw filterFault(`«${node.op}» não compara valores lógicos.`, node.at);
  }
  const [left, right] = [scalarOf(node.left, type, scope), scalarOf(node.right, type, scope)];
  return { kind: 'compare', type, op: node.op, left, right };
}

function rangeOf(node: NodeOf<'between'>, scope: Scope): Cql2Filter {
  const type = commonType([node.value, node.low, node.high], scope, node.at);
  if (type === 'boolean') throw filterFault('BETWEEN não compara valores lógicos.', node.at);
  const left = scalarOf(node.value, type, scope);
  const low = scalarOf(node.low, type, scope);
  const high = scalarOf(node.high, type, scope);
  return {
    kind: 'and',
    args: [
      { kind: 'compare', type, op: '>=', left, right: low },
      { kind: 'compare', type, op: '<=', left, right: high },
    ],
  };
}

function temporalOf(node: NodeOf<'temporal'>, scope: Scope): Cql2Filter {
  const grains = [grainOf(node.left, scope), grainOf(node.right, scope)];
  // A date against an instant is the whole day; two dates are compared as they are.
  const mixed = grains.includes('date') && grains.includes('timestamp');
  return {
    kind: 'temporal',
    op: node.op,
    left: periodOf(node.left, mixed, scope),
    right: periodOf(node.right, mixed, scope),
  };
}

function arraysOf(node: NodeOf<'arrays'>, scope: Scope): Cql2Filter {
  const element = elementOf(node.left, scope) ?? elementOf(node.right, scope) ?? 'string';
  return {
    kind: 'arrays',
    op: node.op,
    element,
    left: arrayOf(node.left, element, scope),
    right: arrayOf(node.right, element, scope),
  };
}

function mismatch(wanted: string, node: CqlNode, scope: Scope): Error {
  return filterFault(
    `esperava ${typeNames[wanted] ?? wanted}, recebeu ${typeNames[typeOf(node, scope)] ?? 'outra coisa'}.`,
    node.at,
  );
}

function propertyOf(node: CqlNode & { kind: 'property' }, { lookup }: Scope): Property {
  const property = lookup(node.name);
  if (property === undefined) throw filterFault(`propriedade desconhecida «${node.name.slice(0, 80)}».`, node.at);
  return { kind: 'property', name: node.name, property };
}

/** The type of a node's value, without looking further down than needed. */
function typeOf(node: CqlNode, scope: Scope): string {
  switch (node.kind) {
    case 'property': {
      const { type } = propertyOf(node, scope).property;
      return type === 'integer' ? 'number' : type === 'date' || type === 'timestamp' ? 'instant' : type;
    }
    case 'literal':
      return typeof node.value;
    case 'arithmetic':
      return 'number';
    case 'fold':
      return 'string';
    case 'instant':
    case 'interval':
    case 'geometry':
    case 'array':
      return node.kind;
    default:
      return 'condition';
  }
}

const isNumericText = (node: CqlNode) =>
  node.kind === 'literal' &&
  typeof node.value === 'string' &&
  /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(node.value.trim());

const scalarTypes: readonly string[] = ['string', 'number', 'boolean', 'instant'];

/** The type all nodes share. A text literal beside dates is read as one, and a numeric one beside numbers as a number. */
function commonType(nodes: readonly CqlNode[], scope: Scope, at: string): ScalarType {
  const given = nodes.map((node) => typeOf(node, scope));
  const hasNumber = nodes.some((node, index) => node.kind !== 'literal' && given[index] === 'number');
  const types = nodes.map((node, index) => (hasNumber && isNumericText(node) ? 'number' : given[index]));
  const wanted = types.includes('instant') ? 'instant' : (types[0] ?? 'string');
  if (!scalarTypes.includes(wanted)) throw filterFault(`${typeNames[wanted] ?? wanted} não se compara assim.`, at);
  for (const [index, type] of types.entries()) {
    if (type === wanted || (wanted === 'instant' && nodes[index]?.kind === 'literal' && type === 'string')) continue;
    throw filterFault(
      `não se compara ${typeNames[wanted]} com ${typeNames[type ?? ''] ?? type}.`,
      nodes[index]?.at ?? at,
    );
  }
  return wanted as ScalarType;
}

function scalarOf(node: CqlNode, type: ScalarType, scope: Scope): ScalarValue {
  if (type === 'string') return textOf(node, scope);
  if (type === 'number') return numberOf(node, scope);
  if (type === 'instant') return instantValue(node, scope);
  return booleanOf(node, scope);
}

function textOf(node: CqlNode, scope: Scope): TextValue {
  if (node.kind === 'literal' && typeof node.value === 'string') return { kind: 'literal', value: storable(node) };
  if (node.kind === 'property' && typeOf(node, scope) === 'string') return propertyOf(node, scope);
  if (node.kind !== 'fold') throw mismatch('string', node, scope);
  const value = textOf(node.value, scope);
  if (value.kind === 'literal') return { kind: 'literal', value: folded(node.by, value.value) };
  return { kind: 'fold', by: node.by, value };
}

/** PostgreSQL stores no NUL in a text. */
function storable(node: CqlNode & { kind: 'literal' }): string {
  const text = String(node.value);
  if (text.includes('\0')) throw filterFault('carácter nulo não permitido.', node.at);
  return text;
}

function patternOf(node: CqlNode): string {
  if (node.kind === 'fold') return folded(node.by, patternOf(node.value));
  if (node.kind !== 'literal' || typeof node.value !== 'string') {
    throw filterFault('o padrão de LIKE tem de ser um texto.', node.at);
  }
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(node.value)) {
    throw filterFault('o padrão de LIKE não pode acabar em «\\».', node.at);
  }
  return storable(node);
}

function numberOf(node: CqlNode, scope: Scope): NumberValue {
  if (node.kind === 'literal' && (typeof node.value === 'number' || isNumericText(node))) {
    return { kind: 'literal', value: Number(node.value) };
  }
  if (node.kind === 'property' && typeOf(node, scope) === 'number') return propertyOf(node, scope);
  if (node.kind !== 'arithmetic') throw mismatch('number', node, scope);
  if (node.op !== '+' && node.op !== '-') scope.products += 1;
  if (scope.products > mostProducts) throw filterFault(`mais de ${mostProducts} produtos e divisões.`, node.at);
  for (const side of [node.left, node.right]) {
    if (side.kind !== 'literal' || typeof side.value !== 'number' || side.value === 0) continue;
    const size = Math.abs(side.value);
    if (size > largestFactor || size < 1 / largestFactor) {
      throw filterFault('número fora dos limites de uma conta.', side.at);
    }
  }
  return { kind: 'arithmetic', op: node.op, left: numberOf(node.left, scope), right: numberOf(node.right, scope) };
}

function booleanOf(node: CqlNode, scope: Scope): BooleanValue {
  if (node.kind === 'literal' && typeof node.value === 'boolean') return { kind: 'literal', value: node.value };
  if (node.kind === 'property' && typeOf(node, scope) === 'boolean') return propertyOf(node, scope);
  throw mismatch('boolean', node, scope);
}

function instantValue(node: CqlNode, scope: Scope): InstantValue {
  if (node.kind === 'instant') return { kind: 'instant', ms: node.ms };
  if (node.kind === 'property' && typeOf(node, scope) === 'instant') return propertyOf(node, scope);
  const read = node.kind === 'literal' && typeof node.value === 'string' ? instantOf(node.value) : null;
  if (read === null) throw mismatch('instant', node, scope);
  return { kind: 'instant', ms: read.ms };
}

/** Whether time is given to the day or finer; null where the node does not say. */
function grainOf(node: CqlNode | null, scope: Scope): 'date' | 'timestamp' | null {
  if (node === null) return null;
  if (node.kind === 'instant') return node.granularity;
  if (node.kind === 'literal' && typeof node.value === 'string') return instantOf(node.value)?.granularity ?? null;
  if (node.kind === 'property') return propertyOf(node, scope).property.type === 'date' ? 'date' : 'timestamp';
  if (node.kind !== 'interval') return null;
  const ends = [grainOf(node.start, scope), grainOf(node.end, scope)];
  return ends.includes('timestamp') ? 'timestamp' : ends.includes('date') ? 'date' : null;
}

function periodOf(node: CqlNode, mixed: boolean, scope: Scope): Period {
  if (node.kind === 'property' && typeOf(node, scope) === 'interval') {
    return { kind: 'period', property: propertyOf(node, scope) };
  }
  if (node.kind === 'interval') {
    const { start, end } = node;
    return {
      kind: 'ends',
      start: start === null ? null : instantValue(start, scope),
      end: end === null ? null : instantValue(end, scope),
      wholeDays: mixed && grainOf(end, scope) === 'date',
    };
  }
  const instant = instantValue(node, scope);
  return { kind: 'ends', start: instant, end: instant, wholeDays: mixed && grainOf(node, scope) === 'date' };
}

function geometryValue(node: CqlNode, scope: Scope): GeometryValue {
  if (node.kind === 'geometry') return { kind: 'geometry', geometry: scope.geometry(node.geometry) };
  if (node.kind === 'property' && typeOf(node, scope) === 'geometry') return propertyOf(node, scope);
  throw mismatch('geometry', node, scope);
}

function elementOf(node: CqlNode, scope: Scope): 'string' | 'number' | null {
  if (node.kind === 'property') {
    const { property } = propertyOf(node, scope);
    return property.type === 'array' ? property.element : null;
  }
  const first = node.kind === 'array' ? node.items[0] : node;
  if (first?.kind !== 'literal') return null;
  return typeof first.value === 'number' ? 'number' : 'string';
}

function arrayOf(node: CqlNode, element: 'string' | 'number', scope: Scope): ArrayValue {
  if (node.kind === 'property') {
    const property = propertyOf(node, scope);
    if (property.property.type !== 'array') throw mismatch('array', node, scope);
    if (property.property.element !== element) throw filterFault('listas de tipos diferentes.', node.at);
    return property;
  }
  // A list of one, written in text, is a value in parentheses.
  const items = node.kind === 'array' ? node.items : [node];
  const values = items.map((item) => {
    if (item.kind === 'literal' && typeof item.value === element) return item.value;
    throw filterFault(`esperava uma lista de ${element === 'number' ? 'números' : 'textos'} simples.`, item.at);
  });
  if (values.some((value) => typeof value === 'string' && value.includes('\0'))) {
    throw filterFault('carácter nulo não permitido.', node.at);
  }
  return { kind: 'items', items: values as readonly string[] | readonly number[] };
}

function anyOf(node: CqlNode, scope: Scope): ScalarValue | GeometryValue | ArrayValue {
  const type = typeOf(node, scope);
  if (node.kind === 'property') return propertyOf(node, scope);
  if (scalarTypes.includes(type)) return scalarOf(node, type as ScalarType, scope);
  if (node.kind === 'geometry') return geometryValue(node, scope);
  throw filterFault('IS NULL pergunta por uma propriedade ou um valor.', node.at);
}
