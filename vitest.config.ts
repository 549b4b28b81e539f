import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.{ts,tsx}',
      'apps/*/src/**/*.test.{ts,tsx}',
      'tools/**/*.test.ts',
      'tests/**/*.test.ts',
    ],
    environment: 'node',
    globalSetup: ['tools/vitest-global.ts'],
    // On two cores the default is one: half the time is spent waiting for databases and child processes.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes when it comes; the default of a second is a limit on the machine, not on the code.
    expect: { poll: { timeout: 20_000 } },
  },
});
