import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { everDiadem, positionVectors, proguy } from '@kianda/science/ais/testing/vectors';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LineSettings, Page, PullContext } from '../core/port.ts';
import type { ConnectorRecord } from '../core/records.ts';
import type { Spool, SpooledLines } from '../core/spool.ts';
import { type FixtureServer, serveFixtures } from '../testing/fixture-server.ts';
import { hostAndPort, isAllowed } from './lines.ts';
import { angolaAis } from './port.ts';

const startMs = Date.UTC(2026, 8, 1, 12, 0, 40);
const [first, second, third] = positionVectors.map(([line]) => line);
const text = (...lines: readonly (string | undefined)[]) => lines.map((line) => `${line}\r\n`).join('');

let nowMs: number;
let web: FixtureServer;
let stop: AbortController;
const closers: (() => void)[] = [];
beforeEach(async () => {
  nowMs = startMs;
  stop = new AbortController();
  web = await serveFixtures(() => ({ body: { protocol: 'tcp', port: station.port } }), { nowMs: () => nowMs });
  station = await openStation();
});
afterEach(async () => {
  stop.abort();
  for (const close of closers.splice(0)) close();
  await web.close();
});

type Station = { readonly port: number; readonly sockets: Socket[]; readonly server: Server; send(text: string): void };
let station: Station;

/** A coast station: each client that connects gets the sentences sent from then on. */
async function openStation(): Promise<Station> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    sockets.push(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    server,
    send: (data) => {
      for (const socket of sockets) socket.write(data, 'latin1');
    },
  };
}

const lines = (over: Partial<LineSettings>): LineSettings => ({
  servers: [],
  tcpListen: null,
  udpListen: null,
  allowedAddresses: [],
  ...over,
});

/** The segments of each spool, which outlast a process. A spool without an owner may be taken over. */
const disk = new Map<string, { isOwned: boolean; readonly segments: Map<string, SpooledLines[]> }>();
beforeEach(() => disk.clear());

function openSpool(): Spool {
  const own = { isOwned: true, segments: new Map<string, SpooledLines[]>() };
  disk.set(`spool ${disk.size}`, own);
  let present: string | null = null;
  let serial = 0;
  const newName = () => {
    serial += 1;
    return `${serial}`;
  };
  return {
    append(received) {
      present ??= newName();
      own.segments.set(present, [...(own.segments.get(present) ?? []), received]);
    },
    cut() {
      const name = present;
      present = null;
      return name;
    },
    remove: (name) => void own.segments.delete(name),
    async adopt() {
      for (const { isOwned, segments } of disk.values()) {
        const [first] = isOwned ? [] : segments;
        if (first === undefined) continue;
        segments.delete(first[0]);
        const name = newName();
        own.segments.set(name, first[1]);
        return { name, received: first[1] };
      }
      return null;
    },
    release() {
      own.isOwned = false;
    },
  };
}
const segmentsLeft = () => [...disk.values()].reduce((sum, { segments }) => sum + segments.size, 0);

/** A run: its pages as they come, and the messages it logged. `connector` is another one in another process. */
function run(given: LineSettings | null, cursor: unknown = { ...emptyCursor }, connector = angolaAis) {
  const statuses: string[] = [];
  const context: PullContext = {
    ...web.context,
    signal: stop.signal,
    nowMs: () => nowMs,
    status: (message) => statuses.push(message),
    openSpool,
  };
  const settings = { ...web.settings, ...(given === null ? {} : { lines: given }) };
  const [stream] = connector.streams;
  if (stream === undefined) throw new Error('no stream');
  const pages = stream.pull({ mode: 'incremental', cursor }, settings, context);
  return {
    statuses,
    pages,
    /** Pages until their records fit. */
    async until(isEnough: (records: readonly ConnectorRecord[]) => boolean) {
      const records: ConnectorRecord[] = [];
      for (;;) {
        const { value, done } = await pages.next();
        if (done === true) throw new Error(`the run ended after ${records.length} records`);
        records.push(...value.records);
        if (isEnough(records)) return { records, page: value as Page<typeof emptyCursor> };
      }
    },
  };
}
const emptyCursor = {
  proven: true,
  sentences: 0,
  accepted: 0,
  ignored: 0,
  rejected: {},
  refusedConnections: 0,
  dropped: 0,
  lostDatagrams: 0,
  lastMessageAt: null,
  lagSeconds: null,
  late: 0,
  lines: {},
};
const connected = async (count = 1) => {
  while (station.sockets.length < count) await once(station.server, 'connection');
};
const server = () => lines({ servers: [`127.0.0.1:${station.port}`] });

