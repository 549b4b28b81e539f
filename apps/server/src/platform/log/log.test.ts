import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createLogger, type LogLevel } from './log.ts';
import { withoutRepeats } from './repeats.ts';
import { createLogTap } from './tap.ts';

function lines(pretty = false): { written: string[]; log: ReturnType<typeof createLogger> } {
  const written: string[] = [];
  const log = createLogger({ level: 'debug', pretty, destination: { write: (line) => written.push(line) } });
  return { written, log };
}

test.each([
  ['flat', { password: 'sardinha-azul' }],
  ['nested', { user: { profile: { apiKey: 'sardinha-azul' } } }],
  ['in a list', { items: [{ 'x-api-key': 'sardinha-azul' }] }],
  ['camel case', { refreshToken: 'sardinha-azul', oneTimePassword: 'sardinha-azul' }],
  ['headers', { headers: { Authorization: 'sardinha-azul', 'set-cookie': ['sardinha-azul'] } }],
  ['environment names', { KIANDA_PROVIDER_GFW_TOKEN: 'sardinha-azul' }],
  ['whole objects', { credentials: { user: 'a', value: 'sardinha-azul' } }],
  ['address', { url: 'postgresql://kianda:sardinha-azul@localhost/kianda?host=/tmp/a' }],
  ['query', { url: '/callback?access_token=sardinha-azul&page=2' }],
  ['error', { err: Object.assign(new Error('connect postgresql://k:sardinha-azul@h/d'), { token: 'sardinha-azul' }) }],
  ['error cause', { err: new Error('a', { cause: new Error('Bearer sardinha-azul-1234') }) }],
])('hides secrets: %s', (_name, entry) => {
  const { written, log } = lines();
  log.info(entry, 'olá');
  log.child(entry).warn('olá');
  expect(written).toHaveLength(2);
  expect(written.join('')).not.toContain('sardinha-azul');
  for (const line of written) expect(JSON.parse(line)).toMatchObject({ msg: 'olá' });
});

test('a level that is asked for holds for loggers that are there already, and the tap hears from info on', () => {
  let level: LogLevel = 'warn';
  const written: string[] = [];
  const tap = createLogTap();
  const log = createLogger({
    level: () => level,
    pretty: false,
    tap,
    destination: { write: (line) => written.push(line) },
  });
  const child = log.child({ module: 'ocean' });
  const say = () => {
    for (const each of [log, child]) {
      // A warning of its own each time: one that repeats within a minute is only counted.
      each.debug(`olá ${level}`);
      each.info(`olá ${level}`);
      each.warn(`olá ${level}`);
    }
    const seen = [written.length, tap.take().lines.length];
    written.length = 0;
    return seen;
  };
  expect(say()).toEqual([2, 4]);
  level = 'debug';
  expect(say()).toEqual([6, 4]);
  level = 'silent';
  expect(say()).toEqual([0, 0]);
});

test('hides the password of an address inside the message', () => {
  const { written, log } = lines();
  log.error('falhou postgresql://kianda:sardinha@host/kianda');
  expect(written[0]).toContain('postgresql://kianda:[oculto]@host/kianda');
});

test('keeps what is no secret, and survives circles', () => {
  const { written, log } = lines();
  const entry: Record<string, unknown> = { module: 'ocean', depthMeters: 0, hasPassword: true, at: new Date(0) };
  entry.self = { entry };
  log.info(entry);
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    level: 'info',
    module: 'ocean',
    depthMeters: 0,
    hasPassword: true,
    at: '1970-01-01T00:00:00.000Z',
  });
});

test('readable lines show hour, level, message, fields and the stack', () => {
  const { written, log } = lines(true);
  log.warn({ module: 'ocean', err: new Error('sem rede') }, 'recolha adiada');
  expect(written[0]).toMatch(/^\d\d:\d\d:\d\d warn {2}recolha adiada module=ocean\nError: sem rede\n {4}at /);
});

