import { createHash, randomBytes } from 'node:crypto';
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectors } from '@kianda/connectors';
import { sql } from 'kysely';
import { composePlatform } from '../composition/modules.ts';
import { describeSettings } from '../config/describe.ts';
import { loadConfig } from '../config/env.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createFilledDatabase } from '../platform/db/testing.ts';
import { createEvents } from '../platform/events/distributed.ts';
import { createLogger } from '../platform/log/log.ts';
import type { ApplicationParts } from '../platform/process/application.ts';
import { createRealtimeFigures } from '../platform/realtime/figures.ts';
import { createStorage } from '../platform/storage/storage.ts';

const source = join(import.meta.dirname, '..');

let templateName: Promise<string> | null = null;

/** Name of the database that holds the tables of the platform: another one as soon as any migration is another. */
function platformTemplate(): Promise<string> {
  templateName ??= nameByMigrations();
  return templateName;
}

async function nameByMigrations(): Promise<string> {
  const files = await Array.fromAsync(glob(['**/*.migrations.ts', 'platform/http/idempotency.ts'], { cwd: source }));
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(`${file}\n`).update(await readFile(join(source, file)));
  return `kianda_platform_${hash.digest('hex').slice(0, 20)}`;
}

/** A fresh database with the tables and queues of the platform, copied: to make them takes longer than the rest of a start. */
export async function createPlatformDatabase(parts: Omit<ApplicationParts, 'database' | 'events'>) {
  return createFilledDatabase(await platformTemplate(), async (database) => {
    // Without a role the queue only makes its tables: no schedule is written and nothing is worked on.
    const config = { ...parts.config, roles: [] };
    const whole = { ...parts, config, database, events: createEvents(database, parts.log) };
    const { migrations, queue } = await composePlatform(whole, createRealtimeFigures());
    await migrate(database, migrations, parts.log);
    await queue.start();
    await queue.stop();
  });
}

/**
 * The same for a platform in a process of its own, whose connectors are at rest, except these: a whole first day takes
 * longer than what most tests of a process are about.
 */
export async function createRestingDatabase(awake: readonly string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'kianda-base-'));
  const settings = {
    KIANDA_DATA_DIR: folder,
    KIANDA_MODE: 'demo',
    KIANDA_SECRET_KEY: randomBytes(32).toString('hex'),
  };
  const config = loadConfig(settings);
  const base = await createPlatformDatabase({
    config,
    settings: describeSettings(settings),
    simulatorUrl: null,
    log: createLogger({ level: 'silent', pretty: false }),
    clock: systemClock,
    storage: createStorage(config.storage),
  });
  await rm(folder, { recursive: true, force: true });
  const resting = connectors.map(({ id }) => id).filter((id) => !awake.includes(id));
  await sql`INSERT INTO connectors.settings (connector_id, paused, updated_at, updated_by)
    SELECT id, true, now(), 'ensaio' FROM unnest(${sql.val(resting)}::text[]) AS id`.execute(base.database.for());
  return base;
}
