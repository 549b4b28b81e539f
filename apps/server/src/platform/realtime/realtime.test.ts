import { randomBytes } from 'node:crypto';
import type { Role } from '@kianda/contract';
import { closeCodes } from '@kianda/contract/operations/realtime/realtime.contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '../clock/clock.ts';
import { createLocalEvents, type EventBus, type PlatformEvent } from '../events/events.ts';
import type { Principal } from '../http/bind.ts';
import { sendProblem } from '../http/problem.ts';
import { createLogger } from '../log/log.ts';
import { createRealtimeHub, type RealtimeHub } from './hub.ts';
import type { RealtimeLimits } from './limits.ts';
import { realtimePlugin } from './plugin.ts';
import { openClient, type TestClient } from './testing/client.ts';

const log = createLogger({ level: 'silent', pretty: false });
const event = (type: string, channel: PlatformEvent['channel'] = 'ocean', payload: PlatformEvent['payload'] = {}) => ({
  channel,
  type,
  payload,
});

function principalOf(role: Role, overrides: Partial<Principal> = {}): Principal {
  const accountId = `account-${role}`;
  return {
    accountId,
    email: `${role}@kianda.ao`,
    name: role,
    role,
    sessionId: 's',
    mustChangePassword: false,
    ...overrides,
  };
}

type Server = {
  readonly app: FastifyInstance;
  readonly url: string;
  readonly hub: RealtimeHub;
  readonly events: EventBus & { reportGap(): void };
  /** Tokens and whose they are; changed by tests. */
  readonly tokens: Map<string, Principal>;
};

let server: Server | null = null;
let clients: TestClient[] = [];
afterEach(async () => {
  for (const { socket } of clients) socket.terminate();
  clients = [];
  await server?.app.close();
  server = null;
});

async function start(limits: Partial<RealtimeLimits> = {}): Promise<Server> {
  const local = createLocalEvents(log);
  let gapListener: (() => void) | null = null;
  const events = {
    ...local,
    onGap: (listener: () => void) => {
      gapListener = listener;
      return () => {
        gapListener = null;
      };
    },
    reportGap: () => gapListener?.(),
  };
  const tokens = new Map<string, Principal>([
    ['admin', principalOf('administrador')],
    ['client', principalOf('cliente')],
    ['new', principalOf('operador', { mustChangePassword: true })],
    ['embedded', principalOf('administrador', { scopes: ['ocean:read'] })],
  ]);
  const hub = createRealtimeHub({
    events,
    clock: systemClock,
    log,
    authenticate: async (token) => tokens.get(token) ?? null,
    limits,
  });
  const app = Fastify();
  app.setErrorHandler(sendProblem);
  await realtimePlugin(app, { hub, allowedOrigins: ['https://consola.example'] });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  server = { app, hub, events, tokens, url: `ws://127.0.0.1:${port}/realtime` };
  return server;
}

async function open(url: string, options?: Parameters<typeof openClient>[1]): Promise<TestClient> {
  const client = await openClient(url, options);
  clients.push(client);
  return client;
}

async function enter(
  { url }: Server,
  channels: ('ocean' | 'metrics' | 'jobs' | 'notifications')[] = ['ocean'],
  token = 'admin',
  resume: { resumeFrom?: number; stream?: string } = {},
): Promise<TestClient> {
  const client = await open(url);
  client.send({ type: 'hello', token, ...resume });
  client.send({ type: 'subscribe', channels });
  await client.received('subscribed');
  return client;
}

