import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../platform/db/testing.ts';
import { type BackupLock, ifBackupsFree, withBackupLock } from './lock.ts';

let base: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  base = await createTestDatabase([]);
});
afterAll(() => base.drop());

const signal = new AbortController().signal;
const create: BackupLock = { stores: ['backups'], mode: 'alone', doing: 'create', signal };

/** Holds a lock until `end` is called. */
async function held(lock: BackupLock) {
  const got = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const done = withBackupLock(base.database.url, lock, async () => {
    got.resolve();
    await over.promise;
  });
  await got.promise;
  return {
    end: async () => {
      over.resolve();
      await done;
    },
  };
}

test('whoever waits hears what for, and goes on when it ends', async () => {
  const running = await held({ ...create, doing: 'restore' });
  const told = Promise.withResolvers<string>();
  const waiting = withBackupLock(
    base.database.url,
    { ...create, onWait: async (message) => told.resolve(message) },
    async () => 'feita',
  );
  expect(await told.promise).toBe('À espera de que acabe uma reposição');
  await running.end();
  expect(await waiting).toBe('feita');
});

test('a base and a backup do not wait for each other; a restore waits for both', async () => {
  const backup = await held(create);
  const journal = await held({ ...create, stores: ['bases'], doing: 'base' });
  const messages: string[] = [];
  const told = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const restore = withBackupLock(
    base.database.url,
    {
      ...create,
      stores: ['backups', 'bases'],
      doing: 'restore',
      onWait: async (message) => {
        told[messages.push(message) - 1]?.resolve();
      },
    },
    async () => 'reposta',
  );
  await told[0]?.promise;
  await backup.end();
  await told[1]?.promise;
  await journal.end();
  expect(await restore).toBe('reposta');
  expect(messages).toEqual([
    'À espera de que acabe uma cópia de segurança',
    'À espera de que acabe uma base para repor num instante',
  ]);
});

test('what can wait for another time is left while somebody is at work, and readers share', async () => {
  const check: BackupLock = { ...create, mode: 'beside', doing: 'check' };
  const reader = await held({ ...create, mode: 'beside', doing: 'verify' });
  expect(await ifBackupsFree(base.database.url, check, async () => 'conferida')).toBe('conferida');
  expect(await ifBackupsFree(base.database.url, create, async () => 'feita')).toBeNull();
  await reader.end();
  const writer = await held(create);
  expect(await ifBackupsFree(base.database.url, check, async () => 'conferida')).toBeNull();
  await writer.end();
});

test('whoever is stopped while waiting leaves no lock behind', async () => {
  const running = await held(create);
  const stopped = new AbortController();
  const told = Promise.withResolvers<void>();
  const waiting = withBackupLock(
    base.database.url,
    { ...create, signal: stopped.signal, onWait: async () => told.resolve() },
    async () => 'feita',
  );
  await told.promise;
  stopped.abort(new Error('parada'));
  await expect(waiting).rejects.toThrow();
  await running.end();
  expect(await ifBackupsFree(base.database.url, create, async () => 'livre')).toBe('livre');
});
