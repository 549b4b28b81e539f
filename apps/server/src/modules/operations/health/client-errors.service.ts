import { createHash, randomUUID } from 'node:crypto';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { HealthRepository } from './health.repository.ts';

type ClientErrorReport = {
  readonly error: string;
  readonly stack?: string | undefined;
  readonly componentStack?: string | undefined;
  readonly url: string;
  readonly userAgent: string;
  readonly accountId: string | null;
};

/** Errors of browsers, grouped by failure and place. */
export function createClientErrors({ repository, clock }: { repository: HealthRepository; clock: Clock }) {
  return {
    /** Groups of errors, the latest first. The account of the browser is not part of the answer. */
    async clientErrors(limit: number) {
      return (await repository.clientErrors(limit)).map((row) => ({
        id: row.id,
        error: row.error,
        stack: row.stack,
        url: row.url,
        userAgent: row.user_agent,
        occurrences: row.occurrences,
        firstAt: row.first_at.toISOString(),
        lastAt: row.last_at.toISOString(),
      }));
    },

    /** Stores an error in its group; answers the group's id and count. */
    async clientError(report: ClientErrorReport) {
      const frames = (report.stack ?? report.error).split('\n').slice(0, 4).join('\n');
      const fingerprint = createHash('sha256').update(`${report.error}\n${frames}`).digest('hex').slice(0, 40);
      const now = new Date(clock.nowMs());
      return repository.addClientError({
        fingerprint,
        id: randomUUID(),
        error: report.error,
        stack: report.stack ?? null,
        component_stack: report.componentStack ?? null,
        url: report.url,
        user_agent: report.userAgent,
        account_id: report.accountId,
        first_at: now,
        last_at: now,
      });
    },
  };
}
