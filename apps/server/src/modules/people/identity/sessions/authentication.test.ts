import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createLocalEvents, type EventBus } from '../../../../platform/events/events.ts';
import { createContext } from '../core/identity-context.ts';
import { createIdentityService } from '../identity.service.ts';
import { createWorld, goodPassword, type World } from '../testing/world.ts';

const origin = { ipAddress: '10.0.0.1', userAgent: 'test' };
let world: World;

beforeAll(async () => {
  world = await createWorld();
  return () => world.close();
});
beforeEach(async () => {
  await world.reset();
  await world.account('ana@mar.ao');
});

/** The module on a bus of the test's own. */
function withBus(events: EventBus) {
  const context = createContext({ ...world.platform, events }, world.context.config, world.audit);
  return { ...context.authentication, service: createIdentityService(context) };
}

async function endSessionsBehindItsBack() {
  await sql`update identity.sessions set ended_at = now()`.execute(world.context.store);
}

test('a session is remembered for five seconds and no longer', async () => {
  const { authenticate, service } = withBus(createLocalEvents());
  const { accessToken } = await service.signIn({ email: 'ana@mar.ao', password: goodPassword }, origin);
  expect(await authenticate(accessToken)).not.toBeNull();
  await endSessionsBehindItsBack();
  world.advanceSeconds(4);
  expect(await authenticate(accessToken)).not.toBeNull();
  world.advanceSeconds(1);
  expect(await authenticate(accessToken)).toBeNull();
});

test('a sign-out counts at once in its own process, even when the bus delivers nothing', async () => {
  const { authenticate, service } = withBus({ publish: () => undefined, subscribe: () => () => undefined });
  const { accessToken } = await service.signIn({ email: 'ana@mar.ao', password: goodPassword }, origin);
  const principal = await authenticate(accessToken);
  if (principal === null) throw new Error('must be signed in');
  await service.signOut(principal, undefined, origin);
  expect(await authenticate(accessToken)).toBeNull();
});

test('after a gap in the bus nothing remembered is trusted', async () => {
  const gaps: (() => void)[] = [];
  const { authenticate, service } = withBus({
    ...createLocalEvents(),
    onGap(listener) {
      gaps.push(listener);
      return () => undefined;
    },
  });
  const { accessToken } = await service.signIn({ email: 'ana@mar.ao', password: goodPassword }, origin);
  expect(await authenticate(accessToken)).not.toBeNull();
  await endSessionsBehindItsBack();
  expect(gaps).toHaveLength(1);
  gaps[0]?.();
  expect(await authenticate(accessToken)).toBeNull();
});

test('what was read before a change is not remembered after it', async () => {
  const events = createLocalEvents();
  const { authenticate, service } = withBus(events);
  const { accessToken, account } = await service.signIn({ email: 'ana@mar.ao', password: goodPassword }, origin);
  const { store } = world.context;

  const reading = await store.transaction().execute(async (blocker) => {
    await sql`lock table identity.sessions in access exclusive mode`.execute(blocker);
    const pending = authenticate(accessToken);
    await untilSomeoneWaits();
    events.publish({ channel: 'identity', type: 'identity.changed', payload: { accountId: account.id } });
    return { pending };
  });
  expect(await reading.pending).not.toBeNull();
  await endSessionsBehindItsBack();
  expect(await authenticate(accessToken)).toBeNull();
});

async function untilSomeoneWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_locks where not granted and relation = 'identity.sessions'::regclass
    `.execute(world.context.store);
    if ((rows[0]?.waiting ?? 0) > 0) return;
    await wait(5);
  }
}

test.each(['expires_at', 'idle_expires_at'] as const)(
  'a session is over at the very instant of its %s',
  async (column) => {
    const { authenticate, service } = withBus(createLocalEvents());
    const { accessToken } = await service.signIn({ email: 'ana@mar.ao', password: goodPassword }, origin);
    const end = new Date(world.platform.clock.nowMs() + 60_000);
    await world.context.store
      .updateTable('identity.sessions')
      .set({ [column]: end })
      .execute();
    world.advanceSeconds(59);
    expect(await authenticate(accessToken)).not.toBeNull();
    // Still remembered: the end counts all the same.
    world.advanceSeconds(1);
    expect(await authenticate(accessToken)).toBeNull();
  },
);
