import { dayMs } from '@kianda/geo';
import { z } from 'zod';
import type { Bindings } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { defineJob, type JobQueue } from '../../../platform/jobs/jobs.ts';
import { nightlyRetention } from '../../../platform/jobs/nightly.ts';
import { createWaker } from '../../../platform/jobs/waker.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { createLinkSigner } from '../../open/storage/index.ts';
import { auditModule } from '../../people/audit/index.ts';
import { deliveryModule, type SendLetter } from '../../people/delivery/index.ts';
import { identityModule } from '../../people/identity/index.ts';
import { createGenerator } from './generation.service.ts';
import { createLinks, createMailing } from './mailing.service.ts';
import type { Author } from './reader.service.ts';
import { reportsMigrations } from './reports.migrations.ts';
import { createReportsRepository } from './reports.repository.ts';
import { reportsBindings } from './reports.routes.ts';
import { createReportsService, type ReportsAudit } from './reports.service.ts';
import type { ReportsTables } from './reports.types.ts';
import { createScheduleService } from './schedules.service.ts';
import type { Extras } from './writing/report-writer.ts';

const generateJob = 'reports.generate';
const deliverJob = 'reports.deliver';
const timeoutSeconds = 600;
/** A run still open after this long was left so by a process that died. */
const staleMs = (timeoutSeconds + 300) * 1_000;

/** Front door: reports made of what the platform's own endpoints answer, scheduled, kept and sent. */
export function createReports(options: {
  platform: Platform;
  audit: ReportsAudit;
  masterKey: Uint8Array;
  publicUrl: string;
  queue: () => JobQueue;
  /** Everything that is bound, its own too. */
  bindings: () => Bindings;
  mail: () => SendLetter | null;
  /** Who mail comes from. */
  mailFrom: () => string | null;
  /** Days that reports are kept; 0: for ever. */
  retentionDays: () => number;
  /** An active account; null of any other. */
  authorOf: (id: string) => Promise<Author | null>;
  extras: Extras;
}): Module {
  const { platform, audit, publicUrl, mail } = options;
  const { clock, log, storage } = platform;
  const repository = createReportsRepository(platform.database.for<ReportsTables>());
  const links = createLinks({ signer: createLinkSigner(options.masterKey), publicUrl });
  const waker = createWaker({ log, enqueue: () => options.queue().enqueue(deliverJob, {}, { trigger: 'event' }) });
  const generator = createGenerator({ ...options, repository, onReady: waker.soon });
  const mailing = createMailing({
    platform,
    repository,
    mail,
    links,
    publicUrl,
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

  /** A report whose run is under way, or that another process puts in line, is left to it. */
  async function enqueue(id: string, actorId?: string): Promise<void> {
    try {
      await options.queue().enqueue(generateJob, { id }, actorId === undefined ? { trigger: 'schedule' } : { actorId });
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
    bindings: reportsBindings({ service, schedules }, clock, options.mailFrom, options.retentionDays),
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
    jobs: [
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
          const at = clock.nowMs();
          await repository.failStale(
            new Date(at - staleMs),
            'O processo que o gerava parou a meio: gere-o de novo.',
            new Date(at),
          );
          for (const id of await repository.waiting()) await enqueue(id);
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
          options.retentionDays() === 0
            ? 0
            : service.removeBefore(new Date(clock.nowMs() - options.retentionDays() * dayMs), signal),
      }),
    ],
    start: () => schedules.seed(),

    stop: () => waker.stop(),
  };
}

type ReportSettings = Pick<Parameters<typeof createReports>[0], 'masterKey' | 'publicUrl' | 'retentionDays'> &
  Pick<Extras, 'release'>;

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
      extras: { verifyChain: audit.verify, release: settings.release },
    }),
  }),
});
