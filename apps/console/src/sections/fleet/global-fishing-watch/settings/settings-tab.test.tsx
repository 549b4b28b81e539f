// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../../client/testing.ts';
import { lastNotice } from '../../../../platform/notices.ts';
import { createPage } from '../../../testing.tsx';
import { defaultSettings } from '../api/settings.ts';
import { address, answers, at, enter, exportNote, fieldOf, listOf, settingsPath as path } from '../testing.ts';
// The parts that load when they are opened, before any clock runs.
import '../page.tsx';
import './data-export.tsx';
import './settings-tab.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  window.localStorage.clear();
  page = createPage();
});
afterEach(() => page.close());

const saved = () =>
  page.asked
    .filter((one) => one.method === 'PUT' && one.path === path)
    .map(({ body }) => (body as { value: typeof defaultSettings }).value);
/** The server answers with what it stored. */
const taken = { [`PUT ${path}`]: () => ({ json: envelope({ value: saved().at(-1), updatedAt: at }) }) };
const lastSaved = (wanted: Partial<typeof defaultSettings>) =>
  page.find(() => {
    const value = saved().at(-1);
    return value !== undefined && Object.entries(wanted).every(([name, one]) => Object.is(value[name as never], one))
      ? value
      : null;
  });

test('the defaults and the choices of the specification', async () => {
  page.open(address('settings'), answers);
  await page.says('Intervalo de atualização');
  const options = (label: string) => [...(fieldOf(label) as HTMLSelectElement).options].map(({ text }) => text);
  expect(options('Intervalo de atualização')).toEqual(['1 minuto', '5 minutos', '10 minutos', '30 minutos']);
  expect(options('Nível de confiança')).toEqual([
    'Baixo (mais alertas)',
    'Médio',
    'Alto (menos alertas)',
    'Muito Alto',
  ]);
  expect([fieldOf('Intervalo de atualização').value, fieldOf('Nível de confiança').value]).toEqual(['5', '3']);
  const isOn = (label: string) => (fieldOf(label) as HTMLInputElement).checked;
  expect(['Avisar de novos alertas', 'Atualização automática'].map(isOn)).toEqual([true, true]);
  expect(['Pesca', 'Transporte', 'Apoio', 'Passageiros', 'Desconhecido'].map(isOn)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('each change is kept on the server at once, and without automatic refresh there is no interval', async () => {
  page.open(address('settings'), {
    ...answers,
    ...taken,
    [path]: { json: envelope({ value: defaultSettings, updatedAt: at }) },
  });
  await page.says('Intervalo de atualização');
  enter(fieldOf('Intervalo de atualização'), '30');
  await lastSaved({ refreshInterval: 30 });
  enter(fieldOf('Nível de confiança'), '4');
  await lastSaved({ confidenceLevel: 4, refreshInterval: 30 });
  fieldOf('Avisar de novos alertas').click();
  await lastSaved({ alertsEnabled: false });
  fieldOf('Atualização automática').click();
  await lastSaved({ autoRefresh: false });
  expect(fieldOf('Intervalo de atualização').disabled).toBe(true);
  fieldOf('Passageiros').click();
  const { vesselTypes } = await page.find(() => saved().find(({ vesselTypes }) => vesselTypes.length === 4));
  expect(vesselTypes).toEqual(['fishing', 'carrier', 'support', 'passenger']);
});

test('those of the account come from the server; what only this browser knew is handed to it', async () => {
  const value = { ...defaultSettings, refreshInterval: 30, vesselTypes: ['fishing'], confidenceLevel: 1 };
  page.open(address('settings'), { ...answers, ...taken, [path]: { json: envelope({ value, updatedAt: at }) } });
  await page.says('Intervalo de atualização');
  expect(fieldOf('Intervalo de atualização').value).toBe('30');
  expect(saved()).toEqual([]);
  // The last type cannot be taken away: a list of nothing would look like an empty sea.
  expect(fieldOf('Pesca').disabled).toBe(true);
  fieldOf('Avisar de novos alertas').click();
  await page.find(() => (saved().length === 1 ? true : null));
  const changed = { ...value, alertsEnabled: false };
  expect(saved()).toEqual([changed]);

  await page.close();
  page = createPage();
  page.open(address('settings'), answers);
  await page.find(() => (saved().length === 1 ? true : null));
  expect(saved()).toEqual([changed]);
});

test('a file is handed over only once the audit trail knows of it', async () => {
  page.open(address('settings'), {
    ...answers,
    [`POST ${exportNote}`]: { status: 403, json: problem('forbidden', 403, 'Não ficou registado.') },
  });
  const save = await page.find(() => page.button('Embarcações (CSV)'));
  save.click();
  await page.find(() => (lastNotice()?.message === 'Não ficou registado.' ? true : null));
  const noted = page.asked.filter((one) => one.path === exportNote);
  expect(noted[0]?.body).toMatchObject({
    of: 'vessels',
    rows: 1,
    fileName: expect.stringMatching(/^gfw-vessels-.*\.csv$/),
  });
});

test.each([
  ['Embarcações (CSV)', 'CSV Exportado', /^gfw-vessels-\d{4}-\d{2}-\d{2}\.csv$/],
  ['Embarcações (JSON)', 'Exportação Concluída', /^gfw-vessels-\d{4}-\d{2}-\d{2}\.json$/],
  ['Alertas (JSON)', 'Exportação Concluída', /^gfw-alerts-\d{4}-\d{2}-\d{2}\.json$/],
])('«%s» is saved under its name: «%s»', async (button, title, name) => {
  page.open(address('settings'), answers);
  const save = await page.find(() => page.button(button));
  save.click();
  await page.find(() => (name.test(lastNotice()?.message ?? '') ? true : null));
  expect(lastNotice()).toMatchObject({ tone: 'success', title });
});

test('no vessels: «Sem Dados» and no file', async () => {
  page.open(address('settings'), { ...answers, '/admin-api/vessels': { json: envelope(listOf([])) } });
  const save = await page.find(() => page.button('Embarcações (CSV)'));
  save.click();
  await page.find(() => (lastNotice()?.title === 'Sem Dados' ? true : null));
  expect(lastNotice()).toMatchObject({ tone: 'warning', message: 'Não há embarcações para exportar' });
  expect(page.asked.some((one) => one.path === exportNote)).toBe(false);
});
