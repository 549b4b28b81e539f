// @vitest-environment happy-dom
import { featureIds } from '@kianda/contract/operations/configuration/features';
import type { PlatformAlert } from '@kianda/contract/operations/health/health.contract';
import type { Notice } from '@kianda/contract/people/notifications/bell.contract';
import {
  defaultNoticePreferences,
  type NoticeSettings,
} from '@kianda/contract/people/notifications/notifications.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Socket } from '../client/realtime.ts';
import { envelope, problem } from '../client/testing.ts';
import { lastNotice } from '../platform/notices.ts';
import { createPage } from '../sections/testing.tsx';
import { noticeTexts } from './notice-texts.pt.ts';
import { shellTexts } from './texts.pt.ts';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const at = '2026-08-31T08:00:00.000Z';
const alertId = '6a3c1d10-0000-4000-8000-000000000001';
const notice: Notice = {
  id: 7,
  source: 'platform',
  severity: 'high',
  title: 'Água alta no Lobito',
  body: 'Nível da água: 3,2 m',
  at,
  path: `/?section=auto-alerts&alert=${alertId}`,
  alertId,
  isRead: false,
  count: 1,
  simulated: false,
};
const alert: PlatformAlert = {
  id: alertId,
  type: 'error',
  title: notice.title,
  message: notice.body,
  source: 'Plataforma',
  timestamp: at,
  acknowledged: false,
  resolvedAt: null,
  state: 'new',
  assignee: null,
  metadata: {},
};
const settings: NoticeSettings = {
  preferences: defaultNoticePreferences,
  email: { address: 'ana@exemplo.ao', problem: 'SMTP por configurar' },
  pushKey: 'BA',
  devices: [
    {
      id: '6a3c1d10-0000-4000-8000-000000000009',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      createdAt: at,
      lastSentAt: null,
      lastError: null,
    },
  ],
};
const answers = {
  '/admin-api/notifications': {
    json: envelope({
      notices: [notice, { ...notice, id: 6, isRead: true, title: 'Antigo' }],
      unread: 1,
      activeAlerts: 4,
    }),
  },
  '/admin-api/notifications/read': { json: envelope({ unread: 0 }) },
  '/admin-api/notifications/settings': { json: envelope(settings) },
  '/admin-api/alerts': { json: envelope({ alerts: [alert], active: 4, total: 9 }) },
  [`/admin-api/alerts/${alertId}/acknowledge`]: { json: envelope({ ...alert, acknowledged: true }) },
};
const bell = () => page.find(() => document.querySelector<HTMLButtonElement>('button[aria-label^="Notificações: 1"]'));
const buttonOf = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('button')].find(
    (button) =>
      button.getAttribute('aria-label') === name || button.textContent?.trim().replaceAll('\u00a0', ' ') === name,
  );
const asked = (path: string) => page.asked.filter(({ method, path: at }) => method !== 'GET' && at === path);

/** This environment has no popovers: the event by which a browser tells of one is sent by hand. */
async function openBell(): Promise<void> {
  const panel = document.getElementById((await bell()).getAttribute('aria-controls') ?? '');
  if (panel !== null) panel.hidePopover = () => undefined;
  panel?.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState: 'open' }));
  await page.find(() => (document.body.textContent?.includes('Água alta no Lobito') ? true : null));
}

test('the bell counts what is unread; its panel tells how many alerts are open, and takes charge of one', async () => {
  page.open('/?section=reports', answers);
  await openBell();
  expect(buttonOf('4 alertas ativos da plataforma')).toBeDefined();
  (await page.find(() => buttonOf('Reconhecer o alerta Água alta no Lobito'))).click();
  await page.find(() => asked(`/admin-api/alerts/${alertId}/acknowledge`)[0]);
  expect(asked('/admin-api/notifications/read').map(({ body }) => body)).toEqual([{ ids: [7] }]);
});

