import { expect, test } from 'vitest';
import { type Answer, nextStep } from './plan.ts';

const files = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts'];
const step = (answers: Record<string, Answer>, isStatic = false) =>
  nextStep({ files, answers: new Map(Object.entries(answers)), isStatic }, 2);

test('the nearest files are asked first, until one notices the fault', () => {
  expect(step({})).toEqual({ kind: 'warm', file: 'a.test.ts' });
  expect(step({ 'a.test.ts': { warm: 'survived' } })).toEqual({ kind: 'warm', file: 'b.test.ts' });
  const noticed = step({ 'a.test.ts': { warm: 'survived' }, 'b.test.ts': { warm: 'noticed' } });
  expect(noticed).toEqual({ kind: 'done', outcome: 'noticed' });
});

test('files that do not run through the place are not counted', () => {
  const two: Record<string, Answer> = { 'a.test.ts': { warm: 'unreached' }, 'b.test.ts': { warm: 'survived' } };
  expect(step(two)).toEqual({ kind: 'warm', file: 'c.test.ts' });
  expect(step({ ...two, 'c.test.ts': { warm: 'survived' } })).toEqual({ kind: 'done', outcome: 'survived' });
  const none = Object.fromEntries(files.map((file) => [file, { warm: 'unreached' as const }]));
  expect(step(none)).toEqual({ kind: 'done', outcome: 'untested' });
});

test('what the attempts could not tell, and what runs as a file is loaded, is asked from the start', () => {
  expect(step({ 'a.test.ts': { warm: 'unclear' } })).toEqual({ kind: 'fresh', file: 'a.test.ts' });
  expect(step({ 'a.test.ts': { warm: 'unclear', fresh: 'noticed' } })).toEqual({ kind: 'done', outcome: 'noticed' });
  expect(step({}, true)).toEqual({ kind: 'fresh', file: 'a.test.ts' });
  const failing: Answer = { warm: 'unclear', fresh: 'unsound' };
  expect(step({ 'a.test.ts': failing, 'b.test.ts': failing })).toEqual({ kind: 'done', outcome: 'unsound' });
});
