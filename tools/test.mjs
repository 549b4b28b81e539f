/**
 * `npm test`: installs what it needs, then the quick gate, unit and module tests, page budgets and journeys in Chromium.
 * `--database=<url>` runs the tests that open a database once more on that server. Ends with `N passed, N failed, N skipped`.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { quickStages } from './check.mjs';
import { writeAdvisories } from './shared/advisories.mjs';
import { ensureChromium } from './shared/chromium.mjs';
import { databaseReleaseLine } from './shared/database-release.mjs';
import { ensureDebianTools } from './shared/debian.mjs';
import { ensureInstalled, root } from './shared/install.mjs';
import { buildPages } from './shared/pages.mjs';
import { runStages, tool } from './shared/stages.mjs';
import { runTool, say } from './shared/steps.mjs';
import { countsOf, failedFiles, mergeSecondRun, summaryOf } from './shared/test-report.mjs';

const results = join(root, 'build', 'resultados');
const counts = { passed: 0, failed: 0, skipped: 0 };
const reports = [];
const stages = [];
/** More than this is no accident of a busy machine. */
const mostRepeatedFiles = 4;

/** Runs Vitest once, `args` its command and what goes with it; the report is null when it left none. */
async function vitestOnce(name, args, env) {
  const file = join(results, `${name}.json`);
  rmSync(file, { force: true });
  const outcome = await tool('vitest', [...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`], {
    env,
  });
  return { outcome, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null };
}

/**
 * Runs one Vitest configuration and adds what it counted; a run that counted nothing has failed. A few files that failed
 * run once more, with the machine to themselves; what passes only then is counted, and named as unstable.
 */
async function vitest(name, { command = ['run'], options = [], env = {} } = {}) {
  const { outcome, report } = await vitestOnce(name, [...command, ...options], env);
  if (report === null) return { code: 1, output: `${outcome.output}\nO Vitest não deixou resultados.` };
  let result = outcome;
  const files = failedFiles(report);
  if (outcome.code !== 0 && files.length > 0 && files.length <= mostRepeatedFiles) {
    const again = await vitestOnce(`${name}-de-novo`, ['run', ...options, '--maxWorkers=1', ...files], env);
    if (again.report !== null) {
      const unstable = mergeSecondRun(report, again.report);
      for (const test of unstable) say(`  instável, passou só à segunda vez: ${test}`);
      result = { code: again.outcome.code, output: `${outcome.output}\n${again.outcome.output}` };
    }
  }
  const counted = countsOf(report);
  reports.push({ kind: name, report });
  for (const key of Object.keys(counts)) counts[key] += counted[key];
  if (counted.passed + counted.failed + counted.skipped === 0)
    return { code: 1, output: `${result.output}\nNenhum ensaio executado.` };
  return result;
}

function databaseArgument() {
  const argument = process.argv.find((value) => value.startsWith('--database='));
  return argument?.slice('--database='.length);
}

/** What the console's test dashboard shows. Put in place whole: a run that is interrupted leaves the one before it. */
function writeSummary(startedMs) {
  const file = join(results, 'resumo.json');
  const summary = summaryOf({
    root,
    reports,
    stages,
    finishedAt: new Date().toISOString(),
    durationSeconds: (performance.now() - startedMs) / 1000,
    version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    node: process.version,
  });
  writeFileSync(`${file}.novo`, JSON.stringify(summary));
  renameSync(`${file}.novo`, file);
}

await runTool(async () => {
  const startedMs = performance.now();
  await ensureInstalled();
  mkdirSync(results, { recursive: true });
  const database = databaseArgument();
  const gate = [
    ...quickStages,
    { name: 'clientes públicos da Debian', run: () => ensureDebianTools() },
    { name: 'ensaios de unidade e de módulo', run: () => vitest('modulos') },
    ...(database === undefined
      ? []
      : [
          {
            name: 'ensaios de módulo no servidor indicado',
            run: () =>
              vitest('modulos-servidor', {
                // What never opens a database would only do the same again, and so would other people's programs.
                command: ['related', '--run', 'apps/server/src/platform/db/testing.ts'],
                options: ['--exclude', 'tests/conformance/**'],
                env: { KIANDA_TEST_DATABASE_URL: database },
              }),
          },
        ]),
    {
      name: 'páginas construídas',
      run: async () => {
        await buildPages();
        return { code: 0, output: '' };
      },
    },
    { name: 'orçamento da primeira carga', run: () => tool('size-limit', [], { cwd: join(root, 'apps/console') }) },
    { name: 'navegador', run: () => ensureChromium() },
    {
      name: 'percursos no navegador',
      run: () => vitest('percursos', { options: ['--config', 'tests/e2e/vitest.config.ts'] }),
    },
  ];
  const code = await runStages(gate, (stage) => stages.push(stage));
  writeSummary(startedMs);
  await writeAdvisories(join(results, 'avisos.json'), new Date().toISOString());
  const databaseRelease = await databaseReleaseLine();
  if (databaseRelease !== null) say(databaseRelease);
  say(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return code;
});
