/**
 * `npm run bench -- operations`: backup and restoration beside pg_dump and pg_restore on the same rows in the same run;
 * search of a million lines of the log, and verification of a million audit events.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackup } from '../apps/server/src/modules/operations/backups/engine/create.ts';
import { backupKeyOf } from '../apps/server/src/modules/operations/backups/engine/key.ts';
import { loadDatabase } from '../apps/server/src/modules/operations/backups/engine/load.ts';
import { storageTarget } from '../apps/server/src/modules/operations/backups/engine/target.ts';
import { verifyBackup } from '../apps/server/src/modules/operations/backups/engine/verify.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { openDatabase } from '../apps/server/src/platform/db/open.ts';
import { createLogger } from '../apps/server/src/platform/log/log.ts';
import { createStorage } from '../apps/server/src/platform/storage/storage.ts';
import { newDatabase, type Server, servers } from './ingest/databases.ts';
import { measureAudit } from './operations/audit.ts';
import { fillCorpus, modules, rows } from './operations/corpus.ts';
import { measureLogs } from './operations/logs.ts';
import { measurePgDump } from './operations/postgres-tools.ts';
import { figure, printMachine, printTable } from './shared/table.ts';

const log = createLogger({ level: 'warn', pretty: true });
const signal = new AbortController().signal;
const progress = async (): Promise<void> => undefined;

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const begunMs = performance.now();
  const value = await work();
  return [value, performance.now() - begunMs];
}

const perSecond = (ms: number): string => figure((rows / ms) * 1000, 'linhas/s');
const row = (name: string, ms: number, bytes: number | null): string[] => [
  name,
  figure(ms / 1000, 's'),
  perSecond(ms),
  bytes === null ? '' : figure(bytes / 1_000_000, 'MB'),
];

/** One server: a full backup, an incremental after nothing changed, verification, restoration; then the peer. */
async function measureServer(server: Server, folder: string): Promise<string[][]> {
  const url = await newDatabase(server, 'medida');
  const database = await openDatabase({ url, applicationName: 'medida' });
  await migrate(database, modules, log);
  await fillCorpus(database);
  await database.close();

  const target = storageTarget({ kind: 'folder', folder: join(folder, 'copias') }, 'copias');
  const key = backupKeyOf(randomBytes(32));
  const shared = { target, key, signal, progress };
  const make = (name: string, base: Awaited<ReturnType<typeof createBackup>> | null) =>
    createBackup({
      ...shared,
      url,
      storage: createStorage({ kind: 'folder', folder: join(folder, 'objetos') }),
      name,
      kind: base === null ? 'full' : 'incremental',
      base,
      masterKey: { bytes: randomBytes(32), isFile: true },
      appVersion: '2.0.0',
      now: () => new Date().toISOString(),
    });
  const [manifest, fullMs] = await timed(() => make('completa', null));
  const [, incrementalMs] = await timed(() => make('incremental', manifest));
  const [{ bytes }, verifyMs] = await timed(() => verifyBackup({ ...shared, name: 'completa' }));
  const [, restoreMs] = await timed(() =>
    loadDatabase({ ...shared, url, database: 'medida_reposta', manifest, modules, log }),
  );
  const own = [
    row('cópia completa, comprimida e cifrada', fullMs, bytes),
    row('incremental sem mudanças', incrementalMs, null),
    row('verificação (somas e abertura)', verifyMs, null),
    row('reposição, com índices, chaves e comparação', restoreMs, null),
  ];
  if (!server.name.includes('Debian')) return own;
  const peer = await measurePgDump({ url, targetUrl: await newDatabase(server, 'medida_par'), folder });
  return peer === null
    ? own
    : [
        ...own,
        row('  par: pg_dump -Fc (sem cifra)', peer.backupMs, peer.bytes),
        row('  par: pg_restore -j 2 (sem comparação)', peer.restoreMs, null),
      ];
}

for (const start of servers) {
  const server = await start();
  if (server === null) continue;
  const folder = await mkdtemp(join(tmpdir(), 'kianda-operacoes-'));
  try {
    printTable(
      `Cópias de segurança de ${figure(rows)} linhas, ${server.name}`,
      ['', 'tempo', 'ritmo', 'tamanho'],
      await measureServer(server, folder),
    );
    if (server.name.includes('Debian')) continue;
    const logs = await measureLogs(await newDatabase(server, 'registos'));
    printTable(
      `Procura em ${figure(logs.lines)} linhas de registo`,
      ['', 'p50', 'p95'],
      logs.searches.map(({ name, p50Ms, p95Ms }) => [name, figure(p50Ms, 'ms'), figure(p95Ms, 'ms')]),
    );
    const audit = await measureAudit(await newDatabase(server, 'auditoria'), folder);
    printTable(
      'Verificação da auditoria',
      ['', 'tempo', 'ritmo'],
      [
        [
          `${figure(audit.events)} acontecimentos, cadeia ${audit.isIntact ? 'íntegra' : 'QUEBRADA'}`,
          figure(audit.verifyMs / 1000, 's'),
          figure((audit.events / audit.verifyMs) * 1000, 'acontecimentos/s'),
        ],
      ],
    );
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
printMachine();
