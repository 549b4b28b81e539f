import { randomInt } from 'node:crypto';
import { seededRandom } from '@kianda/geo';
import { connectorsModule } from '../modules/ingestion/connectors/index.ts';
import { interfacesModule } from '../modules/open/interfaces/index.ts';
import { configurationModule } from '../modules/operations/configuration/index.ts';
import { healthModule } from '../modules/operations/health/index.ts';
import { servicesModule } from '../modules/operations/services/index.ts';
import { auditModule } from '../modules/people/audit/index.ts';
import { collaborationModule } from '../modules/people/collaboration/index.ts';
import { identityModule } from '../modules/people/identity/index.ts';
import { usageModule } from '../modules/people/usage/index.ts';
import { contentsMigrations, contentsModuleName } from '../platform/db/contents.migrations.ts';
import { eventMigrations, eventsModuleName } from '../platform/events/events.migrations.ts';
import { idempotencyMigrations } from '../platform/http/idempotency.ts';
import { jobMigrations, jobsModuleName } from '../platform/jobs/jobs.migrations.ts';
import { createJobQueue } from '../platform/jobs/queue.ts';
import { jobRetentionJob } from '../platform/jobs/retention.ts';
import type { Platform } from '../platform/module.ts';
import { createModules } from '../platform/modules/create.ts';
import type { ModuleEntry } from '../platform/modules/definition.ts';
import type { ApplicationParts } from '../platform/process/application.ts';
import type { RealtimeFigures } from '../platform/realtime/figures.ts';
import { maintainReserve } from '../platform/storage/reserved.ts';
import { coreModules } from './core.ts';
import { dataModules } from './data.ts';
import { openModules } from './open.ts';
import { operationModules } from './operations.ts';
import { type Setup, setUp } from './setup.ts';

/** Tables of the platform itself. */
export const platformMigrations = [
  { name: eventsModuleName, migrations: eventMigrations },
  { name: jobsModuleName, migrations: jobMigrations },
  { name: 'http', migrations: idempotencyMigrations },
  { name: contentsModuleName, migrations: contentsMigrations },
];

/** Every module with its settings. Lists that people see (health checks, metrics, products) follow this order. */
export function configuredModules(setup: Setup): readonly ModuleEntry[] {
  return [...coreModules(setup), ...dataModules(setup), ...openModules(setup), ...operationModules(setup)];
}

/** Makes the modules of the platform and registers their jobs; `only` leaves out all others. */
export async function composeModules(
  parts: ApplicationParts,
  realtime: RealtimeFigures,
  only: (entries: readonly ModuleEntry[]) => readonly ModuleEntry[] = (entries) => entries,
) {
  const { database, clock, log, events } = parts;
  // Jitter only: two processes must not back off in step, so that each draws its own seed.
  const random = seededRandom(randomInt(2 ** 31));
  const setup = await setUp(parts, { realtime, random });
  const storage = maintainReserve(parts.storage, setup.disks);
  const platform: Platform = { database, clock, log, events, storage, random };
  const { config: live, requests } = setup;
  const queue = createJobQueue({
    ...{ database, clock, log, events, roles: live.roles },
    ...(parts.isScheduled === undefined ? {} : { isScheduled: parts.isScheduled }),
  });
  const modules = createModules({
    entries: only(configuredModules(setup)),
    platform,
    jobs: queue,
    own: { migrations: platformMigrations, jobs: [jobRetentionJob(database, clock, () => live.retention.jobsDays)] },
  });
  queue.register(modules.collected.jobs);
  const { effective, disks, contents } = setup;
  return { platform, modules, queue, requests, live, effective, disks, contents };
}

/** The whole platform, with the modules that its entry point speaks to. */
export async function composePlatform(parts: ApplicationParts, realtime: RealtimeFigures) {
  const { modules, ...composed } = await composeModules(parts, realtime);
  return {
    ...composed,
    modules: modules.startOrder,
    bindings: modules.collected.bindings,
    migrations: modules.collected.migrations,
    identity: modules.offersOf(identityModule),
    rooms: modules.offersOf(collaborationModule).rooms,
    audit: modules.offersOf(auditModule),
    configuration: modules.offersOf(configurationModule),
    connectors: modules.offersOf(connectorsModule),
    health: modules.offersOf(healthModule),
    services: modules.offersOf(servicesModule),
    usage: modules.offersOf(usageModule),
    interfaces: modules.offersOf(interfacesModule),
  };
}

export type Composition = Awaited<ReturnType<typeof composePlatform>>;
