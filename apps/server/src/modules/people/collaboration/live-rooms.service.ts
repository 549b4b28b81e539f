import type { ServerMessage } from '@kianda/contract/operations/realtime/realtime.contract';
import { annotationLimits } from '@kianda/contract/people/collaboration/annotations';
import type { RoomClientMessage } from '@kianda/contract/people/collaboration/room-messages';
import * as Y from 'yjs';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { EventBus, PlatformEvent } from '../../../platform/events/events.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { mayRead } from '../../../platform/http/may-read.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { RoomPeer, Rooms } from '../../../platform/realtime/rooms.ts';
import type { CollaborationRepository } from './collaboration.repository.ts';
import type { LiveRoom } from './live-rooms.types.ts';
import { mayWriteAs, roleIn } from './room-access.rules.ts';
import { countAnnotations, openDocument, takeUpdate } from './room-document.rules.ts';
import { createRoomPresence, type RoomPresence } from './room-presence.service.ts';

/** People in one room at one process. */
const mostPresent = 60;
/** Updates, or bytes of them, after which the document is written out whole. */
const compactAfter = { updates: 200, bytes: 262_144 };
const gone = 'Esta sala não existe, ou deixou de ser sua.';

type Deps = {
  readonly repository: CollaborationRepository;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  /** Updates after which the document is written out whole. */
  readonly compactAfterUpdates?: number;
};
type State = Deps & {
  readonly presence: RoomPresence;
  readonly rooms: Map<string, LiveRoom>;
  /** Acts under way in each room, one after the other. */
  readonly turns: Map<string, Promise<void>>;
};
type Of<T extends RoomClientMessage['type']> = Extract<RoomClientMessage, { type: T }>;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

/** Documents that people edit at once: each update is authorised, checked, stored, and only then told of. */
export function createLiveRooms(deps: Deps): Rooms & {
  /** The document as stored; null where there is no such room. */
  stored(roomId: string): Promise<Y.Doc | null>;
  /** Follows the changes that other processes make; returns the end of it. */
  follow(): () => void;
  /** Done once nothing is under way. */
  settled(): Promise<void>;
} {
  const state: State = { ...deps, presence: createRoomPresence(deps), rooms: new Map(), turns: new Map() };
  return {
    handle: (peer, message) => handle(state, peer, message),
    recheck(peer) {
      const principal = peer.principal();
      const mayStay = principal !== null && mayRead('collaboration:read', principal);
      for (const room of state.rooms.values()) {
        if (!mayStay) dismiss(state, room, peer);
        // Each heartbeat of a connection comes by here.
        else if (room.present.has(peer.key) && state.presence.refresh(room)) tellPeople(state, room);
      }
    },
    left(peer) {
      for (const room of state.rooms.values()) leave(state, room, peer);
    },
    async stored(roomId) {
      return (await load(state, roomId))?.document.doc ?? null;
    },
    follow: () => follow(state),
    async settled() {
      while (state.turns.size > 0) await Promise.all(state.turns.values());
    },
  };
}

async function handle(state: State, peer: RoomPeer, message: RoomClientMessage): Promise<void> {
  const { room } = message;
  switch (message.type) {
    case 'room.join':
      return inTurn(state, room, () => join(state, peer, message));
    case 'room.update':
      return inTurn(state, room, () => update(state, peer, message));
    case 'room.presence': {
      const live = state.rooms.get(room);
      const present = live?.present.get(peer.key);
      if (live === undefined || present === undefined) return;
      present.person = { ...present.person, place: message.place };
      return changed(state, live);
    }
    case 'room.leave': {
      const live = state.rooms.get(room);
      if (live !== undefined) leave(state, live, peer);
    }
  }
}

/** After what is under way in the room; what fails there stops nothing that follows. */
function inTurn(state: State, roomId: string, act: () => Promise<void>): Promise<void> {
  const turn = (state.turns.get(roomId) ?? Promise.resolve()).then(act).catch((error: unknown) => {
    state.log.error({ err: error, room: roomId }, 'mudança numa sala de colaboração falhada');
    // The document in memory may hold what is not stored: the next one reads it again.
    forget(state, roomId);
  });
  state.turns.set(roomId, turn);
  void turn.then(() => {
    if (state.turns.get(roomId) === turn) state.turns.delete(roomId);
  });
  return turn;
}

type Loaded = Omit<LiveRoom, 'present' | 'elsewhere' | 'toldAtMs'>;

async function load({ repository }: State, roomId: string): Promise<Loaded | null> {
  const stored = await repository.document(roomId);
  if (stored === null) return null;
  const { snapshot, snapshotNumber, updates } = stored;
  const tail = updates.map(({ content }) => new Uint8Array(content));
  return {
    id: roomId,
    document: openDocument([...(snapshot === null ? [] : [new Uint8Array(snapshot)]), ...tail]),
    number: updates.at(-1)?.number ?? snapshotNumber,
    bytes: snapshot?.byteLength ?? 0,
    updatesSince: tail.length,
    bytesSince: tail.reduce((sum, { byteLength }) => sum + byteLength, 0),
  };
}

