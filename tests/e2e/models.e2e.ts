import type { DataOf } from '@kianda/contract';
import { createModelMapLink } from '@kianda/contract/models/maps/map-links.contract';
import { listModelMaps } from '@kianda/contract/models/maps/maps.contract';
import { getModel } from '@kianda/contract/models/registry/models.contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, createApi, newAccount, signIn } from './testing/api.ts';
import { launchBrowser, newContext, type ObservedPage, observe } from './testing/browser.ts';
import { enterWith } from './testing/console.ts';
import { sharedPlatform } from './testing/shared.ts';

const { url, email, password } = sharedPlatform();
const type = 'habitat_suitability';
const address = `${url}/?section=machine-learning&modelo=${type}`;

let browser: Browser;
let api: Api;
/** Trains. */
let scientist: ObservedPage;
/** Approves: a person does not approve what they have trained. */
let colleague: ObservedPage;

beforeAll(async () => {
  browser = await launchBrowser();
  const administrator = await signIn(url, email, password);
  api = createApi(url, administrator.accessToken);
  const open = async (name: string): Promise<ObservedPage> => {
    const account = { name, email: `${name.split(' ')[0]?.toLowerCase()}@modelos.test`, role: 'cientista' } as const;
    const secret = 'a calema chega ao Namibe em junho';
    await newAccount(url, administrator.accessToken, { ...account, password: secret });
    const observed = observe(await (await newContext(browser)).newPage());
    await enterWith(observed.page, url, await signIn(url, account.email, secret));
    return observed;
  };
  scientist = await open('Ana Modelos');
  colleague = await open('Bento Modelos');
});
afterAll(() => browser.close());

const found = () => api.call<DataOf<typeof getModel>>(getModel, { params: { type } });
const inUse = async () => (await found()).versions.find(({ state }) => state === 'deployed')?.version;

/** Trains one more version by the button, once the sea and the records that it learns from have come. */
async function train({ page }: ObservedPage): Promise<number> {
  const before = (await found()).versions.length;
  await page.goto(address);
  await expect
    .poll(
      async () => {
        const { versions, model } = await found();
        const isUnderWay = model.training?.state === 'queued' || model.training?.state === 'running';
        if (versions.length === before && !isUnderWay) {
          await page.getByRole('button', { name: /^(Treinar|Re-treinar) Modelo/ }).click();
        }
        return versions.length;
      },
      { interval: 3_000, timeout: 400_000 },
    )
    .toBe(before + 1);
  return before + 1;
}

async function confirm(page: Page, name: string, button: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByLabel('Motivo').fill(reason);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function approve({ page }: ObservedPage, version: number): Promise<void> {
  await page.goto(`${address}&versao=${version}`);
  await page.getByRole('button', { name: 'Aprovar', exact: true }).click();
  await confirm(page, `Aprovar a versão ${version}`, 'Aprovar', 'Vista com a colega.');
  await expect.poll(inUse).toBe(version);
}

/** Opens a map by a public link, as somebody without an account. */
async function visit(mapId: string): Promise<void> {
  const made = await api.call<DataOf<typeof createModelMapLink>>(createModelMapLink, {
    ...{ params: { id: mapId }, body: { days: 1 } },
  });
  const context = await newContext(browser);
  const visitor = observe(await context.newPage());
  await visitor.page.goto(made.url);
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  await visitor.page.locator('canvas').first().waitFor();
  await visitor.settle();
  expect(visitor.takeFaults()).toEqual([]);
  await context.close();
}

test('a version is trained, approved by another person, mapped, compared with the next, checked and brought back', async () => {
  const first = await train(scientist);
  await approve(colleague, first);

  const maps = async () => (await api.call<DataOf<typeof listModelMaps>>(listModelMaps, { query: { type } })).maps;
  await expect.poll(async () => (await maps()).map(({ version }) => version)).toEqual([first]);
  const [map] = await maps();
  await visit(map?.id ?? '');
  await scientist.page.goto(address);
  await scientist.page.locator('#mapas').getByText(`${first} · em uso`).waitFor();

  const second = await train(scientist);
  await scientist.page.goto(`${address}&versao=${second}`);
  await scientist.page.getByLabel('Comparar com').selectOption({ label: `Versão ${first} · Em uso` });
  await scientist.page.getByRole('heading', { name: `Versões ${second} e ${first}` }).waitFor();
  await approve(colleague, second);

  await scientist.page.goto(address);
  const drift = scientist.page.locator('#deriva');
  await drift.getByRole('button', { name: 'Verificar agora' }).click();
  await drift.getByText('Linhas comparadas').waitFor();

  await colleague.page.goto(address);
  await colleague.page.getByRole('button', { name: 'Voltar à versão anterior' }).click();
  await confirm(colleague.page, 'Voltar à versão anterior', 'Voltar à versão anterior', 'A segunda não é melhor.');
  await expect.poll(inUse).toBe(first);

  for (const { settle, takeFaults } of [scientist, colleague]) {
    await settle();
    expect(takeFaults()).toEqual([]);
  }
});
