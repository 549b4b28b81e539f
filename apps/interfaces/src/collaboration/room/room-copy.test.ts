import type { ClientMessage, ServerMessage } from '@kianda/contract/operations/realtime/realtime.contract';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import type { Line } from '../../client/line.ts';
import { addAnnotation, annotationsOf, replaceText, textOf } from './annotations.ts';
import { createRoomCopy } from './room-copy.ts';
import { createMemoryStore, type RoomStore } from './room-store.ts';

const room = '5a3c1d10-0000-4000-8000-0000000000aa';
const author = { accountId: '5a3c1d10-0000-4000-8000-0000000000bb', name: 'Ana' };
const to64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
type Answer = (message: ServerMessage) => void;

/** A server of one document, with a line that the test cuts and restores. */
function createServer() {
  const doc = new Y.Doc();
  const pages = new Map<string, { welcome(): void; lose(): void }>();
  const said: ClientMessage[] = [];
  let refusal: string | null = null;

  function answer(name: string, message: ClientMessage, reply: Answer): void {
    said.push(message);
    if (message.type === 'room.join') {
      const person = { key: name, ...author, name, place: { annotation: null, point: null } };
      const update = to64(Y.encodeStateAsUpdate(doc, Buffer.from(message.vector, 'base64')));
      reply({ type: 'room.joined', room, update, mayWrite: true, you: name, people: [person] });
    }
    if (message.type === 'room.update') {
      const { number } = message;
      if (refusal !== null) {
        reply({ type: 'room.refused', room, number, reason: refusal, again: false });
        return;
      }
      Y.applyUpdate(doc, Buffer.from(message.update, 'base64'));
      reply({ type: 'room.saved', room, number });
    }
  }

  return {
    doc,
    said,
    refuse: (reason: string) => {
      refusal = reason;
    },
    page(name: string, store: RoomStore) {
      let isUp = false;
      const copy = createRoomCopy({
        room,
        store,
        gatherMs: 0,
        onChanged: () => undefined,
        openLine({ onWelcome, onMessage, onLost }): Line {
          pages.set(name, { welcome: onWelcome, lose: onLost });
          return {
            close: () => undefined,
            send(message) {
              if (isUp) queueMicrotask(() => answer(name, message, onMessage));
              return isUp;
            },
          };
        },
      });
      return {
        copy,
        async online() {
          await expect.poll(() => pages.has(name)).toBe(true);
          isUp = true;
          pages.get(name)?.welcome();
          await expect.poll(() => copy.view().line).toBe('online');
        },
        offline() {
          isUp = false;
          pages.get(name)?.lose();
        },
      };
    },
  };
}

const newAnnotation = (id: string): Parameters<typeof addAnnotation>[1] => ({
  id,
  type: 'observation',
  geometry: { type: 'Point', coordinates: [12, -9] },
  author,
  createdAt: '2026-08-31T09:00:00Z',
});
const id = '5a3c1d10-0000-4000-8000-0000000000cc';

test('edits made without a line outlive the page, and merge with those of others on return', async () => {
  const server = createServer();
  const store = createMemoryStore();
  const first = server.page('Ana', store);
  await first.online();
  addAnnotation(first.copy.doc(), newAnnotation(id));
  replaceText(textOf(first.copy.doc(), id, 'text') as Y.Text, 'Sardinela ao largo.');
  await expect.poll(() => [first.copy.view().unsent, annotationsOf(server.doc).length]).toEqual([0, 1]);

  first.offline();
  replaceText(textOf(first.copy.doc(), id, 'text') as Y.Text, 'Muita sardinela ao largo.');
  await expect.poll(() => first.copy.view().unsent).toBe(1);
  first.copy.close();
  // Meanwhile somebody else writes at its end.
  const text = textOf(server.doc, id, 'text') as Y.Text;
  text.insert(text.length, ' Visto às seis.');

  const again = server.page('Ana', store);
  await expect.poll(() => again.copy.view().annotations[0]?.text).toBe('Muita sardinela ao largo.');
  expect(again.copy.view()).toMatchObject({ line: 'offline', unsent: 1 });
  await again.online();
  const whole = 'Muita sardinela ao largo. Visto às seis.';
  await expect.poll(() => again.copy.view().annotations[0]?.text).toBe(whole);
  await expect.poll(() => [again.copy.view().unsent, annotationsOf(server.doc)[0]?.text]).toEqual([0, whole]);
});

test('what the server does not take is taken back, and said', async () => {
  const server = createServer();
  const page = server.page('Ana', createMemoryStore());
  await page.online();
  server.refuse('A sala está cheia.');
  addAnnotation(page.copy.doc(), newAnnotation(id));
  await expect.poll(() => page.copy.view().trouble).toBe('A sala está cheia.');
  await expect.poll(() => [page.copy.view().annotations.length, page.copy.view().unsent]).toEqual([0, 0]);
});

test('a long time without a line comes in messages that each fit', async () => {
  const server = createServer();
  const page = server.page('Ana', createMemoryStore());
  await page.online();
  page.offline();
  for (let n = 10; n < 40; n += 1) {
    const one = id.replace(/cc$/, String(n));
    addAnnotation(page.copy.doc(), newAnnotation(one));
    replaceText(textOf(page.copy.doc(), one, 'text') as Y.Text, `${n} `.repeat(400));
  }
  await expect.poll(() => page.copy.view().unsent).toBe(60);
  await page.online();
  await expect.poll(() => page.copy.view().unsent).toBe(0);
  expect(annotationsOf(server.doc)).toHaveLength(30);
  const sizes = server.said.map((message) => (message.type === 'room.update' ? message.update.length : 0));
  expect(Math.max(...sizes)).toBeLessThan(14_700);
  expect(sizes.filter((size) => size > 0).length).toBeLessThan(10);
});
