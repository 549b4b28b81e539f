/**
 * `npm test`: installs what it needs, then the quick gate, unit and module tests, page budgets and journeys in Chromium.
 * `--database=<url>` runs one half of the tests whose subject is the server once more on that one, and asks it whether it
 * understands each statement that the others sent. What takes turns by the commit (that half, the screens' views, journeys,
 * kills, faults of providers, false requests) `TEST_EVERYTHING=1` runs whole.
 * `--changed` runs only the tests that import a file changed since the last commit, `--changed=<commit>` since that one.
 * Ends with `N passed, N failed, N skipped`.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { quickAtOnce, quickStages } from './check.mjs';
import { writeAdvisories } from './shared/advisories.mjs';
import { ensureChromium } from './shared/chromium.mjs';
import { databaseReleaseLine } from './shared/database-release.mjs';
import { databaseTests } from './shared/database-tests.mjs';
import { ensureDebianTools } from './shared/debian.mjs';
import { ensureInstalled, root, runtimeNode } from './shared/install.mjs';
import { buildPages } from './shared/pages.mjs';
import { command, processorText, runStages, tool, usedByPrograms } from './shared/stages.mjs';
import { runTool, say } from './shared/steps.mjs';
import { countsOf, failedFiles, mergeSecondRun, summaryOf } from './shared/test-report.mjs';
import { isInTurn, restingOf } from './shared/turns.mjs';

const results = join(root, 'build', 'resultados');
const counts = { passed: 0, failed: 0, skipped: 0 };
const reports = [];
const stages = [];
/** More than this is no accident of a busy machine. */
const mostRepeatedFiles = 4;

/**
 * Folders whose test files share their processes, each kind in processes of its own: to load their modules takes longer
 * than the tests, each of which leaves the globals, notices and timers of its process as it found them. Only the tools'
 * files have a process each.
 */
const units = ['packages/', 'apps/interfaces/', 'apps/simulator/', 'apps/console/'];
/** The console's screens, and beside them its rules, which are units. Screens alone share the window of a page. */
const screens = 'apps/console/**/*.test.tsx';
const screenRules = 'apps/console/**/*.test.ts';
const tools = ['tools/'];
const server = ['apps/server/'];
const wholePlatform = ['tests/'];

/** Half of their time they wait for the database and for programs that they start: one more than there are cores. */
const waiting = `--maxWorkers=${availableParallelism() + 1}`;

