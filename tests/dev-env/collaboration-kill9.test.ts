import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DataOf, type Endpoint, type Envelope, pathOf } from '@kianda/contract';
import { createRoom } from '@kianda/contract/people/collaboration/collaboration.contract';
import { authLogin, type SignIn } from '@kianda/contract/people/identity/identity.contract';
import { seededRandom } from '@kianda/geo';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LineSocket, openLine } from '../../apps/interfaces/src/client/line.ts';
import { addAnnotation, annotationsOf, textOf } from '../../apps/interfaces/src/collaboration/room/annotations.ts';
import { createRoomCopy, type RoomCopy } from '../../apps/interfaces/src/collaboration/room/room-copy.ts';
import { createMemoryStore, type RoomStore } from '../../apps/interfaces/src/collaboration/room/room-store.ts';
import { openDocument } from '../../apps/server/src/modules/people/collaboration/room-document.rules.ts';
import { type StartedPlatform, startPlatform } from '../../apps/server/src/platform/process/testing.ts';
import { createRestingDatabase } from '../../apps/server/src/testing/installation.ts';
import { killRounds, killTimeoutMs } from '../../apps/server/src/testing/kill-rounds.ts';

const rounds = killRounds(2);
/** Messages that the server has confirmed in a round when it dies, at least and at most. */
const confirmedWhenKilled = { least: 20, most: 90 };
/** Edits made while there is no server. */
const editsAlone = 4;
const annotation = '5a3c1d10-0000-4000-8000-0000000000cc';
const administrator = { email: 'admin@kianda.test', password: 'vento fresco na restinga 41' };

let folder: string;
let base: Awaited<ReturnType<typeof createRestingDatabase>>;
let observer: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-sala-'));
  base = await createRestingDatabase();
  observer = new pg.Client({ connectionString: base.database.url });
  await observer.connect();
});
afterAll(async () => {
  await observer.end();
  await base.drop();
  await rm(folder, { recursive: true, force: true });
});

const start = () =>
  startPlatform({
    KIANDA_DATA_DIR: folder,
    KIANDA_DATABASE_URL: base.database.url,
    KIANDA_ROLES: 'api',
    KIANDA_TWO_STEP_ROLES: 'nenhum',
    KIANDA_ADMIN_EMAIL: administrator.email,
    KIANDA_ADMIN_PASSWORD: administrator.password,
  });
const addressOf = async (platform: StartedPlatform) => /http:[^\s]+/.exec(await platform.line(/Endereço/))?.[0] ?? '';

