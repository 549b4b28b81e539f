/** A parser that does what a hostile file would make a real one do. */
import { serveParser } from '../parser-process.ts';
import { UnreadableFile } from '../unreadable-file.ts';

export type Hostile = keyof typeof neverEnding | 'count' | 'pid' | 'parts' | 'refuse' | 'break' | 'exit';

const neverEnding: Readonly<Record<'spin' | 'stall' | 'fill-heap' | 'fill-bytes', () => Promise<unknown>>> = {
  spin: async () => {
    for (;;);
  },
  stall: () => new Promise(() => undefined),
  'fill-heap': async () => {
    const kept: object[] = [];
    for (;;) kept.push({ text: kept.length });
  },
  'fill-bytes': async () => {
    const kept: Buffer[] = [];
    for (;;) kept.push(Buffer.alloc(1_048_576, 1));
  },
};

await serveParser<Hostile, number | string>(async function* (hostile, part) {
  if (hostile === 'refuse') throw new UnreadableFile('O ficheiro está vazio.');
  if (hostile === 'break') throw new RangeError('out of bounds');
  if (hostile === 'exit') process.exit(3);
  if (hostile === 'pid') yield [process.pid];
  else if (hostile === 'parts') yield [Buffer.from(await part(2, 5)).toString()];
  else if (hostile === 'count') for (let each = 0; each < 4; each += 1) yield [each, process.env.PATH ?? 'nada'];
  else await neverEnding[hostile]();
});
