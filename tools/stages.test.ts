import { afterEach, expect, test, vi } from 'vitest';
import { busyText, childrenSeconds, command, runStages } from './shared/stages.mjs';

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

afterEach(() => vi.restoreAllMocks());

test('what is printed of a stage is what its own programs used of the processor, with their answer and their words', async () => {
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const burn = (milliseconds: number) => {
    const program = `while (process.cpuUsage().user < ${milliseconds * 1000}); console.log('feito'); process.exit(3)`;
    return command(process.execPath, ['-e', program]);
  };
  const outcomes: Outcome[] = [];
  const stage = (name: string, milliseconds: number) => ({
    name,
    run: async () => {
      const outcome = await burn(milliseconds);
      outcomes.push(outcome);
      return outcome;
    },
  });
  expect(await runStages([stage('pouco', 0), stage('muito', 2_000)], { atOnce: 2 })).toBe(1);
  expect(outcomes).toEqual([3, 3].map((code) => ({ code, output: 'feito\n' })));
  const lines = printed.mock.calls.map(([line]) => String(line)).join('');
  const secondsOf = (name: string) =>
    Number(new RegExp(`${name} .*, (\\d+) s de processador`).exec(lines)?.[1] ?? 'NaN');
  expect(secondsOf('muito')).toBeGreaterThanOrEqual(2);
  expect(secondsOf('muito')).toBeGreaterThan(secondsOf('pouco'));
});

test('the count of a process is read after its name, whatever stands in it', () => {
  expect(childrenSeconds('7 (a) b (c) S 1 7 7 0 -1 4194304 9 9 0 0 11 22 150 50 20 0 1 0')).toBe(2);
});

test('how much of the machine worked is read between two moments', () => {
  const before = { whole: 1_000, busy: 900 };
  expect(busyText(before, { whole: 3_000, busy: 2_400 })).toBe(', máquina ocupada 75 %');
  expect(busyText(before, before)).toBe('');
});
