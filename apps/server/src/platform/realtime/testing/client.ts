import { once } from 'node:events';
import {
  type ClientMessage,
  type ServerMessage,
  serverMessageSchema,
} from '@kianda/contract/operations/realtime/realtime.contract';
import { expect } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';

/** A websocket client that checks every message of the server against the contract. */
export async function openClient(url: string, options: ClientOptions = {}) {
  const socket = new WebSocket(url, options);
  const messages: ServerMessage[] = [];
  let closeCode: number | null = null;
  socket.on('message', (data) =>
    messages.push(serverMessageSchema.parse(JSON.parse(Buffer.from(data as Buffer).toString('utf8')))),
  );
  socket.on('close', (code) => {
    closeCode = code;
  });
  await once(socket, 'open');
  return {
    socket,
    messages,
    send: (message: ClientMessage) => socket.send(JSON.stringify(message)),
    /** The next message of a type, or the one that already came. */
    async received<T extends ServerMessage['type']>(type: T, index = 0): Promise<Extract<ServerMessage, { type: T }>> {
      const ofType = () => messages.filter((message) => message.type === type);
      await expect.poll(() => ofType().length, { timeout: 5_000 }).toBeGreaterThan(index);
      return ofType()[index] as Extract<ServerMessage, { type: T }>;
    },
    eventNames: () => messages.flatMap((message) => (message.type === 'event' ? [message.name] : [])),
    async closeCode(): Promise<number | null> {
      await expect.poll(() => closeCode, { timeout: 8_000 }).not.toBeNull();
      return closeCode;
    },
  };
}

export type TestClient = Awaited<ReturnType<typeof openClient>>;