describe('realtime: entering', () => {
  it('welcomes, subscribes and hands on events of the subscribed channels only, numbered in order', async () => {
    const { events, hub, url } = await start();
    const client = await open(url);
    client.send({ type: 'hello', token: 'admin' });
    const welcome = await client.received('welcome');
    expect(welcome.heartbeatSeconds).toBe(25);
    client.send({ type: 'subscribe', channels: ['ocean', 'jobs'] });
    expect(await client.received('subscribed')).toEqual({
      type: 'subscribed',
      channels: ['ocean', 'jobs'],
      denied: [],
    });
    events.publish(event('one', 'ocean', { sst: 0 }));
    events.publish(event('unheard', 'metrics'));
    events.publish(event('two', 'jobs'));
    const first = await client.received('event', 0);
    const second = await client.received('event', 1);
    expect(first).toMatchObject({ channel: 'ocean', name: 'one', payload: { sst: 0 } });
    expect(second).toMatchObject({ channel: 'jobs', name: 'two' });
    expect([first.sequence, second.sequence]).toEqual([welcome.sequence + 1, welcome.sequence + 3]);
    client.send({ type: 'unsubscribe', channels: ['ocean'] });
    await client.received('subscribed', 1);
    events.publish(event('three', 'ocean'));
    events.publish(event('four', 'jobs'));
    await client.received('event', 2);
    expect(client.eventNames()).toEqual(['one', 'two', 'four']);
    expect(hub.connectionCount()).toBe(1);
  });

  it('sends an event that is like the one before in a fraction of its letters', async () => {
    const running = await start();
    const client = await enter(running, ['metrics']);
    expect(client.socket.extensions).toContain('permessage-deflate');
    const wire = (client.socket as unknown as { readonly _socket: { readonly bytesRead: number } })._socket;
    const sample = (cpuPercent: number) =>
      event('metrics.sample', 'metrics', {
        cpuPercent,
        ...Object.fromEntries(Array.from('abcdefghij', (key) => [`medida-${key}`, 1 / key.charCodeAt(0)])),
      });
    running.events.publish(sample(12.5));
    await client.received('event', 0);
    const before = wire.bytesRead;
    running.events.publish(sample(13.5));
    const second = await client.received('event', 1);
    expect(second.payload).toMatchObject({ cpuPercent: 13.5 });
    expect(wire.bytesRead - before).toBeLessThan(JSON.stringify(second).length / 3);
  });

  it('denies the channels that the role or the scope of the token does not cover', async () => {
    const running = await start();
    const client = await enter(running, ['metrics', 'ocean', 'jobs'], 'client');
    expect(await client.received('subscribed')).toMatchObject({ channels: ['ocean'], denied: ['metrics', 'jobs'] });
    const embedded = await enter(running, ['metrics', 'ocean'], 'embedded');
    expect(await embedded.received('subscribed')).toMatchObject({ channels: ['ocean'], denied: ['metrics'] });
    running.events.publish(event('secret', 'metrics'));
    running.events.publish(event('known', 'ocean'));
    for (const each of [client, embedded]) {
      await each.received('event');
      expect(each.eventNames()).toEqual(['known']);
    }
  });

  it.each([
    ['a token that is refused', { type: 'hello', token: 'forged' }, closeCodes.unauthenticated],
    ['a subscribe before the hello', { type: 'subscribe', channels: ['ocean'] }, closeCodes.unauthenticated],
    ['a password that must be changed', { type: 'hello', token: 'new' }, closeCodes.heldBack],
    ['an unknown message', { type: 'shout' }, closeCodes.protocol],
    ['an unknown channel', { type: 'subscribe', channels: ['identity'] }, closeCodes.protocol],
    ['a message over 16 kB', { type: 'hello', token: 'x'.repeat(20_000) }, 1009],
  ])('closes on %s', async (_, message, code) => {
    const { url } = await start();
    const client = await open(url);
    client.socket.send(JSON.stringify(message));
    expect(await client.closeCode()).toBe(code);
    expect(client.messages).toEqual([]);
  });

  it('closes on what is not JSON, on bytes, on a second hello, and when nobody says hello', async () => {
    const { url } = await start({ helloMs: 60_000 });
    const [text, bytes, twice] = await Promise.all([open(url), open(url), open(url)]);
    text.socket.send('{');
    bytes.socket.send(Buffer.from([1, 2]));
    twice.send({ type: 'hello', token: 'admin' });
    twice.send({ type: 'hello', token: 'admin' });
    for (const client of [text, bytes, twice]) expect(await client.closeCode()).toBe(closeCodes.protocol);
    await server?.app.close();
    const silent = await open((await start({ helloMs: 50 })).url);
    expect(await silent.closeCode()).toBe(closeCodes.unauthenticated);
  });

  it('lets in programs, its own origin and those in the settings, no other page', async () => {
    const { url } = await start();
    const host = new URL(url).host;
    for (const origin of [`http://${host}`, 'https://consola.example']) await open(url, { origin });
    for (const origin of ['https://evil.example', 'null', `http://${host}.evil.example`]) {
      const refused = new WebSocket(url, { origin });
      const status = await new Promise<number | undefined>((resolve) => {
        refused.on('error', () => resolve(undefined));
        refused.on('unexpected-response', (_request, response) => resolve(response.statusCode));
        refused.on('open', () => resolve(101));
      });
      expect(status).toBe(403);
    }
  });

  it('limits messages and connections', async () => {
    const { url } = await start({ maxMessagesPerMinute: 5, maxConnections: 2 });
    const [noisy] = [await open(url), await open(url)];
    expect(await (await open(url)).closeCode()).toBe(1013);
    noisy?.send({ type: 'hello', token: 'admin' });
    for (let index = 0; index < 5; index += 1) noisy?.send({ type: 'subscribe', channels: ['ocean'] });
    expect(await noisy?.closeCode()).toBe(closeCodes.tooManyMessages);
    await open(url);
  });
});

