import type { ConnectorRecord } from '@kianda/connectors';
import { expect, test } from 'vitest';
import type { Origin, Sinks } from '../connectors.types.ts';
import { store } from './record-store.ts';

const origin = {} as Origin;
const record = (kind: ConnectorRecord['kind']) => ({ kind }) as ConnectorRecord;

test('identities are stored before the positions of their page, other kinds in the order in which they come', async () => {
  const stored: string[] = [];
  const sink = (kind: string) => async (rows: readonly unknown[]) => {
    stored.push(`${kind} ${rows.length}`);
    return { written: rows.length, duplicates: 0, newestObservedMs: null };
  };
  const kinds = ['vessel-position', 'landing', 'vessel-identity'] as const;
  const sinks = Object.fromEntries(kinds.map((kind) => [kind, sink(kind)])) as Sinks;
  const page = [record('vessel-position'), record('landing'), record('vessel-identity'), record('vessel-position')];
  expect(await store(page, origin, sinks)).toMatchObject({ written: 4 });
  expect(stored).toEqual(['vessel-identity 1', 'vessel-position 2', 'landing 1']);
});
