import { randomUUID } from 'node:crypto';
import type { DataOf, Endpoint } from '@kianda/contract';
import { annotationRoot } from '@kianda/contract/people/collaboration/annotations';
import * as casework from '@kianda/contract/people/collaboration/casework.contract';
import * as rooms from '@kianda/contract/people/collaboration/collaboration.contract';
import * as discussions from '@kianda/contract/people/collaboration/discussions.contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import { systemClock } from '../../../platform/clock/clock.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { createRealtimeHub } from '../../../platform/realtime/hub.ts';
import { realtimePlugin } from '../../../platform/realtime/plugin.ts';
import { openClient, type TestClient } from '../../../platform/realtime/testing/client.ts';
import { createModulePlatform, type ModulePlatform } from '../../../testing/module.ts';
import { collaborationMigrations } from './collaboration.migrations.ts';
import { type CollaborationModule, createCollaboration } from './index.ts';

function person(name: string, role: Principal['role'] = 'investigador'): Principal {
  const accountId = randomUUID();
  return { accountId, email: `${name}@exemplo.ao`, name, role, sessionId: 's', mustChangePassword: false };
}
const [ana, rui, eva, ivo] = [person('Ana'), person('Rui'), person('Eva', 'cientista'), person('Ivo', 'cientista')];
const leo = person('Leo', 'cliente');
const everybody = [ana, rui, eva, ivo, leo];

let base: ModulePlatform;
let module: CollaborationModule;
let app: FastifyInstance;
let url: string;
let clients: TestClient[];
let notices: AlertMessage[];

beforeAll(async () => {
  base = await createModulePlatform([{ name: 'collaboration', migrations: collaborationMigrations }]);
});
afterAll(() => base.close());

/** The module as a process has it; another one on the same database is what stands after a restart. */
async function startProcess() {
  const made = createCollaboration({
    platform: base.platform,
    audit: { record: async () => undefined },
    people: {
      activeAccount: async (id) => {
        const found = everybody.find(({ accountId }) => accountId === id);
        return found === undefined ? null : { id, name: found.name, role: found.role };
      },
      accountsWith: async () => [],
    },
    tellPeople: async (message) => {
      notices.push(message);
    },
    compactAfterUpdates: 3,
  });
  await made.start?.();
  const hub = createRealtimeHub({
    events: base.platform.events,
    clock: systemClock,
    log: base.platform.log,
    authenticate: async (token) => everybody.find(({ name }) => name === token) ?? null,
    rooms: made.rooms,
  });
  const server = Fastify();
  await realtimePlugin(server, { hub, allowedOrigins: [] });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const address = server.server.address();
  return { made, server, at: `ws://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/realtime` };
}

beforeEach(async () => {
  [clients, notices] = [[], []];
  const started = await startProcess();
  [module, app, url] = [started.made, started.server, started.at];
});
afterEach(async () => {
  for (const { socket } of clients) socket.terminate();
  await app.close();
  await module.stop?.();
});

async function ask<E extends Endpoint>(endpoint: E, principal: Principal, input: object = {}): Promise<DataOf<E>> {
  const binding = module.bindings?.find((candidate) => candidate.endpoint.id === endpoint.id);
  if (binding === undefined) throw new Error(`not bound: ${endpoint.id}`);
  const { params, query, body, stream } = input as Record<string, object>;
  const context = {
    params: endpoint.params?.parse(params ?? {}),
    query: endpoint.query?.parse(query ?? {}),
    body: endpoint.body?.parse(body ?? {}),
    stream,
    principal,
    ipAddress: '127.0.0.1',
    userAgent: 'ensaio',
  };
  const answer = (await binding.handler(context as unknown as Parameters<typeof binding.handler>[0])) as {
    data: DataOf<E>;
  };
  endpoint.response.parse(answer.data);
  return answer.data;
}

const roomOf = async (owner: Principal, access: 'open' | 'members' = 'open'): Promise<string> =>
  (await ask(rooms.createRoom, owner, { body: { name: `Sala ${randomUUID()}`, access } })).room.id;

