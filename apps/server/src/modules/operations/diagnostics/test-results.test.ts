import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { summaryOf } from '../../../../../../tools/shared/test-report.mjs';
import { noRun, readTestRun, unreadable } from './test-results.files.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-ensaios-'));
  file = join(folder, 'resumo.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const report = {
  testResults: [
    {
      name: '/casa/kianda/apps/server/a.test.ts',
      startTime: 1_000,
      endTime: 3_500,
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'a soma', failureMessages: [] },
        { status: 'failed', fullName: 'a resta', failureMessages: ['\u001b[31mesperava 1\u001b[39m\n    at linha 3'] },
        { status: 'skipped', fullName: 'a depois', failureMessages: [] },
      ],
    },
    // A file that does not even load has no tests, and is a failure all the same.
    {
      name: '/casa/kianda/apps/server/b.test.ts',
      startTime: 1_000,
      endTime: 1_000,
      status: 'failed',
      message: 'SyntaxError: x',
      assertionResults: [],
    },
  ],
};

test('what the tests leave is what the platform reads', async () => {
  const summary = summaryOf({
    root: '/casa/kianda',
    reports: [{ kind: 'modulos', report }],
    stages: [{ name: 'tipos', ok: true, seconds: 2.5 }],
    finishedAt: '2026-08-31T09:00:00.000Z',
    durationSeconds: 12.25,
    version: '2.0.0',
    node: 'v24.21.0',
  });
  await writeFile(file, JSON.stringify(summary));
  const { run, reason } = await readTestRun(file);
  expect(reason).toBeNull();
  expect(run).toMatchObject({ passed: 1, failed: 2, skipped: 1, durationSeconds: 12.25, coveragePercent: null });
  expect(run?.suites).toEqual([
    {
      kind: 'modulos',
      file: 'apps/server/a.test.ts',
      passed: 1,
      failed: 1,
      skipped: 1,
      seconds: 2.5,
      failures: [{ name: 'a resta', message: 'esperava 1\n    at linha 3' }],
    },
    {
      kind: 'modulos',
      file: 'apps/server/b.test.ts',
      passed: 0,
      failed: 1,
      skipped: 0,
      seconds: 0,
      failures: [{ name: 'apps/server/b.test.ts', message: 'SyntaxError: x' }],
    },
  ]);
});

test('no run and a broken file are told apart, and neither is a result', async () => {
  expect(await readTestRun(file)).toEqual({ run: null, reason: noRun });
  await writeFile(file, '{"finishedAt": "2026');
  expect(await readTestRun(file)).toEqual({ run: null, reason: unreadable });
  await writeFile(file, '{"passed": "muitos"}');
  expect(await readTestRun(file)).toEqual({ run: null, reason: unreadable });
});
