import { ProviderError, stream } from '@kianda/connectors';
import { checkFirstDay, firstDay } from '@kianda/contract/ingestion/connectors/first-day.contract';
import { dataConnectors, setCredentials, setSchedule } from '@kianda/contract/ingestion/connectors/operations.contract';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type FixtureAnswer,
  type FixtureServer,
  serveFixtures,
} from '../../../../../../../packages/connectors/src/testing/fixture-server.ts';
import { landing, scriptedConnector } from '../testing/scripted.ts';
import { type ConnectorWorld, createConnectorWorld } from '../testing/world.ts';

let world: ConnectorWorld;
let provider: FixtureServer;
afterEach(async () => {
  await world.close();
  await provider.close();
});

const rows = z.array(z.object({ year: z.number() }));
const here = 'Mon, 31 Aug 2026 09:00:00 GMT';

/** Asks for rows with its token in the address, as some providers want it. */
const pull = stream<number>({
  id: 'ano',
  recordKind: 'landing',
  cursorSchema: z.number(),
  async *pull(_input, settings, { http }) {
    const token = settings.credentials?.token ?? '';
    const response = await http.request({ url: `${settings.baseUrl}/rows?token=${token}` });
    const parsed = rows.safeParse(JSON.parse(new TextDecoder().decode(response.bytes)));
    if (!parsed.success) throw new ProviderError('schema', 'formato inesperado');
    const records = parsed.data.map(({ year }) => landing(year));
    yield { records, rejected: [], raw: [response], progress: 1, cursor: records.length };
  },
});

async function installation(answers: () => FixtureAnswer) {
  provider = await serveFixtures(answers, { nowMs: () => 0 });
  const settings = { ...provider.settings, credentials: { token: 'segredo-comprido' } };
  const host = new URL(settings.baseUrl).host;
  const paid = { ...scriptedConnector('pago', [pull]), credentialNames: ['token'] };
  world = await createConnectorWorld([
    { connector: scriptedConnector('livre', [pull]), settings, allowPrivateHosts: [host] },
    { connector: paid, settings, allowPrivateHosts: [host] },
    { connector: { ...paid, id: 'por-configurar' }, disabledReason: 'Falta a credencial do fornecedor: token.' },
  ]);
}

async function checked(connector: string | null = null) {
  const { runId } = await world.call(checkFirstDay, { body: { connector } });
  expect((await world.ended(runId)).state).toBe('succeeded');
  const list = await world.call(firstDay, {});
  return { ...list, line: (id: string) => list.lines.find((line) => line.id === id) };
}

async function nothingStored() {
  expect(world.stored.size).toBe(0);
  expect(await world.db.selectFrom('connectors.raw_pages').selectAll().execute()).toEqual([]);
  const streams = await world.db.selectFrom('connectors.streams').selectAll().execute();
  expect(streams.filter((row) => row.last_success_at !== null || row.newest_observed_at !== null)).toEqual([]);
  const { connectors } = await world.call(dataConnectors, {});
  expect(connectors.map(({ hasDelivered, freshness }) => [hasDelivered, freshness])).toEqual(
    connectors.map(() => [false, 'unknown']),
  );
}

test('before a check every connector is there, and a missing credential is known without one', async () => {
  await installation(() => ({ body: [] }));
  const { lines, undelivered, running } = await world.call(firstDay, {});
  expect(lines.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['_rede', null],
    ['_relogio', null],
    ['livre', null],
    ['pago', null],
    ['por-configurar', 'credential_missing'],
  ]);
  const whole = 'Carregue em «Verificar tudo agora».';
  expect(lines.slice(0, 3).map(({ advice }) => advice)).toEqual([whole, whole, 'Carregue em «Verificar agora».']);
  expect(lines.at(-1)?.advice).toContain('Conectores de Dados › Conector pago › Ligação › Credenciais');
  expect({ undelivered, running }).toEqual({ undelivered: 3, running: null });
});

const lineOf = async (id: string) => (await world.call(firstDay, {})).lines.find((line) => line.id === id);

