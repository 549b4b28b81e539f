import { type ChainStep, sourcesOf } from '@kianda/contract/space/spatial/chain-steps';

/** Steps of one chain that are done side by side: each is a thread with a heap of its own. */
export const stepsAtOnce = 2;

/**
 * Does the steps of a chain, each as soon as those that it starts from are done, some side by side. Once a step says that
 * the chain can't go on, or throws, no other begins: those under way end first, then the first fault is thrown.
 */
export async function doSteps(
  steps: readonly ChainStep[],
  atOnce: number,
  work: (step: ChainStep) => Promise<{ readonly goesOn: boolean }>,
): Promise<void> {
  const done = new Set<string>();
  const underWay = new Map<string, Promise<void>>();
  const faults: unknown[] = [];
  let left = [...steps];
  let goesOn = true;

  async function one(step: ChainStep): Promise<void> {
    try {
      const outcome = await work(step);
      if (outcome.goesOn) done.add(step.id);
      else goesOn = false;
    } catch (error) {
      faults.push(error);
      goesOn = false;
    }
    underWay.delete(step.id);
  }

  for (;;) {
    const ready = goesOn ? left.filter((step) => sourcesOf(step).every((source) => done.has(source))) : [];
    const begun = ready.slice(0, atOnce - underWay.size);
    left = left.filter((step) => !begun.includes(step));
    for (const step of begun) underWay.set(step.id, one(step));
    if (underWay.size === 0) break;
    await Promise.race(underWay.values());
  }
  if (faults.length > 0) throw faults[0];
}
