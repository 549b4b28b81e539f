// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { auditStatus, listAuditEvents } from '@kianda/contract/people/audit/audit.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { lastNotice } from '../../../platform/notices.ts';
import { createPage } from '../../testing.tsx';
import { readFacts } from './api/changes.ts';

const events: DataOf<typeof listAuditEvents> = {
  data: [
    {
      seq: 1204,
      occurredAt: '2026-08-31T08:59:58.000Z',
      event: 'user.updated',
      severity: 'high',
      actorId: '00000000-0000-4000-8000-000000000001',
      actorName: 'ana@kianda.test',
      resource: 'user/17',
      ipAddress: '41.63.160.1',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      metadata: { roleBefore: 'cliente', roleAfter: 'operador', attempts: 3 },
    },
  ],
  total: 73,
  page: 1,
  pageSize: 50,
  hasNext: true,
  hasPrev: false,
};
const status: DataOf<typeof auditStatus> = {
  events: 1204,
  headHash: 'ab'.repeat(32),
  firstAt: '2026-01-01T00:00:00.000Z',
  lastAt: '2026-08-31T08:59:58.000Z',
  verifications: [
    {
      at: '2026-08-31T08:57:00.000Z',
      durationMs: 12,
      trigger: 'schedule',
      intact: true,
      checked: 1203,
      checkpointSeq: 1200,
      fault: null,
      problem: null,
    },
  ],
  verifying: false,
  publicKey: { keyId: 'chave-1', pem: '-----BEGIN PUBLIC KEY-----' },
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());
const open = (parts: { events?: object; status?: object } = {}) =>
  page.open('/?section=audit', {
    '/admin-api/audit/events': { json: envelope(parts.events ?? events) },
    '/admin-api/audit/status': { json: envelope(parts.status ?? status) },
    '/admin-api/audit/verify': { json: envelope({ runId: 'r' }) },
  });

test('the trail with its place in it, what changed before and after, and an intact chain', async () => {
  open();
  await page.says('73 eventos; página 1 de 2.');
  await page.says('Cadeia íntegra até ao evento 1 203 (verificada há 3 min)');
  const row = page.text('#evento-1204');
  expect(row).toContain('Utilizador alterado');
  expect(row).toContain('Firefox 140 · Linux');
  const cells = [...page.host.querySelectorAll('#evento-1204 tbody tr')].map((one) => one.textContent);
  expect(cells).toEqual(['PerfilClienteOperador']);
  expect(page.button('Página seguinte')?.disabled).toBe(false);
  expect(page.button('Página anterior')?.disabled).toBe(true);
});

test('a broken chain names the place and says what to do', async () => {
  const fault = {
    kind: 'edited',
    seq: 7,
    event: { occurredAt: '2026-08-01T00:00:00.000Z', event: 'data.delete', actorName: 'eva@x.ao', resource: 'area/3' },
  };
  open({ status: { ...status, verifications: [{ ...status.verifications[0], intact: false, fault }] } });
  await page.says('O evento n.º 7 (data.delete, eva@x.ao, area/3) foi alterado depois de gravado. Não apague nada');
  page.button('Verificar agora')?.click();
  await page.find(() => page.asked.find(({ path }) => path === '/admin-api/audit/verify'));
});

test('an export is asked for in so many words before it is made', async () => {
  open();
  await page.says('73 eventos');
  page.button('Exportação assinada')?.click();
  await page.find(() => (page.text('[role=dialog]').includes('A exportação fica na auditoria') ? true : null));
  expect(page.asked.some(({ path }) => path === '/admin-api/audit/export')).toBe(false);
});

test('nothing found says so; a server that is away is an error of its panel', async () => {
  open({ events: { ...events, data: [], total: 0, hasNext: false } });
  await page.says('Nenhum evento corresponde');
  await page.close();
  page = createPage();
  page.open('/?section=audit', {
    '/admin-api/audit/events': { status: 503, json: problem('unavailable', 503, 'Já volta.') },
    '/admin-api/audit/status': { json: envelope(status) },
  });
  await page.says('Já volta.');
});

test.each([
  ['pairs', { roleBefore: 'a', roleAfter: 'b', n: 1 }, [['role', 'a', 'b']], ['n']],
  ['an object before', { before: '{"name":"a","x":1}', name: 'b', x: 1 }, [['name', 'a', 'b']], []],
  [
    'objects before and after',
    { before: '{"k":1}', after: '{"k":2,"m":3}' },
    [
      ['k', 1, 2],
      ['m', null, 3],
    ],
    [],
  ],
  ['plain values', { before: 'a', after: 'b', reason: 'c' }, [['value', 'a', 'b']], ['reason']],
  ['arrows', { KIANDA_X: '10 → —' }, [['KIANDA_X', '10', null]], []],
  ['none', { name: 'a' }, [], ['name']],
] as const)('changes told as %s are read as before and after', (_name, metadata, changes, facts) => {
  const read = readFacts(metadata);
  expect(read.changes.map(({ field, before, after }) => [field, before, after])).toEqual(changes);
  expect(read.facts.map(([name]) => name)).toEqual(facts);
});

test('the filters of the address are what the server is asked for, by page and as a file of all', async () => {
  const queries: Record<string, string>[] = [];
  const files: Record<string, string>[] = [];
  const given = 'event=data.delete&actor=ana&object=user/&from=2026-08-31T08:30&to=x&severity=nada&page=2';
  page.open(`/?section=audit&${given}`, {
    '/admin-api/audit/events': (query) => {
      queries.push(Object.fromEntries(query));
      return { json: envelope({ ...events, page: 2 }) };
    },
    '/admin-api/audit/events/export': (query) => {
      files.push(Object.fromEntries(query));
      return { json: {} };
    },
    '/admin-api/audit/status': { json: envelope(status) },
  });
  await page.says('73 eventos; página 2 de 2.');
  const filters = {
    event: 'data.delete',
    actor: 'ana',
    resource: 'user/',
    from: '2026-08-31T08:30:00+01:00',
    sort: 'at',
    order: 'desc',
  };
  expect(queries.at(-1)).toEqual({ ...filters, page: '2', pageSize: '50' });
  page.button('Exportar')?.click();
  const excel = await page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
      ({ textContent }) => textContent === 'Excel (XLSX)',
    ),
  );
  excel.click();
  await page.find(() => (lastNotice()?.message.startsWith('Descarregado: kianda-auditoria-') ? true : null));
  expect(files).toEqual([{ ...filters, format: 'xlsx' }]);
});

test('another order and a saved view go to the address, and from there to the server', async () => {
  const queries: Record<string, string>[] = [];
  page.open('/?section=audit&page=2', {
    '/admin-api/audit/events': (query) => {
      queries.push(Object.fromEntries(query));
      return { json: envelope({ ...events, page: Number(query.get('page')) }) };
    },
    '/admin-api/audit/status': { json: envelope(status) },
    '/admin-api/me/settings/list-views': {
      json: envelope({
        value: { auditoria: [{ name: 'Graves', search: { severity: 'critical', size: '100' } }] },
        updatedAt: '2026-08-31T08:00:00.000Z',
      }),
    },
  });
  await page.says('73 eventos; página 2 de 2.');
  page.button('Vistas')?.click();
  const use = await page.find(() =>
    document.querySelector<HTMLButtonElement>('[role=dialog] button[aria-label*="Graves"]'),
  );
  use.click();
  await page.find(() => (queries.at(-1)?.severity === 'critical' ? true : null));
  expect(queries.at(-1)).toEqual({ severity: 'critical', sort: 'at', order: 'desc', page: '1', pageSize: '100' });
});
