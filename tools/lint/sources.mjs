/** The sources of the project, TypeScript and styles, each parsed once for all rules of this folder. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../shared/install.mjs';

/**
 * @typedef {{ path: string, text: string, tree: import('typescript').SourceFile }} Source
 * @typedef {{ rule: string, path: string, line: number, message: string }} Fault
 */

/** Parts of the tree that stand beside the product: tests, what tests share, provider conformance. */
const beside = /\.test\.tsx?$|\.testing\.tsx?$|\/testing(\.tsx?$|\/)|\/conformance\//;
const product = /^(packages|apps)\/[^/]+\/src\//;

/** @param {string} path */
export const isProduct = (path) => product.test(path) && !beside.test(path);

/**
 * Paths of all sources under version control or about to be, with `/` as separator.
 * @returns {string[]}
 */
export function sourcePaths() {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mts', '*.mjs', '*.cjs', '*.css'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 },
  );
  return listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {Source}
 */
export function parse(path, text) {
  const kind = /\.[cm]?js$/.test(path) ? ts.ScriptKind.JS : path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  // A style has no tree: the rules on code find nothing in it.
  const code = path.endsWith('.css') ? '' : text;
  return { path, text, tree: ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind) };
}

/**
 * All sources, with those of `overlay` in place of, or beside, the files on disk.
 * @param {Readonly<Record<string, string>>} [overlay] text by path
 * @returns {Source[]}
 */
export function readSources(overlay = {}) {
  const paths = new Set([...sourcePaths(), ...Object.keys(overlay)]);
  return [...paths].map((path) => parse(path, overlay[path] ?? readFileSync(join(root, path), 'utf8')));
}

/**
 * @param {Source} source
 * @param {import('typescript').Node} node
 */
export function lineOf({ tree }, node) {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
}

/**
 * Calls `visit` with every node of a tree, parents first.
 * @param {import('typescript').Node} node
 * @param {(node: import('typescript').Node) => void} visit
 */
export function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}
