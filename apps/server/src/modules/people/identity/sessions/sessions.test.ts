import {
  authEndSession,
  authLogout,
  authLogoutAll,
  authMe,
  authRefresh,
  authSessions,
  type TokenPair,
} from '@kianda/contract/people/identity/identity.contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createLocalEvents } from '../../../../platform/events/events.ts';
import { createIdentity } from '../index.ts';
import { createWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
  return () => world.close();
});
beforeEach(async () => {
  await world.reset();
  await world.account('ana@mar.ao');
});

async function signIn(): Promise<TokenPair> {
  return (await world.login('ana@mar.ao')).data;
}
function refresh(refreshToken: string) {
  return world.call<TokenPair>(authRefresh, { body: { refreshToken } });
}
async function isOpen(accessToken: string): Promise<boolean> {
  return (await world.call(authMe, { token: accessToken })).status === 200;
}

test('each refresh gives a new pair, and the session goes on', async () => {
  const first = await signIn();
  world.advanceSeconds(60);
  const second = (await refresh(first.refreshToken)).data;
  expect(second.refreshToken).not.toBe(first.refreshToken);
  expect(second.accessToken).not.toBe(first.accessToken);
  expect(second.refreshToken).toMatch(/^[\w-]{43}$/);
  world.advanceSeconds(60);
  const third = (await refresh(second.refreshToken)).data;
  expect(await isOpen(third.accessToken)).toBe(true);
});

test('the token just replaced gets the same pair for ten seconds, then ends the session', async () => {
  const first = await signIn();
  const second = (await refresh(first.refreshToken)).data;
  world.advanceSeconds(9);
  expect((await refresh(first.refreshToken)).data).toEqual(second);
  world.advanceSeconds(2);
  expect(await refresh(first.refreshToken)).toMatchObject({ status: 401, code: 'refresh_rejected' });
  expect((await refresh(second.refreshToken)).code).toBe('refresh_rejected');
  expect(await isOpen(second.accessToken)).toBe(false);
  expect(await world.events()).toEqual(['auth.login.success', 'security.refresh.reuse']);
});

test('the token before the last one has no grace', async () => {
  const first = await signIn();
  const second = (await refresh(first.refreshToken)).data;
  const third = (await refresh(second.refreshToken)).data;
  expect((await refresh(first.refreshToken)).code).toBe('refresh_rejected');
  expect((await refresh(third.refreshToken)).code).toBe('refresh_rejected');
  expect(await isOpen(third.accessToken)).toBe(false);
});

test('ten refreshes at once give one and the same pair', async () => {
  const first = await signIn();
  const replies = await Promise.all(Array.from({ length: 10 }, () => refresh(first.refreshToken)));
  expect(new Set(replies.map((reply) => JSON.stringify(reply.data))).size).toBe(1);
  const { rows } = await sql<{ count: number }>`select count(*) from identity.refresh_tokens`.execute(
    world.context.store,
  );
  expect(rows[0]?.count).toBe(2);
});

test('a reuse ends its own session, not the others of the account', async () => {
  const [one, other] = [await signIn(), await signIn()];
  await refresh(one.refreshToken);
  world.advanceSeconds(11);
  await refresh(one.refreshToken);
  expect(await isOpen(one.accessToken)).toBe(false);
  expect(await isOpen(other.accessToken)).toBe(true);
});

test('an unknown token is refused and accuses nobody', async () => {
  const first = await signIn();
  expect((await refresh('x'.repeat(43))).code).toBe('refresh_rejected');
  expect(await isOpen(first.accessToken)).toBe(true);
  expect(await world.events()).toEqual(['auth.login.success']);
});

test('a session unused for twelve hours is over; one in use lasts seven days', async () => {
  const idle = await signIn();
  world.advanceSeconds(12 * 3600 + 1);
  expect((await refresh(idle.refreshToken)).code).toBe('refresh_rejected');

  let pair = await signIn();
  for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
    world.advanceSeconds(6 * 3600);
    pair = (await refresh(pair.refreshToken)).data;
    expect(pair.accessToken).toBeTypeOf('string');
  }
  world.advanceSeconds(6 * 3600 + 1);
  expect((await refresh(pair.refreshToken)).code).toBe('refresh_rejected');
});

