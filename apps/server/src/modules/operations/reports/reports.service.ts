import { randomUUID } from 'node:crypto';
import { allows, type BodyOf, type DataOf, type QueryOf } from '@kianda/contract';
import {
  type ReportTemplateId,
  type ReportType,
  reportFormats,
  reportTemplates,
  reportTypes,
  templateOfType,
} from '@kianda/contract/operations/reports/report-types';
import type {
  Report,
  ReportConfig,
  reportDetail,
  reportGenerate,
  reportsList,
  reportsPage,
} from '@kianda/contract/operations/reports/reports.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Download, Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { sectionsOf } from './composition.service.ts';
import type { Links } from './mailing.service.ts';
import { luandaDay, periodOf } from './period.rules.ts';
import type { ReportsRepository } from './reports.repository.ts';
import type { ReportRow } from './reports.types.ts';
import { countsByType, describeSize, mayChange, reportView, visibleTo } from './view.rules.ts';

export type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
export type ReportsAudit = { record(entry: AuditEntry): Promise<unknown> };

/** Records an act of a person on reports and schedules in the audit trail. */
export function recordAct(
  audit: ReportsAudit,
  { principal, ipAddress, userAgent }: Actor,
  act: Pick<AuditEntry, 'event' | 'severity' | 'resource' | 'metadata'>,
): Promise<unknown> {
  return audit.record({ actorId: principal.accountId, actorName: principal.email, ipAddress, userAgent, ...act });
}

/** Part of a file name that every system accepts. */
const slug = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 60);

/** Row of a requested report, before any part of it is generated. */
export function newReport(
  request: {
    readonly template: ReportTemplateId;
    readonly config: ReportConfig;
    readonly recipients: readonly string[];
    readonly delivery: 'auto' | 'link';
    /** Type that it was asked for by; the template's own where absent. */
    readonly type?: ReportType;
  },
  by: { readonly id: string | null; readonly name: string },
  schedule: { readonly id: string; readonly name: string } | null,
  nowMs: number,
): ReportRow {
  const { template: id, config } = request;
  const template = reportTemplates[id];
  const period = periodOf(config, template.period, nowMs);
  const type = schedule === null ? (request.type ?? template.type) : 'automatico';
  const name = config.title ?? `${template.label}, ${period.label}`;
  return {
    id: randomUUID(),
    name,
    filename: `${slug(config.title ?? template.label)}_${luandaDay(nowMs)}.${config.format}`,
    description: template.description,
    template: id,
    type,
    icon: type === template.type ? template.icon : reportTypes[type].icon,
    format: config.format,
    state: 'queued',
    config,
    recipients: [...new Set(request.recipients.map((address) => address.toLowerCase()))],
    delivery: request.delivery,
    author_id: by.id,
    author_name: schedule === null ? by.name : `${schedule.name} (agenda de ${by.name})`,
    schedule_id: schedule?.id ?? null,
    created_at: new Date(nowMs),
    begun_at: null,
    ended_at: null,
    progress: null,
    message: null,
    error: null,
    storage_key: null,
    size_bytes: null,
    pages: null,
    checksum: null,
    content: null,
    simulated: false,
    attempts: 0,
    claim: null,
  };
}

/** Throws `forbidden` where the role may not see a template, `validation_failed` for parts that it does not have. */
export function checkTemplate(template: ReportTemplateId, config: ReportConfig, { role }: Principal): void {
  if (!allows(reportTemplates[template].access, role)) throw new AppError('forbidden');
  sectionsOf(template, config);
}

type ReportsDependencies = {
  readonly repository: ReportsRepository;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
  readonly audit: ReportsAudit;
  readonly links: Links;
  readonly enqueue: (id: string, actorId: string) => Promise<void>;
  readonly mailConfigured: () => boolean;
};

const unknownReport = () => new AppError('not_found', { detail: 'O relatório não existe.' });

/** A report that the role may see; for any other it does not exist. */
async function findVisible(repository: ReportsRepository, id: string, principal: Principal): Promise<ReportRow> {
  const row = await repository.find(id);
  if (row === undefined || !allows(reportTemplates[row.template].access, principal.role)) throw unknownReport();
  return row;
}

