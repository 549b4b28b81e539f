import type { ClientMessage, ServerMessage } from '@kianda/contract/operations/realtime/realtime.contract';
import { annotationLimits } from '@kianda/contract/people/collaboration/annotations';
import type { RoomPerson, RoomPlace } from '@kianda/contract/people/collaboration/room-messages';
import * as Y from 'yjs';
import type { Line } from '../../client/line.ts';
import { type Author, annotationsOf, type Noted } from './annotations.ts';
import type { RoomStore, Unsent } from './room-store.ts';

/** State of a room's copy as a page shows it; a new object with every change. */
export type RoomView = {
  readonly annotations: readonly Noted[];
  /** `loading`: read from this device; `offline`: shown from it; `closed`: not this account's any more. */
  readonly line: 'loading' | 'offline' | 'online' | 'closed';
  readonly mayWrite: boolean;
  readonly me: Author | null;
  /** Key of this connection among `people`. */
  readonly you: string | null;
  readonly people: readonly RoomPerson[];
  /** Changes that the server has not confirmed. */
  readonly unsent: number;
  /** Why the room is closed, or why a change was not taken. */
  readonly trouble: string | null;
};

type LineEvents = {
  readonly onWelcome: () => void;
  readonly onMessage: (message: ServerMessage) => void;
  readonly onLost: () => void;
};
type Options = {
  readonly room: string;
  readonly store: RoomStore;
  readonly openLine: (events: LineEvents) => Line;
  /** Something beside the document changed: it must be read again. */
  readonly onChanged: (subject: string) => void;
  /** Wait for more of what is being typed before it is sent. */
  readonly gatherMs?: number;
};

export type RoomCopy = {
  readonly doc: () => Y.Doc;
  readonly view: () => RoomView;
  readonly subscribe: (listener: () => void) => () => void;
  readonly setPlace: (place: RoomPlace) => void;
  readonly close: () => void;
};

type State = Options & {
  doc: Y.Doc;
  view: RoomView;
  readonly listeners: Set<() => void>;
  line: Line | null;
  unsent: Unsent[];
  /** Number of the message that is under way, and the updates in it. */
  sent: { readonly number: number; readonly keys: readonly number[] } | null;
  number: number;
  gatherTimer: ReturnType<typeof setTimeout> | undefined;
  saveTimer: ReturnType<typeof setTimeout> | undefined;
  /** Storing is done one after the other: the order of edits is the order of updates. */
  work: Promise<void>;
  ended: boolean;
};

