/** Who imports what: exports that nothing uses, behind a package's door too, and packages that are not declared. */
import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';
import { root } from '../shared/install.mjs';
import { isProduct, lineOf, walk } from './sources.mjs';

const builtin = new Set(builtinModules);
const manifests = new Map();

/** @param {string} folder */
function manifestOf(folder) {
  if (!manifests.has(folder)) {
    const file = join(root, folder, 'package.json');
    manifests.set(folder, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
  }
  return manifests.get(folder);
}

const workspaceOf = (path) => /^(?:(?:packages|apps)\/[^/]+|tests|bench)(?=\/)/.exec(path)?.[0] ?? '.';
const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
const isTypes = (name, declared) => declared.has(`@types/${name.replace(/^@(.+)\//, '$1__')}`);

/**
 * Imports of a file: by what specifier, which names (`*` for all).
 * @param {import('./sources.mjs').Source} source
 */
function importsOf({ tree }) {
  const found = [];
  walk(tree, (node) => {
    if (ts.isImportDeclaration(node)) {
      const { importClause } = node;
      const names = [];
      if (importClause?.name !== undefined) names.push('default');
      const bindings = importClause?.namedBindings;
      if (bindings !== undefined && ts.isNamespaceImport(bindings)) names.push('*');
      if (bindings !== undefined && ts.isNamedImports(bindings)) {
        for (const { name, propertyName } of bindings.elements) names.push((propertyName ?? name).text);
      }
      found.push({ node, specifier: node.moduleSpecifier.text, names });
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
      found.push({ node, specifier: node.moduleSpecifier.text, names: [] });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [first] = node.arguments;
      if (first !== undefined && ts.isStringLiteralLike(first))
        found.push({ node, specifier: first.text, names: ['*'] });
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      found.push({ node, specifier: node.argument.literal.text, names: ['*'] });
    }
  });
  return found;
}

/**
 * The source that a specifier leads to; null for a package of others.
 * @param {string} from
 * @param {string} specifier
 * @param {ReadonlySet<string>} paths
 */
function resolve(from, specifier, paths) {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('.')) {
    const path = posix.join(dirname(from), bare);
    return paths.has(path) ? path : null;
  }
  const own = /^@kianda\/([^/]+)(?:\/(.+))?$/.exec(bare);
  if (own === null) return null;
  const folder = ['packages', 'apps'].map((place) => `${place}/${own[1]}`).find((place) => manifestOf(place) !== null);
  if (folder === undefined) return null;
  const doors = manifestOf(folder).exports ?? {};
  const wanted = own[2] === undefined ? '.' : `./${own[2]}`;
  for (const [door, target] of Object.entries(doors)) {
    const to = typeof target === 'string' ? target : (target.types ?? target.import ?? target.default);
    const [before, after] = door.split('*');
    if (door !== wanted && !(after !== undefined && wanted.startsWith(before) && wanted.endsWith(after))) continue;
    const middle = after === undefined ? '' : wanted.slice(before.length, wanted.length - after.length);
    const path = posix.join(folder, to.replaceAll('*', middle));
    if (paths.has(path)) return path;
  }
  return null;
}

/**
 * Packages that a file imports and its workspace's package.json does not name.
 * @param {readonly import('./sources.mjs').Source[]} sources
 */
export function checkPackages(sources) {
  /** @type {import('./sources.mjs').Fault[]} */
  const faults = [];
  for (const source of sources) {
    const workspace = workspaceOf(source.path);
    const manifest = manifestOf(workspace);
    const declared = new Set(
      Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies }),
    );
    // Tests, and what is run at development time, may also use what the whole project declares.
    const ready = isProduct(source.path)
      ? manifest.devDependencies
      : { ...manifest.devDependencies, ...manifestOf('.').devDependencies };
    for (const name of Object.keys(ready ?? {})) declared.add(name);
    for (const { node, specifier } of importsOf(source)) {
      if (/^[./]/.test(specifier) || specifier.startsWith('node:') || builtin.has(specifier)) continue;
      const name = packageOf(specifier);
      if (declared.has(name) || isTypes(name, declared) || name === manifest.name) continue;
      const message = `"${name}" is imported and not declared in ${workspace}/package.json.`;
      faults.push({ rule: 'packages-are-declared', path: source.path, line: lineOf(source, node), message });
    }
  }
  return faults;
}

