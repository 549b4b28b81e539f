import { availableParallelism } from 'node:os';
import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { ModuleOrder } from './tools/vitest-order.ts';

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.{ts,tsx}',
      'apps/*/src/**/*.test.{ts,tsx}',
      'tools/**/*.test.ts',
      'tests/**/*.test.ts',
    ],
    environment: 'node',
    // Half of what a test of the whole application takes is the reading of its modules: the stages read them once.
    fsModuleCache: true,
    globalSetup: ['tools/vitest-global.ts'],
    // Only the stage whose statements another server is asked about notes them.
    setupFiles: process.env.TEST_STATEMENTS === undefined ? [] : ['tools/vitest-statements.ts'],
    // On two cores the default is one: half the time is spent waiting for databases and child processes.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A test waits for a condition for as long as it takes: short limits would be on the machine, not on the code.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    sequence: { sequencer: ModuleOrder },
    // The message of a failure is all that the report keeps of it: lists and objects stand in it whole.
    chaiConfig: { truncateThreshold: 3_000 },
  },
});
