import { streamTitle } from '@kianda/contract/ingestion/connectors/stream-titles';
import { expect, test } from 'vitest';
import { connectors } from './registry.ts';

test('every stream has a title in words', () => {
  const untitled = connectors.flatMap(({ id, streams }) =>
    streams.filter((stream) => streamTitle(stream.id) === stream.id).map((stream) => `${id}/${stream.id}`),
  );
  expect(untitled).toEqual([]);
});
