import { readFile } from 'node:fs/promises';
import { type IngestJob, listIngestJobs } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { deadLetters } from '@kianda/contract/ingestion/connectors/dead-letters.contract';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Api, createApi, signIn } from './testing/api.ts';
import { launchBrowser, newContext, observe, type View } from './testing/browser.ts';
import { enterWith } from './testing/console.ts';
import { sharedPlatform } from './testing/shared.ts';
import { faultsInBothThemes } from './testing/visit.ts';

const platform = sharedPlatform();
const runLimitMs = 480_000;
const header =
  'data;porto;provincia;segmento;arte;especie;nome_cientifico;codigo_fao;quantidade_t;esforco_dias;embarcacoes;observacoes';
const row = (day: string, tonnes: string) =>
  `${day}/07/2026;Namibe;Namibe;industrial;cerco;Carapau do Cunene;Trachurus trecae;HMZ;${tonnes};42;7;`;
const file = {
  name: 'capturas de ensaio.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([header, row('13', '1.234,5'), row('14', '12,25'), row('15', 'muito'), ''].join('\r\n')),
};

let browser: Browser;
let api: Api;
let context: BrowserContext;
let page: Page;

/** A session of its own for each browser: two that renew the same one are taken for a thief and its victim. */
const signedIn = () => signIn(platform.url, platform.email, platform.password);

async function enter(view?: View): Promise<void> {
  await context?.close();
  context = await newContext(browser, view);
  page = await context.newPage();
  await enterWith(page, platform.url, await signedIn());
}

beforeAll(async () => {
  browser = await launchBrowser();
  api = createApi(platform.url, (await signedIn()).accessToken);
  await enter();
});
afterAll(() => browser.close());

const open = (connector: string, view: string): Promise<unknown> =>
  page.goto(`${platform.url}/?section=data-connectors&connector=${connector}&view=${view}`);
const button = (name: string | RegExp): Locator => page.getByRole('main').getByRole('button', { name });
const dialog = (): Locator => page.getByRole('dialog').filter({ has: page.getByRole('textbox') });

/** Rows of a connector in one state, as the server has them. */
async function lettersOf(connector: string, state: string): Promise<number> {
  const { total } = await api.call<{ total: number }>(deadLetters, { params: { id: connector }, query: { state } });
  return total;
}

/** Waits until a connector has no run of its own under way: its first ones begin with the platform. */
async function idle(connector: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { jobs } = await api.call<{ jobs: IngestJob[] }>(listIngestJobs, { query: { connector } });
      expect(jobs.length).toBeGreaterThan(0);
      expect(jobs.filter(({ status }) => status === 'running' || status === 'queued')).toEqual([]);
    },
    { timeout: runLimitMs, interval: 1_000 },
  );
}

describe('a national institution hands over a file', () => {
  let refusedBefore: number;

  test('its bad row is named before anything is stored', async () => {
    refusedBefore = await lettersOf('angola-inipm', 'open');
    await open('angola-inipm', 'intake');
    await page.getByRole('heading', { name: 'Enviar ficheiro' }).waitFor();
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('heading', { name: `Pré-visualização · ${file.name}` }).waitFor();
    await page.getByText('2 linhas serão gravadas; 1 linha com erro vai para Rejeitadas').waitFor();
    await page.getByRole('region', { name: 'Linhas lidas' }).getByText('muito', { exact: true }).waitFor();
    expect(await lettersOf('angola-inipm', 'open')).toBe(refusedBefore);
  });

  test('confirmed, its good rows are stored and the bad one waits', async () => {
    await button('Gravar 2 linhas').click();
    await page.getByRole('heading', { name: /^Execução · / }).waitFor();
    await page.getByRole('main').getByText('Concluída com rejeições').first().waitFor({ timeout: runLimitMs });
    expect(await lettersOf('angola-inipm', 'open')).toBe(refusedBefore + 1);
  });

  test('the same file again is recognised', async () => {
    await open('angola-inipm', 'intake');
    await page.getByRole('heading', { name: 'Enviar ficheiro' }).waitFor();
    await page.locator('input[type=file]').setInputFiles({ ...file, name: 'outro nome.csv' });
    await page.getByText(/já tinha sido recebido/).waitFor();
    await page.getByRole('main').getByText('Gravado', { exact: true }).first().waitFor();
  });

  test('the bad row is corrected and replayed', async () => {
    await open('angola-inipm', 'rejected');
    const bad = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Corrigir a linha/ }) });
    await bad.first().waitFor();
    await bad
      .first()
      .getByRole('button', { name: /^Corrigir a linha/ })
      .click();
    await dialog().getByLabel('quantidade_t').fill('98,5');
    await dialog().getByRole('button', { name: 'Repor corrigida' }).click();
    await page.getByText('Linha reposta e gravada.').waitFor();
    await dialog().waitFor({ state: 'detached' });
    expect(await lettersOf('angola-inipm', 'open')).toBe(refusedBefore);
    expect(await lettersOf('angola-inipm', 'replayed')).toBeGreaterThan(0);
  });
});

