import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { countsOf } from './shared/test-report.mjs';

const passed = (fullName: string) => ({ fullName, status: 'passed', failureMessages: [] });
const failed = (fullName: string) => ({ fullName, status: 'failed', failureMessages: ['esperava 1'] });
const skipped = (fullName: string) => ({ fullName, status: 'pending', failureMessages: [] });

it('every test counts once, and a file that did not load counts as one that failed', () => {
  const report = {
    testResults: [
      { name: '/k/a.test.ts', status: 'failed', assertionResults: [passed('soma'), failed('espera'), failed('resta')] },
      { name: '/k/b.test.ts', status: 'passed', assertionResults: [passed('conta'), skipped('pesa')] },
      { name: '/k/c.test.ts', status: 'failed', message: 'SyntaxError', assertionResults: [] },
    ],
  };
  expect(countsOf(report)).toEqual({ passed: 2, failed: 3, skipped: 1 });
});

const textOf = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

it('no run repeats a test that failed: an unstable one fails the run', () => {
  const configurations = ['vitest.config.ts', 'tests/e2e/vitest.config.ts', 'tools/test.mjs'].map(textOf);
  expect(configurations.filter((text) => /\bretry\b|de-novo|instável/.test(text))).toEqual([]);
});