/** A report that the account may repeat or remove. Throws `forbidden` for one of another account. */
async function findOwn(repository: ReportsRepository, id: string, principal: Principal): Promise<ReportRow> {
  const row = await findVisible(repository, id, principal);
  if (mayChange(row, principal)) return row;
  throw new AppError('forbidden', {
    detail: 'Este relatório é de outra conta: só quem o pediu, ou um administrador, o repete ou elimina.',
  });
}

/** File of a completed report. Throws `conflict` before it is completed, and `not_found` where the storage lost it. */
async function fileOf(storage: ObjectStorage, row: ReportRow): Promise<Download> {
  if (row.storage_key === null) {
    throw new AppError('conflict', {
      detail:
        row.state === 'failed'
          ? 'A geração deste relatório falhou: não há ficheiro.'
          : 'O relatório ainda está a ser gerado.',
    });
  }
  const bytes = await storage.get(row.storage_key);
  if (bytes === null)
    throw new AppError('not_found', { detail: 'O ficheiro do relatório já não está no armazenamento.' });
  return { bytes, contentType: reportFormats[row.format].contentType, fileName: row.filename };
}

function reportReading({ repository }: ReportsDependencies) {
  return {
    async list(principal: Principal): Promise<DataOf<typeof reportsList>> {
      const { rows, counts } = await repository.list(visibleTo(principal.role));
      return { reports: rows.map((row) => reportView(row, principal)), by_type: countsByType(counts) };
    },

    async page(query: QueryOf<typeof reportsPage>, principal: Principal): Promise<DataOf<typeof reportsPage>> {
      const { page, pageSize } = query;
      const { rows, total } = await repository.page({ ...query, visible: visibleTo(principal.role) });
      const data = rows.map((row) => reportView(row, principal));
      return { data, total, page, pageSize, hasNext: page * pageSize < total, hasPrev: page > 1 };
    },

    async detail(id: string, principal: Principal): Promise<DataOf<typeof reportDetail>> {
      const row = await findVisible(repository, id, principal);
      const { path, generated_at, editable } = reportView(row, principal);
      const deliveries = editable ? await repository.deliveriesOf(id) : [];
      return {
        id,
        filename: row.filename,
        content: row.content ?? row.error ?? row.message ?? 'O relatório ainda está a ser gerado.',
        format: reportFormats[row.format].label,
        size: describeSize(row.size_bytes),
        last_modified: generated_at,
        path,
        name: row.name,
        checksum: row.checksum,
        deliveries: deliveries.map(({ recipient, state, attempts, error, updated_at }) => ({
          recipient,
          state,
          attempts,
          error,
          at: updated_at.toISOString(),
        })),
      };
    },
  };
}

/** Template to write, and the type to list it by, of what was asked for: either of the two. */
function requested(asked: BodyOf<typeof reportGenerate>['type']): { template: ReportTemplateId; type: ReportType } {
  const template = asked in templateOfType ? templateOfType[asked as ReportType] : (asked as ReportTemplateId);
  return { template, type: asked in templateOfType ? (asked as ReportType) : reportTemplates[template].type };
}

function reportRequests({ repository, clock, audit, enqueue, mailConfigured }: ReportsDependencies) {
  return {
    async generate(body: BodyOf<typeof reportGenerate>, actor: Actor): Promise<Report> {
      const { config, recipients, delivery } = body;
      const { type, template } = requested(body.type);
      checkTemplate(template, config, actor.principal);
      const by = { id: actor.principal.accountId, name: actor.principal.name };
      const request = { template, config, recipients, delivery, type };
      const row = newReport(request, by, null, clock.nowMs());
      if (row.recipients.length > 0 && !mailConfigured()) {
        throw new AppError('validation_failed', {
          detail: 'O correio não está configurado nesta instalação: gere o relatório sem destinatários.',
          issues: [{ path: 'body.recipients', message: 'sem servidor de correio' }],
        });
      }
      await repository.insert(row);
      await recordAct(audit, actor, {
        event: 'data.export',
        severity: 'low',
        resource: `report/${row.id}`,
        metadata: { act: 'generate', template, name: row.name, recipients: row.recipients.join(', ') },
      });
      await enqueue(row.id, actor.principal.accountId);
      return reportView(row, actor.principal);
    },

    /** Queues a failed report again. Throws `not_found`, `forbidden`, and `conflict` for a report that did not fail. */
    async again(id: string, actor: Actor): Promise<Report> {
      const before = await findOwn(repository, id, actor.principal);
      const row = await repository.again(id);
      if (row === undefined) throw new AppError('conflict', { detail: 'Este relatório não falhou.' });
      await recordAct(audit, actor, {
        event: 'data.export',
        severity: 'low',
        resource: `report/${id}`,
        metadata: { act: 'retry', name: row.name, error: before.error },
      });
      await enqueue(id, actor.principal.accountId);
      return reportView(row, actor.principal);
    },
  };
}

