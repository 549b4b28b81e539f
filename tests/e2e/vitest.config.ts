import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Journeys: each file has its own browser and platform, one after the other: a first start takes both cores. */
export default defineConfig({
  cacheDir: fileURLToPath(new URL('../../node_modules/.vite/e2e', import.meta.url)),
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['**/*.e2e.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 180_000,
  },
});
