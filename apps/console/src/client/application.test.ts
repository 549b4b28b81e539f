import { listAlerts } from '@kianda/contract/operations/health/health.contract';
import { expect, test, vi } from 'vitest';
import type { Environment, TabMessage } from './application.ts';
import { envelope, memoryStorage, problem, signedInStorage, testApplication } from './testing.ts';

/** Two tabs of one browser: they share the storage and hear each other. */
function twoTabs(fetchFunction: typeof fetch) {
  const tokenStorage = signedInStorage();
  const heard: ((message: TabMessage) => void)[] = [];
  const tab = (): Partial<Environment> => {
    const own = heard.length;
    return {
      tokenStorage,
      fetch: fetchFunction,
      tabs: {
        send: (message) => {
          heard.forEach((hear, index) => {
            if (index !== own) hear(message);
          });
        },
        listen: (hear) => {
          heard[own] = hear;
        },
      },
    };
  };
  const first = testApplication('', tab());
  const second = testApplication('', tab());
  return [first, second] as const;
}

const refusal = async () =>
  new Response(JSON.stringify(problem('refresh_rejected', 401, 'Terminada.')), { status: 401 });

test('a sign-out in one tab signs out the other, which says so', async () => {
  const [first, second] = twoTabs(refusal);
  const heard = vi.fn();
  second.onSessionEnd(heard);
  first.announceSignOut();
  // The server has ended the session: the other tab meets that before it hears the rest.
  await second.client.call(listAlerts, {}).catch(() => undefined);
  first.keeper.end('signed-out');
  expect(heard.mock.calls).toEqual([['signed-out']]);
  expect(second.keeper.tokens()).toBeNull();
});

test('a session ends once, for the first reason, until the next begins', async () => {
  const application = testApplication('', { tokenStorage: memoryStorage(), fetch: refusal });
  const heard = vi.fn();
  application.onSessionEnd(heard);
  await application.client.call(listAlerts, {}).catch(() => undefined);
  application.keeper.end('signed-out');
  expect(heard.mock.calls).toEqual([['expired']]);
  application.keeper.start({ accessToken: 'acesso-3', refreshToken: 'renovar-3' });
  application.keeper.end('signed-out');
  expect(heard.mock.calls).toEqual([['expired'], ['signed-out']]);
});

test('the end of a session takes its copies', async () => {
  let isUp = true;
  const application = testApplication('', {
    fetch: async () =>
      isUp
        ? new Response(JSON.stringify(envelope({ alerts: [], active: 0, total: 0 })))
        : new Response('null', { status: 500 }),
  });
  await application.client.call(listAlerts, {});
  const account = application.account();
  application.keeper.end('signed-out');
  application.keeper.start({ accessToken: 'acesso-3', refreshToken: 'renovar-3' });
  application.setAccount(account);
  isUp = false;
  await expect(application.client.call(listAlerts, {})).rejects.toMatchObject({ status: 500 });
});
