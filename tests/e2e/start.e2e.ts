import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded/embedded.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open.ts';
import { createLogger } from '../../apps/server/src/platform/log/log.ts';
import { signIn, takePossession } from './testing/api.ts';
import { launchBrowser, newContext, observe } from './testing/browser.ts';
import { choosePassword, signInByForm, waitForShell } from './testing/console.ts';
import { newFolder, type Platform, removeFolder, startAndEnd, startPlatform } from './testing/platform.ts';
import { processTree, waitForEnd } from './testing/processes.ts';
import { faultsOfScreen } from './testing/visit.ts';

const newPassword = 'vento sul na Baía dos Tigres';
const lastPassword = 'vento norte na Baía dos Tigres';

describe('on one data folder, whose path has spaces and accents', () => {
  let dataDir: string;
  let platform: Platform;
  let first: Platform;
  let browser: Browser | undefined;

  beforeAll(async () => {
    dataDir = await newFolder('arranque');
    first = await startPlatform({ dataDir });
    platform = first;
  });
  afterAll(async () => {
    await browser?.close();
    await removeFolder(dataDir);
  });

  test('the first start prints the address, the first administrator, the data folder and the mode', () => {
    expect(first.url).toMatch(/^http:\/\/localhost:\d+$/);
    expect(first.email).toMatch(/^\S+@\S+$/);
    expect(first.oneTimePassword).toMatch(/^([a-z0-9]{4}-){4}[a-z0-9]{4}$/);
    expect(first.output()).toContain(`Pasta de dados   ${dataDir}\n`);
    expect(first.output()).toContain('Modo             demonstração (fornecedores simulados)\n');
  });

  test('it is ready when it says so, with the page and the contract', async () => {
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    expect(await (await fetch(first.url)).text()).toContain('<div id="root">');
    expect((await fetch(`${first.url}/admin-api/openapi.json`)).status).toBe(200);
  });

  test('SIGTERM ends it with 0 and leaves no process behind', async () => {
    const processes = processTree(first.pid);
    const commands = processes.map(({ command }) => command).join('\n');
    expect(commands).toContain('apps/simulator/src/main.ts');
    expect(commands).toMatch(/bin\/postgres -D /);
    const { code, lines } = await first.stop();
    expect(code).toBe(0);
    // A run that was under way says after it that it was interrupted.
    expect(lines).toContain('A parar…');
    expect(await waitForEnd(processes, 5_000)).toEqual([]);
  });

  test('the second start shows the same one-time password while nobody has used it, and how long it took', async () => {
    platform = await startPlatform({ dataDir });
    const { url, email, oneTimePassword } = platform;
    expect([email, oneTimePassword]).toEqual([first.email, first.oneTimePassword]);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    process.stdout.write(`Primeiro arranque: ${first.readySeconds} s; segundo: ${platform.readySeconds} s\n`);
  });

  test('the console sends a newcomer to /login; the one-time password opens nothing but the choice of another', async () => {
    const view = { theme: 'claro', width: 1440 } as const;
    browser = await launchBrowser();
    const observed = observe(await (await newContext(browser, view)).newPage());
    const { page } = observed;
    await page.goto(platform.url);
    await page.waitForURL(/\/login/);
    expect(await faultsOfScreen(observed, 'entrada', view)).toEqual([]);
    await signInByForm(page, platform.email ?? '', platform.oneTimePassword ?? '');
    await page.getByRole('heading', { name: 'Escolha a sua palavra-passe' }).waitFor();
    expect(await faultsOfScreen(observed, 'palavra-passe', view)).toEqual([]);
    await choosePassword(page, newPassword);
    await waitForShell(page);
    await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
    await observed.settle();
    expect(observed.takeFaults()).toEqual([]);
    await browser.close();
  });

  test('a kill -9 loses no acknowledged write, leaves no process, and the next start recovers by itself', async () => {
    const processes = processTree(platform.pid);
    await takePossession(platform.url, first.email ?? '', newPassword, lastPassword);
    await platform.kill();
    expect(await waitForEnd(processes, 20_000)).toEqual([]);
    platform = await startPlatform({ dataDir });
    expect(platform.oneTimePassword).toBeNull();
    const session = await signIn(platform.url, first.email ?? '', lastPassword);
    expect(session.mustChangePassword).toBe(false);
  });
});

describe('a start that can not go on says why in one line and ends with another code than 0', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await newFolder('recusa');
  });
  afterEach(() => removeFolder(dataDir));

  test('a port in use', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    const { code, lines } = await startAndEnd({ dataDir, settings: { KIANDA_PORT: String(port) } });
    await new Promise((resolve) => server.close(resolve));
    expect(code).toBe(1);
    expect(lines).toEqual([
      `A porta ${port} já está a ser usada por outro programa: pare-o ou escolha outra em KIANDA_PORT.`,
    ]);
  });

  test('a data folder that can not be written', async () => {
    const path = join(dataDir, 'ficheiro no lugar da pasta');
    await writeFile(path, '');
    const { code, lines } = await startAndEnd({ dataDir: path });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^Não é possível escrever na pasta de dados .+KIANDA_DATA_DIR\.$/)]);
  });

  test('a database of a newer version', async () => {
    const log = createLogger({ level: 'silent', pretty: false });
    const postgres = await startEmbeddedPostgres({ dataDir, log });
    const database = await openDatabase({ url: postgres.url, applicationName: 'ensaio', log });
    await migrate(database, [{ name: 'futuro', migrations: [{ id: '9999-por-vir', sql: 'select 1' }] }], log);
    await database.close();
    await postgres.stop();
    const { code, lines } = await startAndEnd({ dataDir });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^A base de dados é de uma versão mais recente da Kianda .+indique outra base de dados\.$/),
    ]);
  });
});
