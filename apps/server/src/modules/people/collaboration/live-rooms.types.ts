import type { RoomPerson } from '@kianda/contract/people/collaboration/room-messages';
import type { RoomPeer } from '../../../platform/realtime/rooms.ts';
import type { RoomDocument } from './room-document.rules.ts';

/** Somebody in a room, at one connection. */
export type Present = { readonly peer: RoomPeer; person: RoomPerson };

/** A room that somebody has open at this process. */
export type LiveRoom = {
  readonly id: string;
  document: RoomDocument;
  /** Number of the newest stored update that the document holds. */
  number: number;
  /** Bytes of the document when it was last written out whole, and of the updates since. */
  bytes: number;
  updatesSince: number;
  bytesSince: number;
  readonly present: Map<string, Present>;
  /** People at other processes, by process, as each said last. */
  readonly elsewhere: Map<string, { readonly people: readonly RoomPerson[]; readonly atMs: number }>;
  /** When this process last told the others of its own. */
  toldAtMs: number;
};
