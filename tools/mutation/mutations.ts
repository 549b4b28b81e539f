/** Small faults that can be put into a source file, found in its syntax tree. */
import ts from 'typescript';

/** The expression or the statement that has to run for a fault to show. A static one runs once, as its file is loaded. */
export type Place = {
  readonly start: number;
  readonly end: number;
  readonly isStatement: boolean;
  readonly isStatic: boolean;
};

/** `text` replaces what stands from `start` to `end` (offsets in UTF-16 units); `operator` names the kind of fault. */
export type Mutation = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly operator: string;
  readonly place: Place;
  readonly line: number;
  readonly original: string;
};

type Found = Omit<Mutation, 'line' | 'original'>;

/** Operators by the one that takes their place. Boundaries and directions are what tests forget most. */
const swaps = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
]);

/** Calls without which an expression still has its type. */
const droppable = new Set(['trim', 'toLowerCase', 'toUpperCase', 'toSorted', 'toReversed', 'sort', 'reverse', 'slice']);

/**
 * Every mutation of a file, in the order of the text. Imports, types, comments and texts for people are left alone: only
 * what decides something is changed, so that a mutation that nobody notices is a test that is missing.
 */
export function mutationsOf(fileName: string, source: string): readonly Mutation[] {
  const kind = fileName.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, kind);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isInterfaceDeclaration(node)) return;
    if (ts.isJsxAttribute(node)) {
      visitJsxAttribute(node, visit);
      return;
    }
    found.push(...mutationsAt(node, file));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((mutation) => ({
      ...mutation,
      line: file.getLineAndCharacterOfPosition(mutation.start).line + 1,
      original: source.slice(mutation.start, mutation.end),
    }));
}

/** Of an attribute only what an expression decides counts, not a width or a label. */
function visitJsxAttribute(node: ts.Node, visit: (node: ts.Node) => void): void {
  if (!ts.isJsxAttribute(node) || node.initializer === undefined || !ts.isJsxExpression(node.initializer)) return;
  const { expression } = node.initializer;
  if (expression !== undefined && !ts.isLiteralExpression(expression)) visit(expression);
}

function mutationsAt(node: ts.Node, file: ts.SourceFile): readonly Found[] {
  if (ts.isBinaryExpression(node)) return swapOf(node, file);
  if (ts.isNumericLiteral(node)) return numberOf(node, file);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replace(node, file, 'false', 'boolean')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [replace(node, file, 'true', 'boolean')];
  if (ts.isIfStatement(node)) return [replace(node.expression, file, 'false', 'branch never taken')];
  if (ts.isConditionalExpression(node)) return [negated(node.condition, file)];
  if (ts.isExpressionStatement(node) && removable(node)) return [replace(node, file, ';', 'statement removed')];
  if (ts.isCallExpression(node)) return callDropped(node, file);
  return [];
}

function replace(node: ts.Node, file: ts.SourceFile, text: string, operator: string): Found {
  return { start: node.getStart(file), end: node.getEnd(), text, operator, place: placeOf(node, file) };
}

/** A call inside an optional chain is reached with the whole chain: taken apart, the chain would no longer end early. */
function placeOf(node: ts.Node, file: ts.SourceFile): Place {
  let whole = node;
  while (isChained(whole)) whole = whole.parent;
  return {
    start: whole.getStart(file),
    end: whole.getEnd(),
    isStatement: ts.isExpressionStatement(whole),
    isStatic: ts.findAncestor(whole, (each) => ts.isFunctionLike(each) || ts.isPropertyDeclaration(each)) === undefined,
  };
}

function isChained(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isCallExpression(node) && !ts.isPropertyAccessExpression(node)) return false;
  if (!ts.isPropertyAccessExpression(parent) && !ts.isCallExpression(parent) && !ts.isNonNullExpression(parent)) {
    return ts.isElementAccessExpression(parent) && parent.expression === node;
  }
  return parent.expression === node;
}

function negated(condition: ts.Expression, file: ts.SourceFile): Found {
  return replace(condition, file, `!(${condition.getText(file)})`, 'condition negated');
}

function swapOf(node: ts.BinaryExpression, file: ts.SourceFile): readonly Found[] {
  const other = swaps.get(node.operatorToken.kind);
  if (other === undefined || (node.operatorToken.kind === ts.SyntaxKind.PlusToken && joinsText(node))) return [];
  return [{ ...replace(node.operatorToken, file, other, 'operator'), place: placeOf(node, file) }];
}

/** `+` of texts: what it becomes would not be arithmetic. */
function joinsText(node: ts.BinaryExpression): boolean {
  return [node.left, node.right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));
}

function numberOf(node: ts.NumericLiteral, file: ts.SourceFile): readonly Found[] {
  if (ts.isPropertyAssignment(node.parent) && node.parent.name === node) return [];
  const value = Number(node.text.replaceAll('_', ''));
  return [replace(node, file, String(value === 0 ? 1 : value + 1), 'number')];
}

/** A call or an assignment whose effect is all there is of it. */
function removable(node: ts.ExpressionStatement): boolean {
  const inner = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  if (ts.isCallExpression(inner)) return inner.expression.kind !== ts.SyntaxKind.SuperKeyword;
  return ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}

function callDropped(node: ts.CallExpression, file: ts.SourceFile): readonly Found[] {
  const { expression } = node;
  if (!ts.isPropertyAccessExpression(expression) || !droppable.has(expression.name.text)) return [];
  const start = expression.expression.getEnd();
  return [{ start, end: node.getEnd(), text: '', operator: 'call dropped', place: placeOf(node, file) }];
}

/** A mutation with the number that switches it on. */
export type Fault = Mutation & { readonly number: number };

/**
 * The source with faults in it that sleep: each place asks `isOn(number)` whether to run with its fault. Does the same as the
 * source while none is on. One file serves all its faults, and a process that has loaded it tries one after the other.
 */
export function switchable(source: string, faults: readonly Fault[], isOn: string): string {
  const outerFirst = [...faults].sort((a, b) => a.place.start - b.place.start || b.place.end - a.place.end);
  return switchableWithin(source, { start: 0, end: source.length }, outerFirst, isOn);
}

function switchableWithin(
  source: string,
  whole: { readonly start: number; readonly end: number },
  faults: readonly Fault[],
  isOn: string,
): string {
  let text = '';
  let from = whole.start;
  let left = faults;
  for (let [outer, ...others] = left; outer !== undefined; [outer, ...others] = left) {
    const { start, end, isStatement } = outer.place;
    const within = others.filter(({ place }) => place.start < end);
    const sound = switchableWithin(source, outer.place, within, isOn);
    const faulty = source.slice(start, outer.start) + outer.text + source.slice(outer.end, end);
    const asked = `${isOn}(${outer.number})`;
    text += source.slice(from, start);
    text += isStatement ? `{if(${asked}){${faulty}}else{${sound}}}` : `(${asked}?(${faulty}):(${sound}))`;
    from = end;
    left = others.slice(within.length);
  }
  return text + source.slice(from, whole.end);
}
