// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../client/testing.ts';
import { listenForInstall } from '../../../platform/install-prompt.ts';
import { createPage } from '../../testing.tsx';
import { medianOf } from './api/device.ts';

const settings = {
  preferences: {
    sources: ['vessels', 'platform'],
    console: { severities: ['high'] },
    push: { severities: ['high'] },
    email: { severities: [], digest: 'daily' },
    quietHours: null,
  },
  email: { address: 'ana@kianda.test', problem: null },
  pushKey: 'BA',
  devices: [],
};
const answers = { '/admin-api/notifications/settings': { json: envelope(settings) } };

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

test('what the browser keeps and can do, and a wait for the server that was measured', async () => {
  page.open('/?section=mobile-pwa', answers);
  await page.says('valor central de 5 pedidos seguidos');
  expect(page.text('#ligacao')).toMatch(/Espera por uma resposta do servidor\s*\d/);
  expect(page.text('#instalacao')).toContain('Aberta no navegador');
  expect(page.text('#instalacao')).toContain('2.0.0');
  expect(page.text('#dispositivo')).toContain('Respostas guardadas');
  expect(page.asked.filter(({ path }) => path === '/admin-api/auth/me')).toHaveLength(7);
});

test('kept answers go when that is confirmed', async () => {
  page.open('/?section=mobile-pwa', answers);
  const kept = () => /Respostas guardadas(\d+)/.exec(page.text('#dispositivo'))?.[1];
  await page.find(() => (Number(kept()) > 0 ? true : null));
  page.button('Apagar as respostas guardadas')?.click();
  const confirm = await page.find(() =>
    [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].find(
      (button) => button.textContent === 'Apagar as respostas guardadas',
    ),
  );
  confirm.click();
  await page.find(() => (kept() === '0' ? true : null));
});

test('the offer of the browser to install is taken by a button, once', async () => {
  listenForInstall(window);
  page.open('/?section=mobile-pwa', answers);
  await page.says('O navegador não propõe a instalação');
  let asked = 0;
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => {
      asked += 1;
    },
    userChoice: Promise.resolve({ outcome: 'accepted' }),
  });
  window.dispatchEvent(offer);
  expect(offer.defaultPrevented).toBe(true);
  const button = await page.find(() => page.button('Instalar a consola'));
  button.click();
  await page.says('A instalação começou.');
  expect(asked).toBe(1);
  expect(page.button('Instalar a consola')).toBeUndefined();
});

test('a server that does not answer is said, and the rest stays', async () => {
  let calls = 0;
  const me = { id: '00000000-0000-4000-8000-000000000001' };
  page.open('/?section=mobile-pwa', {
    ...answers,
    '/admin-api/notifications/settings': () => {
      calls += 1;
      return { status: 503, json: me };
    },
  });
  await page.says('valor central de 5 pedidos seguidos');
  await page.find(() => (calls > 0 && page.text('#avisos').includes('Tentar') ? true : null));
  expect(page.text('#dispositivo')).toContain('Espaço ocupado');
});

test('the middle of measured times', () => {
  expect(medianOf([9, 1, 5])).toBe(5);
  expect(medianOf([4, 1, 3, 2])).toBe(2);
  expect(medianOf([])).toBeUndefined();
});
