/** Rules on what the product takes from the outside: time, chance, the process, the network. */
import ts from 'typescript';
import { isProduct, lineOf, walk } from './sources.mjs';

/** The platform folders of the applications hold clock and chance; the simulator is a world of its own. */
const platform = /^apps\/[^/]+\/src\/platform\//;
const readsTheProcess = /^apps\/server\/src\/(config\/env|main|restore|upgrade)\.ts$|^apps\/simulator\//;
const speaksToTheServer = /^apps\/console\/src\/(client|platform)\//;

const wholeObjects = new Set(['globalThis', 'window', 'self', 'global']);
const networkNames = new Set(['fetch', 'XMLHttpRequest', 'EventSource']);

const rules = {
  'time-and-chance': {
    holds: (path) => isProduct(path) && !platform.test(path) && !path.startsWith('apps/simulator/'),
    message: 'Time and chance are arguments: take a clock or a seeded generator.',
  },
  'process-is-configuration': {
    holds: (path) => isProduct(path) && !platform.test(path) && !readsTheProcess.test(path),
    message: 'Only config/env.ts and the platform read the process; take what you need as an argument.',
  },
  'fetch-by-client': {
    holds: (path) => isProduct(path) && path.startsWith('apps/console/src/') && !speaksToTheServer.test(path),
    message: 'The console asks through useEndpoint, useAction or the client, never by itself.',
  },
};

/** @param {import('./sources.mjs').Source} source */
export function checkGlobals(source) {
  const held = Object.keys(rules).filter((rule) => rules[rule].holds(source.path));
  if (held.length === 0) return [];
  /** @type {import('./sources.mjs').Fault[]} */
  const faults = [];
  const own = declaredNames(source.tree);
  const report = (rule, node) => {
    if (held.includes(rule)) {
      faults.push({ rule, path: source.path, line: lineOf(source, node), message: rules[rule].message });
    }
  };
  walk(source.tree, (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      if (isProcess(node.moduleSpecifier)) report('process-is-configuration', node);
      return;
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      if (isProcess(node.arguments[0])) report('process-is-configuration', node);
    }
    if (!ts.isIdentifier(node) || !isReference(node)) return;
    const { text } = node;
    const globally = ownerOf(node);
    if (own.has(text) && globally === null) return;
    if (text === 'Date' && !mayUseDate(node)) report('time-and-chance', node);
    if (text === 'Math' && !mayUseMath(node)) report('time-and-chance', node);
    if (text === 'process') report('process-is-configuration', node);
    if (networkNames.has(text)) report('fetch-by-client', node);
    if (text === 'sendBeacon') report('fetch-by-client', node);
  });
  return faults;
}

const isProcess = (specifier) =>
  specifier !== undefined && ts.isStringLiteralLike(specifier) && /^(node:)?process$/.test(specifier.text);

/**
 * Names that a file declares itself: a parameter called `fetch` is what was handed in.
 * @param {import('typescript').SourceFile} tree
 */
function declaredNames(tree) {
  const names = new Set();
  walk(tree, (node) => {
    const declares =
      ts.isParameter(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isImportSpecifier(node) ||
      ts.isImportClause(node) ||
      ((ts.isVariableDeclaration(node) || ts.isBindingElement(node)) && !isTakenFromAll(node));
    if (declares && node.name !== undefined && ts.isIdentifier(node.name)) names.add(node.name.text);
  });
  return names;
}

/** `const { fetch } = globalThis` gives the global a name of the file's own: no declaration that excuses anything. */
function isTakenFromAll(node) {
  let at = node;
  while (ts.isBindingElement(at) || ts.isObjectBindingPattern(at)) at = at.parent;
  return ts.isVariableDeclaration(at) && at.initializer !== undefined && isWhole(at.initializer);
}

const isWhole = (node) => ts.isIdentifier(node) && wholeObjects.has(node.text);

/** The object that a name is read from, when it is the global object; null where the name stands alone. */
function ownerOf(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return isWhole(parent.expression) ? parent : null;
  return ts.isBindingElement(parent) && isTakenFromAll(parent) ? parent : null;
}

/** Whether an identifier reads a value: no property name, no declaration, no part of a type. */
function isReference(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return isWhole(parent.expression) || node.text === 'sendBeacon';
  }
  if (ts.isBindingElement(parent)) return (parent.propertyName ?? parent.name) === node && isTakenFromAll(parent);
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent)) return parent.initializer === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  const isName =
    ts.isPropertySignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isJsxAttribute(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isExportSpecifier(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isLabeledStatement(parent) ||
    (ts.isPropertyAccessExpression(parent) === false && isInType(parent));
  return !isName;
}

const isInType = (parent) =>
  ts.isTypeReferenceNode(parent) ||
  ts.isQualifiedName(parent) ||
  ts.isTypeQueryNode(parent) ||
  isHeritageOfType(parent);
const isHeritageOfType = (parent) =>
  ts.isExpressionWithTypeArguments(parent) && ts.isInterfaceDeclaration(parent.parent?.parent);

/** The name itself, or `globalThis.<name>` whole. */
const wholeName = (node) => ownerOf(node) ?? node;

/** `new Date(instant)`, `Date.parse`, `Date.UTC`, `x instanceof Date` and `z.instanceof(Date)` read no clock. */
function mayUseDate(node) {
  const name = wholeName(node);
  const { parent } = name;
  if (ts.isNewExpression(parent) && parent.expression === name) return (parent.arguments?.length ?? 0) > 0;
  if (ts.isPropertyAccessExpression(parent)) return ['parse', 'UTC', 'prototype'].includes(parent.name.text);
  if (ts.isBinaryExpression(parent)) return parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword;
  return ts.isCallExpression(parent) && parent.expression !== name && /\binstanceof$/.test(parent.expression.getText());
}

/** `Math.<anything but random>`. */
function mayUseMath(node) {
  const { parent } = wholeName(node);
  return ts.isPropertyAccessExpression(parent) && parent.name.text !== 'random';
}
