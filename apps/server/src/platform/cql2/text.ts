import {
  type Arithmetic,
  type ArrayRelation,
  arrayRelations,
  type Comparison,
  type CqlNode,
  comparisons,
  filterFault,
  type SpatialRelation,
  spatialRelations,
  type TemporalRelation,
  temporalRelations,
} from './ast.ts';
import { type Cursor, cursorOf, finite, unexpected } from './cursor.ts';
import { type Token, tokensOf } from './lexer.ts';
import { bboxNode, geometryOf, instantNode, intervalEnd, intervalNode } from './literals.ts';
import { isGeometryWord, wktOf } from './wkt.ts';

const reserved: ReadonlySet<string> = new Set([
  ...['AND', 'OR', 'NOT', 'LIKE', 'BETWEEN', 'IN', 'IS', 'NULL', 'TRUE', 'FALSE', 'DIV'],
]);

/** Reads CQL2 text (OGC 21-065r2, annex B). Throws a 400 with the position of the first fault. */
export function readText(text: string): CqlNode {
  const cursor = cursorOf(tokensOf(text));
  const node = orExpression(cursor, 0);
  const rest = cursor.peek();
  if (rest.type !== 'end') throw unexpected(rest, 'o fim do filtro');
  return node;
}

function orExpression(cursor: Cursor, depth: number): CqlNode {
  const { at } = cursor.peek();
  cursor.budget.node(at, depth);
  const args = [andExpression(cursor, depth)];
  while (cursor.take('OR')) args.push(andExpression(cursor, depth));
  return args.length === 1 && args[0] !== undefined ? args[0] : { kind: 'or', at, args };
}

function andExpression(cursor: Cursor, depth: number): CqlNode {
  const { at } = cursor.peek();
  const args = [notExpression(cursor, depth)];
  while (cursor.take('AND')) args.push(notExpression(cursor, depth));
  return args.length === 1 && args[0] !== undefined ? args[0] : { kind: 'and', at, args };
}

function notExpression(cursor: Cursor, depth: number): CqlNode {
  const { at } = cursor.peek();
  cursor.budget.node(at, depth);
  if (!cursor.take('NOT')) return predicate(cursor, depth);
  return { kind: 'not', at, arg: predicate(cursor, depth + 1) };
}

function predicate(cursor: Cursor, depth: number): CqlNode {
  const left = sum(cursor, depth);
  const { type, text, upper, at } = cursor.peek();
  if (type === 'symbol' && (comparisons as readonly string[]).includes(text)) {
    cursor.next();
    return { kind: 'compare', at, op: text as Comparison, left, right: sum(cursor, depth) };
  }
  if (type !== 'name') return left;
  if (upper === 'IS') {
    cursor.next();
    const negated = cursor.take('NOT');
    cursor.expect('NULL');
    return negate(negated, { kind: 'isNull', at, value: left });
  }
  const negated = cursor.take('NOT');
  if (cursor.take('LIKE')) return negate(negated, { kind: 'like', at, value: left, pattern: sum(cursor, depth) });
  if (cursor.take('BETWEEN')) {
    const low = sum(cursor, depth);
    cursor.expect('AND');
    return negate(negated, { kind: 'between', at, value: left, low, high: sum(cursor, depth) });
  }
  if (cursor.take('IN')) {
    cursor.expect('(');
    return negate(negated, { kind: 'in', at, value: left, list: listOf(cursor, depth) });
  }
  if (negated) throw unexpected(cursor.peek(), '«LIKE», «BETWEEN» ou «IN»');
  return left;
}

function negate(negated: boolean, node: CqlNode): CqlNode {
  return negated ? { kind: 'not', at: node.at, arg: node } : node;
}

/** Items up to the closing parenthesis; at least one. */
function listOf(cursor: Cursor, depth: number): readonly CqlNode[] {
  const items = [sum(cursor, depth + 1)];
  while (cursor.take(',')) items.push(sum(cursor, depth + 1));
  cursor.expect(')');
  return items;
}

function sum(cursor: Cursor, depth: number): CqlNode {
  return chain(cursor, depth, ['+', '-'], product);
}

function product(cursor: Cursor, depth: number): CqlNode {
  return chain(cursor, depth, ['*', '/', '%', 'DIV'], power);
}

function chain(
  cursor: Cursor,
  depth: number,
  operators: readonly string[],
  operand: (cursor: Cursor, depth: number) => CqlNode,
): CqlNode {
  let left = operand(cursor, depth);
  // A chain leans to the left: each link is one level more for a walk over the tree.
  for (let level = depth + 1; ; level += 1) {
    const { at } = cursor.peek();
    const op = operators.find((wanted) => cursor.take(wanted));
    if (op === undefined) return left;
    cursor.budget.node(at, level);
    left = { kind: 'arithmetic', at, op: op.toLowerCase() as Arithmetic, left, right: operand(cursor, level) };
  }
}

function power(cursor: Cursor, depth: number): CqlNode {
  const base = signed(cursor, depth);
  const { at } = cursor.peek();
  if (!cursor.take('^')) return base;
  return { kind: 'arithmetic', at, op: '^', left: base, right: signed(cursor, depth) };
}

