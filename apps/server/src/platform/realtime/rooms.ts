import type { ClientMessage, ServerMessage } from '@kianda/contract/operations/realtime/realtime.contract';
import type { RoomClientMessage } from '@kianda/contract/people/collaboration/room-messages';
import type { Principal } from '../http/bind.ts';

/** A websocket client as the rooms know it. */
export type RoomPeer = {
  /** Of the connection. */
  readonly key: string;
  /** The account with its present permissions; null before the hello. */
  principal(): Principal | null;
  send(message: ServerMessage): void;
  /** A message that was written out once for many. */
  sendText(text: string): void;
};

/** Documents that several clients edit at once, over the connection that carries the events. */
export type Rooms = {
  /** One message of a signed-in client; every one is authorised by itself. */
  handle(peer: RoomPeer, message: RoomClientMessage): Promise<void>;
  /** The account's permissions may have changed. */
  recheck(peer: RoomPeer): void;
  /** The connection is over. */
  left(peer: RoomPeer): void;
};

export const noRooms: Rooms = {
  handle: async (peer, { room }) =>
    peer.send({ type: 'room.closed', room, reason: 'Não há salas de colaboração neste servidor.' }),
  recheck: () => undefined,
  left: () => undefined,
};

export function isRoomMessage(message: ClientMessage): message is RoomClientMessage {
  return message.type.startsWith('room.');
}
