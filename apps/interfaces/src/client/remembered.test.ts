import { type Access, allows, type Provenance, permissions, roles } from '@kianda/contract';
import { zeeSeries } from '@kianda/contract/sea/ocean/ocean.contract';
import { expect, test, vi } from 'vitest';
import { CallFailure, type Client } from './client.ts';
import * as memory from './remembered.ts';
import { remembering } from './remembering.ts';

const provenance: Provenance = {
  ...{ state: 'live', source: 'NOAA', observedAt: '2026-11-28T00:00:00Z', retrievedAt: '2026-11-29T00:00:00Z' },
};
const data = { variable: 'ph' as const, unit: 'pH', points: [] };
const input = { params: { variable: 'ph' as const }, query: { days: 7 } };

function world() {
  const kept = new Map<string, unknown>();
  const store: memory.AnswerStore = {
    get: async (key) => kept.get(key),
    put: async (key, value) => void kept.set(key, structuredClone(value)),
  };
  let failure: CallFailure | null = null;
  const client = {
    read: async () => {
      if (failure !== null) throw failure;
      return { data, metadata: { provenance } };
    },
  } as unknown as Client;
  return {
    kept,
    client: remembering(client, async () => ({ memory, store })),
    fail: (status: number | null) => (failure = new CallFailure('x', status)),
  };
}

test('without a network the last answer stands, as a copy of when it was read', async () => {
  const { client, fail, kept } = world();
  await client.read(zeeSeries, input);
  await vi.waitFor(() => expect(kept.size).toBe(1));
  fail(null);
  const answer = await client.read(zeeSeries, input);
  expect(answer.data).toEqual(data);
  expect(answer.metadata.provenance).toMatchObject({
    state: 'cached',
    source: 'NOAA',
    retrievedAt: provenance.retrievedAt,
  });
});

test('never another question’s answer, a refusal in disguise, or one of another contract', async () => {
  const { client, fail, kept } = world();
  await client.read(zeeSeries, input);
  await vi.waitFor(() => expect(kept.size).toBe(1));
  fail(403);
  await expect(client.read(zeeSeries, input)).rejects.toMatchObject({ status: 403 });
  fail(null);
  await expect(client.read(zeeSeries, { ...input, query: { days: 8 } })).rejects.toMatchObject({ status: null });
  for (const key of kept.keys()) kept.set(key, { data: { variable: 'ph' }, provenance });
  await expect(client.read(zeeSeries, input)).rejects.toMatchObject({ status: null });
});

test('what not everybody may see is not kept', async () => {
  const { client, fail, kept } = world();
  const alerts = { ...zeeSeries, id: 'alerts', access: 'alerts:read' as const };
  const own = { ...zeeSeries, id: 'own', personal: true };
  await client.read(alerts, input);
  await client.read(own, input);
  await client.read(zeeSeries, input);
  await vi.waitFor(() => expect(kept.size).toBeGreaterThan(0));
  fail(null);
  await expect(client.read(alerts, input)).rejects.toMatchObject({ status: null });
  await expect(client.read(own, input)).rejects.toMatchObject({ status: null });
});

test('an answer is kept only where every role may see it: the next person at this browser may have any', async () => {
  const kept: Access[] = [];
  for (const access of [...(Object.keys(permissions) as Access[]), 'session' as const, 'public' as const]) {
    const store = { get: async () => undefined, put: async () => void kept.push(access) };
    await memory.keepAnswer(store, { ...zeeSeries, access }, input, { data, metadata: { provenance } });
  }
  expect(kept).toEqual(expect.arrayContaining(['public', 'ocean:read']));
  expect(kept.filter((access) => !roles.every((role) => allows(access, role)))).toEqual([]);
});
