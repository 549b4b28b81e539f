/**
 * `npm test`: installs what it needs, then the quick gate, unit and module tests, page budgets and journeys in Chromium.
 * `--database=<url>` runs the module tests once more on that server. Ends with `N passed, N failed, N skipped`.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { quickStages } from './check.mjs';
import { ensureChromium } from './shared/chromium.mjs';
import { ensureInstalled, root } from './shared/install.mjs';
import { buildPages } from './shared/pages.mjs';
import { runStages, tool } from './shared/stages.mjs';
import { runTool, say } from './shared/steps.mjs';
import { summaryOf } from './shared/test-report.mjs';

const results = join(root, 'build', 'resultados');
const counts = { passed: 0, failed: 0, skipped: 0 };
const reports = [];
const stages = [];

/** Runs one Vitest configuration and adds what it counted; a run that counted nothing has failed. */
async function vitest(name, args, env = {}) {
  const file = join(results, `${name}.json`);
  rmSync(file, { force: true });
  const outcome = await tool(
    'vitest',
    ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, ...args],
    { env },
  );
  if (!existsSync(file)) return { code: 1, output: `${outcome.output}\nO Vitest não deixou resultados.` };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  reports.push({ kind: name, report });
  counts.passed += report.numPassedTests;
  counts.failed += report.numFailedTests;
  counts.skipped += report.numPendingTests + report.numTodoTests;
  if (report.numTotalTests === 0) return { code: 1, output: `${outcome.output}\nNenhum ensaio executado.` };
  return outcome;
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
    { name: 'ensaios de unidade e de módulo', run: () => vitest('modulos', []) },
    ...(database === undefined
      ? []
      : [
          {
            name: 'ensaios de módulo no servidor indicado',
            run: () =>
              vitest('modulos-servidor', ['apps/server', 'tests/dev-env'], { KIANDA_TEST_DATABASE_URL: database }),
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
    { name: 'percursos no navegador', run: () => vitest('percursos', ['--config', 'tests/e2e/vitest.config.ts']) },
  ];
  const code = await runStages(gate, (stage) => stages.push(stage));
  writeSummary(startedMs);
  say(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return code;
});
