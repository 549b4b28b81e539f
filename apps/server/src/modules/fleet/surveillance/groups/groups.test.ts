import type { Role } from '@kianda/contract';
import { listVesselAlerts } from '@kianda/contract/fleet/surveillance/alerts.contract';
import * as contract from '@kianda/contract/fleet/surveillance/groups.contract';
import { listVessels } from '@kianda/contract/fleet/vessels/list.contract';
import { hourMs, type Position } from '@kianda/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askModule } from '../../../../testing/ask.ts';
import { openSurveillance, positionsAlong, type SurveillanceWorld } from '../testing/world.ts';

let world: SurveillanceWorld;
const openSea: Position = [9.5, -11];
const inReserve: Position = [13, -9.5];

beforeAll(async () => {
  world = await openSurveillance();
  await heard(603_000_001, openSea, 1);
  await heard(603_000_002, openSea, 1);
  await world.detect();
});
afterAll(async () => {
  await world.close();
});

/** Reports of the last hour: every ten minutes at a place. */
async function heard(mmsi: number, [lon, lat]: Position, hours: number): Promise<void> {
  const nowMs = world.base.platform.clock.nowMs();
  const records = positionsAlong(
    mmsi,
    {
      fromMs: nowMs - hours * hourMs,
      everyMinutes: 10,
      count: hours * 6,
      placeOf: (index) => [lon + index * 0.001, lat],
    },
    { speedKnots: 8, courseDegrees: 90 },
  );
  await world.storePositions(records, 7);
}

/** Asks as another account. */
async function as<T>(role: Role, id: string, input: { params?: object; body?: object }): Promise<T> {
  const binding = world.module.bindings?.find(({ endpoint }) => endpoint.id === id);
  const principal = {
    accountId: '5a3c1d10-0000-4000-8000-0000000000ff',
    email: 'outra@kianda.test',
    name: 'Outra',
    role,
    sessionId: '5a3c1d10-0000-4000-8000-0000000000fe',
    mustChangePassword: false,
  };
  const context = { params: input.params, body: input.body, principal, ipAddress: '127.0.0.1', userAgent: 'ensaio' };
  if (binding === undefined) throw new Error(`the module does not bind ${id}`);
  return ((await binding.handler(context as never)) as { data: T }).data;
}

const plain = { name: 'Arrastões a seguir', description: '', isShared: false, isWatched: false };
const create = async (over: Partial<typeof plain> = {}) =>
  (await askModule(world.module, contract.createVesselGroup, { body: { ...plain, ...over } })).data;
const addTo = (id: string, add: readonly string[], remove: readonly string[] = []) =>
  askModule(world.module, contract.changeGroupMembers, { params: { id }, body: { add, remove } });
const alerts = async (rule: string) =>
  (await askModule(world.module, listVesselAlerts, { query: { rule } })).data.data.map(
    ({ description }) => description,
  );

test("one's own group is nobody else's; a shared one is seen by all and changed by its owner or the registry's keepers", async () => {
  const own = await create();
  const shared = await create({ name: 'Frota partilhada', isShared: true });
  const seen = await as<{ groups: contract.VesselGroup[] }>('operador', 'listVesselGroups', {});
  expect(seen.groups.map(({ id }) => id)).toEqual([shared.id]);
  expect(seen.groups[0]?.mayChange).toBe(true);
  const params = { id: own.id };
  await expect(as('operador', 'vesselGroupDetail', { params })).rejects.toMatchObject({ code: 'not_found' });
  await expect(as('operador', 'deleteVesselGroup', { params })).rejects.toMatchObject({ code: 'not_found' });
  const change = { params: { id: shared.id }, body: { ...plain, isShared: true } };
  await expect(as('investigador', 'updateVesselGroup', change)).rejects.toMatchObject({ code: 'forbidden' });
  await addTo(own.id, ['603000001']);
  expect(await world.module.groupMembers(own.id, '5a3c1d10-0000-4000-8000-0000000000ff')).toEqual([]);
});

test('members come from the list of vessels, are counted once, and narrow it', async () => {
  const { id } = await create();
  expect((await addTo(id, ['603000001', '603000001'])).data.members).toBe(1);
  expect((await addTo(id, ['603000001'])).data.members).toBe(1);
  const { data } = await askModule(world.vessels, listVessels, { query: { group: id } });
  expect(data.data.map((vessel) => vessel.id)).toEqual(['603000001']);
  expect(data.known).toBe(2);
  await expect(addTo(id, ['999'])).rejects.toMatchObject({ code: 'validation_failed' });
  expect((await addTo(id, [], ['603000001'])).data.members).toBe(0);
  const emptied = await askModule(world.vessels, listVessels, { query: { group: id } });
  expect(emptied.data.total).toBe(0);
});

test('deleting is audited; the group is gone, its vessels are not', async () => {
  const { id } = await create();
  await addTo(id, ['603000002']);
  world.audited.length = 0;
  await askModule(world.module, contract.deleteVesselGroup, { params: { id } });
  expect(world.audited).toEqual([
    expect.objectContaining({
      event: 'data.delete',
      resource: `vessel-group/${id}`,
      metadata: expect.objectContaining({ name: plain.name, members: 1 }),
    }),
  ]);
  expect((await askModule(world.vessels, listVessels, { query: {} })).data.total).toBe(2);
});

test('a watch list is shared, and only for those who act on alerts', async () => {
  expect(contract.createVesselGroup.body.safeParse({ ...plain, isWatched: true }).success).toBe(false);
  const body = { ...plain, isShared: true, isWatched: true };
  await expect(as('investigador', 'createVesselGroup', { body })).rejects.toMatchObject({ code: 'forbidden' });
});

test('a watched vessel tells once when it comes back after a day, and when it is in a watched area', async () => {
  const { id } = await create({ name: 'INN', isShared: true, isWatched: true });
  await addTo(id, ['603000001']);
  world.base.advance(hourMs);
  await heard(603_000_001, openSea, 1);
  await world.detect();
  expect(await alerts('watch_seen')).toEqual([]);

  world.base.advance(30 * hourMs);
  await heard(603_000_001, openSea, 1);
  await heard(603_000_002, openSea, 1);
  await world.detect();
  await world.detect();
  const back = '603000001, na lista de vigilância «INN», voltou a transmitir após mais de 24 h de silêncio.';
  expect(await alerts('watch_seen')).toEqual([back]);

  world.base.advance(2 * hourMs);
  await heard(603_000_001, inReserve, 1);
  await heard(603_000_002, inReserve, 1);
  await world.detect();
  const [zone, ...more] = await alerts('watch_zone');
  expect(more).toEqual([]);
  expect(zone).toContain('603000001, na lista de vigilância «INN», está em Reserva');
  expect(await alerts('watch_seen')).toEqual([back]);
});