describe('realtime: coming back', () => {
  it('gives what was missed, once, in order, before anything new', async () => {
    const running = await start();
    const first = await enter(running);
    running.events.publish(event('seen'));
    const { sequence } = await first.received('event');
    const { stream } = await first.received('welcome');
    first.socket.terminate();
    for (const name of ['missed 1', 'missed 2']) running.events.publish(event(name));
    running.events.publish(event('other channel', 'jobs'));
    const again = await enter(running, ['ocean'], 'admin', { resumeFrom: sequence, stream });
    running.events.publish(event('new'));
    await again.received('event', 2);
    expect(again.eventNames()).toEqual(['missed 1', 'missed 2', 'new']);
    const numbers = again.messages.flatMap((message) => (message.type === 'event' ? [message.sequence] : []));
    expect(numbers).toEqual([sequence + 1, sequence + 2, sequence + 4]);
    again.send({ type: 'subscribe', channels: ['jobs'] });
    await again.received('subscribed', 1);
    expect(again.eventNames().length).toBe(3);
  });

  it('says so when what was missed is not kept any more', async () => {
    const running = await start({ maxEvents: 3 });
    const first = await enter(running);
    const { sequence, stream } = await first.received('welcome');
    for (let index = 1; index <= 4; index += 1) running.events.publish(event(`e${index}`));
    const late = await enter(running, ['ocean'], 'admin', { resumeFrom: sequence, stream });
    expect(await late.received('gap')).toEqual({ type: 'gap', stream, sequence: sequence + 4 });
    expect(late.eventNames()).toEqual([]);
    const intime = await enter(running, ['ocean'], 'admin', { resumeFrom: sequence + 1, stream });
    await intime.received('event', 2);
    expect(intime.eventNames()).toEqual(['e2', 'e3', 'e4']);
    for (const resume of [
      { resumeFrom: sequence + 99, stream },
      { resumeFrom: sequence + 4, stream: 'of another server' },
      { resumeFrom: 5 },
    ]) {
      await (await enter(running, ['ocean'], 'admin', resume)).received('gap');
    }
  });

  it('tells everybody when events of other processes may have been lost', async () => {
    const running = await start();
    const client = await enter(running);
    const { stream, sequence } = await client.received('welcome');
    running.events.reportGap();
    const gap = await client.received('gap');
    expect(gap.stream).not.toBe(stream);
    running.events.publish(event('after'));
    expect((await client.received('event')).sequence).toBe(gap.sequence + 1);
    await (await enter(running, ['ocean'], 'admin', { resumeFrom: sequence, stream })).received('gap');
  });
});

