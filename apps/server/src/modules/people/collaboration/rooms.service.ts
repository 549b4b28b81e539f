import { randomUUID } from 'node:crypto';
import type { BodyOf, DataOf } from '@kianda/contract';
import type {
  createRoom,
  findRoom,
  Room,
  RoomMember,
  updateRoom,
} from '@kianda/contract/people/collaboration/collaboration.contract';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import {
  type Context,
  notify,
  nowOf,
  peopleWho,
  roomEntry,
  roomPath,
  tellRoom,
  visibleRoom,
} from './collaboration.context.ts';
import type { Actor, RoomRow } from './collaboration.types.ts';
import { roleIn } from './room-access.rules.ts';

type Detail = DataOf<typeof findRoom>;
/** Names that an answer holds at most. */
const mostPeople = 50;
const mostMembers = 200;

/** Rooms: who made them, who is in them, who may do what. */
export function createRoomsService(context: Context) {
  const { repository, audit, people } = context;

  async function detail(id: string, principal: Principal): Promise<Detail> {
    const { row } = await visibleRoom(context, id, principal);
    const members = await repository.members(id);
    const owner: RoomMember = { accountId: row.owner_id, name: row.owner_name, role: 'owner' };
    return {
      room: viewOf(row, principal),
      people: [owner, ...members.map(({ account_id: accountId, name, role }) => ({ accountId, name, role }))],
    };
  }

  /** A room that the caller runs. Throws `not_found`, `forbidden`. */
  async function ownRoom(id: string, principal: Principal): Promise<RoomRow> {
    const { row, role } = await visibleRoom(context, id, principal);
    if (role !== 'owner') throw new AppError('forbidden', { detail: 'Só o responsável da sala o pode fazer.' });
    return row;
  }

  return {
    detail,
    async list(search: string, principal: Principal): Promise<Room[]> {
      return (await repository.rooms(principal.accountId, search)).map((row) => viewOf(row, principal));
    },
    async create(room: BodyOf<typeof createRoom>, actor: Actor): Promise<Detail> {
      const { principal } = actor;
      const id = randomUUID();
      await repository.createRoom(id, { id: principal.accountId, name: principal.name }, nowOf(context), room);
      await audit.record(roomEntry(actor, 'data.modify', { id, name: room.name }, { acesso: room.access }));
      return detail(id, principal);
    },
    async update(id: string, room: BodyOf<typeof updateRoom>, actor: Actor): Promise<Detail> {
      await ownRoom(id, actor.principal);
      await repository.updateRoom(id, nowOf(context), room);
      await audit.record(roomEntry(actor, 'data.modify', { id, name: room.name }, { acesso: room.access }));
      tellRoom(context, id, 'access');
      return detail(id, actor.principal);
    },
    async remove(id: string, actor: Actor): Promise<void> {
      const row = await ownRoom(id, actor.principal);
      await repository.removeRoom(id);
      await audit.record(roomEntry(actor, 'data.delete', row));
      tellRoom(context, id, 'access');
    },
    /** Throws `conflict` for the owner, and for who may not collaborate. */
    async setMember(id: string, member: { account: string; role: 'editor' | 'reader' }, actor: Actor): Promise<Detail> {
      const row = await ownRoom(id, actor.principal);
      const [person] = await peopleWho(context, [member.account], null);
      if (person === undefined || member.account === row.owner_id)
        throw new AppError('conflict', { detail: 'Esta pessoa não pode entrar como membro.' });
      const members = await repository.members(id);
      const isNew = members.every(({ account_id: accountId }) => accountId !== member.account);
      if (isNew && members.length >= mostMembers)
        throw new AppError('conflict', { detail: `Uma sala tem ${mostMembers} membros no máximo.` });
      await repository.setMember(id, { account_id: member.account, name: person.name, role: member.role });
      await audit.record(roomEntry(actor, 'data.modify', row, { membro: person.name, papel: member.role }));
      tellRoom(context, id, 'access');
      if (isNew) await welcome(context, row, actor.principal, person.accountId);
      return detail(id, actor.principal);
    },
    /** The owner removes anybody, and everybody may go. Throws `conflict` for the owner. */
    async removeMember(id: string, account: string, actor: Actor): Promise<void> {
      const { principal } = actor;
      const row =
        account === principal.accountId
          ? (await visibleRoom(context, id, principal)).row
          : await ownRoom(id, principal);
      if (account === row.owner_id)
        throw new AppError('conflict', { detail: 'O responsável não sai da sua sala: pode eliminá-la.' });
      await repository.removeMember(id, account);
      await audit.record(roomEntry(actor, 'data.modify', row, { retirado: account }));
      tellRoom(context, id, 'access');
    },
    async people(search: string): Promise<{ accountId: string; name: string }[]> {
      const found = await people.accountsWith('collaboration:read', search, mostPeople);
      return found.map(({ id: accountId, name }) => ({ accountId, name }));
    },
  };
}

export type RoomsService = ReturnType<typeof createRoomsService>;

function welcome(context: Context, room: RoomRow, by: Principal, accountId: string): Promise<void> {
  return notify(
    context,
    {
      key: `room/${room.id}/member/${accountId}`,
      group: `room/${room.id}`,
      alertId: room.id,
      title: `${by.name} juntou-o à sala «${room.name}»`,
      description: room.topic,
      path: roomPath(room.id),
    },
    [accountId],
  );
}

function viewOf(row: RoomRow, principal: Principal): Room {
  return {
    id: row.id,
    name: row.name,
    topic: row.topic,
    access: row.access,
    ownerName: row.owner_name,
    role: roleIn(row, principal) ?? 'reader',
    annotations: row.annotations,
    members: row.members,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
