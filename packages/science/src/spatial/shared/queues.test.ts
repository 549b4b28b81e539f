import { seededRandom } from '@kianda/geo';
import { expect, test } from 'vitest';
import { BucketQueue } from './bucket-queue.ts';
import { CostQueue } from './cost-queue.ts';

/** Costs in the order in which a search that adds `steps` to what it takes finds them. */
function costsTaken(queue: BucketQueue | CostQueue, steps: readonly number[], most: number): readonly number[] {
  const taken: number[] = [];
  queue.push(0, 0);
  while (queue.length > 0) {
    queue.pop();
    const { cost } = queue;
    taken.push(cost);
    if (taken.length < most) for (const step of steps) queue.push(taken.length, cost + step);
  }
  return taken;
}

test('a bucket holds no cost that a step from it could lower, and all that is put in comes out once', () => {
  const random = seededRandom('queues');
  const steps = Array.from({ length: 4 }, () => 0.5 + random() * 30);
  const queue = BucketQueue.of(Math.min(...steps), Math.max(...steps));
  if (queue === null) throw new Error('steps of 0.5 to 30.5 fit into buckets');
  const [buckets, heap] = [costsTaken(queue, steps, 3000), costsTaken(new CostQueue(16), steps, 3000)];
  expect(buckets).toHaveLength(heap.length);
  const width = Math.min(...steps);
  let greatest = 0;
  for (const cost of buckets) {
    expect(cost).toBeGreaterThan(greatest - width);
    greatest = Math.max(greatest, cost);
  }
  expect(queue.pop()).toBe(-1);
});

test('steps that differ too much, or cost nothing, are for the heap', () => {
  expect(BucketQueue.of(1, 1e9)).toBeNull();
  expect(BucketQueue.of(0, 1)).toBeNull();
  expect(BucketQueue.of(Number.POSITIVE_INFINITY, 0)).toBeNull();
});
