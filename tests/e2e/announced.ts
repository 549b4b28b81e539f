/**
 * Writes docs/leitor-de-ecra.md: sign-in, an alert and a report as the accessibility tree gives them to a screen reader,
 * on a platform of its own: `node tests/e2e/announced.ts`. With `--url= --email= --password=`, on one that runs already.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { takePossession } from './testing/api.ts';
import { launchBrowser, newContext, observe } from './testing/browser.ts';
import { openSection, signInByForm, waitForShell } from './testing/console.ts';
import { newFolder, removeFolder, startPlatform } from './testing/platform.ts';

const file = join(import.meta.dirname, '../../docs/leitor-de-ecra.md');
const chosen = 'fotografia ao largo do Lobito';
/** A list says the same of each of its rows. */
const mostLines = 60;

const intro = `# A consola ouvida

O que um leitor de ecrã anuncia em três percursos: entrar, ver um alerta, gerar um relatório. É a árvore de acessibilidade do
navegador (papel, nome e estado de cada coisa, pela ordem em que se lê), e não uma gravação: cada leitor di-la com as suas
palavras. A página é escrita por \`node tests/e2e/announced.ts\`; os valores são os da demonstração, no momento em que se escreveu.
`;

const { values } = parseArgs({
  options: { url: { type: 'string' }, email: { type: 'string' }, password: { type: 'string' } },
});

type Heard = { readonly title: string; readonly words: string; readonly of: Locator };

const parts: string[] = [];

async function hear({ title, words, of }: Heard): Promise<void> {
  const lines = (await of.ariaSnapshot()).split('\n').filter((line) => !line.trim().startsWith('- /'));
  const left = lines.length - mostLines;
  const shown = left > 0 ? [...lines.slice(0, mostLines), `# … mais ${left} linhas`] : lines;
  parts.push(`## ${title}\n\n${words}\n\n\`\`\`yaml\n${shown.join('\n')}\n\`\`\`\n`);
}

/** Words that are announced by themselves, without the focus going there. */
async function hearLive(page: Page, title: string): Promise<void> {
  const live = await page
    .locator('[role="status"], [role="alert"], [aria-live]')
    .evaluateAll((all) => all.map((one) => (one.textContent ?? '').trim()).filter((text) => text !== ''));
  const said = live.length === 0 ? '- nada' : [...new Set(live)].map((text) => `- «${text}»`).join('\n');
  parts.push(`## ${title}\n\nAnunciado sem que o foco lá vá:\n\n${said}\n`);
}

async function signingIn(page: Page, url: string, email: string, password: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor();
  await hear({ title: 'Entrar: o formulário', words: 'Ao abrir a página:', of: page.locator('body') });
  await signInByForm(page, email, `${password} não`);
  await page.getByRole('alert').waitFor();
  await hear({ title: 'Entrar: recusado', words: 'Com a palavra-passe errada:', of: page.getByRole('alert') });
  await signInByForm(page, email, password);
  await waitForShell(page);
}

async function alert(page: Page, settle: () => Promise<void>): Promise<void> {
  await openSection(page, 'auto-alerts');
  await settle();
  const main = page.getByRole('main');
  await hear({ title: 'Alertas: a lista', words: 'O foco está no conteúdo, logo que a secção abre:', of: main });
  await hearLive(page, 'Alertas: o que se ouve sem o procurar');
  await openSection(page, 'auto-alerts', { tab: 'rules' });
  await settle();
  await main.getByRole('button', { name: 'Nova regra', exact: true }).click();
  await settle();
  const form = page.getByRole('dialog');
  await hear({ title: 'Alertas: uma regra nova', words: 'O diálogo recebe o foco e diz o seu nome:', of: form });
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
}

async function report(page: Page, settle: () => Promise<void>): Promise<void> {
  await openSection(page, 'reports');
  await settle();
  await page.getByRole('main').getByRole('button', { name: 'Gerar relatório', exact: true }).first().click();
  await settle();
  const form = page.getByRole('dialog', { name: 'Gerar um relatório' });
  await hear({ title: 'Relatório: o pedido', words: 'O diálogo recebe o foco:', of: form });
  await form.getByLabel('Título (opcional)').fill('Ouvido');
  await form.getByRole('button', { name: 'Gerar relatório' }).click();
  await form.waitFor({ state: 'detached' });
  const row = page.getByRole('main').getByText('Ouvido').first();
  await row.waitFor();
  await hearLive(page, 'Relatório: depois de pedido');
}

const dataDir = values.url === undefined ? await newFolder('ouvida') : null;
const browser = await launchBrowser();
try {
  const own = dataDir === null ? null : await startPlatform({ dataDir });
  const url = own?.url ?? values.url ?? '';
  const email = own?.email ?? values.email ?? '';
  const password = own === null ? (values.password ?? '') : chosen;
  if (own !== null) await takePossession(url, email, own.oneTimePassword ?? '', password);
  const observed = observe(await (await newContext(browser)).newPage());
  await signingIn(observed.page, url, email, password);
  await observed.settle();
  await alert(observed.page, observed.settle);
  await report(observed.page, observed.settle);
  await writeFile(file, `${intro}\n${parts.join('\n')}`);
} finally {
  await browser.close();
  if (dataDir !== null) await removeFolder(dataDir);
}
