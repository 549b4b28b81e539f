import { closeCodes } from '@kianda/contract/operations/realtime/realtime.contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRealtime, type Socket } from './realtime.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function world() {
  const sockets: (Socket & { readonly sent: unknown[]; closedWith: number | undefined })[] = [];
  const renew = vi.fn((_refused: string) => Promise.resolve());
  const realtime = createRealtime({
    open: () => {
      const socket = {
        sent: [] as unknown[],
        closedWith: undefined as number | undefined,
        send: (text: string) => void socket.sent.push(JSON.parse(text)),
        close: (code?: number) => {
          socket.closedWith = code;
          socket.onclose?.({ code: code ?? 1005 });
        },
        onopen: null as (() => void) | null,
        onmessage: null as ((event: { readonly data: unknown }) => void) | null,
        onclose: null as ((event: { readonly code: number }) => void) | null,
      };
      sockets.push(socket);
      return socket;
    },
    accessToken: () => 'acesso',
    renew,
  });
  const say = (message: object, index = sockets.length - 1) =>
    sockets[index]?.onmessage?.({ data: JSON.stringify(message) });
  const open = () => sockets.at(-1)?.onopen?.();
  return { sockets, realtime, say, open, renew };
}

const at = '2026-08-31T09:00:00.000Z';
const welcome = { type: 'welcome', stream: 'a', sequence: 10, heartbeatSeconds: 20 };
const event = (sequence: number) => ({
  type: 'event',
  sequence,
  at,
  channel: 'alerts',
  name: 'alert.raised',
  payload: {},
});

test('no connection until someone listens, none after', () => {
  const { sockets, realtime, open, say } = world();
  expect(sockets).toHaveLength(0);
  const leave = realtime.subscribe('alerts', { onEvent: () => undefined });
  open();
  say(welcome);
  expect(sockets[0]?.sent).toEqual([
    { type: 'hello', token: 'acesso' },
    { type: 'subscribe', channels: ['alerts'] },
  ]);
  leave();
  expect(sockets[0]?.closedWith).toBe(1000);
});

test('events reach those who listen to their channel', () => {
  const { realtime, open, say } = world();
  const alerts = vi.fn();
  const vessels = vi.fn();
  realtime.subscribe('alerts', { onEvent: alerts });
  realtime.subscribe('vessels', { onEvent: vessels });
  open();
  say(welcome);
  say(event(11));
  expect(alerts).toHaveBeenCalledTimes(1);
  expect(vessels).not.toHaveBeenCalled();
});

test('after five seconds it comes back and resumes behind the last event', () => {
  const { sockets, realtime, open, say } = world();
  realtime.subscribe('alerts', { onEvent: () => undefined });
  open();
  say(welcome);
  say(event(14));
  sockets[0]?.onclose?.({ code: 1006 });
  vi.advanceTimersByTime(4_999);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(1);
  open();
  expect(sockets[1]?.sent).toEqual([{ type: 'hello', token: 'acesso', resumeFrom: 14, stream: 'a' }]);
});

test('lost events are announced, so that the state is fetched anew', () => {
  const { realtime, open, say } = world();
  const onGap = vi.fn();
  realtime.subscribe('alerts', { onEvent: () => undefined, onGap });
  open();
  say(welcome);
  say({ type: 'gap', stream: 'b', sequence: 90 });
  expect(onGap).toHaveBeenCalledTimes(1);
});

test('an expired token is renewed before the next attempt', async () => {
  const { sockets, realtime, open, renew } = world();
  realtime.subscribe('alerts', { onEvent: () => undefined });
  open();
  sockets[0]?.onclose?.({ code: closeCodes.unauthenticated });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(renew.mock.calls).toEqual([['acesso']]);
  expect(sockets).toHaveLength(2);
});

test('two silent heartbeats end a dead connection', () => {
  const { sockets, realtime, open, say } = world();
  realtime.subscribe('alerts', { onEvent: () => undefined });
  open();
  say(welcome);
  vi.advanceTimersByTime(39_999);
  expect(sockets[0]?.closedWith).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(sockets[0]?.closedWith).toBe(4000);
});

test('what is not of the protocol changes nothing', () => {
  const { realtime, open, say, sockets } = world();
  const onEvent = vi.fn();
  realtime.subscribe('alerts', { onEvent });
  open();
  say(welcome);
  say({ type: 'novidade' });
  sockets[0]?.onmessage?.({ data: '{' });
  sockets[0]?.onmessage?.({ data: new Uint8Array(2) });
  expect(onEvent).not.toHaveBeenCalled();
});