describe('a connector', () => {
  test('whose cursor was put back reads everything again, and its progress is seen', async () => {
    await idle('obis');
    await open('obis', 'schedule');
    await button('Repor o cursor de ocorrências').click();
    await dialog().getByRole('textbox').fill('Ensaio do percurso inteiro');
    await dialog().getByRole('button', { name: 'Repor cursor' }).click();
    await page.getByText('Cursor guardado.').waitFor();
    await page.getByText('Sem cursor: a próxima execução começa do início.').waitFor();

    await page
      .getByRole('article')
      .getByRole('button', { name: /^Executar/ })
      .click();
    const busy = page.getByRole('article').getByRole('button', { name: /A iniciar…|Em execução/ });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    await page.getByRole('article').getByRole('progressbar').waitFor();
    await page
      .getByRole('region', { name: 'Em curso' })
      .getByText(/registos/)
      .waitFor({ timeout: runLimitMs });
  });

  test('is free again when its run has ended, and the run tells what it brought', async () => {
    await page
      .getByRole('article')
      .getByRole('button', { name: /^Executar/ })
      .waitFor({ timeout: runLimitMs });
    await open('obis', 'runs');
    const ended = page.getByRole('table', { name: 'Execuções' }).getByRole('row').filter({ hasText: 'Concluída' });
    await ended.first().getByRole('button').first().click();
    await page.getByRole('heading', { name: 'Execução · ocorrências' }).waitFor();
    await page.getByRole('heading', { name: 'Registo da execução' }).waitFor();
    const [saved] = await Promise.all([page.waitForEvent('download'), button('Descarregar registo').click()]);
    const log = await readFile(await saved.path(), 'utf8');
    expect(log).toContain('# Licença: ');
    expect(log).toContain('# Citação: ');
  });

  test('is tested: latency, and a row as the provider gives it', async () => {
    await open('obis', 'connection');
    await button('Testar ligação').click();
    await page.getByText('Ligação em ordem').waitFor({ timeout: runLimitMs });
    await page.getByText('Latência').waitFor();
    expect(await page.getByRole('textbox', { name: 'Amostra' }).inputValue()).toContain('{');
  });
});

const parts = [
  'overview',
  'intake',
  'runs',
  'schedule',
  'backfill',
  'quality',
  'drift',
  'rejected',
  'lineage',
  'connection',
] as const;

describe.each([1440, 390] as const)('on %s px', (width) => {
  test('every part of a connector can be read and reached by all, in both themes', async () => {
    await enter({ theme: 'claro', width });
    const observed = observe(page);
    const faults: string[] = [];
    for (const part of parts) {
      await open('angola-inipm', part);
      const found = await faultsInBothThemes(observed, `conector-${part}`, width);
      const small = width === 390 ? await smallTargets() : [];
      faults.push(...[...found, ...small].map((fault) => `${part}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
});

/** Buttons and fields of the main part that a finger would miss. */
function smallTargets(): Promise<readonly string[]> {
  return page.locator('main :is(button, select, summary, input[type="text"])').evaluateAll((elements) =>
    elements
      // A badge says where a value comes from; it starts nothing.
      .filter((element) => element.querySelector(':scope > .k-visually-hidden') === null)
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.height > 0 && box.height < 44)
      .map(({ element, box }) => `${element.textContent?.trim() || element.ariaLabel}: ${Math.round(box.height)} px`),
  );
}
