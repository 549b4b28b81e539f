import type { ChainStep } from '@kianda/contract/space/spatial/chain-steps';
import { expect, test } from 'vitest';
import { doSteps } from './do-steps.ts';

const step = (id: string, ...from: readonly string[]): ChainStep => ({
  ...{ id, name: id, type: 'buffer', parameters: {} },
  inputs: Object.fromEntries(from.map((source) => [`de_${source}`, { kind: 'step' as const, step: source }])),
});
/** Two branches, and what joins them. */
const diamond = [step('a'), step('b', 'a'), step('c', 'a'), step('d', 'b', 'c'), step('e')];

/** Work that each step ends only when it is let go. */
function held() {
  const begun: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<{ readonly goesOn: boolean }>>();
  const work = (of: ChainStep) => {
    begun.push(of.id);
    const gate = Promise.withResolvers<{ readonly goesOn: boolean }>();
    gates.set(of.id, gate);
    return gate.promise;
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    ...{ begun, work, turn },
    end: async (id: string, goesOn = true) => {
      gates.get(id)?.resolve({ goesOn });
      await turn();
    },
    fail: async (id: string, error: Error) => {
      gates.get(id)?.reject(error);
      await turn();
    },
  };
}

test('branches are done side by side, at most so many at once, and what joins them after both', async () => {
  const { begun, work, turn, end } = held();
  const all = doSteps(diamond, 2, work);
  await turn();
  expect(begun).toEqual(['a', 'e']);
  await end('a');
  expect(begun).toEqual(['a', 'e', 'b']);
  await end('e');
  expect(begun).toEqual(['a', 'e', 'b', 'c']);
  await end('c');
  expect(begun).not.toContain('d');
  await end('b');
  expect(begun.at(-1)).toBe('d');
  await end('d');
  await all;
});

test('after a step that ends the chain none begins, and one that throws is thrown when the others have ended', async () => {
  const first = held();
  const stopped = doSteps(diamond, 2, first.work);
  await first.turn();
  await first.end('a', false);
  await first.end('e');
  await stopped;
  expect(first.begun).toEqual(['a', 'e']);

  const second = held();
  const thrown = doSteps(diamond, 2, second.work).catch((error: unknown) => error);
  await second.turn();
  await second.fail('a', new Error('o processo acabou'));
  await second.end('e');
  expect(await thrown).toEqual(new Error('o processo acabou'));
  expect(second.begun).toEqual(['a', 'e']);
});