test('before any check a connector shows what its failed run met, marked as of the run; a check then has the word', async () => {
  await installation(() => ({ headers: { 'content-type': 'text/html', date: here }, body: '<!doctype html><p>Entre' }));
  await world.run('livre');
  const [row] = await world.db.selectFrom('connectors.streams').select('last_failure_at').execute();
  expect(await lineOf('livre')).toMatchObject({
    outcome: 'captive_portal',
    triedBy: 'run',
    triedAt: row?.last_failure_at?.toISOString(),
    httpStatus: 200,
    address: `${provider.settings.baseUrl}/rows`,
    detail: expect.stringContaining('uma página HTML em vez de dados'),
    advice: expect.stringContaining('portal'),
  });
  expect(await lineOf('pago')).toMatchObject({
    outcome: null,
    triedBy: null,
    advice: 'Carregue em «Verificar agora».',
  });
  expect((await lineOf('_rede'))?.outcome).toBeNull();
  world.advance(60_000);
  expect((await checked('livre')).line('livre')).toMatchObject({ outcome: 'captive_portal', triedBy: 'check' });
  await nothingStored();
});

test('where data came and no check was asked for, there is nothing to be done', async () => {
  await installation(() => ({ headers: { date: here }, body: [{ year: 2024 }] }));
  expect(await lineOf('livre')).toMatchObject({ hasDelivered: false, advice: 'Carregue em «Verificar agora».' });
  await world.run('livre');
  expect(await lineOf('livre')).toMatchObject({ outcome: null, hasDelivered: true, advice: 'Nada a fazer.' });
});

test('a run that failed since the last check has the word, until one goes well', async () => {
  let status = 200;
  await installation(() => ({ status, headers: { date: here }, body: [{ year: 2024 }] }));
  expect((await checked()).line('livre')).toMatchObject({ outcome: 'ok', triedBy: 'check' });
  status = 404;
  await world.run('livre');
  expect(await lineOf('livre')).toMatchObject({ outcome: 'wrong_address', triedBy: 'run', httpStatus: 404 });
  status = 200;
  await world.run('livre');
  expect(await lineOf('livre')).toMatchObject({ outcome: 'ok', triedBy: 'check', hasDelivered: true });
});

test('what a run met with other credentials is dropped, and its message hides them', async () => {
  await installation(() => ({ status: 401, headers: { date: here }, body: { error: 'bad token segredo-comprido' } }));
  await world.run('pago');
  const line = await lineOf('pago');
  expect(line).toMatchObject({ outcome: 'credential_refused', triedBy: 'run', httpStatus: 401 });
  expect(line?.advice).toContain('Ligação › Credenciais');
  expect(JSON.stringify(line)).not.toContain('segredo-comprido');
  await world.call(setCredentials, { params: { id: 'pago' }, body: { credentials: { token: 'outro-segredo' } } });
  expect(await lineOf('pago')).toMatchObject({ outcome: null, triedBy: null, detail: null });
});

test('a run that failed in the platform itself says so, and doubts neither provider nor network', async () => {
  await installation(() => ({ headers: { date: here }, body: 'não é JSON' }));
  await world.run('livre');
  expect(await lineOf('livre')).toMatchObject({
    outcome: 'internal_error',
    triedBy: 'run',
    advice: expect.stringContaining('Conectores de Dados › Conector livre › Execuções'),
  });
});

test('a suspended connector is not tried: its old failure is no advice', async () => {
  await installation(() => ({ status: 404, headers: { date: here }, body: [] }));
  await world.run('livre');
  await world.call(setSchedule, { params: { id: 'livre' }, body: { cron: null, paused: true } });
  expect(await lineOf('livre')).toMatchObject({ outcome: null, triedBy: null });
});

test('a portal that answers pages is told on every line, and neither the check nor a run stores anything', async () => {
  await installation(() => ({ headers: { 'content-type': 'text/html', date: here }, body: '<!doctype html><p>Entre' }));
  const { line } = await checked();
  expect(line('livre')).toMatchObject({ outcome: 'captive_portal', httpStatus: 200, hasDelivered: false });
  expect(line('livre')?.advice).toContain('portal');
  expect(line('_rede')?.outcome).toBe('captive_portal');
  const [run] = await world.run('livre');
  expect(run?.state).toBe('failed');
  const [row] = await world.db.selectFrom('connectors.runs').select('error_class').execute();
  expect(row?.error_class).toBe('network');
  await nothingStored();
});

