import type { DataOf } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import {
  listInfrastructure,
  listInfrastructureProposals,
  proposeInfrastructure,
  reviewInfrastructure,
  zoneOf,
} from '@kianda/contract/sea/infrastructure/infrastructure.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../platform/http/bind.ts';
import type { Module } from '../../../platform/module.ts';
import { createModulePlatform, type ModulePlatform } from '../../../testing/module.ts';
import { createInfrastructure } from './index.ts';
import { infrastructureMigrations } from './infrastructure.migrations.ts';

let base: ModulePlatform;
let module: Module;
const audited: AuditEntry[] = [];

const person = (letter: string): Principal => ({
  accountId: `5a3c1d10-0000-4000-8000-00000000000${letter}`,
  email: `${letter}@kianda.test`,
  name: `Pessoa ${letter}`,
  role: 'operador',
  sessionId: `5a3c1d10-0000-4000-8000-0000000000${letter}${letter}`,
  mustChangePassword: false,
});
const [ana, rui] = [person('a'), person('b')];

beforeAll(async () => {
  base = await createModulePlatform([{ name: 'infrastructure', migrations: infrastructureMigrations }]);
  module = createInfrastructure({
    platform: base.platform,
    audit: {
      record: async (entry) => {
        audited.push(entry);
      },
    },
  });
  await module.start?.();
});
afterAll(() => base.close());

type Input = { readonly params?: object; readonly query?: object; readonly body?: object };

/** Asks the module as a person, through the contract. */
async function ask<E extends (typeof endpoints)[number]>(endpoint: E, principal: Principal, input: Input = {}) {
  const binding = module.bindings?.find((candidate) => candidate.endpoint.id === endpoint.id);
  const known = endpoint as { query?: Parser; body?: Parser };
  const request = {
    ...{ principal, params: input.params ?? {}, ipAddress: '127.0.0.1', userAgent: 'ensaio' },
    query: known.query?.parse(input.query ?? {}),
    body: known.body?.parse(input.body ?? {}),
  };
  const answer = await binding?.handler(request as unknown as Parameters<typeof binding.handler>[0]);
  return endpoint.response.parse((answer as { data: unknown }).data) as DataOf<E>;
}
type Parser = { parse(value: unknown): unknown };
const endpoints = [
  listInfrastructure,
  proposeInfrastructure,
  listInfrastructureProposals,
  reviewInfrastructure,
] as const;

const byPopulation = ([, a]: readonly unknown[], [, b]: readonly unknown[]) => Number(a) - Number(b);

const village = {
  ...{ kind: 'village', name: 'Buraco', lon: 13.02, lat: -9.22, population: 1800, note: '' },
  source: 'Recenseamento 2024',
};
const propose = (proposals: readonly object[], by = ana) =>
  ask(proposeInfrastructure, by, { body: { reason: 'visita de campo', proposals } });
const newestPending = async (by: Principal) => {
  const { proposals } = await ask(listInfrastructureProposals, by, { query: { state: 'pending', limit: '1' } });
  const [first] = proposals;
  if (first === undefined) throw new Error('no proposal waits');
  return first;
};
const review = (id: string, accept: boolean, by: Principal) =>
  ask(reviewInfrastructure, by, { params: { id }, body: { accept } });

test('the platform comes with the ports that it knows, once, and with no terminal of gas', async () => {
  const { features, total } = await ask(listInfrastructure, ana);
  await module.start?.();
  expect((await ask(listInfrastructure, ana)).total).toBe(total);
  const names = features.map(({ properties }) => properties.name);
  expect(names).toContain('Lobito');
  expect(names).not.toContain('Angola LNG');
  expect(features.find(({ properties }) => properties.name === 'Lobito')?.properties).toMatchObject({
    ...{ zone: 'centro', kind: 'port', population: null, version: 1 },
  });
});

test('a proposal stands once another person has accepted it, and filters then find it', async () => {
  await propose([{ act: 'create', fields: village }]);
  expect((await ask(listInfrastructure, ana, { query: { kind: 'village' } })).total).toBe(0);
  const pending = await newestPending(ana);
  expect(pending.isReviewable).toBe(false);
  await expect(review(pending.id, true, ana)).rejects.toMatchObject({ code: 'forbidden' });

  expect(await review(pending.id, true, rui)).toMatchObject({ state: 'accepted', reviewedBy: 'Pessoa b' });
  await expect(review(pending.id, false, rui)).rejects.toMatchObject({ code: 'conflict' });
  const found = await ask(listInfrastructure, rui, { query: { zone: 'centro', minPopulation: '1000' } });
  expect(found.features.map(({ properties }) => properties.name)).toEqual(['Buraco']);
  expect((await ask(listInfrastructure, rui, { query: { minPopulation: '2000' } })).total).toBe(0);
});

test('of two changes of one version the second is a conflict, and the history keeps both', async () => {
  const { features } = await ask(listInfrastructure, ana, { query: { kind: 'village' } });
  const placeId = features[0]?.id;
  const change = (population: number) => ({ act: 'change', placeId, version: 1, fields: { ...village, population } });
  await propose([change(2_100)]);
  const first = await newestPending(rui);
  await propose([change(2_500)], rui);
  const { proposals } = await ask(listInfrastructureProposals, ana, { query: { state: 'pending' } });
  const second = proposals.find(({ id }) => id !== first.id);
  await review(first.id, true, rui);
  await expect(review(second?.id ?? '', true, ana)).rejects.toMatchObject({ code: 'conflict' });
  await expect(propose([change(3_000)])).rejects.toMatchObject({ code: 'conflict' });
  await review(second?.id ?? '', false, ana);

  const history = await ask(listInfrastructureProposals, ana, { query: { placeId } });
  expect(history.proposals.map(({ state, fields }) => [state, fields?.population]).toSorted(byPopulation)).toEqual([
    ['accepted', 1_800],
    ['accepted', 2_100],
    ['refused', 2_500],
  ]);
  expect(audited.map(({ metadata }) => metadata?.aceite ?? metadata?.propostas)).toContain(true);
});

test('a retired place is gone from the list, and an import of one wrong place brings none', async () => {
  const before = await ask(listInfrastructure, ana);
  const port = before.features.find(({ properties }) => properties.name === 'Sumbe');
  await propose([{ act: 'retire', placeId: port?.id, version: port?.properties.version }]);
  await review((await newestPending(rui)).id, true, rui);
  expect((await ask(listInfrastructure, ana)).total).toBe(before.total - 1);

  const missing = { act: 'retire', placeId: '5a3c1d10-0000-4000-8000-0000000000ff', version: 1 };
  await expect(propose([{ act: 'create', fields: village }, missing])).rejects.toMatchObject({ code: 'not_found' });
  expect((await ask(listInfrastructure, ana)).pending).toBe(0);
  expect(proposeInfrastructure.body.safeParse({ reason: 'x\0y', proposals: [missing] }).success).toBe(false);
});

test('a latitude has one zone', () => {
  expect([-5, -5.8, -8.9, -9, -12.6, -12.7].map(zoneOf)).toEqual([
    'cabinda',
    'cabinda',
    'norte',
    'norte',
    'centro',
    'sul',
  ]);
});
