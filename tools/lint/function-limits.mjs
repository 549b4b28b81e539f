/** Functions stay short enough to be read at once: length, nesting and positional parameters. */
import ts from 'typescript';
import { isProduct, lineOf } from './sources.mjs';

export const limits = { lines: 80, nesting: 4, parameters: 4 };

/**
 * Measures of a function beyond the limits, by its key: path and name, with a number where a name repeats.
 * @typedef {{ lines?: number, nesting?: number, parameters?: number }} Excess
 * @typedef {Excess & { reason?: string }} Allowed
 */

/**
 * Every function that goes beyond a limit.
 * @param {readonly import('./sources.mjs').Source[]} sources
 * @returns {Map<string, Excess & { path: string, line: number }>}
 */
export function measureFunctions(sources) {
  const found = new Map();
  for (const source of sources) {
    if (!isProduct(source.path)) continue;
    const repeats = new Map();
    const visit = (node) => {
      if (ts.isFunctionLike(node) && node.body !== undefined) {
        const excess = excessOf(source, node);
        if (excess !== null) {
          const name = nameOf(node);
          const repeat = (repeats.get(name) ?? 0) + 1;
          repeats.set(name, repeat);
          const key = `${source.path} ${name}${repeat === 1 ? '' : `#${repeat}`}`;
          found.set(key, { ...excess, path: source.path, line: lineOf(source, node) });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source.tree);
  }
  return found;
}

/**
 * @param {ReturnType<typeof measureFunctions>} measured
 * @param {Readonly<Record<string, Allowed>>} allowed
 * @returns {import('./sources.mjs').Fault[]}
 */
export function checkFunctions(measured, allowed) {
  const faults = [];
  for (const [key, { path, line, ...excess }] of measured) {
    for (const [measure, value] of Object.entries(excess)) {
      const most = allowed[key]?.[measure] ?? limits[measure];
      if (value <= most) continue;
      const message = `${key.slice(path.length + 1)}: ${measure} ${value}, at most ${most}. Cut it along its phases.`;
      faults.push({ rule: 'function-limits', path, line, message });
    }
  }
  for (const [key, { reason: _, ...most }] of Object.entries(allowed)) {
    const now = measured.get(key);
    for (const [measure, value] of Object.entries(most)) {
      const is = now?.[measure] ?? 0;
      if (is >= value) continue;
      const message = `${key}: ${measure} ${value} is allowed, ${is} needed: run "node tools/lint/check.mjs --update".`;
      faults.push({ rule: 'function-limits', path: 'tools/lint/function-limits.json', line: 1, message });
    }
  }
  return faults;
}

/**
 * The exceptions that are still needed, none larger than before; one whose function stands in another file now follows it.
 * @param {ReturnType<typeof measureFunctions>} measured
 * @param {Readonly<Record<string, Allowed>>} allowed
 */
export function shrunk(measured, allowed) {
  const next = {};
  const named = (key) => key.slice(key.indexOf(' '));
  const unlisted = [...measured.keys()].filter((key) => allowed[key] === undefined);
  for (const [listed, { reason, ...most }] of Object.entries(allowed)) {
    const fits = (key) =>
      named(key) === named(listed) &&
      next[key] === undefined &&
      Object.keys(limits).every((measure) => (measured.get(key)[measure] ?? 0) <= (most[measure] ?? 0));
    const key = measured.has(listed) ? listed : (unlisted.find(fits) ?? listed);
    const now = measured.get(key);
    const kept = {};
    for (const [measure, value] of Object.entries(most)) {
      const is = now?.[measure];
      if (is !== undefined) kept[measure] = Math.min(is, value);
    }
    if (Object.keys(kept).length > 0) next[key] = reason === undefined ? kept : { ...kept, reason };
  }
  return next;
}

function excessOf(source, node) {
  const from = source.tree.getLineAndCharacterOfPosition(node.getStart(source.tree)).line;
  const to = source.tree.getLineAndCharacterOfPosition(node.end).line;
  const measured = {
    lines: to - from + 1,
    nesting: deepest(node.body, 0),
    parameters: node.parameters.filter(({ name }) => name.getText(source.tree) !== 'this').length,
  };
  const beyond = Object.entries(measured).filter(([measure, value]) => value > limits[measure]);
  return beyond.length === 0 ? null : Object.fromEntries(beyond);
}

/** Levels of branches and loops within a function; `else if` is no further level, a function within begins anew. */
function deepest(node, depth) {
  let most = depth;
  ts.forEachChild(node, (child) => {
    if (ts.isFunctionLike(child)) return;
    most = Math.max(most, deepest(child, depth + (nests(child) ? 1 : 0)));
  });
  return most;
}

function nests(node) {
  if (ts.isIfStatement(node)) return !(ts.isIfStatement(node.parent) && node.parent.elseStatement === node);
  return ts.isIterationStatement(node, false) || ts.isSwitchStatement(node) || ts.isTryStatement(node);
}

/** Own name, or that of what a function is given to. */
function nameOf(node) {
  if (node.name !== undefined) return node.name.getText();
  let { parent } = node;
  while (parent !== undefined && !ts.isStatement(parent)) {
    if ((ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) && ts.isIdentifier(parent.name)) {
      return parent.name.text;
    }
    if (ts.isCallExpression(parent) && ts.isIdentifier(parent.expression)) return `(in ${parent.expression.text})`;
    parent = parent.parent;
  }
  return '(anonymous)';
}
