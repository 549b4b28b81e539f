import type { Role } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { RoomRole } from '@kianda/contract/people/collaboration/collaboration.contract';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { EventBus } from '../../../platform/events/events.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { CollaborationRepository } from './collaboration.repository.ts';
import type { Actor, Mention, RoomRow } from './collaboration.types.ts';
import { type Asker, mayWriteAs, roleIn } from './room-access.rules.ts';

export type Account = { readonly id: string; readonly name: string; readonly role: Role };

/** Dependencies of the services. */
export type Context = {
  readonly repository: CollaborationRepository;
  readonly clock: Clock;
  readonly log: Logger;
  readonly events: EventBus;
  readonly audit: { record(entry: AuditEntry): Promise<void> };
  readonly people: {
    activeAccount(id: string): Promise<Account | null>;
    accountsWith(
      permission: 'collaboration:read',
      search: string,
      limit: number,
    ): Promise<readonly { id: string; name: string }[]>;
  };
  tellPeople(message: AlertMessage): Promise<void>;
};

export const nowOf = ({ clock }: Pick<Context, 'clock'>): Date => new Date(clock.nowMs());

/** A room and the caller's role in it. Throws `not_found` also where the caller may not see it. */
export async function visibleRoom(
  { repository }: Context,
  id: string,
  principal: Asker,
): Promise<{ readonly row: RoomRow; readonly role: RoomRole }> {
  const row = await repository.room(id, principal.accountId);
  const role = row === null ? null : roleIn(row, principal);
  if (row === null || role === null) throw new AppError('not_found', { detail: 'Esta sala não existe.' });
  return { row, role };
}

/** As `visibleRoom`, for who changes what is in it. Throws `not_found`, `forbidden`. */
export async function writableRoom(context: Context, id: string, principal: Asker) {
  const room = await visibleRoom(context, id, principal);
  if (!mayWriteAs(room.role, principal)) throw new AppError('forbidden', { detail: 'Nesta sala só pode ler.' });
  return room;
}

/** Has the pages of those who are in the room read again what changed beside the document. */
export function tellRoom({ events }: Context, room: string, subject: string): void {
  const type = subject === 'access' ? 'room.access' : 'room.changed';
  events.publish({ channel: 'collaboration', type, payload: { room, subject } });
}

/** Those of the accounts that may see the room, or the console's discussions where there is none; each once. */
export async function peopleWho(
  { people, repository }: Context,
  ids: readonly string[],
  roomId: string | null,
): Promise<Mention[]> {
  const found: Mention[] = [];
  for (const id of new Set(ids)) {
    const account = await people.activeAccount(id);
    if (account === null) continue;
    const row = roomId === null ? null : await repository.room(roomId, id);
    const standing = row ?? { access: 'open' as const, owner_id: '', member_role: null };
    if (roleIn(standing, { accountId: id, role: account.role }) !== null)
      found.push({ accountId: id, name: account.name });
  }
  return found;
}

/** Puts a notice in the bells of people. What it tells of stands already: a notice that fails must not undo it. */
export async function notify(
  context: Context,
  notice: Pick<AlertMessage, 'key' | 'group' | 'alertId' | 'title' | 'description' | 'path'>,
  recipients: readonly string[],
): Promise<void> {
  if (recipients.length === 0) return;
  try {
    await context.tellPeople({
      ...notice,
      change: 'raised',
      source: 'platform',
      severity: 'medium',
      at: nowOf(context).toISOString(),
      simulated: false,
      recipients,
    });
  } catch (error) {
    context.log.error({ err: error }, 'notificação de colaboração por entregar');
  }
}

/** An act in a room, for the audit trail. */
export function roomEntry(
  { principal, ipAddress, userAgent }: Actor,
  event: 'data.modify' | 'data.delete',
  room: { readonly id: string; readonly name: string },
  metadata: AuditEntry['metadata'] = {},
): AuditEntry {
  return {
    event,
    severity: 'low',
    actorId: principal.accountId,
    actorName: principal.email,
    resource: `room/${room.id}`,
    ipAddress,
    userAgent,
    metadata: { sala: room.name, ...metadata },
  };
}

/** Address in the console at which the page of collaboration shows a room, and an annotation of it. */
export function roomPath(roomId: string, annotation: string | null = null): string {
  const hash = annotation === null ? `room=${roomId}` : `room=${roomId}&annotation=${annotation}`;
  return `/?section=scientific-interfaces&interface=collaboration#${hash}`;
}
