import { checkFirstDay, firstDay } from '@kianda/contract/ingestion/connectors/first-day.contract';
import { intakeFiles } from '@kianda/contract/ingestion/connectors/intake.contract';
import {
  runDataConnector,
  setCredentials,
  testConnection,
} from '@kianda/contract/ingestion/connectors/operations.contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  catchCsv,
  createIntakeWorld,
  type IntakeWorld,
} from '../../apps/server/src/modules/ingestion/intake/testing/world.ts';
import {
  type SftpServer,
  type SimulatedFile,
  startSftpServer,
} from '../../apps/simulator/src/upstreams/sftp/server.ts';

const params = { id: 'angola-inipm' };
let server: SftpServer;
let world: IntakeWorld;
let files: SimulatedFile[];
let isRevoked: boolean;
beforeEach(async () => {
  isRevoked = false;
  files = [{ name: 'capturas.csv', bytes: Buffer.from(catchCsv(3)), modifiedMs: Date.UTC(2026, 7, 30) }];
  server = await startSftpServer({
    host: '127.0.0.1',
    username: 'kianda',
    password: 'maré',
    files: () => files,
    isRevoked: () => isRevoked,
  });
});
afterEach(async () => {
  await world.close();
  await server.close();
});

/** A world that knows the server as given, and one run of its connector. */
async function run(over: Record<string, string | undefined> = {}, allowed = true) {
  world = await createIntakeWorld(allowed ? { allowPrivateHosts: [`127.0.0.1:${server.port}`] } : {});
  const given = {
    sftpAddress: `sftp://kianda@127.0.0.1:${server.port}/`,
    sftpPassword: 'maré',
    sftpHostKey: server.hostKey,
    ...over,
  };
  const credentials = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  await world.ask(setCredentials, { params, body: { credentials } });
  return again();
}

/** The run of the catches; what it ended as. */
async function again() {
  await world.ask(runDataConnector, { params });
  await world.settled();
  const runs = await world.db
    .selectFrom('connectors.runs')
    .selectAll()
    .where('stream_id', '=', 'capturas')
    .where('state', '<>', 'skipped')
    .execute();
  return runs.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())[0];
}

test('new files are fetched and stored, once; a changed one is fetched again', async () => {
  expect(await run()).toMatchObject({ state: 'succeeded', records_written: 3 });
  expect(world.catches.size).toBe(3);
  world.advance(1_000);
  expect(await again()).toMatchObject({ state: 'succeeded', records_written: 0 });
  files = [{ name: 'capturas.csv', bytes: Buffer.from(catchCsv(5)), modifiedMs: Date.UTC(2026, 7, 31) }];
  world.advance(1_000);
  await again();
  expect(world.catches.size).toBe(5);
  const { data } = await world.ask(intakeFiles, { params });
  expect(data.data.map(({ way, state, receivedFrom }) => [way, state, receivedFrom])).toEqual([
    ['sftp', 'stored', 'kianda@127.0.0.1'],
    ['sftp', 'stored', 'kianda@127.0.0.1'],
  ]);
});

test('a full folder comes turn after turn, and files that were fetched never crowd out new ones', async () => {
  // More than one turn takes; each file has a row of its own.
  const lines = catchCsv(41).trimEnd().split('\n');
  const fileOf = (index: number): SimulatedFile => ({
    name: `capturas-${index}.csv`,
    bytes: Buffer.from(`${lines[0]}\n${lines[index + 1]}\n`),
    modifiedMs: Date.UTC(2026, 7, 1) + index * 60_000,
  });
  files = Array.from({ length: 40 }, (_, index) => fileOf(index));
  // The same bytes under another name: recognised, and not fetched at every run.
  files.push({ ...fileOf(0), name: 'copia.csv' });
  expect(await run()).toMatchObject({ state: 'succeeded', records_written: 40 });
  world.advance(1_000);
  files.push(fileOf(40));
  expect(await again()).toMatchObject({ state: 'succeeded', records_written: 1 });
  expect(world.catches.size).toBe(41);
});

test('the connection test says what is there, and takes nothing', async () => {
  await run();
  const tested = await world.ask(testConnection, { params });
  expect(tested.data).toMatchObject({
    ok: true,
    message: 'O servidor SFTP respondeu: 1 ficheiros.',
    sample: { files: 1 },
  });
  isRevoked = true;
  expect((await world.ask(testConnection, { params })).data).toMatchObject({ ok: false, failure: 'auth' });
  await world.close();
  world = await createIntakeWorld();
  const none = await world.ask(testConnection, { params });
  expect(none.data).toMatchObject({ ok: true, latencyMs: null, message: expect.stringContaining('Sem servidor SFTP') });
});

test('files larger than one packet come whole', async () => {
  files = [{ name: 'grande.csv', bytes: Buffer.from(catchCsv(9_000)), modifiedMs: 1 }];
  expect(await run()).toMatchObject({ state: 'succeeded', records_written: 9_000 });
});

describe('refused, with nothing stored', () => {
  /** How the run failed, and what was stored all the same. */
  const refusal = async (...given: Parameters<typeof run>) => {
    const ended = await run(...given);
    return { state: ended?.state, failure: ended?.failure, stored: world.catches.size };
  };
  const refused = (failure: string) => ({ state: 'failed', failure, stored: 0 });

  test('a wrong password: the credential is at fault', async () => {
    expect(await refusal({ sftpPassword: 'outra' })).toEqual(refused('auth'));
  });
  test('revoked credentials', async () => {
    isRevoked = true;
    expect(await refusal()).toEqual(refused('auth'));
  });
  test('another server with the same address', async () => {
    const hostKey = `SHA256:${Buffer.alloc(32, 1).toString('base64')}`;
    expect(await refusal({ sftpHostKey: hostKey })).toEqual(refused('blocked'));
  });
  test('a private address that the operator did not allow', async () => {
    expect(await refusal({}, false)).toEqual(refused('blocked'));
  });
  test('no address, and one that is none', async () => {
    expect(await refusal({ sftpAddress: 'ftp://kianda@127.0.0.1/' })).toMatchObject({
      state: 'failed',
      failure: 'request',
    });
  });
  test('a folder that the server does not have', async () => {
    expect(await refusal({ sftpAddress: `sftp://kianda@127.0.0.1:${server.port}/nao-existe` })).toEqual(
      refused('request'),
    );
    const { data: asked } = await world.ask(checkFirstDay, { body: { connector: params.id } });
    await world.ended(asked.runId);
    const { data: list } = await world.ask(firstDay);
    expect(list.lines.find(({ id }) => id === params.id)).toMatchObject({
      outcome: 'inbox_unreadable',
      detail: 'A pasta do servidor SFTP não existe.',
      advice: expect.stringContaining('KIANDA_PROVIDER_ANGOLA_INIPM_SFTP_ADDRESS'),
    });
  });
  test('a server that is away', async () => {
    await server.close();
    expect(await refusal()).toEqual(refused('network'));
  });
});