const fromServer = Symbol('server');
const toBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
};
const toBytes = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** This device's copy of a room: edited at once, stored here, and merged with the server's whenever there is a line. */
export function createRoomCopy(options: Options): RoomCopy {
  const state: State = {
    ...options,
    doc: new Y.Doc(),
    view: {
      annotations: [],
      line: 'loading',
      mayWrite: false,
      me: null,
      you: null,
      people: [],
      unsent: 0,
      trouble: null,
    },
    listeners: new Set(),
    line: null,
    unsent: [],
    sent: null,
    number: 0,
    gatherTimer: undefined,
    saveTimer: undefined,
    work: Promise.resolve(),
    ended: false,
  };
  void begin(state);
  return {
    doc: () => state.doc,
    view: () => state.view,
    subscribe(listener) {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
    setPlace(place) {
      state.line?.send({ type: 'room.presence', room: state.room, place });
    },
    close() {
      state.ended = true;
      clearTimeout(state.gatherTimer);
      clearTimeout(state.saveTimer);
      void saveState(state);
      state.line?.close();
      state.doc.destroy();
    },
  };
}

function show(state: State, change: Partial<RoomView>): void {
  state.view = { ...state.view, ...change, unsent: state.unsent.length };
  for (const listener of state.listeners) listener();
}

async function begin(state: State): Promise<void> {
  const { room, store } = state;
  const stored = await store.load(room);
  if (state.ended) return;
  for (const part of [stored.state, ...stored.unsent.map(({ update }) => update)])
    if (part !== null) Y.applyUpdate(state.doc, part, fromServer);
  state.unsent = [...stored.unsent];
  watch(state);
  // Text written offline is shown as writable: the server decides when it comes back.
  const mayWrite = stored.me !== null;
  show(state, { line: 'offline', me: stored.me, mayWrite, annotations: annotationsOf(state.doc) });
  state.line = state.openLine({
    onWelcome: () => join(state),
    onMessage: (message) => {
      if ('room' in message && message.room === room) receive(state, message);
    },
    onLost() {
      state.sent = null;
      show(state, { line: 'offline', people: [], you: null });
    },
  });
}

function watch(state: State): void {
  state.doc.on('update', (update: Uint8Array, origin: unknown) => {
    show(state, { annotations: annotationsOf(state.doc) });
    saveSoon(state);
    if (origin !== fromServer) keep(state, update);
  });
}

/** Stores an edit on this device, then sends it. */
function keep(state: State, update: Uint8Array): void {
  state.work = state.work.then(async () => {
    let key: number;
    try {
      key = await state.store.addUnsent(state.room, update);
    } catch {
      // A full device must not stop the edit: it lives with the page, and is sent all the same.
      key = -1 - state.number - state.unsent.length;
    }
    state.unsent.push({ key, update });
    show(state, {});
    clearTimeout(state.gatherTimer);
    state.gatherTimer = setTimeout(() => sendNext(state), state.gatherMs ?? 500);
  });
}

function saveSoon(state: State): void {
  clearTimeout(state.saveTimer);
  state.saveTimer = setTimeout(() => void saveState(state), 1_000);
}

async function saveState(state: State): Promise<void> {
  if (state.view.line === 'closed') return;
  const bytes = Y.encodeStateAsUpdate(state.doc);
  await state.store.saveState(state.room, bytes, state.view.me).catch((error: unknown) => {
    console.warn('kianda: cópia da sala por guardar', error);
  });
}

function join(state: State): void {
  const vector = toBase64(Y.encodeStateVector(state.doc));
  // A copy that many have edited says too much: it then gets the whole.
  send(state, { type: 'room.join', room: state.room, vector: vector.length > 12_000 ? '' : vector });
}

const send = (state: State, message: ClientMessage): boolean => state.line?.send(message) ?? false;

type RoomMessage = Extract<ServerMessage, { room: string }>;

function receive(state: State, message: RoomMessage): void {
  switch (message.type) {
    case 'room.joined':
      joined(state, message);
      break;
    case 'room.update':
      Y.applyUpdate(state.doc, toBytes(message.update), fromServer);
      break;
    case 'room.saved':
      confirm(state, message.number);
      break;
    case 'room.refused':
      refused(state, message);
      break;
    case 'room.people':
      show(state, { people: message.people });
      break;
    case 'room.changed':
      state.onChanged(message.subject);
      break;
    case 'room.closed':
      // A copy that another account may have left here is not shown to this one.
      void state.store.forget(state.room);
      state.unsent = [];
      show(state, { line: 'closed', trouble: message.reason, annotations: [], people: [], mayWrite: false });
  }
}

function joined(state: State, message: Extract<RoomMessage, { type: 'room.joined' }>): void {
  const { mayWrite, you, people } = message;
  const self = people.find(({ key }) => key === you);
  const me = self === undefined ? null : { accountId: self.accountId, name: self.name };
  const before = state.view.me;
  // A device that two people share: the edits of one are not sent in the name of the other.
  if (before !== null && me !== null && before.accountId !== me.accountId) {
    startAnew(state, null);
    return;
  }
  Y.applyUpdate(state.doc, toBytes(message.update), fromServer);
  show(state, { line: 'online', mayWrite, you, people, me });
  saveSoon(state);
  sendNext(state);
}

/** Sends as many of the unconfirmed edits as fit in a message; the others follow its answer. */
function sendNext(state: State): void {
  if (state.sent !== null || state.unsent.length === 0 || state.view.line !== 'online') return;
  const [first, ...rest] = state.unsent;
  if (first === undefined) return;
  const taken = [first];
  let merged = first.update;
  for (const one of rest) {
    const longer = Y.mergeUpdates([merged, one.update]);
    if (longer.byteLength > annotationLimits.updateBytes) break;
    taken.push(one);
    merged = longer;
  }
  state.number += 1;
  const message = { type: 'room.update', room: state.room, number: state.number, update: toBase64(merged) } as const;
  if (send(state, message)) state.sent = { number: state.number, keys: taken.map(({ key }) => key) };
}

function confirm(state: State, number: number): void {
  if (state.sent?.number !== number) return;
  const { keys } = state.sent;
  state.sent = null;
  state.unsent = state.unsent.filter(({ key }) => !keys.includes(key));
  void state.store.removeUnsent(keys);
  show(state, {});
  sendNext(state);
}

function refused(state: State, message: Extract<RoomMessage, { type: 'room.refused' }>): void {
  if (message.again) {
    state.sent = null;
    join(state);
  } else startAnew(state, message.reason);
}

/** Drops this device's copy with what the server would not take, and reads the server's. */
function startAnew(state: State, trouble: string | null): void {
  void state.store.forget(state.room).then(() => {
    if (state.ended) return;
    state.doc.destroy();
    state.doc = new Y.Doc();
    state.unsent = [];
    state.sent = null;
    watch(state);
    show(state, { annotations: [], me: null, trouble });
    join(state);
  });
}
