// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem, testAccount } from '../client/testing.ts';
import { createPage } from '../sections/testing.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const enrolment = { secret: 'JBSWY3DPEHPK3PXP', otpauthUrl: 'otpauth://totp/x', qrSvg: '<svg/>' };

function type(label: string, value: string) {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label));
  const input = document.getElementById(found?.getAttribute('for') ?? '');
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label}`);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

test('whose time is over comes to the enrolment, and from it to the console', async () => {
  const me = { role: 'administrador', mustSetUpTwoStep: true, twoStepDueAt: '2026-08-30T09:00:00.000Z' } as const;
  page.open(
    '/?section=user-management',
    {
      '/admin-api/auth/totp/enrol': { json: envelope(enrolment) },
      '/admin-api/auth/totp/confirm': { json: envelope(testAccount({ totpEnabled: true })) },
    },
    { me },
  );
  await page.says('Configure a verificação em dois passos');
  await page.find(() => page.button('Configurar'));
  type('Confirme a palavra-passe', 'vento fresco na restinga 41');
  page.button('Configurar')?.click();
  await page.says(enrolment.secret);
  type('Código de verificação', '287082');
  page.button('Ativar')?.click();
  await page.find(() => (window.location.pathname === '/' ? true : null));
  expect(window.location.search).toBe('?section=user-management');
  expect(page.asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual([
    ['/admin-api/auth/totp/enrol', { currentPassword: 'vento fresco na restinga 41' }],
    ['/admin-api/auth/totp/confirm', { code: '287082' }],
  ]);
});

test('until then every page says how long there still is', async () => {
  page.open('/?section=user-management', {}, { me: { twoStepDueAt: '2026-09-02T12:00:00.000Z' } });
  await page.find(() => (page.text('body').includes('faltam 3 dias') ? true : null));
});

test('a session that is held back meanwhile goes to the enrolment by itself', async () => {
  let isOver = false;
  page.open('/?section=user-management', {
    '/admin-api/users/summary': () => {
      isOver = true;
      return { status: 403, json: problem('two_step_required', 403, 'Configure a verificação em dois passos.') };
    },
    '/admin-api/auth/me': () => ({
      json: envelope(testAccount({ mustSetUpTwoStep: isOver, twoStepDueAt: '2026-08-31T08:59:59.000Z' })),
    }),
  });
  await page.says('Configure a verificação em dois passos');
});
