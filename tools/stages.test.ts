import { expect, test, vi } from 'vitest';
import { runStages } from './shared/stages.mjs';

type Outcome = { readonly code: number; readonly output: string };
const good: Outcome = { code: 0, output: '' };

/** Stages that end when the test says so, and the names of those that have begun. */
function openStages(names: readonly string[]) {
  const begun: string[] = [];
  const ends = new Map<string, (outcome: Outcome) => void>();
  const stages = names.map((name) => ({
    name,
    run: () => {
      begun.push(name);
      return new Promise<Outcome>((resolve) => ends.set(name, resolve));
    },
  }));
  return { stages, begun, end: (name: string, outcome = good) => ends.get(name)?.(outcome) };
}

test('as many stages run at a time as asked for, the next begins when one ends, and each is told of as it ends', async () => {
  const { stages, begun, end } = openStages(['tipos', 'andares', 'lint']);
  const ended: string[] = [];
  const code = runStages(stages, { atOnce: 2, onStage: ({ name, ok }) => ended.push(`${name} ${ok}`) });
  expect(begun).toEqual(['tipos', 'andares']);
  end('andares');
  await vi.waitFor(() => expect(begun).toEqual(['tipos', 'andares', 'lint']));
  end('lint');
  await vi.waitFor(() => expect(ended).toEqual(['andares true', 'lint true']));
  end('tipos');
  expect(await code).toBe(0);
  expect(ended).toEqual(['andares true', 'lint true', 'tipos true']);
});

test('alone by default; one that fails ends nothing, and the whole has failed', async () => {
  const { stages, begun, end } = openStages(['tipos', 'andares']);
  const code = runStages(stages);
  expect(begun).toEqual(['tipos']);
  end('tipos', { code: 1, output: 'falta um tipo' });
  await vi.waitFor(() => expect(begun).toEqual(['tipos', 'andares']));
  end('andares');
  expect(await code).toBe(1);
});
