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
import { AppError } from '../../../platform/http/errors.ts';
import type { Platform } from '../../../platform/module.ts';
import { createAnnouncementsRepository } from './announcements.repository.ts';
import type { Actor, ServicesAudit } from './control.service.ts';

const dayMs = 86_400_000;

export type Announcements = ReturnType<typeof createAnnouncements>;

/** Incidents and planned maintenance: rules, audit, and who is told that they changed. */
export function createAnnouncements(options: { platform: Platform; audit: ServicesAudit; onChange: () => void }) {
  const { platform, audit, onChange } = options;
  const { clock } = platform;
  const repository = createAnnouncementsRepository(platform.database);
  const now = () => new Date(clock.nowMs());

  async function changed(
    { principal, ipAddress, userAgent }: Actor,
    event: 'data.modify' | 'data.delete',
    resource: string,
    metadata: AuditMetadata,
  ): Promise<void> {
    onChange();
    await audit.record({
      event,
      severity: 'medium',
      actorId: principal.accountId,
      actorName: principal.email,
      resource,
      ipAddress,
      userAgent,
      metadata,
    });
  }

  async function incident(id: string): Promise<Incident> {
    const found = await repository.incident(id);
    if (found === null) throw new AppError('not_found', { detail: 'Este incidente já não existe.' });
    return found;
  }

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

  return {
    async list(days: number): Promise<{ incidents: Incident[]; maintenances: Maintenance[] }> {
      const since = new Date(clock.nowMs() - days * dayMs);
      const [incidents, maintenances] = await Promise.all([
        repository.incidents(since),
        repository.maintenances(since),
      ]);
      return { incidents, maintenances };
    },

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
      await changed(actor, 'data.modify', `incident/${id}`, { act: 'create', title, severity, state });
      return incident(id);
    },

    async editIncident(id: string, body: BodyOf<typeof editIncident>, actor: Actor): Promise<Incident> {
      if (!(await repository.editIncident(id, body))) return incident(id);
      await changed(actor, 'data.modify', `incident/${id}`, {
        act: 'edit',
        title: body.title,
        severity: body.severity,
      });
      return incident(id);
    },

    async addUpdate(id: string, body: BodyOf<typeof addIncidentUpdate>, actor: Actor): Promise<Incident> {
      const update = { id: randomUUID(), ...body, written_at: now(), written_by: actor.principal.email };
      if (!(await repository.addUpdate(id, update))) return incident(id);
      await changed(actor, 'data.modify', `incident/${id}`, { act: 'update', state: body.state });
      return incident(id);
    },

    async deleteIncident(id: string, actor: Actor): Promise<void> {
      const { title } = await incident(id);
      if (await repository.deleteIncident(id)) await changed(actor, 'data.delete', `incident/${id}`, { title });
    },

    async createMaintenance(body: BodyOf<typeof createMaintenance>, actor: Actor): Promise<Maintenance> {
      const id = randomUUID();
      await repository.createMaintenance(maintenanceRow(id, body, actor));
      const { title, from, to } = body;
      await changed(actor, 'data.modify', `maintenance/${id}`, { act: 'create', title, from, to });
      return maintenance(id);
    },

    async editMaintenance(id: string, body: BodyOf<typeof createMaintenance>, actor: Actor): Promise<Maintenance> {
      if (!(await repository.editMaintenance(maintenanceRow(id, body, actor)))) return maintenance(id);
      const { title, from, to } = body;
      await changed(actor, 'data.modify', `maintenance/${id}`, { act: 'edit', title, from, to });
      return maintenance(id);
    },

    async deleteMaintenance(id: string, actor: Actor): Promise<void> {
      const { title } = await maintenance(id);
      if (await repository.deleteMaintenance(id)) await changed(actor, 'data.delete', `maintenance/${id}`, { title });
    },
  };
}