/** Runs Vitest once, `args` its command and what goes with it; the report is null when it left none. */
async function vitestOnce(name, args, options) {
  const file = join(results, `${name}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const outcome = await tool('vitest', [...args, ...reporters], options);
  return { outcome, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null };
}

/**
 * Runs one Vitest configuration, `only` these files of it, and adds what it counted; a run that counted nothing has
 * failed. A few files that failed run once more, one at a time; what passes only then is counted, and named as unstable.
 */
async function vitest(name, { kind = name, options = [], only = [], env = {} } = {}) {
  const { outcome, report } = await vitestOnce(name, ['run', ...options, ...only], { env });
  if (report === null) return { code: 1, output: `${outcome.output}\nO Vitest não deixou resultados.` };
  let result = outcome;
  const files = failedFiles(report);
  if (outcome.code !== 0 && files.length > 0 && files.length <= mostRepeatedFiles) {
    const alone = [...options.filter((option) => !option.startsWith('--maxWorkers')), '--maxWorkers=1'];
    const again = await vitestOnce(`${name}-de-novo`, ['run', ...alone, ...files], { env });
    if (again.report !== null) {
      const unstable = mergeSecondRun(report, again.report);
      for (const { name: test, message } of unstable)
        say(`  instável, passou só à segunda vez: ${test}\n${message.replaceAll(/^/gm, '    ')}`);
      result = { code: again.outcome.code, output: `${outcome.output}\n${again.outcome.output}` };
    }
  }
  const counted = countsOf(report);
  reports.push({ kind, report });
  for (const key of Object.keys(counts)) counts[key] += counted[key];
  if (changed === undefined && counted.passed + counted.failed + counted.skipped === 0)
    return { code: 1, output: `${result.output}\nNenhum ensaio executado.` };
  return result;
}

/** Runs tests of units and modules whose files share their processes. */
function together(name, { kind = 'modulos', options = [], only, env }) {
  return vitest(name, { kind, options: [...selection, '--no-isolate', ...options], only, env });
}

function databaseArgument() {
  const argument = process.argv.find((value) => value.startsWith('--database='));
  return argument?.slice('--database='.length);
}

/** Vitest's own argument, as it was given; undefined where everything runs. */
const changed = process.argv.find((value) => value === '--changed' || value.startsWith('--changed='));
const selection = changed === undefined ? [] : [changed, '--passWithNoTests'];

/** Writes the summary that the console's test dashboard shows, in place whole: an interrupted run leaves the one before. */
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

/** Before the journeys: the pages within their budgets, and a browser. */
const journeyNeeds = [
  { name: 'orçamento da primeira carga', run: () => tool('size-limit', [], { cwd: join(root, 'apps/console') }) },
  {
    name: 'orçamento das páginas científicas',
    run: () => tool('size-limit', [], { cwd: join(root, 'apps/interfaces') }),
  },
  { name: 'navegador', run: () => ensureChromium() },
];

/**
 * Journeys of which a run does one list, and another commit's the next; those not named here every run does. The lists take
 * about as long as each other.
 */
const journeyTurns = [
  ['surveillance', 'alerts', 'users', 'roles', 'home'],
  ['states', 'field', 'reports', 'keyboard', 'stac-browser'],
  ['connectors', 'models', 'ocean-map', 'spatial', 'sources', 'collaboration'],
];

/** Tests that end processes in the midst of their work, in the same manner. */
const killTurns = [
  ['kill9', 'spatial-kill9'],
  ['backfill-kill9', 'training-kill9', 'collaboration-kill9'],
];

/** Vitest's options that leave out what rests; of a selection nothing rests. */
function withoutResting(lists, ending) {
  const names = changed === undefined ? restingOf(lists) : [];
  return names.flatMap((name) => ['--exclude', `**/${name}.${ending}`]);
}

/** Journeys through the pages. */
const journeys = [
  {
    name: 'percursos no navegador',
    run: () =>
      vitest('percursos', {
        options: [
          ...[...selection, '--config', 'tests/e2e/vitest.config.ts'],
          ...withoutResting(journeyTurns, 'e2e.ts'),
        ],
      }),
  },
];

/** The tests of the whole platform without a browser, and of the server. */
const waitingStages = [
  {
    name: 'ensaios da plataforma inteira',
    run: () =>
      together('plataforma', {
        options: [waiting, '--exclude', 'tests/e2e/**', ...withoutResting(killTurns, 'test.ts')],
        only: wholePlatform,
      }),
  },
  {
    name: 'ensaios do servidor',
    run: () => together('servidor', { options: [waiting], only: server, env: { TEST_STATEMENTS: statements } }),
  },
];

/** The tests of tools, of units and of screens. */
const computingStages = [
  {
    name: 'ensaios das ferramentas',
    run: () => vitest('modulos', { options: selection, only: tools }),
  },
  { name: 'ensaios de unidade', run: () => together('unidades', { options: ['--exclude', screens], only: units }) },
  {
    name: 'ensaios de ecrã',
    run: () => together('ecras', { options: ['--exclude', screenRules], only: ['apps/console/'] }),
  },
];

/** Folder of the statements that the server's tests sent in this run. */
const statements = join(root, 'build', 'instrucoes');

/**
 * On the server at this address: one half of the tests whose subject it is, and each statement that the other tests sent
 * to ours.
 */
function databaseStages(database) {
  if (database === undefined) return [];
  const env = { KIANDA_TEST_DATABASE_URL: database };
  const again = () =>
    together('modulos-servidor', {
      kind: 'modulos-servidor',
      options: [waiting],
      only: databaseTests().filter((_, place) => isInTurn(place, 0)),
      env,
    });
  const compare = () => command(runtimeNode(), [join(root, 'tools', 'compare-statements.ts'), database, statements]);
  const compared = { name: 'instruções no servidor indicado', run: compare };
  // A selection of the tests sends a selection of the statements.
  return [{ name: 'ensaios no servidor indicado', run: again }, ...(changed === undefined ? [compared] : [])];
}

await runTool(async () => {
  const startedMs = performance.now();
  const usedBefore = usedByPrograms();
  await ensureInstalled();
  mkdirSync(results, { recursive: true });
  rmSync(statements, { recursive: true, force: true });
  const database = databaseArgument();
  const quick = [
    ...quickStages,
    { name: 'clientes públicos da Debian', run: () => ensureDebianTools() },
    { name: 'páginas construídas', run: () => buildPages().then(() => ({ code: 0, output: '' })) },
  ];
  const onStage = (stage) => stages.push(stage);
  const quickCode = await runStages(quick, { onStage, atOnce: quickAtOnce });
  const needsCode = await runStages(journeyNeeds, { onStage, atOnce: journeyNeeds.length });
  const tests = [...waitingStages, ...databaseStages(database), ...computingStages];
  const testsCode = await runStages(tests, { onStage });
  const code = Math.max(quickCode, needsCode, testsCode, await runStages(journeys, { onStage }));
  // The console shows the last run of everything.
  if (changed === undefined) writeSummary(startedMs);
  await writeAdvisories(join(results, 'avisos.json'), new Date().toISOString());
  const databaseRelease = await databaseReleaseLine();
  if (databaseRelease !== null) say(databaseRelease);
  say(`Ao todo ${Math.round((performance.now() - startedMs) / 1000)} s${processorText(usedBefore)}`);
  say(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return code;
});
