import { dayMs } from '@kianda/geo';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Bindings } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { defineJob, type Job, type JobQueue } from '../../../platform/jobs/jobs.ts';
import { nightlyRetention } from '../../../platform/jobs/nightly.ts';
import { createWaker } from '../../../platform/jobs/waker.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { createLinkSigner } from '../../open/storage/index.ts';
import { auditModule } from '../../people/audit/index.ts';
import { deliveryModule, type SendMail } from '../../people/delivery/index.ts';
import { identityModule } from '../../people/identity/index.ts';
import { createGenerator } from './generation.service.ts';
import { createLinks, createMailing, type Links } from './mailing.service.ts';
import type { Author } from './reader.service.ts';
import { reportChanges } from './reports.changes.ts';
import { reportsMigrations } from './reports.migrations.ts';
import { createReportsRepository, type ReportsRepository } from './reports.repository.ts';
import { reportsBindings } from './reports.routes.ts';
import { reportSearches } from './reports.searches.ts';
import { createReportsService, type ReportsAudit, type ReportsService } from './reports.service.ts';
import type { ReportsTables } from './reports.types.ts';
import { createScheduleService, type ScheduleService } from './schedules.service.ts';
import type { PlatformFacts } from './writing/report-writer.ts';

const generateJob = 'reports.generate';
const deliverJob = 'reports.deliver';
const timeoutSeconds = 600;

type ReportsDependencies = {
  readonly platform: Platform;
  readonly audit: ReportsAudit;
  readonly masterKey: Uint8Array;
  readonly publicUrl: string;
  readonly queue: () => JobQueue;
  /** Every bound endpoint, those of this module too. */
  readonly bindings: () => Bindings;
  readonly mail: () => SendMail | null;
  /** Sender of the mail. */
  readonly mailFrom: () => string | null;
  /** Days that reports are stored; 0: for ever. */
  readonly retentionDays: () => number;
  /** An active account; null of any other. */
  readonly authorOf: (id: string) => Promise<Author | null>;
  readonly platformFacts: PlatformFacts;
};

type JobDependencies = {
  readonly clock: Clock;
  readonly repository: ReportsRepository;
  readonly service: ReportsService;
  readonly schedules: ScheduleService;
  readonly generator: ReturnType<typeof createGenerator>;
  readonly mailing: ReturnType<typeof createMailing>;
  readonly enqueue: (id: string) => Promise<void>;
  readonly retentionDays: () => number;
};

/** Generation, schedules, mail and retention of reports. */
function reportJobs(dependencies: JobDependencies): Job[] {
  const { clock, repository, service, schedules, generator, mailing, enqueue, retentionDays } = dependencies;
  return [
    defineJob({
      name: generateJob,
      label: 'Geração de um relatório',
      input: z.object({ id: z.uuid() }),
      retry: { limit: 0, delaySeconds: 0, backoff: false },
      timeoutSeconds,
      // A report holds its document and its file in memory: one at a time in a process.
      concurrency: 1,
      key: ({ id }) => id,
      run: ({ id }, context) => generator.run(id, context),
    }),
    defineJob({
      name: 'reports.conduct',
      label: 'Agendas de relatórios',
      input: z.object({}),
      schedule: { cron: '* * * * *', input: {} },
      retry: { limit: 0, delaySeconds: 0, backoff: false },
      timeoutSeconds: 60,
      key: () => 'conduct',
      async run() {
        const begun = await schedules.conduct();
        // One whose run goes on is refused by the queue; one whose process died is begun anew.
        for (const id of await repository.open()) await enqueue(id);
        return { begun };
      },
    }),
    defineJob({
      name: deliverJob,
      label: 'Envio de relatórios por e-mail',
      input: z.object({}),
      schedule: { cron: '* * * * *', input: {} },
      retry: { limit: 0, delaySeconds: 0, backoff: false },
      timeoutSeconds: 600,
      concurrency: 1,
      key: () => 'deliver',
      run: (_input, { signal }) => mailing.run(signal),
    }),
    nightlyRetention({
      name: 'reports.retention',
      label: 'Retenção dos relatórios',
      minute: 30,
      remove: async (signal) =>
        retentionDays() === 0 ? 0 : service.removeBefore(new Date(clock.nowMs() - retentionDays() * dayMs), signal),
    }),
  ];
}

