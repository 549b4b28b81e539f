import {
  addIncidentUpdate,
  createIncident,
  createMaintenance,
  deleteIncident,
  deleteMaintenance,
  editIncident,
  editMaintenance,
  listAnnouncements,
} from '@kianda/contract/operations/services/announcements.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { Announcements } from './announcements.service.ts';

/** Incidents and planned maintenance, as operators write and read them. */
export function announcementBindings(announcements: Announcements, clock: Clock): Bindings {
  const provenance = () => ownProvenance(clock);
  return [
    bind(listAnnouncements, async ({ query }) => ({
      data: await announcements.list(query.days),
      provenance: provenance(),
    })),
    bind(createIncident, async (c) => ({
      data: await announcements.createIncident(c.body, c),
      provenance: provenance(),
      message: 'Incidente aberto.',
      status: 201 as const,
    })),
    bind(editIncident, async (c) => ({
      data: await announcements.editIncident(c.params.id, c.body, c),
      provenance: provenance(),
      message: 'Incidente alterado.',
    })),
    bind(addIncidentUpdate, async (c) => ({
      data: await announcements.addUpdate(c.params.id, c.body, c),
      provenance: provenance(),
      message: 'Atualização publicada.',
    })),
    bind(deleteIncident, async (c) => {
      await announcements.deleteIncident(c.params.id, c);
      return { data: {}, provenance: provenance(), message: 'Incidente eliminado.' };
    }),
    bind(createMaintenance, async (c) => ({
      data: await announcements.createMaintenance(c.body, c),
      provenance: provenance(),
      message: 'Manutenção anunciada.',
      status: 201 as const,
    })),
    bind(editMaintenance, async (c) => ({
      data: await announcements.editMaintenance(c.params.id, c.body, c),
      provenance: provenance(),
      message: 'Manutenção alterada.',
    })),
    bind(deleteMaintenance, async (c) => {
      await announcements.deleteMaintenance(c.params.id, c);
      return { data: {}, provenance: provenance(), message: 'Manutenção eliminada.' };
    }),
  ];
}
