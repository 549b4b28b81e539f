import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Journeys: each file has its own browser, many one platform together, one after the other: a browser takes both cores. */
export default defineConfig({
  cacheDir: fileURLToPath(new URL('../../node_modules/.vite/e2e', import.meta.url)),
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['**/*.e2e.ts'],
    globalSetup: ['testing/shared-setup.ts'],
    setupFiles: ['testing/failure-told.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 180_000,
  },
});
