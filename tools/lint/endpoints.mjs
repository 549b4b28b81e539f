/** Every endpoint that the contract declares is bound by the server, before anything starts. */
import ts from 'typescript';
import { isProduct, lineOf, walk } from './sources.mjs';

const contractFile = /^packages\/contract\/src\//;
const serverFile = /^apps\/server\/src\/(?!testing\/)/;
const declares = /^[a-z]*[eE]ndpoint$/;

/** @param {import('./sources.mjs').Source} source */
function declaredIn(source) {
  const found = [];
  walk(source.tree, (node) => {
    if (!ts.isVariableDeclaration(node) || node.initializer === undefined || !ts.isIdentifier(node.name)) return;
    if (!ts.isCallExpression(node.initializer) || !ts.isIdentifier(node.initializer.expression)) return;
    if (declares.test(node.initializer.expression.text)) found.push({ name: node.name.text, node });
  });
  return found;
}

/** Every name in the first argument of `bind`: `bind(listAreas, …)`, `bind(contract.listAreas, …)`, a choice of two. */
function addBound(source, bound) {
  walk(source.tree, (node) => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'bind') return;
    const [first] = node.arguments;
    if (first === undefined) return;
    walk(first, (part) => {
      if (ts.isIdentifier(part)) bound.add(part.text);
    });
  });
}

/** @param {readonly import('./sources.mjs').Source[]} sources */
export function checkEndpoints(sources) {
  const bound = new Set();
  for (const source of sources) if (serverFile.test(source.path) && isProduct(source.path)) addBound(source, bound);
  return sources
    .filter(({ path }) => contractFile.test(path) && isProduct(path))
    .flatMap((source) =>
      declaredIn(source)
        .filter(({ name }) => !bound.has(name))
        .map(({ name, node }) => ({
          rule: 'endpoints-are-bound',
          path: source.path,
          line: lineOf(source, node),
          message: `${name} is declared and bound nowhere in apps/server.`,
        })),
    );
}
