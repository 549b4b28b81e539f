import { type Endpoint, pathOf, roles } from '@kianda/contract';
import { allEndpoints } from '@kianda/contract/all';
import { joinedAnswerSchema, joinedReads, mayBeJoined } from '@kianda/contract/core/joined-reads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../apps/server/src/testing/application.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await createTestApplication({ settings: { KIANDA_STATUS_PUBLIC: 'true' } });
});
afterAll(() => app.close());

const joinable = allEndpoints.filter(mayBeJoined);
const closed = allEndpoints.filter((endpoint) => endpoint.method === 'GET' && !mayBeJoined(endpoint));

/** Parameters of the right shape, of nothing that exists. */
function addressOf(endpoint: Endpoint): string {
  const names = Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  return pathOf(endpoint, Object.fromEntries(names.map((name) => [name, '00000000-0000-4000-8000-000000000000'])));
}

/** Fewer than the platform answers at once: on a busy machine none is refused for want of a place. */
const atOnce = 5;

async function joined(endpoints: readonly Endpoint[], token: string): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let from = 0; from < endpoints.length; from += atOnce) {
    const part = endpoints.slice(from, from + atOnce);
    const body = { reads: part.map((endpoint) => ({ path: addressOf(endpoint) })) };
    const { text } = await app.call(joinedReads, { token, body });
    const answers = text
      .trim()
      .split('\n')
      .map((line) => joinedAnswerSchema.parse(JSON.parse(line)));
    expect(answers.map(({ read }) => read).toSorted((a, b) => a - b)).toEqual(part.map((_, index) => index));
    for (const { read, status } of answers) statuses[from + read] = status;
  }
  return statuses;
}

test.each(roles)('what a %s reads among others is what it reads alone', { timeout: 300_000 }, async (role) => {
  const { token } = await app.signIn(role);
  const alone: (readonly [string, number])[] = [];
  for (const endpoint of joinable) {
    const { status } = await app.inject({
      method: 'GET',
      url: addressOf(endpoint),
      headers: { authorization: `Bearer ${token}` },
    });
    alone.push([endpoint.id, status]);
  }
  const together = await joined(joinable, token);
  expect(joinable.map(({ id }, index) => [id, together[index]])).toEqual(alone);
});

test('files, secrets and other standards are asked alone', async () => {
  const { token } = await app.signIn('administrador');
  const others = closed.filter((endpoint) => !joinable.some((one) => addressOf(one) === addressOf(endpoint)));
  expect(others.length).toBeGreaterThan(20);
  expect(new Set(await joined(others, token))).toEqual(new Set([404]));
});

test('a refusal among others is in the audit trail', async () => {
  const { token, accountId } = await app.newSession('cliente');
  const refused = joinable.filter(({ access }) => access === 'audit:read');
  const recorded = async () => {
    const rows = await app.select<{ resource: string }>(
      `SELECT DISTINCT resource FROM audit.events WHERE event = 'auth.permission.denied' AND actor_id = '${accountId}'`,
    );
    return rows.map(({ resource }) => resource).sort();
  };
  expect(new Set(await joined(refused, token))).toEqual(new Set([403]));
  await expect.poll(recorded).toEqual(refused.map(({ id }) => id).sort());
});