test('a proxy that refuses with its page is the network, and the credential is only doubted if the others answer', async () => {
  await installation(() => ({
    status: 403,
    headers: { 'content-type': 'text/html', date: here },
    body: '<html><body>Acesso bloqueado pela firewall',
  }));
  const { line } = await checked();
  expect(line('livre')).toMatchObject({ outcome: 'captive_portal', httpStatus: 403 });
  expect(line('livre')?.advice).not.toContain('credencial');
  expect(line('pago')?.outcome).toBe('captive_portal');
  expect(line('pago')?.advice).toContain('Se os outros fornecedores respondem, confirme também a credencial');
  expect(line('_rede')?.outcome).toBe('captive_portal');
  await nothingStored();
});

test('a clock ten minutes late is said in minutes, of the connector and of the server', async () => {
  await installation(() => ({ headers: { date: 'Mon, 31 Aug 2026 09:10:00 GMT' }, body: [{ year: 2024 }] }));
  const { line } = await checked();
  expect(line('livre')).toMatchObject({ outcome: 'clock', skewSeconds: 600 });
  expect(line('_relogio')).toMatchObject({ outcome: 'clock', skewSeconds: 600 });
  expect(line('_relogio')?.advice).toMatch(/está 10\sminutos atrasado\./);
  expect(line('_rede')?.outcome).toBe('ok');
  await nothingStored();
});

test('a refused credential says where to write another, and its value is nowhere', async () => {
  await installation(() => ({ status: 401, headers: { date: here }, body: { error: 'bad token segredo-comprido' } }));
  const list = await checked('pago');
  expect(list.line('pago')).toMatchObject({ outcome: 'credential_refused', httpStatus: 401 });
  expect(list.line('pago')?.address).toBe(`${provider.settings.baseUrl}/rows`);
  expect(list.line('pago')?.advice).toContain('Ligação › Credenciais');
  expect(JSON.stringify(list)).not.toContain('segredo-comprido');
  expect(list.line('livre')?.outcome).toBeNull();
  await nothingStored();
});

test('what came of other credentials is dropped once they are set, changed or gone', async () => {
  await installation(() => ({ status: 401, headers: { date: here }, body: { error: 'bad token' } }));
  const before = await checked();
  expect(before.line('pago')).toMatchObject({ outcome: 'credential_refused', httpStatus: 401 });
  expect(before.line('por-configurar')).toMatchObject({
    outcome: 'credential_missing',
    detail: 'Por definir: token.',
  });
  const unchecked = { outcome: null, triedAt: null, httpStatus: null, detail: null, address: null };
  for (const id of ['pago', 'por-configurar']) {
    await world.call(setCredentials, { params: { id }, body: { credentials: { token: 'outro-segredo' } } });
    expect(await lineOf(id)).toMatchObject({ ...unchecked, advice: 'Carregue em «Verificar agora».' });
  }
  expect((await checked('por-configurar')).line('por-configurar')).toMatchObject({
    triedAt: expect.any(String),
    outcome: 'wrong_address',
  });
  expect((await lineOf('livre'))?.outcome).toBe('credential_refused');
  await world.db.deleteFrom('connectors.credentials').execute();
  // The registry reads its settings again once a second has gone by.
  await world.run('livre');
  expect(await lineOf('por-configurar')).toMatchObject({ ...unchecked, outcome: 'credential_missing' });
  // Those of the installation's own settings are again the ones that the check was made with.
  expect((await lineOf('pago'))?.outcome).toBe('credential_refused');
});

test('a provider that answers is well; its first record comes with its run, and then nothing is awaited of it', async () => {
  await installation(() => ({ headers: { date: here }, body: [{ year: 2024 }] }));
  const { line, undelivered } = await checked();
  expect(line('livre')).toMatchObject({ outcome: 'ok', hasDelivered: false, lastSuccess: null });
  expect(undelivered).toBe(3);
  await nothingStored();
  await world.run('livre');
  const after = await world.call(firstDay, {});
  expect(after.undelivered).toBe(2);
  expect(after.lines.find(({ id }) => id === 'livre')?.lastSuccess).not.toBeNull();
});
