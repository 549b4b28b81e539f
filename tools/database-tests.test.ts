import { expect, test } from 'vitest';
import {
  areaOf,
  areasWithSql,
  askedElsewhere,
  databaseTests,
  openingTests,
  otherSubjects,
} from './shared/database-tests.mjs';

const files = databaseTests();

test('every part of the server that holds SQL is asked on the second database too', () => {
  const covered = new Set(files.filter((file) => file.startsWith('apps/')).map(areaOf));
  const missing = [...areasWithSql()].filter((area) => !covered.has(area)).sort();
  expect(missing).toEqual(
    Object.keys(askedElsewhere)
      .filter((area) => missing.includes(area))
      .sort(),
  );
  for (const file of Object.values(askedElsewhere)) expect(files).toContain(file);
});

test('what is left out is there, opens a database, and is not the only test of its SQL', () => {
  const covered = new Set(files.map(areaOf));
  const opening = openingTests();
  for (const file of Object.values(otherSubjects).flat()) {
    expect(opening).toContain(file);
    expect(covered).toContain(areaOf(file));
  }
});