/** A copy of a room's document at one person, and the line to the server, which can be cut. */
function copyOf(who: Principal, room: string) {
  const doc = new Y.Doc();
  let client: TestClient | null = null;
  let sent = 0;
  let read = 0;
  const unsent: Uint8Array[] = [];
  const send = (update: Uint8Array) => {
    sent += 1;
    client?.send({ type: 'room.update', room, number: sent, update: Buffer.from(update).toString('base64') });
  };
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin === 'server') return;
    if (client === null) unsent.push(update);
    else send(update);
  });
  const take = () => {
    for (const message of client?.messages.slice(read) ?? []) {
      if (message.type === 'room.update' || message.type === 'room.joined')
        Y.applyUpdate(doc, new Uint8Array(Buffer.from(message.update, 'base64')), 'server');
    }
    read = client?.messages.length ?? 0;
  };
  return {
    doc,
    client: () => client as TestClient,
    async online(at = url) {
      const opened = await openClient(at);
      clients.push(opened);
      [client, read] = [opened, 0];
      opened.send({ type: 'hello', token: who.name });
      const vector = Buffer.from(Y.encodeStateVector(doc)).toString('base64');
      opened.send({ type: 'room.join', room, vector });
      const joined = await opened.received('room.joined');
      take();
      for (const update of unsent.splice(0)) send(update);
      return joined;
    },
    offline() {
      client?.socket.terminate();
      client = null;
    },
    /** Once all that was sent is stored. */
    async saved() {
      if (client === null || sent === 0) return;
      const answered = () =>
        client?.messages.some((message) => message.type === 'room.saved' && message.number === sent) ?? false;
      await expect.poll(answered, { timeout: 5_000 }).toBe(true);
    },
    async refused() {
      return (client as TestClient).received('room.refused');
    },
    take,
    text: (id: string) => doc.getMap<Y.Map<Y.Text>>(annotationRoot).get(id)?.get('text')?.toJSON() ?? null,
    edit(id: string, act: (text: Y.Text) => void) {
      const text = doc.getMap<Y.Map<unknown>>(annotationRoot).get(id)?.get('text');
      act(text as Y.Text);
    },
  };
}

function annotate(doc: Y.Doc, author: Principal, over: Record<string, unknown> = {}): string {
  const id = randomUUID();
  doc.transact(() => {
    const fields = {
      type: 'observation',
      title: new Y.Text('Cardume'),
      text: new Y.Text('Sardinela ao largo.'),
      geometry: { type: 'Point', coordinates: [12.5, -9.1] },
      pictures: new Y.Map(),
      authorId: author.accountId,
      authorName: author.name,
      createdAt: '2026-08-31T09:00:00Z',
      ...over,
    };
    doc.getMap(annotationRoot).set(id, new Y.Map(Object.entries(fields)));
  });
  return id;
}

