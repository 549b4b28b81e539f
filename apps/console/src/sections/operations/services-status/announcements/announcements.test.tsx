// @vitest-environment happy-dom
import type { Incident, Maintenance } from '@kianda/contract/operations/services/announcements.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const incident: Incident = {
  id: '00000000-0000-4000-8000-000000000001',
  title: 'Catálogo <lento>',
  severity: 'major',
  services: ['stac'],
  state: 'identified',
  startedAt: '2026-08-31T08:00:00.000Z',
  resolvedAt: null,
  updates: [
    {
      id: '00000000-0000-4000-8000-000000000011',
      at: '2026-08-31T08:30:00.000Z',
      by: 'rui@kianda.test',
      state: 'identified',
      text: 'Um disco cheio.',
    },
  ],
};
const resolved: Incident = {
  ...incident,
  id: '00000000-0000-4000-8000-000000000002',
  title: 'Rede em baixo',
  state: 'resolved',
  resolvedAt: '2026-08-30T10:00:00.000Z',
};
const maintenance: Maintenance = {
  id: '00000000-0000-4000-8000-000000000003',
  title: 'Troca de discos',
  text: 'Os mapas podem faltar.',
  services: ['gfw-api', 'ocean-api'],
  from: '2126-09-01T00:00:00.000Z',
  to: '2126-09-01T02:00:00.000Z',
  writtenAt: '2026-08-31T08:00:00.000Z',
  by: 'rui@kianda.test',
};
const answers = {
  '/admin-api/services/announcements': {
    json: envelope({ incidents: [incident, resolved], maintenances: [maintenance] }),
  },
  '/admin-api/services/condition': {
    json: envelope({
      overall: 'degraded',
      services: [
        { id: 'stac', state: 'degraded', reason: 'Incidente: Catálogo <lento>' },
        { id: 'monitor', state: 'maintenance', reason: 'Manutenção: Troca de discos' },
      ],
      publicPage: 'http://kianda.test/status',
    }),
  },
  '/admin-api/api/services/status': {
    json: envelope({
      services: [],
      summary: { total: 0, online: 0, offline: 0, health_percentage: 0, last_updated: '2026-08-31T09:00:00.000Z' },
    }),
  },
  [`/admin-api/services/incidents/${incident.id}/updates`]: { json: envelope(incident) },
  [`/admin-api/services/incidents/${incident.id}`]: { json: envelope({}) },
};
const at = '/?section=services-status';
const dialog = (text: string) =>
  page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role=dialog]')].find((one) => one.textContent?.includes(text)),
  );
const submit = (within: HTMLElement) => within.querySelector<HTMLButtonElement>('button[type=submit]')?.click();

test('what is wrong and what is planned, who wrote it, and the past behind its own heading', async () => {
  page.open(at, answers);
  await page.says('Um disco cheio.');
  const entry = page.text(`[aria-labelledby=incidente-${incident.id}]`);
  expect(entry).toContain('Catálogo <lento>');
  expect(entry).toContain('Identificado');
  expect(entry).toContain('por rui@kianda.test');
  const planned = page.text(`[aria-labelledby=manutencao-${maintenance.id}]`);
  expect(planned).toContain('Prevista');
  expect(planned).toContain('Dados de pesca, Dados oceânicos');
  expect(page.text('details')).toContain('Rede em baixo');
  expect(page.text('details')).not.toContain('Catálogo <lento>');
  await page.find(() => (page.text('[aria-labelledby=estado-stac]').includes('Incidente: ') ? true : null));
  expect(page.text('[aria-labelledby=estado-monitor]')).toContain('Em manutenção');
  const link = [...page.host.querySelectorAll('a')].find(({ href }) => href === 'http://kianda.test/status');
  expect(link?.textContent).toContain('Página pública do estado');
});

test('an update goes on to the next state, and eliminating asks first', async () => {
  page.open(at, answers);
  (await page.find(() => page.button('Atualizar «Catálogo <lento>»'))).click();
  const form = await dialog('O que se sabe');
  expect(form.querySelector('select')?.value).toBe('monitoring');
  (await page.find(() => page.button('Eliminar «Catálogo <lento>»'))).click();
  const confirm = await dialog('Não se pode desfazer');
  expect(page.asked.some(({ method }) => method === 'DELETE')).toBe(false);
  submit(confirm);
  await page.find(() => page.asked.find(({ method, path }) => method === 'DELETE' && path.endsWith(incident.id)));
});

test('a form that lacks a service says so and sends nothing', async () => {
  page.open(at, answers);
  (await page.find(() => page.button('Anunciar manutenção'))).click();
  const form = await dialog('O que vai acontecer');
  for (const field of form.querySelectorAll('input, textarea')) field.removeAttribute('required');
  submit(form);
  await page.find(() => (form.querySelector('[role=alert]')?.textContent?.includes('serviço') ? true : null));
  expect(page.asked.some(({ method }) => method === 'POST')).toBe(false);
});

test('what was written in a form is not lost to Escape without asking', async () => {
  page.open(at, answers);
  (await page.find(() => page.button('Atualizar «Catálogo <lento>»'))).click();
  const form = await dialog('O que se sabe');
  const field = form.querySelector('textarea');
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'Disco trocado.');
  field?.dispatchEvent(new Event('input', { bubbles: true }));
  field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await dialog('Há alterações por guardar.');
  expect(field?.isConnected).toBe(true);
  expect(field?.value).toBe('Disco trocado.');
});

test('who may not announce reads alone; a failure can be tried again', async () => {
  page.open(at, answers, { role: 'cientista' });
  await page.says('Um disco cheio.');
  expect(page.button('Abrir incidente')).toBeUndefined();
  expect(page.button('Eliminar «Catálogo <lento>»')).toBeUndefined();
  await page.close();
  page = createPage();
  page.open(at, {
    ...answers,
    '/admin-api/services/announcements': { status: 500, json: problem('internal', 500, 'Erro interno.') },
  });
  await page.find(() => page.button('Tentar Novamente'));
});
