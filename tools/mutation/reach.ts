/** Notes which places of the product each test runs through, so that a fault is tried on the tests that reach it. */
import { afterEach, beforeEach } from 'vitest';

/** Places by file, as their numbers in `mutationsOf`. */
export type Reached = Readonly<Record<string, readonly number[]>>;

declare module 'vitest' {
  interface TaskMeta {
    reached?: Reached;
    /** Places run through since the last test ended: imports, hooks, what goes on in the background. */
    reachedBefore?: Reached;
  }
}

/** Called once by each instrumented file, whichever part of it runs first. */
const placesOf = new Map<string, Set<number>>();
Object.assign(globalThis, {
  kiandaPlaces(file: string): Set<number> {
    const known = placesOf.get(file) ?? new Set<number>();
    placesOf.set(file, known);
    return known;
  },
});

function taken(): Reached {
  const reached: Record<string, readonly number[]> = {};
  for (const [file, places] of placesOf) {
    if (places.size > 0) reached[file] = [...places];
    places.clear();
  }
  return reached;
}

beforeEach(({ task }) => {
  task.meta.reachedBefore = taken();
});
afterEach(({ task }) => {
  task.meta.reached = taken();
});