describe('rooms', () => {
  test('two copies edited without a line for a while converge, and nothing that was acknowledged is lost', async () => {
    const room = await roomOf(ana);
    const [one, other] = [copyOf(ana, room), copyOf(rui, room)];
    await one.online();
    await other.online();
    const id = annotate(one.doc, ana);
    await one.saved();
    await other.client().received('room.update');
    other.take();
    expect(other.text(id)).toBe('Sardinela ao largo.');

    one.offline();
    other.offline();
    one.edit(id, (text) => text.insert(0, 'Às seis: '));
    other.edit(id, (text) => text.insert(text.length, ' Vista por dois barcos.'));
    other.edit(id, (text) => text.delete(0, 9));
    await one.online();
    await one.saved();
    await other.online();
    await other.saved();
    await expect
      .poll(() => {
        one.take();
        other.take();
        return [one.text(id), other.text(id)];
      })
      .toEqual(Array(2).fill('Às seis:  ao largo. Vista por dois barcos.'));

    // Another process, which saw none of it, has all: also once the updates were written into one.
    const later = await startProcess();
    const fresh = copyOf(eva, room);
    await fresh.online(later.at);
    expect(fresh.text(id)).toBe('Às seis:  ao largo. Vista por dois barcos.');
    fresh.edit(id, (text) => text.insert(text.length, ' Confirmado.'));
    await fresh.saved();
    await expect
      .poll(() => {
        one.take();
        return one.text(id);
      })
      .toMatch(/Confirmado\.$/);
    fresh.offline();
    await later.server.close();
    await later.made.stop?.();
  });

  test('each message is authorised: readers, strangers and people who were removed write nothing', async () => {
    const room = await roomOf(ana, 'members');
    await ask(rooms.setRoomMember, ana, { params: { id: room, account: rui.accountId }, body: { role: 'reader' } });
    const [writer, reader, stranger] = [copyOf(ana, room), copyOf(rui, room), copyOf(eva, room)];
    expect((await writer.online()).mayWrite).toBe(true);
    expect((await reader.online()).mayWrite).toBe(false);
    annotate(reader.doc, rui);
    expect(await reader.refused()).toMatchObject({ again: false, reason: 'Nesta sala só pode ler.' });
    const outside = await openClient(url);
    clients.push(outside);
    outside.send({ type: 'hello', token: eva.name });
    outside.send({ type: 'room.join', room, vector: '' });
    await outside.received('room.closed');
    const update = Buffer.from(Y.encodeStateAsUpdate(stranger.doc)).toString('base64');
    outside.send({ type: 'room.update', room, number: 1, update });
    await outside.received('room.refused');
    expect((await ask(rooms.findRoom, ana, { params: { id: room } })).room.annotations).toBe(0);

    await ask(rooms.setRoomMember, ana, { params: { id: room, account: eva.accountId }, body: { role: 'editor' } });
    await stranger.online();
    await ask(rooms.removeRoomMember, ana, { params: { id: room, account: eva.accountId } });
    annotate(stranger.doc, eva);
    await stranger.client().received('room.closed');
    expect((await ask(rooms.findRoom, ana, { params: { id: room } })).room.annotations).toBe(0);
    await expect(ask(rooms.findRoom, eva, { params: { id: room } })).rejects.toMatchObject({ code: 'not_found' });
    expect(notices.map(({ recipients }) => recipients)).toEqual([[rui.accountId], [eva.accountId]]);
  });

  test('what is malformed, forged or no annotation is refused, and does no harm', async () => {
    const room = await roomOf(ana);
    const good = copyOf(ana, room);
    await good.online();
    const id = annotate(good.doc, ana);
    await good.saved();
    const bad = await openClient(url);
    clients.push(bad);
    bad.send({ type: 'hello', token: rui.name });
    bad.send({ type: 'room.join', room, vector: 'AAAA////' });
    const joined = await bad.received('room.joined');
    const attempts: ((doc: Y.Doc) => void)[] = [
      (doc) => annotate(doc, rui, { geometry: { type: 'Point', coordinates: [500, 0] } }),
      (doc) => annotate(doc, rui, { text: 'não é um texto que se junte' }),
      (doc) => annotate(doc, rui, { type: 'anúncio' }),
      (doc) => annotate(doc, ana),
      (doc) => doc.getMap<Y.Map<unknown>>(annotationRoot).get(id)?.set('authorId', rui.accountId),
      (doc) => doc.getMap(annotationRoot).delete(id),
      (doc) => doc.getMap('outra').set('a', 1),
    ];
    const updates = attempts.map((act) => {
      const doc = new Y.Doc();
      Y.applyUpdate(doc, new Uint8Array(Buffer.from(joined.update, 'base64')));
      const before = Y.encodeStateVector(doc);
      act(doc);
      return Y.encodeStateAsUpdate(doc, before);
    });
    // An edit of something that the server has never seen, and bytes that are none of Yjs.
    const doc = new Y.Doc();
    annotate(doc, rui);
    const before = Y.encodeStateVector(doc);
    annotate(doc, rui);
    updates.push(Y.encodeStateAsUpdate(doc, before), Uint8Array.of(1, 255, 255, 255, 255, 15, 7), new Uint8Array(0));
    for (const [index, update] of updates.entries())
      bad.send({ type: 'room.update', room, number: index, update: Buffer.from(update).toString('base64') });
    await bad.received('room.refused', updates.length - 1);
    expect(bad.messages.some(({ type }) => type === 'room.saved')).toBe(false);
    good.edit(id, (text) => text.insert(0, 'Ainda: '));
    await good.saved();
    const fresh = copyOf(eva, room);
    await fresh.online();
    expect(fresh.doc.getMap(annotationRoot).size).toBe(1);
    expect(fresh.text(id)).toBe('Ainda: Sardinela ao largo.');
  });

  test('who is there is seen, with the name that the server knows', async () => {
    const room = await roomOf(ana);
    const [one, other] = [copyOf(ana, room), copyOf(rui, room)];
    await one.online();
    const joined = await other.online();
    expect(joined.people.map(({ name }) => name).toSorted()).toEqual(['Ana', 'Rui']);
    const place = { annotation: null, point: [12, -8] as [number, number] };
    other.client().send({ type: 'room.presence', room, place });
    await expect
      .poll(() => one.client().messages.findLast((message) => message.type === 'room.people'))
      .toMatchObject({ people: expect.arrayContaining([expect.objectContaining({ name: 'Rui', place })]) });
    other.offline();
    await expect
      .poll(() => one.client().messages.findLast((message) => message.type === 'room.people')?.people.length)
      .toBe(1);
  });

  test('who is there at another process is seen too, until they leave or it dies', async () => {
    const room = await roomOf(ana);
    const elsewhere = await startProcess();
    const [one, other] = [copyOf(ana, room), copyOf(rui, room)];
    const seenBy = (copy: typeof one) => {
      const said = copy.client().messages.findLast((message) => message.type === 'room.people');
      return said?.people.map(({ name }) => name).toSorted();
    };
    await one.online();
    await other.online(elsewhere.at);
    await expect.poll(() => [seenBy(one), seenBy(other)]).toEqual(Array(2).fill(['Ana', 'Rui']));
    const place = { annotation: null, point: [12, -8] as [number, number] };
    other.client().send({ type: 'room.presence', room, place });
    await expect
      .poll(() => one.client().messages.findLast((message) => message.type === 'room.people'))
      .toMatchObject({ people: expect.arrayContaining([expect.objectContaining({ name: 'Rui', place })]) });
    other.offline();
    await expect.poll(() => seenBy(one)).toEqual(['Ana']);

    // One that dies says no more: its people are forgotten once it has been silent for long.
    const person = { key: 'k', accountId: eva.accountId, name: 'Eva', place };
    const payload = { room, process: randomUUID(), people: [person], asks: false };
    base.platform.events.publish({ channel: 'collaboration', type: 'room.people', payload });
    await expect.poll(() => seenBy(one)).toEqual(['Ana', 'Eva']);
    base.advance(81_000);
    const peer = { key: one.client().messages.find((message) => message.type === 'room.joined')?.you ?? '' };
    module.rooms.recheck({ ...peer, principal: () => ana, send: () => undefined, sendText: () => undefined });
    await expect.poll(() => seenBy(one)).toEqual(['Ana']);
    await elsewhere.server.close();
    await elsewhere.made.stop?.();
  });
});

