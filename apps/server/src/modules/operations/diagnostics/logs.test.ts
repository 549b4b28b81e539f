import type { DataOf, Endpoint } from '@kianda/contract';
import { clearLogs, downloadLogs, searchLogs } from '@kianda/contract/operations/diagnostics/logs.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Download } from '../../../platform/http/bind.ts';
import { createLogger } from '../../../platform/log/log.ts';
import { createLogTap } from '../../../platform/log/tap.ts';
import { askModule } from '../../../testing/ask.ts';
import { createModulePlatform, type ModulePlatform } from '../../../testing/module.ts';
import { diagnosticsMigrations } from './diagnostics.migrations.ts';
import { createDiagnostics, type Diagnostics } from './index.ts';
import { storedLine } from './log-line.rules.ts';
import { searchTerms } from './logs.repository.ts';

let base: ModulePlatform;
let module: Diagnostics;
const tap = createLogTap();
const written: string[] = [];
const log = createLogger({
  level: 'error',
  pretty: false,
  destination: { write: (line) => written.push(line) },
  tap,
});
const audited: AuditEntry[] = [];

beforeAll(async () => {
  base = await createModulePlatform([{ name: 'diagnostics', migrations: diagnosticsMigrations }]);
  module = createDiagnostics({
    platform: base.platform,
    audit: { record: async (entry) => void audited.push(entry) },
    tap,
    instance: 'a',
    retentionDays: 14,
    clientErrors: async () => [],
    testSummaryFile: '/nenhures/resumo.json',
    sources: {
      build: () => Promise.reject(new Error('not asked here')),
      realtime: () => ({ connections: null, channels: [] }),
      queue: async () => [],
      settings: () => ({ settings: [], switchedOff: [] }),
    },
  });
});
afterAll(() => base.close());
beforeEach(async () => {
  tap.take();
  await sql`TRUNCATE diagnostics.logs`.execute(base.platform.database.for());
});

async function search(query: object = {}): Promise<DataOf<typeof searchLogs>> {
  await module.flush();
  return (await askModule(module, searchLogs, { query })).data;
}
const messages = async (query: object = {}) => (await search(query)).lines.map(({ message }) => message);

test('info and graver is kept, whatever is written out; debug is not', async () => {
  log.debug('nada');
  log.info('começou');
  log.error({ err: new Error('ECONNREFUSED 127.0.0.1:5432') }, 'base de dados ausente');
  expect(await messages()).toEqual(['base de dados ausente', 'começou']);
  expect(written.map((line) => JSON.parse(line).msg)).toEqual(['base de dados ausente']);
});

test('found by level, part, words of message and error, request and time', async () => {
  log.child({ part: 'jobs' }).warn('fila parada em surveillance.detect');
  log.child({ reqId: 'pedido-7' }).error({ err: new Error('a ligação caiu') }, 'pedido falhou');
  log.info('Arranque concluído');
  expect(await messages({ level: 'warn' })).toEqual(['pedido falhou', 'fila parada em surveillance.detect']);
  expect(await messages({ module: 'jobs' })).toEqual(['fila parada em surveillance.detect']);
  expect((await search()).modules).toEqual(['http', 'jobs', 'plataforma']);
  expect(await messages({ q: 'detect' })).toEqual(['fila parada em surveillance.detect']);
  expect(await messages({ q: 'LIGAÇ cai' })).toEqual(['pedido falhou']);
  expect(await messages({ q: 'nada disto' })).toEqual([]);
  // Text without words is no condition, and never a syntax error of the query.
  expect(await messages({ q: "'&|!:*" })).toHaveLength(3);
  expect(await messages({ requestId: 'pedido-7' })).toEqual(['pedido falhou']);
  expect(await messages({ from: '2999-01-01T00:00:00Z' })).toEqual([]);
  expect(await messages({ to: '2999-01-01T00:00:00Z' })).toHaveLength(3);
});

test('pages go on where the last one ended', async () => {
  for (let index = 0; index < 5; index += 1) log.info(`linha ${index}`);
  const first = await search({ limit: '2' });
  expect([first.lines.map(({ message }) => message), first.hasMore]).toEqual([['linha 4', 'linha 3'], true]);
  const rest = await search({ limit: '3', before: String(first.lines.at(-1)?.id) });
  expect([rest.lines.map(({ message }) => message), rest.hasMore]).toEqual([['linha 2', 'linha 1', 'linha 0'], false]);
});

test('secrets are gone before a line is kept', async () => {
  log.warn({ password: 'sardinha-azul', url: 'postgresql://k:sardinha-azul@h/d' }, 'Bearer sardinha-azul-1234');
  expect(JSON.stringify((await search()).lines)).not.toContain('sardinha-azul');
});

test('clearing deletes all, and the audit says who and how many', async () => {
  log.info('um');
  log.info('dois');
  await module.flush();
  expect((await askModule(module, clearLogs)).data).toEqual({ deleted: 2 });
  expect(audited.at(-1)).toMatchObject({
    event: 'data.delete',
    severity: 'high',
    resource: 'diagnostics/logs',
    metadata: { linhas: 2 },
  });
  expect(await messages()).toEqual([]);
});

test('the download is what the search finds, one JSON a line', async () => {
  log.warn('um');
  log.info('dois');
  await module.flush();
  const binding = module.bindings?.find(({ endpoint }: { endpoint: Endpoint }) => endpoint.id === downloadLogs.id);
  const file = (await binding?.handler({ query: { level: 'warn' } } as never)) as Download;
  const lines = Buffer.from(file.bytes).toString().trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).message)).toEqual(['um']);
  expect(file.fileName).toBe('kianda-registos-2026-08-31.ndjson');
});

test('lines that wait too long are let go, and the log says how many', async () => {
  const small = createLogTap(2);
  for (const line of ['a', 'b', 'c', 'd']) small.write(line);
  expect(small.take()).toEqual({ lines: ['a', 'b'], dropped: 2 });
  expect(small.take()).toEqual({ lines: [], dropped: 0 });
});

test('a NUL, a very long line and what is no line at all', () => {
  const line = (rest: object) => JSON.stringify({ level: 'info', time: '2026-08-31T09:00:00.000Z', ...rest });
  expect(storedLine(line({ msg: 'a\0b', x: '\0' }))).toMatchObject({ message: 'ab', details: { ilegivel: true } });
  expect(storedLine(line({ msg: 'x', y: 'z'.repeat(70_000) }))?.details).toEqual({ cortado: '70067 caracteres' });
  expect(storedLine('olá')).toBeNull();
  expect(searchTerms('Olá, mundo!')).toBe('olá:* & mundo:*');
});

test('retention deletes what is older', async () => {
  log.info('agora');
  await module.flush();
  await sql`UPDATE diagnostics.logs SET at = '2020-01-01'`.execute(base.platform.database.for());
  const job = module.jobs?.find(({ name }) => name === 'diagnostics.retention');
  expect(await job?.run({}, { signal: new AbortController().signal } as never)).toEqual({ removed: 1 });
});
