import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kianda/contract';
import type {
  addIncidentUpdate,
  createIncident,
  createMaintenance,
  editIncident,
  Incident,
  Maintenance,
} from '@kianda/contract/operations/services/announcements.contract';
import type { AuditMetadata } from '@kianda/contract/people/audit/audit';
import { dayMs } from '@kianda/geo';
import { AppError } from '../../../platform/http/errors.ts';
import type { Platform } from '../../../platform/module.ts';
import { createAnnouncementsRepository } from './announcements.repository.ts';
import type { Actor, ServicesAudit } from './control.service.ts';

export type Announcements = ReturnType<typeof createAnnouncements>;

type AnnouncementDependencies = {
  readonly platform: Platform;
  readonly audit: ServicesAudit;
  readonly onChange: () => void;
};
type Context = AnnouncementDependencies & {
  readonly repository: ReturnType<typeof createAnnouncementsRepository>;
  readonly now: () => Date;
};
type Change = {
  readonly event: 'data.modify' | 'data.delete';
  readonly resource: string;
  readonly metadata: AuditMetadata;
};

/** Announces a change to the other processes and records it in the audit trail. */
async function recordChange({ onChange, audit }: Context, actor: Actor, change: Change): Promise<void> {
  const { principal, ipAddress, userAgent } = actor;
  onChange();
  await audit.record({
    ...change,
    severity: 'medium',
    actorId: principal.accountId,
    actorName: principal.email,
    ipAddress,
    userAgent,
  });
}

function incidentOperations(context: Context) {
  const { repository, now } = context;

  async function incident(id: string): Promise<Incident> {
    const found = await repository.incident(id);
    if (found === null) throw new AppError('not_found', { detail: 'Este incidente já não existe.' });
    return found;
  }
  const recordIncident = (actor: Actor, id: string, metadata: AuditMetadata) =>
    recordChange(context, actor, { event: 'data.modify', resource: `incident/${id}`, metadata });

  return {
    async createIncident(body: BodyOf<typeof createIncident>, actor: Actor): Promise<Incident> {
      const { title, severity, services, state, text, startedAt } = body;
      const started = startedAt === undefined ? now() : new Date(startedAt);
      if (started > now()) {
        const message = 'Um incidente não começa no futuro: anuncie uma manutenção.';
        throw new AppError('validation_failed', { issues: [{ path: 'body.startedAt', message }] });
      }
      const id = randomUUID();
      const resolved_at = state === 'resolved' ? now() : null;
      await repository.createIncident(
        { id, title, severity, services, started_at: started, resolved_at },
        { id: randomUUID(), state, text, written_at: now(), written_by: actor.principal.email },
      );
      await recordIncident(actor, id, { act: 'create', title, severity, state });
      return incident(id);
    },

    async editIncident(id: string, body: BodyOf<typeof editIncident>, actor: Actor): Promise<Incident> {
      if (!(await repository.editIncident(id, body))) return incident(id);
      await recordIncident(actor, id, {
        act: 'edit',
        title: body.title,
        severity: body.severity,
      });
      return incident(id);
    },

    async addUpdate(id: string, body: BodyOf<typeof addIncidentUpdate>, actor: Actor): Promise<Incident> {
      const update = { id: randomUUID(), ...body, written_at: now(), written_by: actor.principal.email };
      if (!(await repository.addUpdate(id, update))) return incident(id);
      await recordIncident(actor, id, { act: 'update', state: body.state });
      return incident(id);
    },

    async deleteIncident(id: string, actor: Actor): Promise<void> {
      const { title } = await incident(id);
      if (!(await repository.deleteIncident(id))) return;
      await recordChange(context, actor, { event: 'data.delete', resource: `incident/${id}`, metadata: { title } });
    },
  };
}

function maintenanceOperations(context: Context) {
  const { repository, now } = context;

  async function maintenance(id: string): Promise<Maintenance> {
    const found = await repository.maintenance(id);
    if (found === null) throw new AppError('not_found', { detail: 'Esta manutenção já não existe.' });
    return found;
  }

  function maintenanceRow(id: string, body: BodyOf<typeof createMaintenance>, actor: Actor) {
    const { title, text, services, from, to } = body;
    const [from_at, to_at] = [new Date(from), new Date(to)];
    return { id, title, text, services, from_at, to_at, written_at: now(), written_by: actor.principal.email };
  }

  const recordMaintenance = (
    actor: Actor,
    id: string,
    act: 'create' | 'edit',
    { title, from, to }: BodyOf<typeof createMaintenance>,
  ) =>
    recordChange(context, actor, {
      event: 'data.modify',
      resource: `maintenance/${id}`,
      metadata: { act, title, from, to },
    });

  return {
    async createMaintenance(body: BodyOf<typeof createMaintenance>, actor: Actor): Promise<Maintenance> {
      const id = randomUUID();
      await repository.createMaintenance(maintenanceRow(id, body, actor));
      await recordMaintenance(actor, id, 'create', body);
      return maintenance(id);
    },

    async editMaintenance(id: string, body: BodyOf<typeof createMaintenance>, actor: Actor): Promise<Maintenance> {
      if (!(await repository.editMaintenance(maintenanceRow(id, body, actor)))) return maintenance(id);
      await recordMaintenance(actor, id, 'edit', body);
      return maintenance(id);
    },

    async deleteMaintenance(id: string, actor: Actor): Promise<void> {
      const { title } = await maintenance(id);
      if (!(await repository.deleteMaintenance(id))) return;
      await recordChange(context, actor, { event: 'data.delete', resource: `maintenance/${id}`, metadata: { title } });
    },
  };
}

/** Incidents and planned maintenance: rules, audit, and notice of each change to the other processes. */
export function createAnnouncements(dependencies: AnnouncementDependencies) {
  const { clock, database } = dependencies.platform;
  const repository = createAnnouncementsRepository(database);
  const context: Context = { ...dependencies, repository, now: () => new Date(clock.nowMs()) };

  return {
    async list(days: number): Promise<{ incidents: Incident[]; maintenances: Maintenance[] }> {
      const since = new Date(clock.nowMs() - days * dayMs);
      const [incidents, maintenances] = await Promise.all([
        repository.incidents(since),
        repository.maintenances(since),
      ]);
      return { incidents, maintenances };
    },

    ...incidentOperations(context),
    ...maintenanceOperations(context),
  };
}