async function post<T>(url: string, endpoint: Endpoint, body: unknown, token?: string): Promise<T> {
  const answer = await fetch(`${url}${pathOf(endpoint, {})}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${endpoint.id}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as Envelope<T>).data;
}
const tokenAt = async (url: string) => (await post<SignIn>(url, authLogin, administrator)).accessToken;

/** Numbers that the text of the annotation has, as it is stored. */
async function storedNumbers(room: string): Promise<readonly number[]> {
  const { rows: whole } = await observer.query('select snapshot from collaboration.rooms where id = $1', [room]);
  const { rows: updates } = await observer.query(
    'select content from collaboration.updates where room_id = $1 order by number',
    [room],
  );
  const parts = [whole[0].snapshot, ...updates.map(({ content }) => content)].filter((part) => part !== null);
  const { doc } = openDocument(parts.map((part) => new Uint8Array(part)));
  return numbersIn(annotationsOf(doc)[0]?.text ?? '');
}
const numbersIn = (text: string): readonly number[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map(Number);

/** A device at the platform that runs now. */
function deviceAt(room: string, store: RoomStore, urlNow: () => Promise<string>): RoomCopy {
  return createRoomCopy({
    ...{ room, store, gatherMs: 0 },
    onChanged: () => undefined,
    openLine: (events) =>
      openLine({
        ...events,
        retryMs: 100,
        open: (address) => new WebSocket(address) as unknown as LineSocket,
        async credential() {
          const url = await urlNow();
          return { token: await tokenAt(url), apiBaseUrl: url };
        },
      }),
  });
}

/** Someone who writes one number after the other: the next as soon as one is confirmed, so that there is always one under way. */
function createWriter(room: string, urlNow: () => Promise<string>) {
  const memory = createMemoryStore();
  const confirmed = new Set<number>();
  /** Number of each update on its way, by its key on the device. */
  const numberOf = new Map<number, number>();
  const waiting: number[] = [];
  let last = 0;
  let isWriting = false;
  let messages = 0;
  const write = () => {
    last += 1;
    waiting.push(last);
    const text = textOf(copy.doc(), annotation, 'text');
    text?.insert(text.length, ` ${last}`);
  };
  const copy = deviceAt(
    room,
    {
      ...memory,
      async addUnsent(id, update) {
        const key = await memory.addUnsent(id, update);
        const number = waiting.shift();
        if (number !== undefined) numberOf.set(key, number);
        return key;
      },
      async removeUnsent(keys) {
        messages += 1;
        for (const number of keys.flatMap((key) => numberOf.get(key) ?? [])) confirmed.add(number);
        if (isWriting) write();
        await memory.removeUnsent(keys);
      },
    },
    urlNow,
  );
  return {
    ...{ copy, confirmed, write },
    last: () => last,
    messages: () => messages,
    setWriting(now: boolean) {
      isWriting = now;
      if (now) for (let edits = 0; edits < 3; edits += 1) write();
    },
  };
}

const patience = { timeout: 120_000, interval: 20 };

test(`kill -9 while a room is written in, ${rounds} times: what was confirmed is stored, and nothing twice`, {
  timeout: killTimeoutMs(rounds + 1),
}, async () => {
  const random = seededRandom('kill -9 room');
  let platform = start();
  const urlNow = () => addressOf(platform);
  const first = await urlNow();
  const token = await tokenAt(first);
  const body = { name: 'Sala de ensaio', topic: '', access: 'open' };
  const { room } = await post<DataOf<typeof createRoom>>(first, createRoom, body, token);
  const writer = createWriter(room.id, urlNow);
  const { copy } = writer;
  await expect.poll(() => copy.view().line, patience).toBe('online');
  const author = copy.view().me;
  if (author === null) throw new Error('the server did not say who writes');
  addAnnotation(copy.doc(), {
    ...{ id: annotation, type: 'observation', author, createdAt: '2026-08-31T09:00:00Z' },
    geometry: { type: 'Point', coordinates: [12, -9] },
  });
  await expect.poll(() => [writer.messages(), copy.view().unsent], patience).toEqual([1, 0]);

  for (let round = 0; round < rounds; round += 1) {
    const { least, most } = confirmedWhenKilled;
    const dies = writer.messages() + least + Math.floor(random() * (most - least));
    writer.setWriting(true);
    await expect.poll(() => writer.messages(), { ...patience, interval: 1 }).toBeGreaterThanOrEqual(dies);
    platform.child.kill('SIGKILL');
    expect(await platform.ended).toBe('SIGKILL');
    await expect.poll(() => copy.view().line, patience).toBe('offline');
    writer.setWriting(false);
    const stored = await storedNumbers(room.id);
    expect(new Set(stored).size, `numbers stored twice in round ${round}`).toBe(stored.length);
    expect([...writer.confirmed].filter((number) => !stored.includes(number))).toEqual([]);
    for (let edits = 0; edits < editsAlone; edits += 1) writer.write();

    // Edits that were not confirmed are sent again, also where the server had stored it and died before it said so.
    platform = start();
    await expect.poll(() => [copy.view().line, copy.view().unsent], patience).toEqual(['online', 0]);
    expect(await storedNumbers(room.id)).toEqual(Array.from({ length: writer.last() }, (_, index) => index + 1));
  }

  const another = deviceAt(room.id, createMemoryStore(), urlNow);
  await expect
    .poll(() => numbersIn(another.view().annotations[0]?.text ?? ''), patience)
    .toEqual(Array.from({ length: writer.last() }, (_, index) => index + 1));
  another.close();
  copy.close();
  platform.child.kill('SIGTERM');
  await platform.ended;
});