/** The room in memory, read where it is not there yet. */
async function open(state: State, roomId: string): Promise<LiveRoom | null> {
  const known = state.rooms.get(roomId);
  if (known !== undefined) return known;
  const loaded = await load(state, roomId);
  if (loaded === null) return null;
  const live: LiveRoom = { ...loaded, present: new Map(), elsewhere: new Map(), toldAtMs: 0 };
  state.rooms.set(roomId, live);
  return live;
}

/** Reads the document again: what an update spoilt, or another process wrote out whole, is replaced. */
async function reopen(state: State, live: LiveRoom): Promise<void> {
  const loaded = await load(state, live.id);
  if (loaded === null) return close(state, live);
  Object.assign(live, loaded);
}

/** Sends everybody to join again, which reads the document from the database. */
function forget(state: State, roomId: string): void {
  const live = state.rooms.get(roomId);
  if (live === undefined) return;
  state.rooms.delete(roomId);
  const reason = 'A sala teve de ser aberta de novo.';
  for (const { peer } of live.present.values()) peer.send({ type: 'room.closed', room: roomId, reason });
}

function close(state: State, live: LiveRoom): void {
  state.rooms.delete(live.id);
  tell(live, { type: 'room.closed', room: live.id, reason: gone });
}

async function join(state: State, peer: RoomPeer, { room, vector }: Of<'room.join'>): Promise<void> {
  const principal = peer.principal();
  if (principal === null) return;
  const row = await state.repository.room(room, principal.accountId);
  const role = row === null ? null : roleIn(row, principal);
  const live = role === null ? null : await open(state, room);
  if (live === null) return peer.send({ type: 'room.closed', room, reason: gone });
  if (live.present.size >= mostPresent && !live.present.has(peer.key))
    return peer.send({ type: 'room.closed', room, reason: 'A sala está cheia. Tente mais tarde.' });
  const person = {
    key: peer.key,
    accountId: principal.accountId,
    name: principal.name,
    place: { annotation: null, point: null },
  };
  const isFirst = live.present.size === 0;
  live.present.set(peer.key, { peer, person });
  peer.send({
    type: 'room.joined',
    room,
    update: base64(lackingIn(live.document.doc, bytesOf(vector))),
    mayWrite: mayWriteAs(role, principal),
    you: peer.key,
    people: state.presence.peopleOf(live),
  });
  tellPeople(state, live);
  // The other processes answer with the people who sit at them: those come into the list a moment later.
  state.presence.publish(live, isFirst);
}

/** Update that a copy with that state vector lacks; all of it, where the vector says nothing that can be read. */
function lackingIn(doc: Y.Doc, vector: Uint8Array): Uint8Array {
  try {
    if (vector.byteLength > 0) return Y.encodeStateAsUpdate(doc, vector);
  } catch {
    // A copy that cannot say what it holds gets the whole.
  }
  return Y.encodeStateAsUpdate(doc);
}

async function update(state: State, peer: RoomPeer, message: Of<'room.update'>): Promise<void> {
  const { room, number } = message;
  const refuse = (reason: string, again: boolean) => peer.send({ type: 'room.refused', room, number, reason, again });
  const live = state.rooms.get(room);
  const principal = peer.principal();
  if (live === undefined || principal === null || !live.present.has(peer.key))
    return refuse('Entre primeiro na sala.', true);
  const row = await state.repository.room(room, principal.accountId);
  const role = row === null ? null : roleIn(row, principal);
  if (!mayWriteAs(role, principal)) return refuse('Nesta sala só pode ler.', false);
  const content = bytesOf(message.update);
  if (live.bytes + live.bytesSince + content.byteLength > annotationLimits.documentBytes) {
    await compact(state, live);
    if (live.bytes + content.byteLength > annotationLimits.documentBytes) return refuse('A sala está cheia.', false);
  }
  const editor = { accountId: principal.accountId, name: principal.name, isOwner: role === 'owner' };
  const taken = takeUpdate(live.document, content, editor);
  if (taken.refusal !== null) {
    await reopen(state, live);
    return refuse(taken.refusal, false);
  }
  if (taken.changed && !(await store(state, live, { peer, principal, content }))) {
    await reopen(state, live);
    return refuse('Nesta sala só pode ler.', false);
  }
  peer.send({ type: 'room.saved', room, number });
}