test('the access token is over after 15 minutes', async () => {
  const { accessToken } = await signIn();
  world.advanceSeconds(899);
  expect(await isOpen(accessToken)).toBe(true);
  world.advanceSeconds(1);
  expect(await isOpen(accessToken)).toBe(false);
});

test('signing out really ends the session, at once', async () => {
  const { accessToken, refreshToken } = await signIn();
  expect(await isOpen(accessToken)).toBe(true);
  const reply = await world.call(authLogout, { token: accessToken, body: { refreshToken } });
  expect(reply.data).toEqual({ endedSessions: 1 });
  expect(await isOpen(accessToken)).toBe(false);
  expect((await refresh(refreshToken)).code).toBe('refresh_rejected');
  expect((await world.events()).at(-1)).toBe('auth.logout');
});

test('signing out everywhere ends every session of the account and none of others', async () => {
  await world.account('rui@mar.ao');
  const [one, two] = [await signIn(), await signIn()];
  const other = (await world.login('rui@mar.ao')).data;
  expect(await isOpen(two.accessToken)).toBe(true);
  expect((await world.call(authLogoutAll, { token: one.accessToken })).data).toEqual({ endedSessions: 2 });
  expect(await isOpen(one.accessToken)).toBe(false);
  expect(await isOpen(two.accessToken)).toBe(false);
  expect(await isOpen(other.accessToken)).toBe(true);
});

test('one sees and ends own sessions only', async () => {
  await world.account('rui@mar.ao');
  const [one, two] = [await signIn(), await signIn()];
  const rui = (await world.login('rui@mar.ao')).data;
  type Sessions = { sessions: { id: string; current: boolean; userAgent: string }[] };
  const mine = await world.call<Sessions>(authSessions, { token: one.accessToken });
  expect(mine.data.sessions.filter((session) => session.current)).toHaveLength(1);
  expect(mine.data.sessions).toHaveLength(2);
  const second = mine.data.sessions.find((session) => !session.current)?.id ?? '';

  expect((await world.call(authEndSession, { token: rui.accessToken, params: { id: second } })).code).toBe('not_found');
  expect(await isOpen(two.accessToken)).toBe(true);
  expect((await world.call(authEndSession, { token: one.accessToken, params: { id: second } })).status).toBe(200);
  expect(await isOpen(two.accessToken)).toBe(false);
  expect((await world.call(authEndSession, { token: one.accessToken, params: { id: second } })).code).toBe('not_found');
  expect((await world.call(authEndSession, { token: one.accessToken, params: { id: 'x' } })).code).toBe(
    'validation_failed',
  );
});

test('another process on the same database stops trusting a session within five seconds, at once when told', async () => {
  const options = { platform: world.platform, config: world.context.config, audit: world.audit };
  const deaf = createIdentity({ ...options, platform: { ...world.platform, events: createLocalEvents() } });
  const told = createIdentity(options);
  const { accessToken } = await signIn();
  expect(await deaf.authenticate(accessToken)).not.toBeNull();
  expect(await told.authenticate(accessToken)).not.toBeNull();
  await world.call(authLogout, { token: accessToken, body: {} });
  expect(await told.authenticate(accessToken)).toBeNull();
  world.advanceSeconds(5);
  expect(await deaf.authenticate(accessToken)).toBeNull();
});

test('the cleanup removes what is over and keeps what is not', async () => {
  const [job] = world.identity.jobs ?? [];
  const count = async () =>
    (await sql<{ count: number }>`select count(*) from identity.sessions`.execute(world.context.store)).rows[0]?.count;
  const run = () =>
    job?.run(
      {},
      {
        runId: 'test',
        signal: AbortSignal.timeout(10_000),
        log: world.platform.log,
        progress: async () => undefined,
      },
    );
  await signIn();
  world.advanceSeconds(36 * 86_400);
  await run();
  expect(await count()).toBe(1);
  await signIn();
  world.advanceSeconds(2 * 86_400);
  await run();
  await run();
  expect(await count()).toBe(1);
});
