/** Positions per second from sentences to the table, on the default database, beside COPY of the same rows. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createVessels } from '../../apps/server/src/modules/fleet/vessels/index.ts';
import { vesselMigrations } from '../../apps/server/src/modules/fleet/vessels/vessels.migrations.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded/embedded.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open.ts';
import { createLocalEvents } from '../../apps/server/src/platform/events/events.ts';
import { createLogger } from '../../apps/server/src/platform/log/log.ts';
import { createFolderStorage } from '../../apps/server/src/platform/storage/folder.ts';
import { classAPosition, sentences } from '../../apps/simulator/src/upstreams/ais/encode.ts';
import { recordOf } from '../../packages/connectors/src/angola-ais/map.ts';
import type { VesselPositionRecord } from '../../packages/connectors/src/index.ts';
import { createAisDecoder } from '../../packages/science/src/ais/decoder.ts';
import { createLineSplitter } from '../../packages/science/src/ais/lines.ts';

const shipCount = 5_000;
const recordsPerPage = 20_000;
const log = createLogger({ level: 'warn', pretty: true });

export type Storing = {
  readonly positions: number;
  readonly feedPerSecond: number;
  readonly againPerSecond: number;
  readonly copyPerSecond: number;
  readonly copyIndexedPerSecond: number;
};

/** The stream of a busy sea: `count` positions of five thousand ships, one every ten seconds each. */
function feedOf(count: number, nowMs: number): { chunks: Uint8Array[]; startMs: number } {
  const perSecond = shipCount / 10;
  const startMs = Math.floor(nowMs / 1000) * 1000 - Math.ceil(count / perSecond) * 1000;
  const chunks: Uint8Array[] = [];
  let text = '';
  for (let index = 0; index < count; index += 1) {
    const ship = index % shipCount;
    const timeMs = startMs + Math.floor(index / perSecond) * 1000;
    const turn = Math.floor(index / shipCount);
    const fix = {
      mmsi: 603_000_000 + ship,
      lon: 8.5 + (ship % 100) * 0.05 + turn * 0.0004,
      lat: -6 - Math.floor(ship / 100) * 0.2,
      speedKnots: 4 + (ship % 12),
      courseDegrees: (ship * 7) % 360,
      timeMs,
    };
    text += `\\${tags(timeMs)}\\${sentences(classAPosition(fix, 7), 'A', 0)[0]}\r\n`;
    if (text.length < 256 * 1024) continue;
    chunks.push(Buffer.from(text, 'latin1'));
    text = '';
  }
  chunks.push(Buffer.from(text, 'latin1'));
  return { chunks, startMs };
}

function tags(timeMs: number): string {
  const body = `s:luanda,c:${timeMs / 1000}`;
  let sum = 0;
  for (let at = 0; at < body.length; at += 1) sum ^= body.charCodeAt(at);
  return `${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}`;
}

export async function measureStoring(count: number): Promise<Storing> {
  const folder = await mkdtemp(join(tmpdir(), 'kianda-medida-'));
  // The server runs under an account of its own, which must reach the file that it copies.
  await chmod(folder, 0o755);
  const rootHome = `${folder}-root`;
  const server = await startEmbeddedPostgres({ dataDir: folder, rootHome, log });
  const database = await openDatabase({ url: server.url, applicationName: 'medida', log });
  try {
    await migrate(database, [{ name: 'vessels', migrations: vesselMigrations }], log);
    const nowMs = Date.now();
    const vessels = createVessels({
      platform: {
        database,
        clock: { nowMs: () => nowMs },
        log,
        events: createLocalEvents(log),
        storage: createFolderStorage({ folder: join(folder, 'objetos') }),
        random: () => 0.5,
      },
      provenanceOf: async () => ({ state: 'fallback', reason: 'medida' }),
      absenceOf: async ({ subject }) => subject,
    });
    const { chunks } = feedOf(count, nowMs);
    const kept: VesselPositionRecord[] = [];
    const feed = async (isKept: boolean): Promise<number> => {
      let waiting: VesselPositionRecord[] = [];
      const decoder = createAisDecoder((message, reception) => {
        const record = recordOf(message, reception, 'tcp medida');
        if (record?.kind === 'vessel-position') waiting.push(record);
      });
      const splitter = createLineSplitter((bytes, from, to) => decoder.line(bytes, from, to, nowMs), decoder.tooLong);
      const origin = {
        runId: randomUUID(),
        connectorId: 'angola-ais',
        streamId: 'live',
        provider: 'medida',
        retrievedAtMs: nowMs,
        simulatedSeed: null,
      };
      const store = async () => {
        if (isKept) kept.push(...waiting);
        const page = waiting;
        waiting = [];
        await vessels.positionSink(page, origin);
      };
      const startMs = performance.now();
      for (const chunk of chunks) {
        splitter.push(chunk);
        if (waiting.length >= recordsPerPage) await store();
      }
      await store();
      return performance.now() - startMs;
    };
    const feedMs = await feed(true);
    const { rows } = await sql<{ count: number }>`SELECT count(*) FROM vessels.positions`.execute(database.for());
    if (rows[0]?.count !== count) throw new Error(`stored ${rows[0]?.count} of ${count} positions`);
    const againMs = await feed(false);
    await vessels.stop?.();
    const copy = await measureCopy(database, kept, folder);
    const rate = (ms: number) => (count / ms) * 1000;
    return {
      positions: count,
      feedPerSecond: rate(feedMs),
      againPerSecond: rate(againMs),
      copyPerSecond: rate(copy.plainMs),
      copyIndexedPerSecond: rate(copy.indexedMs),
    };
  } finally {
    await database.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(rootHome, { recursive: true, force: true });
  }
}

/** The same rows from a file of the server's machine: no decoding, no duplicates looked for, no latest position kept. */
async function measureCopy(
  database: Awaited<ReturnType<typeof openDatabase>>,
  records: readonly VesselPositionRecord[],
  folder: string,
): Promise<{ plainMs: number; indexedMs: number }> {
  const db = database.for();
  const path = join(folder, 'linhas.tsv');
  const lines = records.map((record) =>
    [
      new Date(record.timeMs).toISOString(),
      record.lon,
      record.lat,
      1,
      record.mmsi,
      1,
      record.speedKnots ?? '\\N',
      record.courseDegrees ?? '\\N',
      record.headingDegrees ?? '\\N',
      record.navigationStatus ?? '\\N',
    ].join('\t'),
  );
  await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o644 });
  const columns = sql`time timestamptz NOT NULL, lon float8 NOT NULL, lat float8 NOT NULL, sources bigint NOT NULL,
    ship_id integer NOT NULL, origin_id integer NOT NULL, speed_knots real, course_degrees real,
    heading_degrees smallint, navigation_status smallint`;
  const timed = async (table: string): Promise<number> => {
    const startMs = performance.now();
    await sql`COPY ${sql.table(table)} FROM ${sql.lit(path)}`.execute(db);
    return performance.now() - startMs;
  };
  await sql`CREATE TABLE plain_copy (${columns})`.execute(db);
  await sql`CREATE TABLE indexed_copy (${columns}, PRIMARY KEY (ship_id, time, lon, lat))`.execute(db);
  return { plainMs: await timed('plain_copy'), indexedMs: await timed('indexed_copy') };
}
