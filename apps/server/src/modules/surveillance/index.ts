import { z } from 'zod';
import { AppError } from '../../platform/http/errors.ts';
import { defineJob, type JobQueue } from '../../platform/jobs/jobs.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { TrackReader } from '../vessels/index.ts';
import { createAlertRepository } from './alerts.repository.ts';
import { createAlertService } from './alerts.service.ts';
import { createDetection, type Round } from './detection.service.ts';
import { createRegistryRepository } from './registry.repository.ts';
import { createRegistryService } from './registry.service.ts';
import type { SurveillanceAudit } from './surveillance.audit.ts';
import { surveillanceMigrations } from './surveillance.migrations.ts';
import { surveillanceBindings } from './surveillance.routes.ts';
import type { SurveillanceTables } from './surveillance.tables.ts';

const detectJob = 'surveillance.detect';

export type SurveillanceModule = Module & {
  /** One round of detection: what the job does until no ship waits. */
  detect(): Promise<Round>;
};

/** Front door of surveillance: areas, licences, closed seasons, events of vessels and the alerts they raise. */
export function createSurveillance(options: {
  platform: Platform;
  tracks: TrackReader;
  audit: SurveillanceAudit;
  queue(): Pick<JobQueue, 'enqueue'>;
  /** Name of an account that may act on alerts; null where there is none. */
  accountName(id: string): Promise<string | null>;
}): SurveillanceModule {
  const { database, clock, events, log } = options.platform;
  const db = database.for<SurveillanceTables>();
  const registryRepository = createRegistryRepository(db);
  const alertRepository = createAlertRepository(db);
  const alerts = createAlertService({
    repository: alertRepository,
    registry: registryRepository,
    tracks: options.tracks,
    accountName: options.accountName,
    clock,
    events,
    audit: options.audit,
  });
  const registry = createRegistryService({
    repository: registryRepository,
    clock,
    audit: options.audit,
    alertsByArea: alertRepository.countByArea,
  });
  const detection = createDetection({
    tracks: options.tracks,
    registry: registryRepository,
    events: alertRepository,
    alerts,
    clock,
  });
  let unsubscribe: (() => void) | null = null;

  /** An officer is told within seconds of the position; the schedule is for what an interruption left behind. */
  async function detectSoon(): Promise<void> {
    try {
      await options.queue().enqueue(detectJob, {}, { trigger: 'positions' });
    } catch (error) {
      // The run that goes on takes what came meanwhile with it.
      if (error instanceof AppError && error.code === 'already_running') return;
      log.warn({ err: error }, 'detection could not be asked for; its schedule will run it');
    }
  }

  return {
    name: 'surveillance',
    migrations: surveillanceMigrations,
    bindings: surveillanceBindings(registry, alerts, clock),
    detect: detection.round,
    jobs: [
      defineJob({
        name: detectJob,
        label: 'Deteção de eventos de embarcações',
        input: z.object({}),
        schedule: { cron: '* * * * *', input: {} },
        retry: { limit: 1, delaySeconds: 30, backoff: true },
        timeoutSeconds: 900,
        concurrency: 1,
        key: () => 'detect',
        async run(_input, job) {
          const sum = { ships: 0, found: 0, annulled: 0, alerts: 0 };
          for (;;) {
            job.signal.throwIfAborted();
            const round = await detection.round();
            if (round.ships === 0) return sum;
            sum.ships += round.ships;
            sum.found += round.found;
            sum.annulled += round.annulled;
            sum.alerts += round.alerts;
          }
        },
      }),
    ],
    async start() {
      await registry.seed();
      unsubscribe = events.subscribe(({ type }) => {
        if (type === 'positions.stored') void detectSoon();
      });
    },
    async stop() {
      unsubscribe?.();
    },
  };
}
