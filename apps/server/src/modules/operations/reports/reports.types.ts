import type { ReportFormat, ReportTemplateId, ReportType } from '@kianda/contract/operations/reports/report-types';
import type { ReportConfig } from '@kianda/contract/operations/reports/reports.contract';
import type { JSONColumnType, Selectable } from 'kysely';

type ReportsTable = {
  id: string;
  name: string;
  filename: string;
  description: string;
  template: ReportTemplateId;
  type: ReportType;
  icon: string;
  format: ReportFormat;
  state: 'queued' | 'running' | 'completed' | 'failed';
  config: JSONColumnType<ReportConfig, string, string>;
  recipients: string[];
  delivery: 'auto' | 'link';
  author_id: string | null;
  author_name: string;
  schedule_id: string | null;
  created_at: Date;
  begun_at: Date | null;
  ended_at: Date | null;
  progress: number | null;
  message: string | null;
  error: string | null;
  storage_key: string | null;
  size_bytes: number | null;
  pages: number | null;
  checksum: string | null;
  content: string | null;
  simulated: boolean;
  /** How often it was begun: one that ends its process each time is given up. */
  attempts: number;
  /** Of the run that holds it; what an earlier one still writes is refused. */
  claim: string | null;
};

type DeliveriesTable = {
  id: string;
  report_id: string;
  recipient: string;
  state: 'queued' | 'sent' | 'failed';
  attempts: number;
  error: string | null;
  next_attempt_at: Date;
  updated_at: Date;
};

type SchedulesTable = {
  id: string;
  seed: string | null;
  name: string;
  template: ReportTemplateId;
  config: JSONColumnType<ReportConfig, string, string>;
  cron: string;
  recipients: string[];
  delivery: 'auto' | 'link';
  enabled: boolean;
  owner_id: string | null;
  owner_name: string;
  next_run_at: Date | null;
  last_run_at: Date | null;
  last_report_id: string | null;
  problem: string | null;
  deleted_at: Date | null;
  updated_at: Date;
};

export type ReportsTables = {
  'reports.reports': ReportsTable;
  'reports.deliveries': DeliveriesTable;
  'reports.schedules': SchedulesTable;
};

export type ReportRow = Selectable<ReportsTable>;
/** Row of a list, without the text of the report, which may be long, and who holds it. */
export type ReportSummaryRow = Omit<ReportRow, 'content' | 'attempts' | 'claim'>;
export type DeliveryRow = Selectable<DeliveriesTable>;
export type ScheduleRow = Selectable<SchedulesTable>;
