import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { RunnableJobQueue } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/module.ts';

export type TasksAudit = { record(entry: AuditEntry): Promise<unknown> };

/** Dependencies of the task monitor's routes. */
export type MonitorDependencies = {
  readonly platform: Platform;
  readonly queue: RunnableJobQueue;
  readonly audit: TasksAudit;
  readonly version: string;
};
