// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { securityChecks } from '@kianda/contract/operations/security/security.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

const answer: DataOf<typeof securityChecks> = {
  checkedAt: '2026-08-31T08:00:00.000Z',
  checks: [
    {
      id: 'tls',
      title: 'Ligação cifrada (TLS)',
      state: 'missing',
      summary: 'Sem cifra.',
      evidence: [{ label: 'Endereço público', value: 'http://kianda.exemplo' }],
      section: null,
      durationMs: 1,
    },
    {
      id: 'backups',
      title: 'Cópias de segurança',
      state: 'enforced',
      summary: 'Dentro do prazo.',
      evidence: [],
      section: 'backup-security',
      durationMs: 1,
    },
  ],
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

test('each line says what was found, by what, and where it is seen to', async () => {
  page.open('/?section=security', { '/admin-api/security/checks': { json: envelope(answer) } });
  await page.says('http://kianda.exemplo');
  expect(page.text('#seguranca')).toContain('Em falta: 1');
  expect(page.button('Abrir Backup e Segurança')).toBeDefined();
});

test('a server that does not answer is told, and nothing is taken as imposed', async () => {
  page.open('/?section=security', {
    '/admin-api/security/checks': { status: 503, json: problem('unavailable', 503, 'Já volta.') },
  });
  await page.says('Já volta.');
  expect(page.text('#seguranca')).not.toContain('Imposta');
});