/** Names a file declares for others, and doors it opens: `export * from`, `export { a as b } from`. */
function exportsOf({ tree }) {
  const own = new Map();
  const through = [];
  for (const node of tree.statements) {
    if (ts.isExportDeclaration(node)) {
      const specifier = node.moduleSpecifier?.text;
      const clause = node.exportClause;
      if (clause === undefined) through.push({ specifier, all: true });
      else if (ts.isNamespaceExport(clause)) own.set(clause.name.text, node);
      else
        for (const element of clause.elements) {
          const from = (element.propertyName ?? element.name).text;
          if (specifier === undefined) own.set(element.name.text, element);
          else through.push({ specifier, from, as: element.name.text, node: element });
        }
    } else if (ts.isExportAssignment(node)) own.set('default', node);
    else if (
      ts.canHaveModifiers(node) &&
      ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    ) {
      const isDefault = ts.getModifiers(node).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
      if (isDefault) own.set('default', node);
      else if (ts.isVariableStatement(node))
        for (const { name } of node.declarationList.declarations) namesIn(name, own);
      else if (node.name !== undefined) own.set(node.name.text, node);
    }
  }
  return { own, through };
}

function namesIn(name, own) {
  if (ts.isIdentifier(name)) own.set(name.text, name);
  else for (const element of name.elements) if (!ts.isOmittedExpression(element)) namesIn(element.name, own);
}

/**
 * Exports of the product that no file imports, and that their own file does not use: dead, wherever a door shows them.
 * @param {readonly import('./sources.mjs').Source[]} sources
 * @param {readonly RegExp[]} entries files that others start or read by name
 * @returns {{ dead: import('./sources.mjs').Fault[], byTestsOnly: string[] }}
 */
export function checkExports(sources, entries) {
  const paths = new Set(sources.map(({ path }) => path));
  const tables = new Map(sources.map((source) => [source.path, exportsOf(source)]));
  const used = new Map(sources.map(({ path }) => [path, { product: new Set(), tests: new Set() }]));
  for (const source of sources) {
    const side = isProduct(source.path) ? 'product' : 'tests';
    for (const { specifier, names } of importsOf(source)) {
      const target = resolve(source.path, specifier, paths);
      if (target !== null) for (const name of names) mark(target, name, side, new Set());
    }
  }
  return collect();

  function mark(path, name, side, seen) {
    const key = `${path} ${name}`;
    if (seen.has(key)) return;
    seen.add(key);
    used.get(path)[side].add(name);
    const table = tables.get(path);
    if (name !== '*' && table.own.has(name)) return;
    for (const door of table.through) {
      const target = resolve(path, door.specifier, paths);
      if (target === null) continue;
      if (door.all) mark(target, name, side, seen);
      else if (name === '*' || door.as === name) mark(target, door.from, side, seen);
    }
  }

  function collect() {
    const dead = [];
    const byTestsOnly = [];
    for (const source of sources) {
      if (!isProduct(source.path) || entries.some((entry) => entry.test(source.path))) continue;
      const { product, tests } = used.get(source.path);
      if (product.has('*')) continue;
      const inFile = identifiersOf(source);
      for (const [name, node] of tables.get(source.path).own) {
        if (product.has(name) || (inFile.get(name) ?? 0) > 1) continue;
        if (tests.has(name) || tests.has('*')) byTestsOnly.push(`${source.path} ${name}`);
        else {
          const message = `${name} is exported and nothing uses it.`;
          dead.push({ rule: 'exports-are-used', path: source.path, line: lineOf(source, node), message });
        }
      }
    }
    return { dead, byTestsOnly };
  }
}

function identifiersOf({ tree }) {
  const counts = new Map();
  walk(tree, (node) => {
    if (ts.isIdentifier(node)) counts.set(node.text, (counts.get(node.text) ?? 0) + 1);
  });
  return counts;
}