function reportDownloads({ repository, storage, clock, audit, links }: ReportsDependencies) {
  return {
    async file(id: string, actor: Actor): Promise<Download> {
      const row = await findVisible(repository, id, actor.principal);
      const file = await fileOf(storage, row);
      await recordAct(audit, actor, {
        event: 'data.export',
        severity: 'low',
        resource: `report/${id}`,
        metadata: { act: 'download', name: row.name, sha256: row.checksum },
      });
      return file;
    },

    /** File behind a signed link. Throws `link_invalid` for a link that the platform did not sign, or that has expired. */
    async sharedFile(
      id: string,
      expires: number,
      signature: string,
      from: Omit<Actor, 'principal'>,
    ): Promise<Download> {
      if (!links.opens(id, expires, signature, clock.nowMs())) throw new AppError('link_invalid');
      const row = await repository.find(id);
      if (row === undefined) throw unknownReport();
      const file = await fileOf(storage, row);
      await audit.record({
        event: 'data.export',
        severity: 'low',
        actorId: null,
        actorName: 'ligação assinada',
        resource: `report/${id}`,
        ipAddress: from.ipAddress,
        userAgent: from.userAgent,
        metadata: { act: 'link', name: row.name, sha256: row.checksum },
      });
      return file;
    },
  };
}

function reportRemoval({ repository, storage, audit }: ReportsDependencies) {
  return {
    /** Removes the reports, with their files, that ended before an instant; answers how many. */
    async removeBefore(before: Date, signal: AbortSignal): Promise<number> {
      let removed = 0;
      for (;;) {
        const rows = await repository.endedBefore(before, 100);
        for (const { id, storage_key } of rows) {
          signal.throwIfAborted();
          // The file first: a row without its file is found again, a file without its row is not.
          if (storage_key !== null) await storage.delete(storage_key);
          await repository.remove(id);
          removed += 1;
        }
        if (rows.length === 0) break;
      }
      if (removed > 0) {
        await audit.record({
          event: 'data.delete',
          severity: 'medium',
          actorId: null,
          actorName: 'Kianda',
          resource: 'reports',
          ipAddress: '',
          userAgent: 'Kianda',
          metadata: { act: 'retention', removed, before: before.toISOString() },
        });
      }
      return removed;
    },

    async remove(id: string, actor: Actor): Promise<void> {
      const row = await findOwn(repository, id, actor.principal);
      if (row.state === 'running') {
        throw new AppError('conflict', { detail: 'O relatório está a ser gerado: elimine-o quando acabar.' });
      }
      await repository.remove(id);
      if (row.storage_key !== null) await storage.delete(row.storage_key);
      await recordAct(audit, actor, {
        event: 'data.delete',
        severity: 'medium',
        resource: `report/${id}`,
        metadata: { name: row.name, sha256: row.checksum },
      });
    },
  };
}

/** Reports as people request, read, download and remove them. */
export function createReportsService(dependencies: ReportsDependencies) {
  return {
    ...reportReading(dependencies),
    ...reportRequests(dependencies),
    ...reportDownloads(dependencies),
    ...reportRemoval(dependencies),
  };
}

export type ReportsService = ReturnType<typeof createReportsService>;