test('an alert is asked for at once where it is critical or the panel is open; else it waits for the minute', async () => {
  let socket: Socket | undefined;
  page.open('/?section=reports', answers, {
    openSocket: () => {
      socket = { send: () => undefined, close: () => undefined, onopen: null, onmessage: null, onclose: null };
      return socket;
    },
  });
  await bell();
  const asks = () => page.asked.filter(({ path }) => path === '/admin-api/notifications').length;
  let sequence = 0;
  const tell = (message: object) => socket?.onmessage?.({ data: JSON.stringify(message) });
  const raise = (severity: string) => {
    sequence += 1;
    tell({ type: 'event', name: 'alert.raised', channel: 'alerts', sequence, at, payload: { id: alertId, severity } });
  };
  tell({ type: 'welcome', heartbeatSeconds: 30, stream: 'a', sequence: 0 });
  const before = asks();
  raise('warning');
  raise('critical');
  await page.find(() => (asks() > before ? true : null));
  expect(asks()).toBe(before + 1);
  await openBell();
  await page.find(() => (asks() === before + 2 ? true : null));
  raise('warning');
  await page.find(() => (asks() === before + 3 ? true : null));
});

test('everything is read up to the newest that was shown', async () => {
  page.open('/?section=reports', answers);
  await openBell();
  buttonOf('Marcar tudo como lido')?.click();
  await page.find(() => asked('/admin-api/notifications/read')[0]);
  expect(asked('/admin-api/notifications/read').map(({ body }) => body)).toEqual([{ upTo: 7 }]);
});

test('all of a month are found and paged by the server; several are read at once, and one opens its page', async () => {
  const queries: Record<string, string>[] = [];
  const many = { total: 80, page: 1, pageSize: 50, hasNext: true, hasPrev: false };
  page.open('/?section=reports', {
    ...answers,
    '/admin-api/notifications/history': (query) => {
      queries.push(Object.fromEntries(query));
      const rows = [notice, { ...notice, id: 6, isRead: true, title: 'Antigo' }];
      return { json: envelope({ ...many, data: rows, page: Number(query.get('page')) }) };
    },
  });
  const asks = (wanted: Record<string, string>) =>
    page.find(() => (Object.entries(wanted).every(([name, value]) => queries.at(-1)?.[name] === value) ? true : null));
  await openBell();
  buttonOf('Ver todas')?.click();
  await page.find(() => (document.body.textContent?.includes('1–50 de 80') ? true : null));
  await asks({ sort: 'at', order: 'desc', page: '1', pageSize: '50' });
  const states = await page.find(() =>
    [...document.querySelectorAll('select')].find((one) => [...one.options].some(({ text }) => text === 'Por ler')),
  );
  states.value = 'unread';
  states.dispatchEvent(new Event('change', { bubbles: true }));
  await asks({ state: 'unread' });
  buttonOf('Página seguinte')?.click();
  await asks({ state: 'unread', page: '2' });
  for (const title of ['Água alta no Lobito', 'Antigo'])
    document.querySelector<HTMLInputElement>(`input[aria-label="Escolher ${title}"]`)?.click();
  (await page.find(() => buttonOf('Marcar como lidas'))).click();
  await page.find(() => asked('/admin-api/notifications/read')[0]);
  expect(asked('/admin-api/notifications/read').map(({ body }) => body)).toEqual([{ ids: [7, 6] }]);
  const row = await page.find(() =>
    [...document.querySelectorAll<HTMLButtonElement>('#notificacoes tbody button')].find(
      ({ textContent }) => textContent === 'Água alta no Lobito',
    ),
  );
  row.click();
  await page.find(() => (window.location.search.includes(`alert=${alertId}`) ? true : null));
  await page.find(() => (document.querySelector('#notificacoes') === null ? true : null));
});

