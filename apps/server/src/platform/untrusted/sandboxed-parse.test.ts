import { expect, test } from 'vitest';
import { type ParseTask, sandboxedParse } from './sandboxed-parse.ts';
import type { Hostile } from './testing/hostile-parser.ts';
import { UnreadableFile } from './unreadable-file.ts';

const limits = { seconds: 60, heapMiB: 32, bytesMiB: 64 };
const parser = new URL('./testing/hostile-parser.ts', import.meta.url);
const taskOf = (input: Hostile, over: Partial<ParseTask> = {}): ParseTask => ({
  ...{ parser, input, limits },
  remedy: 'divida-o.',
  ...over,
});

async function parsed(input: Hostile, over: Partial<ParseTask> = {}, signal?: AbortSignal) {
  const items: unknown[] = [];
  for await (const batch of sandboxedParse(taskOf(input, over), signal)) items.push(...batch);
  return items;
}

test('batches come in order, from a process that knows no setting of this one', async () => {
  expect(await parsed('count')).toEqual([0, 'nada', 1, 'nada', 2, 'nada', 3, 'nada']);
});

test('parts are read for the parser; where they cannot be, the reason is the one of who reads them', async () => {
  const part = async (start: number, end: number) => new TextEncoder().encode('abcdefg').slice(start, end).buffer;
  expect(await parsed('parts', { part })).toEqual(['cde']);
  await expect(parsed('parts', { part: () => Promise.reject(new Error('sem rede')) })).rejects.toThrow('sem rede');
});

test.each<[Hostile, number]>([
  ['spin', 1],
  // One that computes nothing has ten times as long: it may be waiting for the processor.
  ['stall', 0.5],
])('a file that makes the parser %s is refused, and the next is parsed', async (hostile, seconds) => {
  const parsing = parsed(hostile, { limits: { ...limits, seconds } });
  await expect(parsing).rejects.toThrow(UnreadableFile);
  // On a busy machine the clock may end it before its processor time does.
  await expect(parsing).rejects.toThrow(/foi parada ao fim de [\d.]+ s: divida-o\.$/);
  expect(await parsed('count')).toHaveLength(8);
});

test.each<Hostile>(['fill-heap', 'fill-bytes'])(
  'a file that makes it %s is refused, and the next is parsed',
  async (hostile) => {
    const parsing = parsed(hostile);
    await expect(parsing).rejects.toThrow(UnreadableFile);
    await expect(parsing).rejects.toThrow('não coube na memória reservada para o ler: divida-o.');
    expect(await parsed('count')).toHaveLength(8);
  },
);

test('a refusal keeps its sentence; a fault of the parser, or its end, is no refusal', async () => {
  await expect(parsed('refuse')).rejects.toThrow(new UnreadableFile('O ficheiro está vazio.'));
  for (const hostile of ['break', 'exit'] as const) {
    await expect(parsed(hostile)).rejects.not.toBeInstanceOf(UnreadableFile);
  }
});

test('an aborted one ends with the reason of whoever aborted it, and so does one that waits for its turn', async () => {
  const controller = new AbortController();
  const running = Array.from({ length: 5 }, () => parsed('stall', {}, controller.signal));
  const ended = Promise.allSettled(running);
  controller.abort(new Error('cancelado'));
  for (const each of await ended) expect(each).toMatchObject({ status: 'rejected', reason: { message: 'cancelado' } });
  await expect(parsed('count', {}, controller.signal)).rejects.toThrow('cancelado');
});

test('more files than places are parsed in turn; whoever stops early gives its place back', async () => {
  for (let each = 0; each < 4; each += 1) {
    for await (const batch of sandboxedParse<number>(taskOf('count'))) {
      expect(batch[0]).toBe(0);
      break;
    }
  }
  const all = await Promise.all(Array.from({ length: 5 }, () => parsed('count')));
  expect(all.map((items) => items.length)).toEqual([8, 8, 8, 8, 8]);
});

test('a process that reads many files is the same for each, until one of them is bad', async () => {
  const read = (input: Hostile) => parsed(input, { isRepeated: true });
  const [first] = await read('pid');
  expect(await read('pid')).toEqual([first]);
  expect(await read('count')).toHaveLength(8);
  await expect(read('refuse')).rejects.toThrow('O ficheiro está vazio.');
  const [second] = await read('pid');
  expect(second).not.toBe(first);
  expect(await parsed('pid')).not.toEqual([second]);
});

test('where no process can be started the reason is told, and the place is given back', async () => {
  const { execPath } = process;
  try {
    process.execPath = '/nowhere/node';
    for (let each = 0; each < 4; each += 1) await expect(parsed('count')).rejects.toThrow('ENOENT');
  } finally {
    process.execPath = execPath;
  }
  expect(await parsed('count')).toHaveLength(8);
});
