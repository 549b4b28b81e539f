import { expect, test } from 'vitest';
import { type Note, readNotes } from './verdicts.ts';

const read = (notes: readonly Note[]) => readNotes(notes.map((note) => JSON.stringify(note)).join('\n'));

test('each test file has its own verdicts', () => {
  const notes = read([
    { file: 'a' },
    { outside: [5] },
    { inside: [1, 2, 4], failed: false },
    { trying: [1] },
    { noticed: 1 },
    { trying: [2] },
    { survived: 2 },
    { trying: [4] },
    { unclear: [4] },
    { file: 'b' },
    { inside: [2, 6], failed: true },
    { trying: [2] },
  ]);
  const verdicts = (file: string) => [1, 2, 3, 4, 5, 6].map((fault) => notes.get(file)?.verdictOf(fault));
  expect(verdicts('a')).toEqual(['noticed', 'survived', 'unreached', 'unclear', 'unclear', 'unreached']);
  expect(verdicts('b')).toEqual(['unreached', 'unclear', 'unreached', 'unreached', 'unreached', 'unclear']);
  expect(notes.get('a')).toMatchObject({ failed: 0, last: [] });
  expect(notes.get('b')).toMatchObject({ failed: 1, last: [2] });
});
