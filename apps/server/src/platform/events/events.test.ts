import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../db/open.ts';
import { createTestDatabase } from '../db/testing.ts';
import { createLogger } from '../log/log.ts';
import { createEvents, type DistributedEvents } from './distributed.ts';
import { eventMigrations, eventsModuleName } from './events.migrations.ts';
import type { PlatformEvent } from './events.ts';

const log = createLogger({ level: 'silent', pretty: false });
let test: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  test = await createTestDatabase([{ name: eventsModuleName, migrations: eventMigrations }]);
});
afterAll(() => test.drop());

let started: DistributedEvents[] = [];
afterEach(async () => {
  await Promise.all(started.map((bus) => bus.stop()));
  started = [];
});

/** A bus as another process would have it, and what it heard. */
async function startBus(database = test.database) {
  const bus = createEvents(database, log);
  await bus.start();
  started.push(bus);
  const heard: PlatformEvent[] = [];
  bus.subscribe((event) => heard.push(event));
  return { bus, heard };
}

const event = (type: string, payload: PlatformEvent['payload'] = {}): PlatformEvent => ({
  channel: 'ocean',
  type,
  payload,
});

describe('distributed events', () => {
  it('reach the other processes, in order, and their own once', async () => {
    const [first, second] = [await startBus(), await startBus()];
    const sent = Array.from({ length: 250 }, (_, index) => event('same', { index: index % 3 }));
    for (const each of sent) first.bus.publish(each);
    await expect.poll(() => second.heard.length).toBe(250);
    second.bus.publish(event('answer'));
    await expect.poll(() => first.heard.length).toBe(251);
    expect(second.heard).toEqual([...sent, event('answer')]);
    expect(first.heard).toEqual([...sent, event('answer')]);
  });

  it('carry more than a notification holds, without overtaking', async () => {
    const [first, second] = [await startBus(), await startBus()];
    const sent = [event('a'), event('large', { text: 'ç'.repeat(20_000) }), event('b')];
    for (const each of sent) first.bus.publish(each);
    await expect.poll(() => second.heard.length).toBe(3);
    expect(second.heard).toEqual(sent);
  });

  it('published before the start are sent once started', async () => {
    const { heard } = await startBus();
    const early = createEvents(test.database, log);
    early.publish(event('early'));
    await early.start();
    started.push(early);
    await expect.poll(() => heard).toEqual([event('early')]);
  });

  it('are sent before a stop resolves', async () => {
    const { heard } = await startBus();
    const leaving = createEvents(test.database, log);
    await leaving.start();
    for (let index = 0; index < 300; index += 1) leaving.publish(event('last', { index }));
    await leaving.stop();
    await expect.poll(() => heard.length).toBe(300);
  });

  it('come again after the connection was cut, and the gap is told', async () => {
    const database = await openDatabase({ url: test.database.url, applicationName: 'kianda-test-other' });
    const [first, second] = [await startBus(), await startBus(database)];
    let gaps = 0;
    second.bus.onGap(() => {
      gaps += 1;
    });
    const admin = new pg.Client({ connectionString: test.database.url });
    await admin.connect();
    const cut = await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'kianda-events'`,
    );
    await admin.end();
    expect(cut.rows.length).toBe(2);
    await expect.poll(() => gaps).toBe(1);
    first.bus.publish(event('again'));
    await expect.poll(() => second.heard).toEqual([event('again')]);
    await second.bus.stop();
    started = [first.bus];
    await database.close();
  });

  it('survive a listener that throws', async () => {
    const { bus, heard } = await startBus();
    bus.subscribe(() => {
      throw new Error('bad listener');
    });
    const later: string[] = [];
    bus.subscribe(({ type }) => later.push(type));
    bus.publish(event('x'));
    expect(heard).toEqual([event('x')]);
    expect(later).toEqual(['x']);
  });
});
