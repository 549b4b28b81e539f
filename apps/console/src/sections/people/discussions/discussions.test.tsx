// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { findDiscussion, listDiscussions } from '@kianda/contract/people/collaboration/discussions.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../client/testing.ts';
import { figureSubject } from '../../shared/discussions/subject.ts';
import { createPage } from '../../testing.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const id = '5a3c1d10-0000-4000-8000-0000000000d1';
const at = '2026-08-31T08:00:00.000Z';
const discussion: DataOf<typeof listDiscussions>['discussions'][number] = {
  ...{ id, subject: 'console/zee-angola/temperatura', title: 'Temperatura na ZEE', path: '/?section=zee-angola' },
  ...{ roomId: null, state: 'open', comments: 1, startedBy: 'Ana', startedAt: at, lastAt: at },
};
const detail: DataOf<typeof findDiscussion> = {
  discussion,
  comments: [
    {
      ...{ id: '5a3c1d10-0000-4000-8000-0000000000c1', authorId: id, authorName: 'Ana', text: 'Parece alto.' },
      ...{ removed: false, mentions: [], at, isMine: false },
    },
  ],
};
const rui = { accountId: '5a3c1d10-0000-4000-8000-0000000000a2', name: 'Rui Mar' };
const known = {
  '/admin-api/collaboration/discussions': { json: envelope({ discussions: [discussion] }) },
  [`/admin-api/collaboration/discussions/${id}`]: { json: envelope(detail) },
  '/admin-api/collaboration/people': { json: envelope({ people: [rui] }) },
  [`POST /admin-api/collaboration/discussions/${id}/comments`]: { status: 201, json: envelope(detail) },
};

/** As a person writes or chooses: React hears only the setter of the element's own class. */
function write(element: HTMLSelectElement | HTMLTextAreaElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, value);
  element.dispatchEvent(new Event(element instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

test('a discussion of the list is read and answered, and says where its figure is', async () => {
  page.open('/?section=discussions', known);
  (await page.find(() => page.button('Temperatura na ZEE'))).click();
  await page.says('Parece alto.');
  expect(window.location.search).toContain(`discussion=${id}`);
  expect(page.host.querySelector('main a[href="/?section=zee-angola"]')?.textContent).toBe('Ir aonde está');
  const mention = await page.find(() => page.host.querySelector<HTMLSelectElement>('select[aria-label="Mencionar"]'));
  await page.find(() => (mention.options.length > 1 ? true : null));
  write(mention, rui.accountId);
  const field = page.host.querySelector<HTMLTextAreaElement>('form textarea');
  if (field === null) throw new Error('no field for a comment');
  write(field, 'É da camada de superfície.');
  (await page.find(() => page.button('Comentar'))).click();
  const sent = await page.find(() =>
    page.asked.find(({ method, path }) => method === 'POST' && path.endsWith('/comments')),
  );
  expect(sent.body).toEqual({ text: 'É da camada de superfície.', mentions: [rui.accountId] });
});

test('a tile is discussed from its menu, under its own anchor', async () => {
  let subject: string | null = null;
  page.open('/?section=api-gateway', {
    ...known,
    '/admin-api/api/endpoints': { json: envelope({ endpoints: [], hours: 24 }) },
    '/admin-api/collaboration/discussions': (query) => {
      subject = query.get('subject');
      return { json: envelope({ discussions: [] }) };
    },
  });
  const menu = () => page.host.querySelector<HTMLButtonElement>('#enderecos-pedidos button[aria-label^="Opções de "]');
  (await page.find(menu)).click();
  const items = () => [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  (await page.find(() => items().find(({ textContent }) => textContent === 'Discutir'))).click();
  const dialog = () => document.querySelector('[aria-modal=true]')?.textContent ?? '';
  await page.find(() => (dialog().includes('Ainda ninguém comentou isto.') ? true : null));
  expect(subject).toBe('console/api-gateway/enderecos-pedidos');
});

test('the key of a figure stays when its numbers change', () => {
  expect(figureSubject('zee-angola', { title: 'Alertas (12)' })).toBe(
    figureSubject('zee-angola', { title: 'Alertas (7)' }),
  );
  expect(figureSubject('zee-angola', { title: 'Temperatura à superfície' })).toBe(
    'console/zee-angola/temperatura-a-superficie',
  );
  expect(figureSubject('zee-angola', { title: 'Um título', id: 'sst' })).toBe('console/zee-angola/sst');
});
