/** In which order test files begin: those that last longest first, so that no worker is left with one of them at the end. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const server = 'apps/server/src';

/** By the seconds that they took beside each other; what is not named comes after them, the larger files first. */
const longest = [
  ...['connectors.conformance', 'fuzz', 'kill9', 'training-kill9', 'backfill-kill9', 'ingestion'].map(
    (name) => `tests/dev-env/${name}.test.ts`,
  ),
  `${server}/main.test.ts`,
  `${server}/modules/operations/backups/instant/instant.test.ts`,
  `${server}/modules/fleet/vessels/list.test.ts`,
  `${server}/platform/db/embedded/embedded.test.ts`,
  `${server}/modules/open/catalogue/large.test.ts`,
  `${server}/modules/operations/reports/reports.test.ts`,
  `${server}/upgrade.test.ts`,
  `${server}/modules/ingestion/intake/intake.test.ts`,
  `${server}/modules/fleet/vessels/archive/archive.test.ts`,
  `${server}/modules/operations/reports/schedules.test.ts`,
  `${server}/platform/jobs/recovery.test.ts`,
  `${server}/modules/ingestion/connectors/schedule/conductor.test.ts`,
  `${server}/modules/operations/alerting/alerting.test.ts`,
  `${server}/modules/open/layers/layers.test.ts`,
  `${server}/modules/ingestion/connectors/first-day/first-day.test.ts`,
  `${server}/modules/ingestion/intake/ways/ways.test.ts`,
  `${server}/modules/fleet/surveillance/spoofing.test.ts`,
  `${server}/modules/fleet/vessels/gfw.test.ts`,
  `${server}/modules/ingestion/connectors/runs/run-stream.test.ts`,
];

/** Files of one environment stand together: a worker that they share ends where the next file needs another one. */
const environmentOf = ({ moduleId }: TestSpecification): string =>
  /^\/\/ @vitest-environment (\S+)/.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? 'node';

function placeIn(places: readonly string[], { moduleId }: TestSpecification): number {
  const place = places.findIndex((path) => moduleId.endsWith(`/${path}`));
  return place === -1 ? places.length : place;
}

/** Sorts by what a value says, the order among equals as it was. */
function sortedBy(files: readonly TestSpecification[], placeOf: (file: TestSpecification) => number | string) {
  const values = new Map(files.map((file) => [file, placeOf(file)]));
  const compare = (one: number | string, other: number | string): number => (one < other ? -1 : one > other ? 1 : 0);
  return files.toSorted((one, other) => compare(values.get(one) ?? 0, values.get(other) ?? 0));
}

/** A sequencer that begins with these files, paths as they end. With `--sequence.shuffle` the order is that of chance. */
export function longestFirst(places: readonly string[]) {
  return class LongestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const { shuffle, seed } = this.ctx.config.sequence;
      const lot = ({ moduleId }: TestSpecification) => createHash('sha256').update(`${seed} ${moduleId}`).digest('hex');
      const sorted = shuffle
        ? sortedBy(files, lot)
        : sortedBy(await super.sort(files), (file) => placeIn(places, file));
      return sortedBy(sorted, environmentOf);
    }
  };
}

/** Of the unit and module tests. */
export const ModuleOrder = longestFirst(longest);
