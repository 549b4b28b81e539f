import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { type Clock, nowIso } from '../../../platform/clock/clock.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import type { LogFilter, LogsRepository } from './logs.repository.ts';

const mostDownloaded = 10_000;

/** The log as engineers search, save and delete it. */
export function createLogsService(options: {
  readonly repository: LogsRepository;
  readonly audit: { record(entry: AuditEntry): Promise<void> };
  readonly clock: Clock;
  /** Whether lines of the log are stored at all. */
  readonly isKept: boolean;
  readonly retention: { readonly retentionDays: number };
}) {
  const { repository, audit, clock, isKept, retention } = options;
  return {
    async search(filter: LogFilter, limit: number) {
      const [found, modules] = await Promise.all([repository.search(filter, limit + 1), repository.modules()]);
      return {
        lines: found.slice(0, limit),
        hasMore: found.length > limit,
        modules,
        isKept,
        retentionDays: retention.retentionDays,
      };
    },

    async download(filter: LogFilter) {
      const lines = await repository.search(filter, mostDownloaded);
      return {
        bytes: Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
        contentType: 'application/x-ndjson; charset=utf-8',
        fileName: `kianda-registos-${nowIso(clock).slice(0, 10)}.ndjson`,
      };
    },

    /** Number of lines deleted. */
    async clear(by: { principal: Principal; ipAddress: string; userAgent: string }): Promise<number> {
      const deleted = await repository.clear();
      await audit.record({
        event: 'data.delete',
        severity: 'high',
        actorId: by.principal.accountId,
        actorName: by.principal.email,
        resource: 'diagnostics/logs',
        ipAddress: by.ipAddress,
        userAgent: by.userAgent,
        metadata: { linhas: deleted },
      });
      return deleted;
    },
  };
}

export type LogsService = ReturnType<typeof createLogsService>;
