import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Journeys: one browser, one platform, one after the other. */
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