/** Mail of completed reports; each message that was sent is recorded in the audit trail. */
function mailingFor(dependencies: ReportsDependencies, repository: ReportsRepository, links: Links) {
  const { platform, mail, publicUrl, audit } = dependencies;
  return createMailing({
    ...{ platform, repository, mail, links, publicUrl },
    onSent: ({ id, name, author_id, author_name, checksum }, recipient, how) =>
      audit.record({
        event: 'data.export',
        severity: 'low',
        actorId: author_id,
        actorName: author_name,
        resource: `report/${id}`,
        ipAddress: '',
        userAgent: 'Kianda',
        metadata: { act: 'mail', how, recipient, name, sha256: checksum },
      }),
  });
}

/** Front door: reports written from the answers of the platform's own endpoints, scheduled, stored and sent. */
export function createReports(dependencies: ReportsDependencies): Module {
  const { platform, audit, publicUrl, mail, mailFrom, queue, retentionDays } = dependencies;
  const { clock, log, storage } = platform;
  const repository = createReportsRepository(platform.database.for<ReportsTables>());
  const links = createLinks({ signer: createLinkSigner(dependencies.masterKey), publicUrl });
  const waker = createWaker({ log, enqueue: () => queue().enqueue(deliverJob, {}, { trigger: 'event' }) });
  const generator = createGenerator({ ...dependencies, repository, onReady: waker.soon });
  const mailing = mailingFor(dependencies, repository, links);

  /** Enqueues the generation of a report, unless its run is under way or another process enqueued it. */
  async function enqueue(id: string, actorId?: string): Promise<void> {
    try {
      await queue().enqueue(generateJob, { id }, actorId === undefined ? { trigger: 'schedule' } : { actorId });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'already_running')) throw error;
    }
  }

  const shared = { repository, clock, audit, enqueue };
  const service = createReportsService({ ...shared, storage, links, mailConfigured: () => mail() !== null });
  const schedules = createScheduleService(shared);

  return {
    name: 'reports',
    migrations: reportsMigrations,
    searches: reportSearches(repository),
    changes: reportChanges(repository),
    bindings: reportsBindings({ service, schedules }, clock, mailFrom, retentionDays),
    holdings: [
      {
        id: 'report-schedules',
        label: 'Agendas de relatórios',
        fate: 'removed',
        note: 'Correm com as permissões de quem as escreveu: são eliminadas. Os relatórios que fizeram ficam. Para as manter, outra pessoa que as grave primeiro.',
        count: repository.countSchedules,
        release: (accountId) => repository.endSchedules(accountId, new Date(clock.nowMs())),
      },
    ],
    jobs: reportJobs({ clock, repository, service, schedules, generator, mailing, enqueue, retentionDays }),
    start: () => schedules.seed(),
    stop: () => waker.stop(),
  };
}

type ReportSettings = Pick<ReportsDependencies, 'masterKey' | 'publicUrl' | 'retentionDays'> &
  Pick<PlatformFacts, 'release'>;

export const reportsModule = defineModule({
  name: 'reports',
  needs: { audit: auditModule, identity: identityModule, delivery: deliveryModule },
  settings: settingsOf<ReportSettings>(),
  collects: ['bindings'],
  create: ({ platform, jobs, settings, needs: { audit, identity, delivery }, collected }) => ({
    manifest: createReports({
      ...{ platform, audit, ...settings },
      queue: () => jobs,
      bindings: collected.bindings,
      mail: delivery.mail,
      mailFrom: delivery.mailFrom,
      authorOf: identity.activeAccount,
      platformFacts: { verifyChain: audit.verify, release: settings.release },
    }),
  }),
});
