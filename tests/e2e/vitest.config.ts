import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { longestFirst } from '../../tools/vitest-order.ts';

const longest = [
  'surveillance',
  'journey',
  'sources',
  'journey-phone',
  'connectors',
  'shell',
  'reports',
  'roles',
  'start',
];

/** Journeys: each file has its own browser, most of them one platform together, two files at a time. */
export default defineConfig({
  cacheDir: fileURLToPath(new URL('../../node_modules/.vite/e2e', import.meta.url)),
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['**/*.e2e.ts'],
    globalSetup: ['testing/shared-setup.ts'],
    setupFiles: ['testing/failure-report.ts'],
    maxWorkers: 2,
    fsModuleCache: true,
    sequence: { sequencer: longestFirst(longest.map((name) => `${name}.e2e.ts`)) },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // The message of a failure is all that the report keeps of it: the faults of a screen stand in it whole.
    chaiConfig: { truncateThreshold: 3_000 },
  },
});