test('connects to a station: positions, identities of one and two sentences, and what was refused', async () => {
  const { until } = run(server());
  const found = until((records) => records.length >= 4);
  await connected();
  station.send(text(first, ...everDiadem, 'lixo', first?.replace('*4A', '*4B'), ...proguy.slice(0, 1), second));
  const { records, page } = await found;
  expect(records).toMatchObject([
    {
      kind: 'vessel-position',
      vesselKey: 'mmsi:371798000',
      lon: -123.3953833,
      lat: 48.3816333,
      speedKnots: 12.3,
      headingDegrees: 215,
      timeMs: startMs - 7_000,
    },
    {
      kind: 'vessel-identity',
      vesselKey: 'mmsi:351759000',
      name: 'EVER DIADEM',
      imo: '9134270',
      shipType: 70,
      lengthMeters: 295,
      widthMeters: 32,
      destination: 'NEW YORK',
    },
    { kind: 'vessel-identity', mmsi: 271041815, name: 'PROGUY', callsign: null },
    { kind: 'vessel-position', mmsi: 440348000, headingDegrees: null },
  ]);
  expect(page.cursor).toMatchObject({ sentences: 7, accepted: 5, rejected: { 'not-ais': 1, checksum: 1 } });
  expect(page.rejected).toMatchObject([
    { reason: 'AIS recusado (not-ais)', raw: { linha: 'lixo' } },
    { reason: 'AIS recusado (checksum)' },
  ]);
  expect(Object.values(page.cursor.lines)).toEqual([{ isOpen: true, detail: '' }]);
});

/** A sentence behind the tag block of its station, whose clock is in seconds. */
function tagged(stationMs: number, sentence: string | undefined): string {
  const block = `s:satelite,c:${Math.floor(stationMs / 1000)}`;
  const sum = Buffer.from(block, 'latin1').reduce((all, byte) => all ^ byte, 0);
  return `\\${block}*${sum.toString(16).padStart(2, '0')}\\${sentence}`;
}

test('a station that sends what it buffered gives the time of each position; what comes late is counted', async () => {
  const eightHoursAgoMs = startMs - 8 * 3_600_000;
  const { until } = run(server());
  const found = until((records) => records.length >= 3);
  await connected();
  station.send(
    text(
      tagged(eightHoursAgoMs, first),
      tagged(eightHoursAgoMs + 600_000, first),
      tagged(startMs - 31 * 86_400_000, second),
      tagged(startMs + 3_600_000, third),
      third,
    ),
  );
  const { records, page } = await found;
  const times = records.map((record) => ('timeMs' in record ? record.timeMs : null));
  expect(times.slice(0, 2)).toEqual([eightHoursAgoMs - 7_000, eightHoursAgoMs + 593_000]);
  // Only a sentence without a time is of the moment of its reception. Older than any buffer, or in the future: nobody
  // knows when that was heard, and it is set aside.
  expect(times).toHaveLength(3);
  expect(Math.abs((times[2] ?? 0) - startMs)).toBeLessThan(60_000);
  const reason = expect.stringContaining('a hora da estação é de há mais de 30 dias, ou do futuro');
  expect(page.rejected).toMatchObject([
    { reason, raw: { linha: expect.stringContaining(second ?? '') } },
    { reason, raw: { linha: expect.stringContaining(third ?? '') } },
  ]);
  expect(page.cursor).toMatchObject({ late: 2, sentences: 5, accepted: 3, rejected: { 'station-time': 2 } });
});

test('in demonstration the simulator says its port, and nothing else of the address', async () => {
  const { until } = run(null);
  const found = until((records) => records.length > 0);
  await connected();
  station.send(text(first));
  expect((await found).records).toMatchObject([{ feed: 'tcp simulador' }]);
  expect(web.requests[0]?.url.pathname).toBe('/feed');
});

test('a station that breaks off in the middle of a sentence is called again; the half is refused', async () => {
  const { until } = run(server());
  const found = until((records) => records.length >= 2);
  await connected();
  station.send(text(first) + second?.slice(0, 20));
  await new Promise((resolve) => setTimeout(resolve, 50));
  station.sockets[0]?.end();
  await connected(2);
  station.send(text(third));
  const { records, page } = await found;
  expect(records).toMatchObject([{ mmsi: 371798000 }, { mmsi: 356302000 }]);
  expect(page.cursor.rejected).toEqual({ 'no-checksum': 1 });
});

test('between two runs the lines stay open: what is said meanwhile comes with the next', async () => {
  const one = run(server());
  const ended = one.until((records) => records.length > 0);
  await connected();
  station.send(text(first));
  await ended;
  nowMs = Date.UTC(2026, 8, 1, 13);
  const last = await one.pages.next();
  expect(last).toMatchObject({ done: false, value: { records: [], progress: 1 } });
  expect((await one.pages.next()).done).toBe(true);
  station.send(text(second));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { records } = await run(server()).until((all) => all.length > 0);
  expect(records).toMatchObject([{ mmsi: 440348000 }]);
  expect(station.sockets).toHaveLength(1);
});

