/**
 * The project's own rules, over one reading of all sources. `node tools/lint/check.mjs --update` takes out of the two
 * lists of exceptions what is no longer needed, and follows what was moved; it never adds or enlarges.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root } from '../shared/install.mjs';
import { runTool, say } from '../shared/steps.mjs';
import { checkComments } from './comments.mjs';
import { checkEndpoints } from './endpoints.mjs';
import { checkFunctions, measureFunctions, shrunk } from './function-limits.mjs';
import { checkGlobals } from './globals.mjs';
import { checkExports, checkPackages } from './imports.mjs';
import { checkScreens } from './screens.mjs';
import { readSources } from './sources.mjs';
import { checkSql } from './sql.mjs';
import { checkStyles } from './styles.mjs';
import { checkFigureNames, checkNumbers, checkSentences, checkWords } from './words.mjs';

const functionsFile = 'tools/lint/function-limits.json';
const exportsFile = 'tools/lint/test-only-exports.json';
/** Files that are started or read by name, not imported. */
const entries = [/\/main\.tsx?$/, /^apps\/server\/src\/(app|restore|upgrade)\.ts$/];

/** @param {string} file */
const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/**
 * Every fault of the sources, by all rules.
 * @param {readonly import('./sources.mjs').Source[]} sources
 * @returns {import('./sources.mjs').Fault[]}
 */
export function checkSources(sources) {
  const { dead, byTestsOnly } = checkExports(sources, entries);
  return [
    ...sources.flatMap((source) =>
      [
        checkGlobals,
        checkScreens,
        checkWords,
        checkSentences,
        checkNumbers,
        checkFigureNames,
        checkComments,
        checkStyles,
      ].flatMap((rule) => rule(source)),
    ),
    ...checkSql(sources),
    ...checkEndpoints(sources),
    ...checkPackages(sources),
    ...dead,
    ...checkTestOnly(byTestsOnly, read(exportsFile)),
    ...checkFunctions(measureFunctions(sources), read(functionsFile)),
  ];
}

/**
 * @param {readonly string[]} found
 * @param {readonly string[]} allowed
 */
function checkTestOnly(found, allowed) {
  const fault = (path, message) => ({ rule: 'exports-are-used', path, line: 1, message });
  return [
    ...found
      .filter((entry) => !allowed.includes(entry))
      .map((entry) =>
        fault(entry.split(' ')[0], `${entry.split(' ')[1]} is used by tests alone and not listed in ${exportsFile}.`),
      ),
    ...allowed
      .filter((entry) => !found.includes(entry))
      .map((entry) => fault(exportsFile, `${entry} needs no exception: run "node tools/lint/check.mjs --update".`)),
  ];
}

/** The stage of the quick gate. */
export async function checkOwnRules() {
  const sources = readSources();
  const faults =
    sources.length < 1_000
      ? [{ rule: 'sources', path: '.', line: 1, message: `only ${sources.length} were read` }]
      : checkSources(sources);
  const lines = faults.map(({ rule, path, line, message }) => `${path}:${line} ${rule}: ${message}`);
  return { code: faults.length === 0 ? 0 : 1, output: lines.join('\n') };
}

function update() {
  const sources = readSources();
  const functions = shrunk(measureFunctions(sources), read(functionsFile));
  const rows = Object.keys(functions)
    .sort()
    .map((key) => `  ${JSON.stringify(key)}: ${JSON.stringify(functions[key])}`);
  writeFileSync(join(root, functionsFile), `{\n${rows.join(',\n')}\n}\n`);
  const { byTestsOnly } = checkExports(sources, entries);
  const exported = read(exportsFile).filter((entry) => byTestsOnly.includes(entry));
  writeFileSync(join(root, exportsFile), `${JSON.stringify(exported, null, 2)}\n`);
  say(`${rows.length} funções e ${exported.length} exportações com exceção.`);
}

if (import.meta.main ?? process.argv[1]?.endsWith('lint/check.mjs')) {
  await runTool(async () => {
    if (process.argv.includes('--update')) update();
    const { code, output } = await checkOwnRules();
    if (output !== '') say(output);
    return code;
  });
}
