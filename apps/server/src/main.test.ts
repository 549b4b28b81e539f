import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from './platform/db/testing.ts';
import { removeDataFolder, type StartedPlatform, startPlatform } from './platform/process/testing.ts';

let folder: string;

/** Without what a slow machine is told while it waits. */
const withoutProgress = (lines: readonly string[]) => lines.filter((line) => !/^A preparar .*… \d+ s$/.test(line));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-main-'));
});

describe('a start that can not go on: one line for the operator and exit code 1', () => {
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function outcome(settings: Record<string, string>, args: readonly string[] = []): Promise<unknown> {
    const platform = startPlatform({ KIANDA_DATA_DIR: folder, KIANDA_MODE: 'production', ...settings }, args);
    return { code: await platform.ended, lines: withoutProgress(platform.lines) };
  }

  test('a port in use', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    const result = await outcome({ KIANDA_PORT: String(port) });
    server.close();
    const line = `A porta ${port} já está a ser usada por outro programa: pare-o ou escolha outra em KIANDA_PORT.`;
    expect(result).toEqual({ code: 1, lines: [line] });
  });

  test('a data folder that can not be written', async () => {
    const path = join(folder, 'ocupado');
    await writeFile(path, '');
    const line = expect.stringContaining(`Não é possível escrever na pasta de dados ${path}`);
    expect(await outcome({ KIANDA_DATA_DIR: path })).toEqual({ code: 1, lines: [line] });
  });

  test('an unknown setting', async () => {
    const line = expect.stringMatching(/^Definição desconhecida: KIANDA_PROT\..*KIANDA_PORT/);
    expect(await outcome({ KIANDA_PROT: '3000' })).toEqual({ code: 1, lines: [line] });
  });

  test('a role that does not exist', async () => {
    const line = expect.stringContaining('KIANDA_ROLES: esperado um ou mais de: api, worker');
    expect(await outcome({}, ['--roles=chief'])).toEqual({ code: 1, lines: [line] });
  });

  test('an argument that does not exist', async () => {
    expect(await outcome({}, ['--port=1'])).toEqual({ code: 1, lines: [expect.stringContaining('--port')] });
  });

  test('a database that does not answer; its password is not shown', async () => {
    const line = expect.stringContaining('ligar à base de dados postgresql://kianda@127.0.0.1:1/kianda');
    const url = 'postgresql://kianda:sardinha@127.0.0.1:1/kianda';
    expect(await outcome({ KIANDA_DATABASE_URL: url })).toEqual({ code: 1, lines: [line] });
  });

  test('a database of a newer version', async () => {
    const empty = await createTestDatabase([]);
    const url = empty.database.url;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`
      create schema platform;
      create table platform.migrations
        (module text, id text, checksum text, applied_at timestamptz, app_version text, primary key (module, id));
      insert into platform.migrations values ('vessels', '9999-tomorrow', 'x', now(), '3.0.0');`);
    await client.end();
    const result = await outcome({ KIANDA_DATABASE_URL: url });
    await empty.drop();
    const line = expect.stringMatching(
      /^A base de dados é de uma versão mais recente da Kianda .*vessels\/9999-tomorrow/,
    );
    expect(result).toEqual({ code: 1, lines: [line] });
  });
});

describe('a platform on its own database', () => {
  const started: StartedPlatform[] = [];

  function start(): StartedPlatform {
    const settings = {
      KIANDA_DATA_DIR: folder,
      KIANDA_MODE: 'production',
      KIANDA_ROLES: 'api',
      KIANDA_LOG_LEVEL: 'error',
    };
    const platform = startPlatform(settings);
    started.push(platform);
    return platform;
  }

  afterEach(async () => {
    for (const { child, ended } of started.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
    await removeDataFolder(folder);
  });

  async function address(platform: StartedPlatform): Promise<string> {
    const url = /http:\S+/.exec(await platform.line(/Endereço/))?.[0] ?? '';
    await platform.line(/Modo\s+produção/);
    return url;
  }

  test('serves, says where, stops in order on SIGTERM and on Ctrl-C, and comes back after SIGKILL', async () => {
    const first = start();
    const url = await address(first);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(first.lines.join('\n')).toMatch(/Administrador .*\n.*Palavra-passe .*\n.*Pasta de dados/);

    const second = start();
    expect(await second.ended).toBe(1);
    expect(withoutProgress(second.lines)).toEqual([
      expect.stringContaining(`outra Kianda (processo ${first.child.pid})`),
    ]);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);

    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(first.lines.at(-1)).toBe('A parar…');

    const third = start();
    await address(third);
    third.child.kill('SIGKILL');
    expect(await third.ended).toBe('SIGKILL');

    const fourth = start();
    expect((await fetch(`${await address(fourth)}/readyz`)).status).toBe(200);
    // A terminal's Ctrl-C arrives more than once: from the terminal, from npm, from the start script.
    for (let count = 0; count < 3; count += 1) fourth.child.kill('SIGINT');
    expect(await fourth.ended).toBe(0);
  });

  test('a stop at any moment of the start leaves nothing running and nothing broken', async () => {
    for (const afterMs of [150, 500, 800]) {
      const platform = start();
      await delay(afterMs);
      platform.child.kill('SIGTERM');
      expect([0, 'SIGTERM']).toContain(await platform.ended);
      expect(withoutProgress(platform.lines).filter((line) => line !== 'A parar…')).toEqual([]);
    }
    await address(start());
  });
});
