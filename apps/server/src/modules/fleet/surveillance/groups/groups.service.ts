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

type GroupContext = {
  readonly repository: GroupRepository;
  readonly fleet: Fleet;
  readonly clock: Clock;
  readonly audit: SurveillanceAudit;
};
type GroupInput = BodyOf<typeof createVesselGroup>;

/** Groups of vessels: private to their owner, or shared; watch lists raise alerts. Every change is audited. */
export function createGroupService(context: GroupContext) {
  return { ...groupReads(context), ...groupChanges(context), ...memberChanges(context) };
}

export type GroupService = ReturnType<typeof createGroupService>;

const groupReads = ({ repository }: GroupContext) => ({
  async list(principal: Principal): Promise<VesselGroup[]> {
    return (await repository.visibleTo(principal.accountId)).map((row) => viewOf(row, principal));
  },

  async detail(id: string, principal: Principal): Promise<DataOf<typeof vesselGroupDetail>> {
    const row = await visibleGroup(repository, id, principal);
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

  /** Ids of the vessels of a group that an account sees; none where the group is gone, so that an old link shows an empty list. */
  async vesselIds(id: string, accountId: string): Promise<string[]> {
    const row = await repository.group(id);
    if (row === undefined || !isVisible(row, accountId)) return [];
    return (await repository.members(id)).map(({ vessel_id }) => vessel_id);
  },
});

function groupChanges({ repository, clock, audit }: GroupContext) {
  const now = () => new Date(clock.nowMs());
  return {
    async create(fields: GroupInput, actor: Actor): Promise<VesselGroup> {
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
      await recordGroup(audit, { act: 'create', row }, actor);
      return viewOf(await visibleGroup(repository, row.id, actor.principal), actor.principal);
    },

    async update(id: string, fields: GroupInput, actor: Actor): Promise<VesselGroup> {
      const before = await changeableGroup(repository, id, actor);
      refuseWatch(fields, actor);
      const columns = columnsOf(fields);
      await repository.update(id, { ...columns, updated_at: now() });
      await recordGroup(audit, { act: 'update', row: { ...before, ...columns } }, actor);
      // The row is not read again: another's group that was made private is no longer visible to this account.
      return viewOf({ ...before, ...columns, updated_at: now() }, actor.principal);
    },

    async remove(id: string, actor: Actor): Promise<void> {
      const row = await changeableGroup(repository, id, actor);
      await repository.remove(id);
      await recordGroup(audit, { act: 'delete', row, counts: { members: row.members } }, actor);
    },
  };
}

const memberChanges = ({ repository, fleet, clock, audit }: GroupContext) => ({
  /** Throws `validation_failed` for vessels the list does not know, `conflict` where the group would be too large. */
  async members(id: string, { add, remove }: BodyOf<typeof changeGroupMembers>, actor: Actor): Promise<VesselGroup> {
    const now = new Date(clock.nowMs());
    const row = await changeableGroup(repository, id, actor);
    refuseWatch({ isWatched: row.is_watched }, actor);
    const vesselIds = [...new Set(add)];
    const listed = vesselIds.length === 0 ? [] : await fleet.byIds(vesselIds);
    const unknown = vesselIds.find((vesselId) => !listed.some((vessel) => vessel.id === vesselId));
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
        added_at: now,
        added_by: actor.principal.name,
        // A vessel that transmits already is not reported as appearing.
        last_seen_at: vessel.shipId === null ? null : new Date(vessel.lastTransmissionDate),
      }),
    );
    if (!(await repository.changeMembers({ groupId: id, add: rows, remove, most: mostMembers, now }))) {
      throw new AppError('conflict', { detail: `Um grupo tem no máximo ${mostMembers} embarcações.` });
    }
    await recordGroup(audit, { act: 'members', row, counts: { added: rows.length, removed: remove.length } }, actor);
    return viewOf(await visibleGroup(repository, id, actor.principal), actor.principal);
  },
});

/** Throws `not_found` where the group is gone, or private to another account. */
async function visibleGroup(
  repository: GroupRepository,
  id: string,
  principal: Pick<Principal, 'accountId'>,
): Promise<CountedGroup> {
  const row = await repository.group(id);
  if (row === undefined || !isVisible(row, principal.accountId)) {
    throw new AppError('not_found', { detail: 'O grupo não existe.' });
  }
  return row;
}

/** Throws `not_found` or `forbidden`. */
async function changeableGroup(repository: GroupRepository, id: string, { principal }: Actor): Promise<CountedGroup> {
  const row = await visibleGroup(repository, id, principal);
  if (!mayChange(row, principal)) {
    throw new AppError('forbidden', { detail: 'Só quem criou o grupo, ou quem gere o registo, o pode mudar.' });
  }
  return row;
}

/** Alerts of watch lists go to everybody: a role that may not act on alerts may not cause them. */
function refuseWatch(fields: { readonly isWatched: boolean }, { principal }: Actor): void {
  if (fields.isWatched && !allows('surveillance:act', principal.role)) {
    throw new AppError('forbidden', { detail: 'Só quem trata alertas pode ter listas de vigilância.' });
  }
}

/** An audited change of a group, with counts of what else it changed. */
type GroupAct = {
  readonly act: 'create' | 'update' | 'delete' | 'members';
  readonly row: GroupRow;
  readonly counts?: Readonly<Record<string, number>>;
};

function recordGroup(audit: SurveillanceAudit, { act, row, counts = {} }: GroupAct, actor: Actor) {
  return recordAct(audit, actor, {
    event: act === 'delete' ? 'data.delete' : 'data.modify',
    severity: act === 'delete' || row.is_watched ? 'medium' : 'low',
    resource: `vessel-group/${row.id}`,
    metadata: { act, name: row.name, shared: row.is_shared, watched: row.is_watched, ...counts },
  });
}

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