test('an error keeps its code and causes, not the objects hung on it', () => {
  const { written, log } = lines();
  const cause = new Error('ECONNRESET');
  log.error({
    err: Object.assign(new Error('consulta falhada', { cause }), { code: '57P01', client: { port: 5432 } }),
  });
  const { err } = JSON.parse(written[0] ?? '');
  expect(err).toMatchObject({ type: 'Error', message: 'consulta falhada: ECONNRESET', code: '57P01' });
  expect(err.stack).toContain('caused by: Error: ECONNRESET');
  expect(err).not.toHaveProperty('client');
});

test('a cause that repeats is one line a minute, which says how often it came', () => {
  const written: Record<string, unknown>[] = [];
  const write = withoutRepeats((line) => written.push(JSON.parse(line)));
  const at = (second: number, more: object = {}) =>
    write(
      JSON.stringify({
        level: 'error',
        time: new Date(Date.parse('2026-08-31T09:00:00Z') + second * 1000).toISOString(),
        requestId: `pedido-${second}`,
        msg: 'pedido falhou',
        err: { message: `connect ECONNREFUSED 10.0.0.1:${5000 + second}`, stack: `Error\n at ${second}` },
        ...more,
      }),
    );
  for (let second = 0; second < 59; second += 1) at(second);
  at(30, { msg: 'outra causa' });
  at(31, { level: 'info' });
  at(31, { level: 'info' });
  expect(written.map(({ msg, level }) => `${String(level)} ${String(msg)}`)).toEqual([
    'error pedido falhou',
    'error outra causa',
    'info pedido falhou',
    'info pedido falhou',
  ]);
  at(61);
  expect(written.at(-1)).toMatchObject({ requestId: 'pedido-61', repeated: 58 });
  at(70);
  at(71);
  // The cause is over: the next line of another one tells what was held back.
  at(200, { msg: 'uma terceira' });
  expect(written.slice(-2)).toMatchObject([{ requestId: 'pedido-71', repeated: 2 }, { msg: 'uma terceira' }]);
});

test('every queue of a database that is away tells the same cause', () => {
  const { written, log } = lines();
  for (const queue of ['ingest.argo.profiles', 'reports.conduct', 'backups.base']) {
    const error = new Error(`connect ECONNREFUSED 10.0.0.1:5432 (Queue: ${queue}, Worker: ${randomUUID()})`);
    log.error({ err: Object.assign(error, { queue, worker: randomUUID() }) }, 'erro da fila de tarefas');
  }
  expect(written).toHaveLength(1);
});

test('a cause that ends in silence is told all the same', () => {
  vi.useFakeTimers();
  try {
    const { written, log } = lines();
    for (let index = 0; index < 5; index += 1) log.warn({ err: new Error('sem rede') }, 'recolha adiada');
    expect(written).toHaveLength(1);
    vi.advanceTimersByTime(60_000);
    expect(JSON.parse(written[1] ?? '')).toMatchObject({ msg: 'recolha adiada', repeated: 4 });
    vi.advanceTimersByTime(600_000);
    expect(written).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('more causes than are remembered lose none of their counts', () => {
  const written: string[] = [];
  const write = withoutRepeats((line) => written.push(line));
  const say = (msg: string) => write(JSON.stringify({ level: 'warn', time: '2026-08-31T09:00:00Z', msg }));
  say('primeira');
  say('primeira');
  const name = (index: number) => String(index).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
  for (let index = 0; index < 1_000; index += 1) say(name(index));
  expect(JSON.parse(written.at(-1) ?? '')).toMatchObject({ msg: 'primeira', repeated: 1 });
});

test('an outage of the database that fails a thousand requests writes one stack', () => {
  const { written, log } = lines();
  for (let index = 0; index < 1_000; index += 1) {
    log
      .child({ requestId: `r-${index}` })
      .error({ err: new Error('Connection terminated unexpectedly') }, 'pedido falhou');
  }
  expect(written.map((line) => JSON.parse(line).requestId)).toEqual(['r-0']);
});
