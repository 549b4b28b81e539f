import { allows, type Role } from '@kianda/contract';
import {
  type ReportTemplateId,
  reportFormats,
  reportTemplates,
  reportTypes,
} from '@kianda/contract/operations/reports/report-types';
import type { Report, ReportSchedule } from '@kianda/contract/operations/reports/reports.contract';
import { figure } from '../../../platform/documents/index.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { nextRunsOf } from '../../../platform/jobs/cron.ts';
import type { ReportSummaryRow, ScheduleRow } from './reports.types.ts';

/** Size of a file for people: `2,4 MB`, `856 kB`. */
export function describeSize(bytes: number | null): string {
  if (bytes === null) return '—';
  if (bytes < 1_000_000) return `${figure(bytes / 1000, bytes < 10_000 ? 1 : 0)} kB`;
  return `${figure(bytes / 1_000_000, 1)} MB`;
}

const states = { queued: 'generating', running: 'generating', completed: 'completed', failed: 'failed' } as const;

type Owned = { readonly author_id: string | null } | { readonly owner_id: string | null };

/** Whether an account may change a report or a schedule: its own, or any to an administrator, who answers for those of nobody. */
export function mayChange(row: Owned, { accountId, role }: Pick<Principal, 'accountId' | 'role'>): boolean {
  return role === 'administrador' || ('author_id' in row ? row.author_id : row.owner_id) === accountId;
}

export function reportView(row: ReportSummaryRow, reader: Principal): Report {
  return {
    id: row.id,
    name: row.name,
    filename: row.filename,
    description: row.description,
    type: row.type,
    icon: row.icon,
    generated_at: (row.ended_at ?? row.created_at).toISOString(),
    size: describeSize(row.size_bytes),
    size_bytes: row.size_bytes === null ? null : Number(row.size_bytes),
    format: reportFormats[row.format].label,
    status: states[row.state],
    path: `/reports/${row.filename}`,
    template: row.template,
    author: row.author_name,
    schedule_id: row.schedule_id,
    pages: row.pages,
    progress: row.progress,
    message: row.message,
    error: row.error,
    simulated: row.simulated,
    editable: mayChange(row, reader),
  };
}

export function scheduleView(row: ScheduleRow, reader: Principal, nowMs: number): ReportSchedule {
  const editable = mayChange(row, reader);
  return {
    editable,
    id: row.id,
    name: row.name,
    template: row.template,
    config: row.config,
    cron: row.cron,
    recipients: editable ? row.recipients : [],
    delivery: row.delivery,
    enabled: row.enabled,
    owner: row.owner_name,
    nextRuns: row.enabled ? nextRunsOf(row.cron, nowMs, 3).map((run) => run.toISOString()) : [],
    lastRunAt: row.last_run_at?.toISOString() ?? null,
    lastReportId: row.last_report_id,
    problem: row.problem,
  };
}

const templateIds = Object.keys(reportTemplates) as ReportTemplateId[];

/** Templates whose matter a role may see. */
export const visibleTo = (role: Role): ReportTemplateId[] =>
  templateIds.filter((id) => allows(reportTemplates[id].access, role));

/** How many there are of each type, those with none too. */
export function countsByType(
  counts: readonly { readonly type: string; readonly count: number }[],
): Record<string, number> {
  const known = new Map(counts.map(({ type, count }) => [type, Number(count)]));
  return Object.fromEntries(Object.keys(reportTypes).map((type) => [type, known.get(type) ?? 0]));
}
