import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../log/log.ts';
import { banner } from './banner.ts';
import { prepareDataFolder } from './data-folder.ts';
import { createLifecycle } from './lifecycle.ts';
import { findPorts } from './ports.ts';
import { withProgress } from './progress.ts';

const log = createLogger({ level: 'silent', pretty: false });
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-process-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

test('a port in use is one line that names the port and its setting', async () => {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const failure = findPorts('127.0.0.1', [{ setting: 'KIANDA_PORT', port }]);
  await expect(failure).rejects.toThrow(
    `A porta ${port} já está a ser usada por outro programa: pare-o ou escolha outra em KIANDA_PORT.`,
  );
  await new Promise((resolve) => server.close(resolve));
  expect(await findPorts('127.0.0.1', [{ setting: 'KIANDA_PORT', port }])).toEqual([port]);
});

test('port 0 becomes a free one, each its own', async () => {
  const wanted = ['KIANDA_PORT', 'KIANDA_INTERFACES_PORT'].map((setting) => ({ setting, port: 0 }));
  const [first, second] = await findPorts('127.0.0.1', wanted);
  expect(first).toBeGreaterThan(0);
  expect(second).toBeGreaterThan(0);
  expect(first).not.toBe(second);
});

test('an address this machine does not have is one line about KIANDA_HOST', async () => {
  await expect(findPorts('192.0.2.1', [{ setting: 'KIANDA_PORT', port: 0 }])).rejects.toThrow('KIANDA_HOST');
});

test('the data folder is made, checked, and left empty', async () => {
  const path = join(folder, 'dados da ação', 'novos');
  await prepareDataFolder(path);
  expect(await readdir(path)).toEqual([]);
});

test('a file in the place of the data folder, or of a folder above it, is one line', async () => {
  const path = join(folder, 'ficheiro');
  await writeFile(path, '');
  await expect(prepareDataFolder(path)).rejects.toThrow(
    `Não é possível escrever na pasta de dados ${path}: há um ficheiro`,
  );
  await expect(prepareDataFolder(join(path, 'dados'))).rejects.toThrow('há um ficheiro no lugar de uma pasta');
});

test('a start on a full disk is one line that says how much is missing', async () => {
  const spaceOf = (freeBytes: number) => async () => ({ freeBytes, totalBytes: 1e12 });
  await expect(prepareDataFolder(folder, spaceOf(5 * 2 ** 20))).rejects.toThrow(
    `O disco da pasta de dados ${folder} está cheio: tem 5 MB livres, e o arranque precisa de 32 MB.`,
  );
  await prepareDataFolder(folder, spaceOf(64 * 2 ** 20));
  await prepareDataFolder(folder, () => Promise.reject(new Error('ENOSYS')));
});

test.runIf(process.getuid?.() !== 0)('a folder without permission is one line', async () => {
  await chmod(folder, 0o500);
  await expect(prepareDataFolder(join(folder, 'dados'))).rejects.toThrow('esta conta não tem permissão');
});

test('progress is said after two seconds, then every five, and no more once done', async () => {
  vi.useFakeTimers();
  const lines: string[] = [];
  let finish: (value: number) => void = () => undefined;
  const work = new Promise<number>((resolve) => {
    finish = resolve;
  });
  const done = withProgress('A preparar', (line) => lines.push(line), work);
  await vi.advanceTimersByTimeAsync(1_900);
  expect(lines).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_100);
  expect(lines).toEqual(['A preparar… 2 s', 'A preparar… 7 s', 'A preparar… 12 s']);
  finish(7);
  expect(await done).toBe(7);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(lines).toHaveLength(3);
});

test('stops in the reverse order of starting, whatever fails on the way, once', async () => {
  const closed: string[] = [];
  const codes: number[] = [];
  const lifecycle = createLifecycle({ log, exit: (code) => codes.push(code) });
  lifecycle.onStop('database', async () => void closed.push('database'));
  lifecycle.onStop('broken', () => Promise.reject(new Error('já parado')));
  lifecycle.onStop('application', async () => void closed.push('application'));
  await Promise.all([lifecycle.stop(0), lifecycle.stop(1)]);
  expect(closed).toEqual(['application', 'database']);
  expect(codes).toEqual([0]);
});

test('a part that does not stop is left behind at the limit', async () => {
  vi.useFakeTimers();
  const codes: number[] = [];
  const lifecycle = createLifecycle({ log, exit: (code) => codes.push(code), limitMs: 10_000 });
  lifecycle.onStop('stuck', () => new Promise(() => undefined));
  void lifecycle.stop(0);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(codes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(codes).toEqual([1]);
});

test('the block shows the one-time password, and nothing of an administrator the operator set', () => {
  const options = {
    version: '2.0.0',
    url: 'http://localhost:3000',
    config: { dataDir: '/dados', mode: 'demo' as const },
    readySeconds: 7.42,
  };
  const made = banner({ ...options, firstAdministrator: { email: 'admin@kianda.ao', oneTimePassword: 'abc-def' } });
  expect(made).toBe(`
  Kianda 2.0.0 · pronta em 7,4 s

  Endereço         http://localhost:3000
  Administrador    admin@kianda.ao
  Palavra-passe    abc-def  (de uso único)
  Pasta de dados   /dados
  Modo             demonstração (fornecedores simulados)

`);
  const set = banner({ ...options, firstAdministrator: { email: 'chefe@mar.ao', oneTimePassword: null } });
  expect(set).not.toContain('chefe@mar.ao');
  expect(set).not.toContain('Palavra-passe');
});
