import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const entry = join(import.meta.dirname, 'main.ts');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-main-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Outcome = { code: number | null; lines: string[] };

/** A start that is expected to end by itself. */
function run(settings: Record<string, string>, args: readonly string[] = []): Promise<Outcome> {
  const env = {
    PATH: process.env.PATH,
    KIANDA_DATA_DIR: folder,
    KIANDA_PORT: '0',
    KIANDA_INTERFACES_PORT: '0',
    ...settings,
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [entry, ...args], { env });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('exit', (code) => resolve({ code, lines: output.split('\n').filter((line) => line !== '') }));
  });
}

test('a port in use: one line, exit 1', async () => {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const outcome = await run({ KIANDA_PORT: String(port) });
  server.close();
  expect(outcome).toEqual({
    code: 1,
    lines: [`A porta ${port} já está a ser usada por outro programa: pare-o ou escolha outra em KIANDA_PORT.`],
  });
});

test('a data folder that can not be written: one line, exit 1', async () => {
  const path = join(folder, 'ocupado');
  await writeFile(path, '');
  const { code, lines } = await run({ KIANDA_DATA_DIR: path });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringContaining(`Não é possível escrever na pasta de dados ${path}`)]);
});

test('an unknown setting: one line with the valid ones, exit 1', async () => {
  const { code, lines } = await run({ KIANDA_PROT: '3000' });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^Definição desconhecida: KIANDA_PROT\..*KIANDA_PORT/)]);
});

test('a role that does not exist: one line, exit 1', async () => {
  const { code, lines } = await run({}, ['--roles=chief']);
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringContaining('KIANDA_ROLES: esperado um ou mais de: api, worker')]);
});

test('a database that does not answer: one line without its password, exit 1', async () => {
  const { code, lines } = await run({
    KIANDA_DATABASE_URL: 'postgresql://kianda:sardinha@127.0.0.1:1/kianda',
    KIANDA_MODE: 'production',
  });
  expect(code).toBe(1);
  expect(lines).toEqual([
    expect.stringContaining('Não foi possível ligar à base de dados postgresql://kianda@127.0.0.1:1/kianda'),
  ]);
});
