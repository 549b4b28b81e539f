import { expect, it } from 'vitest';
import { countsOf, failedFiles, mergeSecondRun } from './shared/test-report.mjs';

const passed = (fullName: string) => ({ fullName, status: 'passed', failureMessages: [] });
const failed = (fullName: string) => ({ fullName, status: 'failed', failureMessages: ['esperava 1'] });

it('a second run replaces the first of the same file only, and names what passed only then, and why it had failed', () => {
  const report = {
    testResults: [
      { name: '/k/a.test.ts', status: 'failed', assertionResults: [passed('soma'), failed('espera'), failed('resta')] },
      { name: '/k/b.test.ts', status: 'passed', assertionResults: [passed('conta')] },
      { name: '/k/c.test.ts', status: 'failed', message: 'SyntaxError', assertionResults: [] },
    ],
  };
  expect(failedFiles(report)).toEqual(['/k/a.test.ts', '/k/c.test.ts']);
  expect(countsOf(report)).toEqual({ passed: 2, failed: 3, skipped: 0 });
  const again = {
    testResults: [
      { name: '/k/a.test.ts', status: 'failed', assertionResults: [passed('soma'), passed('espera'), failed('resta')] },
      { name: '/k/c.test.ts', status: 'failed', message: 'SyntaxError', assertionResults: [] },
    ],
  };
  expect(mergeSecondRun(report, again)).toEqual([{ name: 'espera', message: 'esperava 1' }]);
  expect(countsOf(report)).toEqual({ passed: 3, failed: 2, skipped: 0 });
});