describe('realtime: staying', () => {
  it('beats, with the number to resume from, and cuts who does not answer', async () => {
    const running = await start({ heartbeatMs: 100 });
    const client = await enter(running);
    running.events.publish(event('quiet', 'jobs'));
    const { sequence } = await client.received('welcome');
    await expect
      .poll(() => client.messages.findLast((message) => message.type === 'heartbeat'))
      .toMatchObject({ sequence: sequence + 1 });
    const deaf = await open(running.url, { autoPong: false });
    expect(await deaf.closeCode()).toBe(1006);
    expect(running.hub.connectionCount()).toBe(1);
  });

  it('closes with 4401 when the token has expired, unless a fresh one came before', async () => {
    const running = await start({ heartbeatMs: 100 });
    running.tokens.set('fresh', principalOf('administrador'));
    const [lazy, careful] = [await enter(running), await enter(running)];
    careful.send({ type: 'refresh', token: 'fresh' });
    await careful.received('refreshed');
    running.tokens.delete('admin');
    expect(await lazy.closeCode()).toBe(closeCodes.unauthenticated);
    await careful.received('heartbeat', careful.messages.filter(({ type }) => type === 'heartbeat').length + 2);
    running.events.publish(event('still here'));
    await careful.received('event');
  });

  it('refuses a fresh token of another account', async () => {
    const client = await enter(await start());
    client.send({ type: 'refresh', token: 'client' });
    expect(await client.closeCode()).toBe(closeCodes.unauthenticated);
  });

  it('takes away channels, and the session, as soon as the account changes', async () => {
    const running = await start();
    const client = await enter(running, ['ocean', 'metrics']);
    const other = await enter(running, ['ocean'], 'client');
    const admin = principalOf('administrador');
    running.tokens.set('admin', { ...admin, role: 'cliente' });
    running.events.publish(event('account.changed', 'identity', { accountId: admin.accountId }));
    expect(await client.received('subscribed', 1)).toMatchObject({ channels: ['ocean'], denied: ['metrics'] });
    running.tokens.clear();
    running.events.publish(event('session.ended', 'identity', { accountId: admin.accountId }));
    expect(await client.closeCode()).toBe(closeCodes.unauthenticated);
    running.events.publish(event('later'));
    await other.received('event');
    expect([...client.eventNames(), ...other.eventNames()]).toEqual(['later']);
  });

  it('gives a notification to the account it names, or to all', async () => {
    const running = await start();
    const mine = await enter(running, ['notifications'], 'admin');
    const other = await enter(running, ['notifications'], 'client');
    running.events.publish(event('personal', 'notifications', { accountId: 'account-administrador' }));
    running.events.publish(event('general', 'notifications'));
    await Promise.all([mine.received('event', 1), other.received('event', 0)]);
    expect(mine.eventNames()).toEqual(['personal', 'general']);
    expect(other.eventNames()).toEqual(['general']);
  });

  it('drops a client that reads too slowly with 4408, and no other', async () => {
    const running = await start({ maxBufferedBytes: 1_000_000 });
    const [slow, quick] = [await enter(running), await enter(running)];
    slow.socket.pause();
    // Letters that say nothing twice: others would be compressed to next to nothing.
    const text = randomBytes(300_000).toString('base64');
    let sent = 0;
    const mostSent = 500;
    // One at a time: what the quick one has not read yet would keep everybody waiting at the end.
    while (running.hub.connectionCount() > 1 && sent < mostSent) {
      sent += 1;
      running.events.publish(event(`e${sent}`, 'ocean', { text }));
      await quick.received('event', sent - 1);
    }
    expect(running.hub.connectionCount()).toBe(1);
    slow.socket.resume();
    expect(await slow.closeCode()).toBe(closeCodes.tooSlow);
    await expect.poll(() => quick.eventNames().length).toBe(sent);
  });

  it('sends everybody away with 1001 when the server stops', async () => {
    const running = await start();
    const client = await enter(running);
    await running.app.close();
    expect(await client.closeCode()).toBe(1001);
  });
});