/** Stores an update that the document has taken, and tells the others of it; false where it may not be stored. */
async function store(
  state: State,
  live: LiveRoom,
  { peer, principal, content }: { peer: RoomPeer; principal: Principal; content: Uint8Array },
): Promise<boolean> {
  const stored = await state.repository.append({
    roomId: live.id,
    accountId: principal.accountId,
    content,
    annotations: countAnnotations(live.document.doc),
    at: new Date(state.clock.nowMs()),
    mayWrite: (standing) => mayWriteAs(roleIn(standing, principal), principal),
  });
  if (stored === null) return false;
  if (stored === live.number + 1) live.number = stored;
  else await catchUp(state, live);
  live.updatesSince += 1;
  live.bytesSince += content.byteLength;
  tell(live, { type: 'room.update', room: live.id, update: base64(content) }, peer.key);
  state.events.publish({
    channel: 'collaboration',
    type: 'room.updated',
    payload: { room: live.id, number: stored },
  });
  const most = state.compactAfterUpdates ?? compactAfter.updates;
  if (live.updatesSince >= most || live.bytesSince >= compactAfter.bytes) await compact(state, live);
  return true;
}

async function compact(state: State, live: LiveRoom): Promise<void> {
  const snapshot = Y.encodeStateAsUpdate(live.document.doc);
  if (!(await state.repository.compact(live.id, snapshot, live.number))) return;
  live.bytes = snapshot.byteLength;
  live.updatesSince = 0;
  live.bytesSince = 0;
}

/** Takes in what other processes stored meanwhile, and tells of it. */
async function catchUp(state: State, live: LiveRoom): Promise<void> {
  const before = Y.encodeStateVector(live.document.doc);
  const updates = await state.repository.updatesAfter(live.id, live.number);
  if (updates[0]?.number === live.number + 1) {
    for (const { number, content } of updates) {
      Y.applyUpdate(live.document.doc, new Uint8Array(content));
      live.number = number;
    }
    for (const { content } of updates) tell(live, { type: 'room.update', room: live.id, update: base64(content) });
    return;
  }
  await reopen(state, live);
  const lacking = Y.encodeStateAsUpdate(live.document.doc, before);
  tell(live, { type: 'room.update', room: live.id, update: base64(lacking) });
}

function follow(state: State): () => void {
  const unsubscribe = state.events.subscribe((event) => onEvent(state, event));
  const unsubscribeGap = state.events.onGap?.(() => {
    for (const live of state.rooms.values()) void inTurn(state, live.id, () => catchUp(state, live));
  });
  return () => {
    unsubscribe();
    unsubscribeGap?.();
  };
}

function onEvent(state: State, { channel, type, payload }: PlatformEvent): void {
  if (channel !== 'collaboration') return;
  const { room, number, subject } = payload;
  const live = typeof room === 'string' ? state.rooms.get(room) : undefined;
  if (live === undefined) return;
  if (type === 'room.people') {
    if (state.presence.hear(live, payload)) tellPeople(state, live);
    return;
  }
  if (type === 'room.updated' && typeof number === 'number') {
    if (number > live.number)
      void inTurn(state, live.id, async () => {
        if (number > live.number) await catchUp(state, live);
      });
    return;
  }
  tell(live, { type: 'room.changed', room: live.id, subject: String(subject) });
  if (type === 'room.access') void inTurn(state, live.id, () => recheckAll(state, live));
}

/** Sends away whoever no longer has access. */
async function recheckAll(state: State, live: LiveRoom): Promise<void> {
  for (const { peer } of [...live.present.values()]) {
    const principal = peer.principal();
    const row = principal === null ? null : await state.repository.room(live.id, principal.accountId);
    if (principal === null || row === null || roleIn(row, principal) === null) dismiss(state, live, peer);
  }
}

function dismiss(state: State, live: LiveRoom, peer: RoomPeer): void {
  if (!live.present.has(peer.key)) return;
  peer.send({ type: 'room.closed', room: live.id, reason: gone });
  leave(state, live, peer);
}

function leave(state: State, live: LiveRoom, peer: RoomPeer): void {
  if (!live.present.delete(peer.key)) return;
  changed(state, live);
  // A room that nobody has open needs no memory; what is under way in it holds on to its own.
  if (live.present.size === 0 && state.rooms.get(live.id) === live) state.rooms.delete(live.id);
}

/** People of this process came, went or moved: told to those here, and to the other processes. */
function changed(state: State, live: LiveRoom): void {
  tellPeople(state, live);
  state.presence.publish(live);
}

function tellPeople({ presence }: State, live: LiveRoom): void {
  tell(live, { type: 'room.people', room: live.id, people: presence.peopleOf(live) });
}

/** Written out once for all; `but`: the connection that knows already. */
function tell(live: LiveRoom, message: ServerMessage, but?: string): void {
  const text = JSON.stringify(message);
  for (const { peer } of live.present.values()) if (peer.key !== but) peer.sendText(text);
}
