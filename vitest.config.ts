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
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
