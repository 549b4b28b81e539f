import * as contract from '@kianda/contract/operations/backups/backups.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askModule } from '../../../testing/ask.ts';
import { createModulePlatform, type ModulePlatform } from '../../../testing/module.ts';
import { runningRow } from './backup-rows.rules.ts';
import { backupsMigrations } from './backups.migrations.ts';
import { createBackupsRepository } from './backups.repository.ts';
import { createBackups } from './index.ts';

const audited: AuditEntry[] = [];
let base: ModulePlatform;
let module: ReturnType<typeof createBackups>;

/** Three backups, a day apart: a full one, an incremental one that failed, and one under way; and three lines of log. */
beforeAll(async () => {
  base = await createModulePlatform([{ name: 'backups', migrations: backupsMigrations }]);
  module = createBackups({
    platform: base.platform,
    audit: { record: async (entry) => void audited.push(entry) },
    masterKey: { bytes: new Uint8Array(32).fill(7), isFile: true },
    backupKey: { bytes: new Uint8Array(32).fill(8), origin: 'file', path: '/dados/secrets/backup.key' },
    dataDir: '/dados',
    backupDir: '/copias',
    disks: { watch: () => undefined },
    databaseHost: null,
    version: '2.0.0',
    machine: 'linux-x64',
    modules: () => [],
    queue: () => {
      throw new Error('nothing is made here');
    },
    restart: null,
  });
  const repository = createBackupsRepository(base.platform.database);
  const day = (number: number, hour = 2) => new Date(Date.UTC(2026, 7, number, hour));
  const begun = (name: string, kind: 'full' | 'incremental', startedAt: Date) => ({
    name,
    kind,
    base: null,
    startedAt,
  });
  const key = { key_fingerprint: 'b057' };
  const done = { state: 'completed', ended_at: day(28, 4), stored_bytes: 900, row_count: 50 } as const;
  await repository.addBackup(runningRow(begun('20260828-completa', 'full', day(28)), { ...key, ...done }));
  const failed = { state: 'failed', ended_at: day(29, 3), error: 'Disco a 100%' } as const;
  await repository.addBackup(runningRow(begun('20260829-incremental', 'incremental', day(29)), { ...key, ...failed }));
  const asked = { trigger: 'manual', actor: 'rui@exemplo.ao' } as const;
  await repository.addBackup(runningRow(begun('20260830-completa', 'full', day(30)), { ...key, ...asked }));
  const place = { backup: '20260828-completa', target: 'second', place: '/nas', state: 'good' } as const;
  await repository.setCopy({ ...place, at: day(28, 5), error: null });
  await repository.log(day(28, 4), 'info', '20260828-completa', 'Concluída.');
  await repository.log(day(29, 3), 'error', '20260829-incremental', 'Disco a 100%');
  await repository.log(day(29, 4), 'warn', null, 'A agenda continua.');
});
afterAll(() => base.close());

const ask = <E extends Parameters<typeof askModule>[1]>(endpoint: E, query: object) =>
  askModule(module, endpoint, { query });
const names = async (query: object) => (await ask(contract.backupList, query)).data.data.map(({ name }) => name);
const lines = async (query: object) => (await ask(contract.backupLog, query)).data.data.map(({ level }) => level);
const fileOf = async (endpoint: typeof contract.exportBackups | typeof contract.exportBackupLog, query: object) =>
  new TextDecoder().decode(((await ask(endpoint, query)) as unknown as { bytes: Uint8Array }).bytes);

test('backups are ordered and paged by the server, the newest first', async () => {
  expect(await names({})).toEqual(['20260830-completa', '20260829-incremental', '20260828-completa']);
  expect(await names({ sort: 'duration' })).toEqual(['20260828-completa', '20260829-incremental', '20260830-completa']);
  expect(await names({ sort: 'size', order: 'asc', pageSize: 1 })).toEqual(['20260828-completa']);
  const { data } = await ask(contract.backupList, { sort: 'name', order: 'asc', pageSize: 2, page: 2 });
  expect(data).toMatchObject({ data: [{ name: '20260830-completa' }], total: 3, hasNext: false, hasPrev: true });
});

test.each<[string, object, readonly string[]]>([
  ['type', { type: 'incremental' }, ['20260829-incremental']],
  ['state', { state: 'running' }, ['20260830-completa']],
  ['words of the error, none of them a pattern', { search: '100%' }, ['20260829-incremental']],
  ['author', { search: 'RUI@' }, ['20260830-completa']],
  ['time', { from: '2026-08-29T00:00:00.000Z', to: '2026-08-29T23:59:59.000Z' }, ['20260829-incremental']],
])('backups are found by their %s', async (_name, query, found) => {
  expect(await names(query)).toEqual(found);
});

test('the log is ordered, found and paged by the server, the newest line first', async () => {
  expect(await lines({})).toEqual(['warn', 'error', 'info']);
  expect(await lines({ sort: 'level' })).toEqual(['error', 'warn', 'info']);
  expect(await lines({ level: 'error' })).toEqual(['error']);
  expect(await lines({ search: '20260828' })).toEqual(['info']);
  expect(await lines({ to: '2026-08-28T23:00:00.000Z' })).toEqual(['info']);
  const { data } = await ask(contract.backupLog, { pageSize: 2, page: 2 });
  expect(data).toMatchObject({ total: 3, hasNext: false, hasPrev: true });
});

test('both lists are files, and the trail says who took them', async () => {
  const { total, rows } = JSON.parse(await fileOf(contract.exportBackups, { type: 'full', format: 'json' }));
  expect(total).toBe(2);
  expect(rows).toMatchObject([
    { name: '20260830-completa', state: 'running', actor: 'rui@exemplo.ao', where: '' },
    { name: '20260828-completa', size: 900, rows: 50, duration: 7_200, where: 'Segundo destino' },
  ]);
  const log = await fileOf(contract.exportBackupLog, { sort: 'at', order: 'asc', format: 'csv' });
  expect(log.indexOf('Concluída.')).toBeLessThan(log.indexOf('A agenda continua.'));
  expect(log).toContain('Informação');
  expect(audited.map(({ resource, metadata }) => [resource, metadata?.rows])).toEqual([
    ['list/copias-de-seguranca', 2],
    ['list/registo-das-copias', 3],
  ]);
});
