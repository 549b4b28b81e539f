import { expect, test } from 'vitest';
import { databaseTests, postgisTests, serverSubjects } from './shared/database-tests.mjs';
import { differencesOf, isPreparable } from './shared/statements.ts';

const files = databaseTests();

test('each subject of the server has tests, and what asks for PostGIS is among them', () => {
  for (const subject of Object.values(serverSubjects).flat())
    expect(files.filter((file) => file.startsWith(subject)).length, subject).toBeGreaterThan(0);
  expect(postgisTests().length).toBeGreaterThan(4);
  expect(files).toEqual(expect.arrayContaining([...postgisTests()]));
});

test('what changes or reads rows is prepared, the definition of tables is not', () => {
  expect(['SELECT 1', ' with a as (select 1) select * from a', 'insert into a values ($1)'].every(isPreparable)).toBe(
    true,
  );
  expect(['create table a (b int)', 'BEGIN', 'set local role x', 'selected'].some(isPreparable)).toBe(false);
});

test('only what the first server understands and the second does not, or otherwise, is a fault', () => {
  const first = [
    { statement: 'a', types: '{integer}' },
    { statement: 'b', types: '{text}' },
    { statement: 'c', types: '{}' },
    { statement: 'of a test alone', refusal: 'relation "t" does not exist' },
    { statement: 'd', types: '{}' },
  ];
  const second = [
    { statement: 'a', types: '{integer}' },
    { statement: 'b', types: '{bytea}' },
    { statement: 'c', refusal: 'function f() does not exist' },
    { statement: 'of a test alone', refusal: 'relation "t" does not exist' },
  ];
  expect(differencesOf(first, second)).toEqual({
    understood: 1,
    faults: ['{bytea} instead of {text}: b', 'function f() does not exist: c', 'not asked: d'],
  });
});