test('preferences open above the page, with the browsers that are told', async () => {
  page.open('/?section=reports', answers);
  await openBell();
  buttonOf('Preferências')?.click();
  await page.find(() => (document.body.textContent?.includes('O correio não sai: SMTP por configurar') ? true : null));
  expect(document.body.textContent).toContain('Firefox');
  buttonOf('Receber avisos neste navegador')?.click();
  await page.find(() => (document.body.textContent?.includes('Este navegador não recebe avisos') ? true : null));
  buttonOf('Guardar')?.click();
  await page.find(() => asked('/admin-api/notifications/settings')[0]);
  expect(asked('/admin-api/notifications/settings')[0]?.body).toEqual(defaultNoticePreferences);
  await page.find(() => (lastNotice()?.message === noticeTexts.dialog.saved ? true : null));
  await page.find(() => (document.body.textContent?.includes('O correio não sai') ? null : true));
});

test('a refused save says why in the dialog, which stays open with what was chosen', async () => {
  page.open('/?section=reports', {
    ...answers,
    'PUT /admin-api/notifications/settings': { status: 503, json: problem('unavailable', 503, 'Já volta.') },
  });
  await openBell();
  buttonOf('Preferências')?.click();
  await page.find(() => (document.body.textContent?.includes('O correio não sai: SMTP por configurar') ? true : null));
  const before = lastNotice();
  buttonOf('Guardar')?.click();
  await page.find(() => (document.body.textContent?.includes('Já volta.') ? true : null));
  expect(lastNotice()).toBe(before);
  expect(buttonOf('Guardar')).toBeDefined();
});

const unsupported = {
  ...answers,
  '/admin-api/platform': {
    json: envelope({
      name: 'Kianda',
      version: '2.0.0',
      mode: 'demo',
      operatorName: 'Operador de Ensaio',
      supportEmail: '',
      interfacesUrl: 'http://interfaces.test',
      serviceUrls: {},
    }),
  },
  '/admin-api/config': {
    json: envelope({
      version: 3,
      changedAt: null,
      changedBy: null,
      isRestartPending: false,
      settings: [
        {
          name: 'KIANDA_SUPPORT_EMAIL',
          group: 'operator',
          title: 'Contacto de suporte',
          kind: 'email',
          unit: null,
          min: null,
          max: null,
          choices: null,
          value: '',
          default: '',
          isSet: false,
          origin: 'default',
          stored: null,
          lockedBy: null,
          effect: 'now',
          isPending: false,
        },
      ],
      features: Object.fromEntries(featureIds.map((id) => [id, true])),
      maintenance: null,
    }),
  },
};
const supportForm = () => document.querySelector<HTMLFormElement>(`form[aria-label="${shellTexts.supportAsk}"]`);

test('while nobody is named for help, the administrator is asked for an address, which is stored', async () => {
  page.open('/?section=reports', unsupported);
  const form = await page.find(supportForm);
  const field = form.querySelector('input');
  if (field === null) throw new Error('no field');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'apoio@exemplo.ao');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  expect(field.value).toBe('apoio@exemplo.ao');
  form.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
  await page.find(() => asked('/admin-api/config')[0]);
  expect(asked('/admin-api/config')[0]?.body).toEqual({
    version: 3,
    settings: { KIANDA_SUPPORT_EMAIL: 'apoio@exemplo.ao' },
  });
});

test('a narrow screen leaves the question to the check list of the home', async () => {
  const view = (window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }).happyDOM;
  view.setViewport({ width: 390 });
  try {
    page.open('/?section=reports', unsupported);
    await bell();
    expect(document.querySelector(`button[aria-label="${shellTexts.openMenu}"]`)).not.toBeNull();
    expect(supportForm()).toBeNull();
  } finally {
    view.setViewport({ width: 1024 });
  }
});

test('nobody else is asked', async () => {
  page.open('/?section=reports', unsupported, { role: 'operador' });
  await bell();
  expect(supportForm()).toBeNull();
});
