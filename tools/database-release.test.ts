import { expect, test } from 'vitest';
import { databaseNews, pinnedDatabase } from './shared/database-release.mjs';

const published = ['17.10.0-beta.17', '18.4.0-beta.17', '18.4.0-beta.16', '9.6.0'];

test('while only betas are above the pinned version, there is no release to take', () => {
  expect(databaseNews('18.4.0-beta.17', published)).toEqual({ pinned: '18.4.0-beta.17', release: null, newer: null });
});

test('a release of the same version is above its betas, and the highest one is named', () => {
  expect(databaseNews('18.4.0-beta.17', [...published, '18.4.0', '18.10.0'])).toMatchObject({
    release: '18.10.0',
    newer: '18.10.0',
  });
});

test('a newer beta is told from a release', () => {
  expect(databaseNews('18.4.0-beta.16', published)).toMatchObject({ release: null, newer: '18.4.0-beta.17' });
});

test('the server pins one exact version', () => {
  expect(pinnedDatabase()).toMatch(/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/);
});
