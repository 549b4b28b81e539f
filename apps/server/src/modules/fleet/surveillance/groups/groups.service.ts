import { randomUUID } from 'node:crypto';
import { allows, type BodyOf, type DataOf } from '@kianda/contract';
import {
  type changeGroupMembers,
  type createVesselGroup,
  mostMembers,
  type VesselGroup,
  type vesselGroupDetail,
} from '@kianda/contract/fleet/surveillance/groups.contract';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Fleet } from '../../vessels/index.ts';
import { type Actor, recordAct, type SurveillanceAudit } from '../audit.service.ts';
import type { GroupMemberRow, GroupRow } from '../surveillance.tables.ts';
import type { CountedGroup, GroupRepository } from './groups.repository.ts';

/** Groups of vessels: one's own, or shared; watch lists raise alerts. Every change is audited. */
export function createGroupService(options: {
  repository: GroupRepository;
  fleet: Fleet;
  clock: Clock;
  audit: SurveillanceAudit;
}) {
  const { repository, fleet, clock, audit } = options;
  const now = () => new Date(clock.nowMs());

  /** One that is another's own is not there for anybody else. */
  async function visible(id: string, principal: Pick<Principal, 'accountId'>): Promise<CountedGroup> {
    const row = await repository.group(id);
    if (row === undefined || !isVisible(row, principal.accountId)) {
      throw new AppError('not_found', { detail: 'O grupo não existe.' });
    }
    return row;
  }

  async function changeable(id: string, { principal }: Actor): Promise<CountedGroup> {
    const row = await visible(id, principal);
    if (!mayChange(row, principal)) {
      throw new AppError('forbidden', { detail: 'Só quem criou o grupo, ou quem gere o registo, o pode mudar.' });
    }
    return row;
  }

  /** Alerts go to everybody: who may not act on them may not cause them. */
  function refuseWatch(fields: { readonly isWatched: boolean }, { principal }: Actor): void {
    if (fields.isWatched && !allows('surveillance:act', principal.role)) {
      throw new AppError('forbidden', { detail: 'Só quem trata alertas pode ter listas de vigilância.' });
    }
  }

  async function view(id: string, { principal }: Actor): Promise<VesselGroup> {
    return viewOf(await visible(id, principal), principal);
  }

  function record(
    act: 'create' | 'update' | 'delete' | 'members',
    row: GroupRow,
    actor: Actor,
    more: Readonly<Record<string, number>> = {},
  ) {
    return recordAct(audit, actor, {
      event: act === 'delete' ? 'data.delete' : 'data.modify',
      severity: act === 'delete' || row.is_watched ? 'medium' : 'low',
      resource: `vessel-group/${row.id}`,
      metadata: { act, name: row.name, shared: row.is_shared, watched: row.is_watched, ...more },
    });
  }

  return {
    async list(principal: Principal): Promise<VesselGroup[]> {
      return (await repository.visibleTo(principal.accountId)).map((row) => viewOf(row, principal));
    },

    async detail(id: string, principal: Principal): Promise<DataOf<typeof vesselGroupDetail>> {
      const row = await visible(id, principal);
      const members = await repository.members(id);
      return {
        ...viewOf(row, principal),
        vessels: members.map((member) => ({
          vesselId: member.vessel_id,
          shipId: member.ship_id,
          name: member.name,
          addedAt: member.added_at.toISOString(),
          addedBy: member.added_by,
        })),
      };
    },

    async create(fields: BodyOf<typeof createVesselGroup>, actor: Actor): Promise<VesselGroup> {
      refuseWatch(fields, actor);
      const { accountId, name } = actor.principal;
      const row: GroupRow = {
        id: randomUUID(),
        ...columnsOf(fields),
        owner_id: accountId,
        owner_name: name,
        created_at: now(),
        updated_at: now(),
      };
      await repository.insert(row);
      await record('create', row, actor);
      return view(row.id, actor);
    },

    async update(id: string, fields: BodyOf<typeof createVesselGroup>, actor: Actor): Promise<VesselGroup> {
      const before = await changeable(id, actor);
      refuseWatch(fields, actor);
      const columns = columnsOf(fields);
      await repository.update(id, { ...columns, updated_at: now() });
      await record('update', { ...before, ...columns }, actor);
      // Whoever made another's shared group that one's own again no longer sees it.
      return viewOf({ ...before, ...columns, updated_at: now() }, actor.principal);
    },

    async remove(id: string, actor: Actor): Promise<void> {
      const row = await changeable(id, actor);
      await repository.remove(id);
      await record('delete', row, actor, { members: row.members });
    },

    /** Throws `validation_failed` for vessels the list does not know, `conflict` where the group would be too large. */
    async members(id: string, { add, remove }: BodyOf<typeof changeGroupMembers>, actor: Actor): Promise<VesselGroup> {
      const row = await changeable(id, actor);
      refuseWatch({ isWatched: row.is_watched }, actor);
      const wanted = [...new Set(add)];
      const listed = wanted.length === 0 ? [] : await fleet.byIds(wanted);
      const unknown = wanted.find((one) => !listed.some(({ id: known }) => known === one));
      if (unknown !== undefined) {
        const message = `a embarcação ${unknown} não está na lista`;
        throw new AppError('validation_failed', { issues: [{ path: 'body.add', message }] });
      }
      const rows = listed.map(
        (vessel): GroupMemberRow => ({
          group_id: id,
          vessel_id: vessel.id,
          ship_id: vessel.shipId,
          mmsi: vessel.mmsi === null ? null : vessel.mmsi.padStart(9, '0'),
          name: vessel.name,
          added_at: now(),
          added_by: actor.principal.name,
          // One that transmits already has not appeared.
          last_seen_at: vessel.shipId === null ? null : new Date(vessel.lastTransmissionDate),
        }),
      );
      if (!(await repository.change(id, rows, remove, mostMembers, now()))) {
        throw new AppError('conflict', { detail: `Um grupo tem no máximo ${mostMembers} embarcações.` });
      }
      await record('members', row, actor, { added: rows.length, removed: remove.length });
      return view(id, actor);
    },

    /** Ids of the vessels of a group that an account sees; none where it is gone: an old link shows an empty list. */
    async vesselIds(id: string, accountId: string): Promise<string[]> {
      const row = await repository.group(id);
      if (row === undefined || !isVisible(row, accountId)) return [];
      return (await repository.members(id)).map(({ vessel_id }) => vessel_id);
    },
  };
}

export type GroupService = ReturnType<typeof createGroupService>;

const isVisible = (row: GroupRow, accountId: string): boolean => row.is_shared || row.owner_id === accountId;

const mayChange = (row: GroupRow, { accountId, role }: Principal): boolean =>
  row.owner_id === accountId || (row.is_shared && allows('surveillance:configure', role));

const columnsOf = (fields: BodyOf<typeof createVesselGroup>) => ({
  name: fields.name,
  description: fields.description,
  is_shared: fields.isShared,
  is_watched: fields.isWatched,
});

function viewOf(row: CountedGroup, principal: Principal): VesselGroup {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    isShared: row.is_shared,
    isWatched: row.is_watched,
    ownerName: row.owner_name,
    mayChange: mayChange(row, principal),
    members: row.members,
    updatedAt: row.updated_at.toISOString(),
  };
}
