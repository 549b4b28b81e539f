/** A module's SQL names its own schema only: what another module holds is asked for at its front door. */
import ts from 'typescript';
import { isProduct, lineOf, walk } from './sources.mjs';

const moduleFile = /^apps\/server\/src\/modules\/[^/]+\/([^/]+)\//;
const created = /create table (?:if not exists )?([a-z_]+)\.[a-z_]+/gi;
const named = /\b(?:from|join|into|update|table|references|truncate|only|index on)\s+"?([a-z_]+)"?\s*\.\s*"?[a-z_]+/gi;
const builders = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'innerJoin',
  'leftJoin',
  'mergeInto',
]);

/**
 * The module that a schema belongs to: the one whose migrations create its tables.
 * @param {readonly import('./sources.mjs').Source[]} sources
 * @returns {Map<string, string>}
 */
function ownersOf(sources) {
  const owners = new Map();
  for (const { path, text } of sources) {
    const module = moduleFile.exec(path)?.[1];
    if (module === undefined || !path.includes('migrations') || !isProduct(path)) continue;
    for (const [, schema = ''] of text.matchAll(created)) {
      // A schema that bears a module's name is that module's, whoever else adds a table to it.
      if (!owners.has(schema) || schema === module) owners.set(schema, module);
    }
  }
  return owners;
}

/** @param {readonly import('./sources.mjs').Source[]} sources */
export function checkSql(sources) {
  const owners = ownersOf(sources);
  /** @type {import('./sources.mjs').Fault[]} */
  const faults = [];
  for (const source of sources) {
    const module = moduleFile.exec(source.path)?.[1];
    if (module === undefined || !isProduct(source.path)) continue;
    const report = (node, schema) => {
      const owner = owners.get(schema.toLowerCase());
      if (owner === undefined || owner === module) return;
      const message = `SQL on schema "${schema}", which belongs to module ${owner}: ask that module for it.`;
      faults.push({ rule: 'sql-on-own-schema', path: source.path, line: lineOf(source, node), message });
    };
    walk(source.tree, (node) => {
      const isPart = ts.isStringLiteralLike(node) || node.kind === ts.SyntaxKind.TemplateHead;
      const isMiddle = node.kind === ts.SyntaxKind.TemplateMiddle || node.kind === ts.SyntaxKind.TemplateTail;
      if (!isPart && !isMiddle) return;
      for (const [, schema = ''] of node.text.matchAll(named)) report(node, schema);
      const { parent } = node;
      if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return;
      const table = /^([a-z_]+)\.[a-z_]+/.exec(node.text)?.[1];
      if (table !== undefined && builders.has(parent.expression.name.text)) report(node, table);
    });
  }
  return faults;
}
