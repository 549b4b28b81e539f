import { expect, test } from 'vitest';
import { allEndpoints } from '../all.ts';

/** Days and sizes of files in storage, of which no line is of a vessel. */
const ofStorage = '/vessels/archive/export';

test('a file of surveillance asks for the permission to export it, whatever list it is of', () => {
  const files = allEndpoints.filter(
    ({ path, format }) =>
      format === 'binary' && /^\/(surveillance|vessels)\/.*\bexport$/.test(path) && path !== ofStorage,
  );
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/surveillance/alerts/export',
      '/surveillance/licences/export',
      '/vessels/safety/export',
      '/vessels/export',
    ]),
  );
  expect(files.filter(({ access }) => access !== 'surveillance:export').map(({ path }) => path)).toEqual([]);
});
