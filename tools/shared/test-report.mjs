/** The summary of a run of the tests, as the console shows it (`testRunSchema` of the contract). */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Longest message of a failure that is kept: some libraries print whole objects. */
const longestMessage = 4_000;

/** From Vitest's JSON reports, by kind, and the stages of the gate. */
export function summaryOf({ root, reports, stages, finishedAt, durationSeconds, version, node }) {
  const suites = reports.flatMap(({ kind, report }) =>
    report.testResults.map((suite) => suiteOf(kind, relative(root, suite.name), suite)),
  );
  const sum = (name) => suites.reduce((total, suite) => total + suite[name], 0);
  return {
    finishedAt,
    durationSeconds,
    version,
    node,
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    coveragePercent: null,
    stages,
    suites,
  };
}

function suiteOf(kind, file, { assertionResults, startTime, endTime, status, message }) {
  const count = (...wanted) => assertionResults.filter((test) => wanted.includes(test.status)).length;
  const failures = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => ({ name: test.fullName, message: plain(test.failureMessages.join('\n\n')) }));
  // A file that does not load has no test that failed, and has failed.
  if (status === 'failed' && failures.length === 0) failures.push({ name: file, message: plain(message ?? '') });
  return {
    kind,
    file,
    passed: count('passed'),
    failed: failures.length,
    skipped: count('skipped', 'pending', 'todo', 'disabled'),
    seconds: Math.max(0, (endTime - startTime) / 1000),
    failures,
  };
}

/** Files of a report with a test that failed, or that did not load. */
export function failedFiles(report) {
  return report.testResults.filter((suite) => suite.status === 'failed').map((suite) => suite.name);
}

/** How many tests passed, failed and were skipped; a file that did not load counts as one that failed. */
export function countsOf(report) {
  const suites = report.testResults.map((suite) => suiteOf('', suite.name, suite));
  const sum = (key) => suites.reduce((total, suite) => total + suite[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/**
 * Puts the results of files that ran a second time in place of their first; answers the tests that passed only then, each
 * with what it had failed of.
 */
export function mergeSecondRun(report, again) {
  const keyOf = (suite, test) => `${suite.name} ${test.fullName}`;
  const failedBefore = new Map(
    report.testResults.flatMap((suite) =>
      suite.assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => [keyOf(suite, test), plain(test.failureMessages.join('\n\n'))]),
    ),
  );
  const second = new Map(again.testResults.map((suite) => [suite.name, suite]));
  report.testResults = report.testResults.map((suite) => second.get(suite.name) ?? suite);
  return again.testResults.flatMap((suite) =>
    suite.assertionResults
      .filter((test) => test.status === 'passed' && failedBefore.has(keyOf(suite, test)))
      .map((test) => ({ name: test.fullName, message: failedBefore.get(keyOf(suite, test)) })),
  );
}

function plain(text) {
  return stripVTControlCharacters(text).slice(0, longestMessage);
}
