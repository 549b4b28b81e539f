// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const id = '11111111-1111-4111-8111-111111111111';
const report = (over: Record<string, unknown> = {}) => ({
  id,
  name: 'Mês oceanográfico, março',
  filename: 'mes.pdf',
  description: 'Temperatura e clorofila.',
  type: 'relatorio',
  icon: '🌊',
  generated_at: '2026-08-31T09:00:00.000Z',
  size: '1,2 MB',
  size_bytes: 1_200_000,
  format: 'PDF',
  status: 'completed',
  path: '/reports/mes.pdf',
  template: 'oceanographic',
  author: 'Ana Mar',
  schedule_id: null,
  pages: 12,
  progress: null,
  message: null,
  error: null,
  simulated: true,
  editable: true,
  ...over,
});
const other = report({
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Segurança',
  description: 'Contas e cadeia.',
  type: 'auditoria',
  status: 'failed',
  error: 'A conta já não está ativa.',
});
const templates = {
  templates: [
    {
      id: 'quality',
      label: 'Qualidade dos dados',
      description: 'Regras e pontuações.',
      type: 'auditoria',
      icon: '📏',
      period: 'last_7_days',
      regional: false,
      sections: [
        { id: 'scores', label: 'Pontuações' },
        { id: 'rules', label: 'Regras de qualidade' },
        { id: 'connectors', label: 'Conectores' },
      ],
    },
  ],
  retentionDays: 365,
  mail: { configured: true, from: 'kianda@kianda.test' },
};
const schedule = {
  id: '33333333-3333-4333-8333-333333333333',
  name: 'Qualidade dos dados',
  template: 'quality',
  config: { region: 'zee', format: 'html' },
  cron: '0 9 * * 1',
  recipients: ['direcao@kianda.test'],
  delivery: 'auto',
  enabled: true,
  owner: 'Kianda',
  editable: true,
  nextRuns: ['2026-09-07T08:00:00.000Z'],
  lastRunAt: null,
  lastReportId: null,
  problem: null,
};
const answers = {
  '/admin-api/api/reports': {
    json: envelope({ reports: [report(), other], by_type: { relatorio: 1, auditoria: 1, solucao: 0 } }),
  },
  '/admin-api/reports/templates': { json: envelope(templates) },
  '/admin-api/reports/schedules': { json: envelope({ schedules: [schedule] }) },
  '/admin-api/reports/generate': { json: envelope(report({ status: 'generating', progress: null })) },
  [`/admin-api/api/reports/${id}`]: {
    json: envelope({
      id,
      filename: 'mes.pdf',
      content: 'MÊS OCEANOGRÁFICO em texto',
      format: 'PDF',
      size: '1,2 MB',
      last_modified: '2026-08-31T09:00:00.000Z',
      path: '/reports/mes.pdf',
      name: 'Mês oceanográfico, março',
      checksum: 'abc',
      deliveries: [{ recipient: 'a@b.ao', state: 'sent', attempts: 1, error: null, at: '2026-08-31T09:01:00.000Z' }],
    }),
  },
} as const;
const dialog = (words: string) => () =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog]')].find((one) => one.textContent?.includes(words));
const press = (inside: HTMLElement, name: string) =>
  [...inside.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();

test('counts, a filter by type and by words, and the words of an empty list', async () => {
  page.open('/?section=reports', answers);
  await page.says('Mês oceanográfico, março');
  expect(page.sharedNames()).toEqual([]);
  expect(page.text()).toContain('Total de relatórios');
  expect(page.text()).toContain('Contém dados simulados');
  expect(page.text()).toContain('A conta já não está ativa.');
  expect(page.button('Descarregar Segurança')).toBeUndefined();
  await page.close();
  page = createPage();
  page.open('/?section=reports&type=auditoria&q=CADEIA', answers);
  await page.says('1 de 2');
  expect(page.text()).not.toContain('Mês oceanográfico');
  await page.close();
  page = createPage();
  page.open('/?section=reports&q=nada+disto', answers);
  await page.says('Nenhum relatório encontrado');
});

test('an empty list sends to the button only who has it', async () => {
  const empty = {
    ...answers,
    '/admin-api/api/reports': { json: envelope({ reports: [], by_type: { relatorio: 0, auditoria: 0, solucao: 0 } }) },
  };
  page.open('/?section=reports', empty);
  await page.says('comece por «Gerar relatório»');
  await page.close();
  page = createPage();
  page.open('/?section=reports', empty, { role: 'cliente' });
  await page.says('Os que forem gerados aparecem aqui.');
  expect(page.text()).not.toContain('Gerar relatório');
});

test('a report opens in a dialog with its text, its path and its deliveries', async () => {
  page.open('/?section=reports', answers);
  (await page.find(() => page.button('Ver Mês oceanográfico, março'))).click();
  const shown = await page.find(dialog('MÊS OCEANOGRÁFICO em texto'));
  expect(shown.textContent).toContain('/reports/mes.pdf');
  expect(shown.textContent).toContain('enviado, 1 tentativa');
  press(shown, 'Fechar');
  await page.find(() => (dialog('MÊS')() === undefined ? true : null));
});

test('one is asked for with the parts and addresses chosen', async () => {
  page.open('/?section=reports', answers);
  const open = await page.find(() => {
    const button = page.button('Gerar relatório');
    return button?.disabled === false ? button : null;
  });
  open.click();
  const form = await page.find(dialog('Pontuações'));
  [...form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].find(({ value }) => value === 'rules')?.click();
  press(form, 'Gerar relatório');
  const sent = await page.find(() => page.asked.find(({ method }) => method === 'POST'));
  expect(sent.body).toEqual({
    type: 'quality',
    config: { region: 'zee', format: 'pdf', sections: ['scores', 'connectors'] },
    recipients: [],
    delivery: 'auto',
  });
});

test('a form without any part is not sent, not by its Enter key either', async () => {
  page.open('/?section=reports', answers);
  const open = await page.find(() => (page.button('Gerar relatório')?.disabled === false ? true : null));
  expect(open).toBe(true);
  page.button('Gerar relatório')?.click();
  const form = await page.find(dialog('Pontuações'));
  for (const part of ['scores', 'rules', 'connectors'])
    [...form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].find(({ value }) => value === part)?.click();
  const ready = () =>
    [...form.querySelectorAll<HTMLButtonElement>('button[type=submit]')].map(({ disabled }) => disabled);
  await page.find(() => (ready().includes(true) ? true : null));
  form.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  // Another part is chosen: once this is seen the form would have been sent.
  [...form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].find(({ value }) => value === 'rules')?.click();
  await page.find(() => (ready().includes(false) ? true : null));
  expect(page.asked.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('without the server the eight reports of the demonstration appear, labelled, to read and not to take', async () => {
  page.open('/?section=reports', {
    '/admin-api/api/reports': { status: 503, json: problem('unavailable', 503, 'Indisponível.') },
  });
  await page.says('Correções Sistema v2.0.1');
  expect(page.text()).toContain('Dados de fallback');
  expect(page.host.querySelectorAll('main li [data-example]').length).toBe(8);
  expect(page.text('#relatorios-total')).toContain('—exemplo: 8');
  expect(page.button('Gerar relatório')).toBeUndefined();
  expect(page.button('Eliminar Correções Sistema v2.0.1')).toBeUndefined();
  (await page.find(() => page.button('Ver Correções Sistema v2.0.1'))).click();
  await page.find(dialog('DEMONSTRAÇÃO'));
  (await page.find(() => page.button('Descarregar Correções Sistema v2.0.1'))).click();
  await page.find(() => (document.body.textContent?.includes('é uma demonstração') ? true : null));
});

test('schedules with their next runs; who may only read changes none', async () => {
  page.open('/?section=reports&view=schedules', answers);
  await page.says('Às segundas-feiras, às 9 h');
  expect(page.text()).toContain('a 1 endereço');
  (await page.find(() => page.button('Eliminar Qualidade dos dados'))).click();
  await page.find(dialog('A agenda deixa de correr'));
  await page.close();
  page = createPage();
  page.open('/?section=reports&view=schedules', answers, { role: 'investigador' });
  await page.says('Às segundas-feiras, às 9 h');
  expect(page.button('Eliminar Qualidade dos dados')).toBeUndefined();
  expect(page.button('Agendar relatório')).toBeUndefined();
});

test('a report that cannot be eliminated stays, and the dialog says why', async () => {
  page.open('/?section=reports', {
    ...answers,
    [`DELETE /admin-api/reports/${id}`]: { status: 409, json: problem('conflict', 409, 'Está a ser enviado.') },
  });
  (await page.find(() => page.button('Eliminar Mês oceanográfico, março'))).click();
  const shown = await page.find(dialog('Mês oceanográfico, março'));
  press(shown, 'Eliminar');
  await page.find(dialog('Está a ser enviado.'));
  expect(page.text()).toContain('Mês oceanográfico, março');
});

test('a failed report is made again; where that is refused the reason is said', async () => {
  page.open('/?section=reports', {
    ...answers,
    [`POST /admin-api/reports/${other.id}/retry`]: { status: 409, json: problem('conflict', 409, 'Não falhou.') },
  });
  await page.says('A conta já não está ativa.');
  expect(page.button('Transferir Segurança')).toBeUndefined();
  const again = [...page.host.querySelectorAll<HTMLButtonElement>('main li button')].find(({ textContent }) =>
    textContent?.includes('Tentar'),
  );
  again?.click();
  await page.find(() => (document.body.textContent?.includes('Não falhou.') === true ? true : null));
});