describe('casework', () => {
  test('two reviewers decide, never the author; a change of the content makes their verdicts history', async () => {
    const room = await roomOf(ana);
    const copy = copyOf(ana, room);
    await copy.online();
    const id = annotate(copy.doc, ana);
    await copy.saved();
    const params = { id: room, annotation: id };
    const judge = (who: Principal, verdict: string, note = 'visto') =>
      ask(casework.reviewAnnotation, who, { params, body: { verdict, note } });
    await expect(judge(ana, 'approved')).rejects.toMatchObject({ code: 'conflict' });
    expect((await judge(eva, 'approved')).state).toBe('in-review');
    expect((await judge(ivo, 'rejected')).state).toBe('conflict');
    expect((await judge(rui, 'approved')).state).toBe('validated');
    expect(notices.every(({ recipients }) => recipients?.includes(ana.accountId))).toBe(true);
    copy.edit(id, (text) => text.insert(0, 'Corrigido. '));
    await copy.saved();
    const [after] = (await ask(casework.roomValidations, eva, { params: { id: room } })).validations;
    expect(after?.state).toBe('unreviewed');
    expect(after?.reviews.map(({ standing }) => standing)).toEqual(Array(3).fill('outdated'));
  });

  test('a discussion is one of its subject; those mentioned who may see it are told, others are not', async () => {
    const room = await roomOf(ana, 'members');
    const subject = discussions.annotationSubject(room, randomUUID());
    const body = { subject, title: 'Cardume', path: '/?section=home', text: 'Que acham?' };
    const mentions = [rui.accountId, leo.accountId, randomUUID()];
    await ask(rooms.setRoomMember, ana, { params: { id: room, account: rui.accountId }, body: { role: 'editor' } });
    notices = [];
    const started = await ask(discussions.startDiscussion, ana, { body: { ...body, mentions } });
    base.advance(1_000);
    const again = await ask(discussions.startDiscussion, rui, { body: { ...body, text: 'É sardinela.' } });
    expect(again.discussion.id).toBe(started.discussion.id);
    expect(again.comments.map(({ text }) => text)).toEqual(['Que acham?', 'É sardinela.']);
    expect(again.discussion.path).toContain(`room=${room}`);
    expect(notices.map(({ recipients }) => recipients)).toEqual([[rui.accountId]]);
    expect((await ask(discussions.collaborationInbox, rui)).mentions).toMatchObject([
      { title: 'Cardume', roomId: room },
    ]);
    await expect(ask(discussions.startDiscussion, eva, { body })).rejects.toMatchObject({ code: 'not_found' });
    expect((await ask(discussions.listDiscussions, eva, { query: { room } })).discussions).toEqual([]);
    const [mine] = again.comments;
    const params = { id: started.discussion.id, comment: mine?.id };
    await expect(ask(discussions.removeComment, rui, { params })).rejects.toMatchObject({ code: 'not_found' });
    expect((await ask(discussions.removeComment, ana, { params })).comments[0]).toMatchObject({
      text: '',
      removed: true,
    });
    const figure = { ...body, subject: 'console/ocean-data/temperature' };
    await ask(discussions.startDiscussion, eva, { body: figure });
    expect(
      (await ask(discussions.listDiscussions, rui, { query: { subject: figure.subject } })).discussions,
    ).toHaveLength(1);
  });

  test('tasks are given and done; pictures are pictures', async () => {
    const room = await roomOf(ana, 'members');
    const params = { id: room };
    const task = { title: 'Confirmar a espécie', due: '2026-09-10' };
    await expect(
      ask(casework.addRoomTask, ana, { params, body: { ...task, assignee: eva.accountId } }),
    ).rejects.toMatchObject({ code: 'conflict' });
    const { tasks } = await ask(casework.addRoomTask, ana, { params, body: { ...task, assignee: ana.accountId } });
    expect(tasks).toMatchObject([{ ...task, assigneeName: 'Ana', state: 'open' }]);
    expect((await ask(discussions.collaborationInbox, ana)).tasks).toMatchObject([{ roomId: room, due: task.due }]);
    const done = { params: { ...params, task: tasks[0]?.id }, body: { state: 'done' } };
    expect((await ask(casework.setRoomTaskState, ana, done)).tasks[0]).toMatchObject({ state: 'done', doneBy: 'Ana' });
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1);
    const streamOf = (bytes: Uint8Array) =>
      (async function* () {
        yield bytes;
      })();
    const { id } = await ask(casework.addRoomPicture, ana, { params, stream: streamOf(png) });
    const page = new TextEncoder().encode('<script>alert(1)</script>');
    await expect(ask(casework.addRoomPicture, ana, { params, stream: streamOf(page) })).rejects.toMatchObject({
      code: 'unsupported_media_type',
    });
    await expect(
      ask(casework.addRoomPicture, ana, { params, stream: streamOf(new Uint8Array(casework.maxPictureBytes + 1)) }),
    ).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(id).toMatch(/^[\da-f-]{36}$/);
  });
});