function signed(cursor: Cursor, depth: number): CqlNode {
  const { at } = cursor.peek();
  const minus = cursor.take('-');
  if (!minus) {
    cursor.take('+');
    return primary(cursor, depth);
  }
  const value = primary(cursor, depth);
  if (value.kind === 'literal' && typeof value.value === 'number') return { ...value, at, value: -value.value };
  return { kind: 'arithmetic', at, op: '*', left: { kind: 'literal', at, value: -1 }, right: value };
}

function primary(cursor: Cursor, depth: number): CqlNode {
  const token = cursor.next();
  const { type, text, upper, at } = token;
  cursor.budget.node(at, depth);
  if (type === 'string') return { kind: 'literal', at, value: text };
  if (type === 'number') return { kind: 'literal', at, value: finite(text, at) };
  if (type === 'quotedName') return { kind: 'property', at, name: text };
  if (type === 'symbol' && text === '(') return parenthesis(cursor, depth, at);
  if (type !== 'name') throw unexpected(token, 'um valor, uma propriedade ou uma função');
  if (upper === 'TRUE' || upper === 'FALSE') return { kind: 'literal', at, value: upper === 'TRUE' };
  if (isGeometryWord(upper) && (cursor.peek().text === '(' || cursor.peek().upper === 'Z')) {
    return { kind: 'geometry', at, geometry: geometryOf(wktOf(cursor, upper, depth), cursor.budget, at, depth) };
  }
  if (cursor.peek().text === '(' && cursor.peek().type === 'symbol' && !reserved.has(upper)) {
    return call(cursor, token, depth);
  }
  if (reserved.has(upper)) throw unexpected(token, 'um valor, uma propriedade ou uma função');
  return { kind: 'property', at, name: text };
}

/** A condition or a sum in parentheses, or an array. */
function parenthesis(cursor: Cursor, depth: number, at: string): CqlNode {
  if (cursor.take(')')) return { kind: 'array', at, items: [] };
  const first = orExpression(cursor, depth + 1);
  if (cursor.take(')')) return first;
  const items = [first];
  while (cursor.take(',')) items.push(orExpression(cursor, depth + 1));
  cursor.expect(')');
  return { kind: 'array', at, items };
}

function call(cursor: Cursor, { text, upper, at }: Token, depth: number): CqlNode {
  cursor.expect('(');
  if (upper === 'DATE' || upper === 'TIMESTAMP') {
    const value = stringToken(cursor);
    cursor.expect(')');
    return instantNode(upper === 'DATE' ? 'date' : 'timestamp', value.text, value.at);
  }
  if (upper === 'INTERVAL') {
    const start = intervalPart(cursor, depth);
    cursor.expect(',');
    const end = intervalPart(cursor, depth);
    cursor.expect(')');
    return intervalNode(start, end, at);
  }
  const args = cursor.take(')') ? [] : arguments_(cursor, depth);
  const [left, right] = args;
  const count = (wanted: number): void => {
    if (args.length !== wanted) {
      throw filterFault(`${upper} recebe ${wanted} argumento${wanted === 1 ? '' : 's'}, recebeu ${args.length}.`, at);
    }
  };
  if (upper === 'BBOX') return bboxNode(args.map(numberOf), at);
  if (upper === 'CASEI' || upper === 'ACCENTI') {
    count(1);
    if (left !== undefined) return { kind: 'fold', at, by: upper === 'CASEI' ? 'casei' : 'accenti', value: left };
  }
  const [family, ...rest] = upper.toLowerCase().split('_');
  const op = rest.join('_');
  const pair = (): { at: string; left: CqlNode; right: CqlNode } => {
    count(2);
    if (left === undefined || right === undefined) throw filterFault('argumentos em falta.', at);
    return { at, left, right };
  };
  if (family === 's' && (spatialRelations as readonly string[]).includes(op)) {
    return { kind: 'spatial', op: op as SpatialRelation, ...pair() };
  }
  if (family === 't' && (temporalRelations as readonly string[]).includes(op)) {
    return { kind: 'temporal', op: op as TemporalRelation, ...pair() };
  }
  if (family === 'a' && (arrayRelations as readonly string[]).includes(op)) {
    return { kind: 'arrays', op: op as ArrayRelation, ...pair() };
  }
  throw filterFault(`função desconhecida «${text}».`, at);
}

function arguments_(cursor: Cursor, depth: number): readonly CqlNode[] {
  return listOf(cursor, depth);
}

function intervalPart(cursor: Cursor, depth: number): CqlNode | null {
  const { type, text, at, upper } = cursor.peek();
  if (type === 'string') {
    cursor.next();
    return intervalEnd(text, at);
  }
  // `DATE('…')` and `TIMESTAMP('…')` are what many clients write here.
  if (type === 'quotedName' || (type === 'name' && !reserved.has(upper))) return primary(cursor, depth + 1);
  throw unexpected(cursor.peek(), 'um extremo de intervalo entre plicas');
}

function stringToken(cursor: Cursor): Token {
  const token = cursor.next();
  if (token.type !== 'string') throw unexpected(token, 'um texto entre plicas');
  return token;
}

function numberOf(node: CqlNode): number {
  if (node.kind === 'literal' && typeof node.value === 'number') return node.value;
  throw filterFault('esperava um número.', node.at);
}