test('what a run could not store comes again with the next', async () => {
  const one = run(server());
  const found = one.until((records) => records.length > 0);
  await connected();
  station.send(text(first));
  await found;
  await one.pages.return(undefined);
  expect((await run(server()).until((records) => records.length > 0)).records).toMatchObject([{ mmsi: 371798000 }]);
});

/** The connector of another process, with lines of its own. */
async function elsewhere() {
  vi.resetModules();
  return (await import('./port.ts')).angolaAis;
}

test('what a run could not store is stored by a run in another process', async () => {
  const one = run(server());
  const found = one.until((records) => records.length > 0);
  await connected();
  station.send(text(first));
  await found;
  station.send(text(second));
  await expect.poll(() => [...disk.values()].flatMap(({ segments }) => [...segments.values()].flat()).length).toBe(2);
  // The page could not be stored, and the process ends.
  stop.abort();
  await one.pages.return(undefined);
  stop = new AbortController();

  const next = run(server(), undefined, await elsewhere());
  const { records } = await next.until((all) => all.length > 1);
  expect(records).toMatchObject([{ mmsi: 371798000, timeMs: startMs - 7_000 }, { mmsi: 440348000 }]);
  nowMs += 10_000;
  const more = next.until((all) => all.length > 0);
  await connected(2);
  station.send(text(third));
  await more;
  await next.pages.return(undefined);
  expect(disk.get('spool 0')?.segments.size).toBe(0);
});

test('nothing is left behind of what is stored', async () => {
  const one = run(server());
  const found = one.until((records) => records.length >= 2);
  await connected();
  station.send(text(first, second));
  await found;
  nowMs = Date.UTC(2026, 8, 1, 13);
  for await (const _page of one.pages);
  // The lines stay open between the runs; the next run lets go of what the last one stored.
  const next = run(server());
  const more = next.until((all) => all.length > 0);
  station.send(text(third));
  await more;
  expect(segmentsLeft()).toBe(1);
});

test('a run tells how fast records come and how late they are', async () => {
  const { until, pages, statuses } = run(server());
  const found = until((records) => records.length > 0);
  await connected();
  station.send(text(first, second));
  await found;
  nowMs += 10_000;
  const more = pages.next();
  await expect.poll(() => statuses.length).toBeGreaterThan(0);
  station.send(text(third));
  await more;
  expect(statuses[0]).toBe('última mensagem há 10 s; 0,2 registos/s; atraso 27,0 s');
});

test('the bytes are kept as they came, once a minute, by line', async () => {
  const { until, pages } = run(server());
  const found = until((records) => records.length > 0);
  await connected();
  station.send(text(first, 'lixo'));
  expect((await found).page.raw).toEqual([]);
  nowMs += 60_000;
  const { value } = await pages.next();
  const raw = (value as Page<unknown>).raw;
  expect(raw.map(({ url, bytes }) => [url, Buffer.from(bytes).toString('latin1')])).toEqual([
    [`ais:tcp 127.0.0.1:${station.port}`, text(first, 'lixo')],
  ]);
});

test('a run without an open line fails, and says which', async () => {
  const port = station.port;
  for (const close of closers.splice(0)) close();
  const { pages } = run(lines({ servers: [`127.0.0.1:${port}`] }), null);
  const ended = pages.next();
  nowMs += 61_000;
  await expect(ended).rejects.toMatchObject({ failure: 'network', permanent: false });
});

test('a first run waits for a line that opens late', async () => {
  const { port } = station;
  for (const close of closers.splice(0)) close();
  const { pages, statuses } = run(lines({ servers: [`127.0.0.1:${port}`] }), null);
  const only = pages.next();
  nowMs += 30_000;
  // It goes on after the ten seconds that are enough with a line.
  await expect.poll(() => statuses.length).toBeGreaterThan(0);
  const late = createServer((socket) => closers.push(() => socket.destroy()));
  closers.push(() => late.close());
  late.listen(port, '127.0.0.1');
  await expect(only).resolves.toMatchObject({ value: { cursor: { proven: true } } });
});

test('history can not be asked for', async () => {
  const [stream] = angolaAis.streams;
  const pages = stream?.pull({ mode: 'full', cursor: null }, web.settings, web.context);
  await expect(pages?.next()).rejects.toMatchObject({ failure: 'request' });
});

