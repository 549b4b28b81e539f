import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that last longest begin first, so that no worker is left with one of them at the end. */
const longest = [
  'journey',
  'start',
  'shell',
  'surveillance',
  'sources',
  'reports',
  'connectors',
  'journey-phone',
  'roles',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((name) => moduleId.endsWith(`/${name}.e2e.ts`));
      return place === -1 ? longest.length : place;
    };
    return [...files].sort((one, other) => placeOf(one) - placeOf(other));
  }
}

/** Journeys: each file has its own browser, most of them one platform together, two files at a time. */
export default defineConfig({
  cacheDir: fileURLToPath(new URL('../../node_modules/.vite/e2e', import.meta.url)),
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['**/*.e2e.ts'],
    globalSetup: ['testing/shared-setup.ts'],
    setupFiles: ['testing/failure-report.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