describe('listening', () => {
  async function listening(over: Partial<LineSettings>) {
    const bound = Promise.withResolvers<number>();
    const opened = run(lines({ ...over, onBound: bound.resolve }));
    const found = opened.until((records) => records.length > 0);
    // A run that is stopped by the end of its test rejects: that is no failure of the test.
    found.catch(() => undefined);
    return { port: await bound.promise, found };
  }

  test('TCP takes the listed sender', async () => {
    const { port, found } = await listening({ tcpListen: '127.0.0.1:0', allowedAddresses: ['127.0.0.0/8'] });
    const socket = connect(port, '127.0.0.1');
    socket.write(text(first));
    closers.push(() => socket.destroy());
    expect((await found).records).toMatchObject([{ mmsi: 371798000, feed: 'tcp 127.0.0.1' }]);
  });

  test('a listener without a station stays open from one run to the next, and says so', async () => {
    const bound = Promise.withResolvers<number>();
    const given = lines({ tcpListen: '127.0.0.1:0', allowedAddresses: ['127.0.0.1'], onBound: bound.resolve });
    const one = run(given, null);
    const page = one.pages.next();
    const port = await bound.promise;
    nowMs += 61_000;
    await expect(page).resolves.toMatchObject({ value: { records: [], cursor: { proven: true } } });
    expect((await one.pages.next()).done).toBe(true);
    const next = run(given);
    const found = next.until((records) => records.length > 0);
    const socket = connect(port, '127.0.0.1');
    closers.push(() => socket.destroy());
    nowMs += 10_000;
    await expect
      .poll(() => next.statuses, { timeout: 5_000 })
      .toEqual(['escuta tcp 127.0.0.1:0: à escuta, nenhuma mensagem ainda']);
    socket.write(text(first));
    expect((await found).records).toMatchObject([{ mmsi: 371798000 }]);
  });

  test('TCP closes at once on whoever is not listed', async () => {
    const { port } = await listening({ tcpListen: '127.0.0.1:0', allowedAddresses: ['192.0.2.7'] });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(text(first));
    await once(socket, 'close');
    expect(socket.bytesRead).toBe(0);
  });

  test('UDP takes whole lines of listed senders; an unlisted one is counted, not read', async () => {
    const { port, found } = await listening({ udpListen: '127.0.0.1:0', allowedAddresses: ['127.0.0.1'] });
    const sender = createSocket('udp4');
    const stranger = createSocket('udp4');
    stranger.bind(0, '127.0.0.2');
    closers.push(
      () => sender.close(),
      () => stranger.close(),
    );
    await once(stranger, 'listening');
    await new Promise((resolve) => stranger.send(text(second), port, '127.0.0.1', resolve));
    // Without a line end: a datagram is whole by itself.
    sender.send(first ?? '', port, '127.0.0.1');
    const { records, page } = await found;
    expect(records).toMatchObject([{ mmsi: 371798000, feed: 'udp 127.0.0.1' }]);
    expect(page.cursor.refusedConnections).toBe(1);
  });

  test.runIf(existsSync('/proc/net/udp'))('datagrams that came faster than they were read are counted', async () => {
    const { port, found } = await listening({ udpListen: '127.0.0.1:0', allowedAddresses: ['127.0.0.1'] });
    // While another process sends, this one reads nothing: 40 MB are more than any system keeps for one socket.
    const sender = `const s = require('node:dgram').createSocket('udp4'); let left = 40_000;
      const more = () => (left-- > 0 ? s.send(Buffer.alloc(1000, 'x'), ${port}, '127.0.0.1', more) : s.close()); more();`;
    execFileSync(process.execPath, ['-e', sender]);
    const valid = createSocket('udp4');
    closers.push(() => valid.close());
    const again = setInterval(() => valid.send(first ?? '', port, '127.0.0.1'), 20);
    const { page } = await found;
    clearInterval(again);
    expect(page.cursor.lostDatagrams).toBeGreaterThan(1_000);
  });

  test('without a list nobody is let in', () => {
    expect(isAllowed('127.0.0.1', [])).toBe(false);
    expect(isAllowed('::ffff:192.0.2.7', ['192.0.2.7'])).toBe(true);
    expect(isAllowed('192.0.3.7', ['192.0.2.0/24', 'não é um endereço', '2001:db8::/32'])).toBe(false);
    expect(isAllowed('2001:db8::5', ['192.0.2.0/24', '2001:db8::/32'])).toBe(true);
    expect(isAllowed('x', ['0.0.0.0/0'])).toBe(false);
  });

  test('addresses', () => {
    expect(hostAndPort('ais.example.ao:4001')).toEqual({ host: 'ais.example.ao', port: 4001 });
    expect(hostAndPort('[2001:db8::1]:4001')).toEqual({ host: '2001:db8::1', port: 4001 });
    for (const bad of ['host', 'host:70000', ':4001', 'a b:1', 'http://x:1'])
      expect(() => hostAndPort(bad)).toThrow(RangeError);
  });
});
