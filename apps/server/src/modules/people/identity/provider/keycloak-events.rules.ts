import type { AuditEventName } from '@kianda/contract/people/audit/audit';
import { realmName } from '@kianda/contract/people/identity/oidc.contract';
import type { TrailEvent } from '../../audit/index.ts';

/** Events of people about their own accounts, by Keycloak's types. */
export const userEventTypes = {
  LOGIN: 'auth.login.success',
  LOGIN_ERROR: 'auth.login.failed',
  LOGOUT: 'auth.logout',
  UPDATE_PASSWORD: 'auth.password.change',
  REFRESH_TOKEN: 'auth.token.refresh',
  REFRESH_TOKEN_ERROR: 'security.refresh.reuse',
  PERMISSION_TOKEN_ERROR: 'auth.permission.denied',
  UPDATE_TOTP: 'auth.totp.enabled',
  REMOVE_TOTP: 'auth.totp.disabled',
  GRANT_CONSENT: 'auth.identity.linked',
  USER_DISABLED_BY_TEMPORARY_LOCKOUT: 'security.lockout',
  EXECUTE_ACTIONS: 'user.link.accepted',
} as const satisfies Record<string, AuditEventName>;

type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'ACTION';
type ResourceType = 'USER' | 'CLIENT' | 'REALM';
type AdminKind = {
  readonly event: AuditEventName;
  readonly type: ResourceType;
  readonly operation: Operation;
  readonly resource: string;
};

const prefixes = { USER: 'user/', CLIENT: 'client/', REALM: 'realm/' } as const;
const userKind = (event: AuditEventName, operation: Operation): AdminKind => ({
  event,
  operation,
  type: 'USER',
  resource: prefixes.USER,
});

/** Acts of administrators on accounts, programs and the realm. Those on programs are told apart by their metadata. */
export const adminKinds: readonly AdminKind[] = [
  userKind('user.created', 'CREATE'),
  userKind('user.updated', 'UPDATE'),
  userKind('user.activated', 'UPDATE'),
  userKind('user.deactivated', 'UPDATE'),
  userKind('user.deleted', 'DELETE'),
  userKind('user.password.reset', 'ACTION'),
  userKind('user.password.forced', 'ACTION'),
  userKind('user.totp.reset', 'ACTION'),
  userKind('user.invited', 'ACTION'),
  userKind('user.sessions.ended', 'ACTION'),
  { event: 'system.config.change', type: 'CLIENT', operation: 'UPDATE', resource: prefixes.CLIENT },
  { event: 'system.config.change', type: 'REALM', operation: 'UPDATE', resource: prefixes.REALM },
];

const operationOfAct: Readonly<Record<string, Operation>> = {
  'create-client': 'CREATE',
  'delete-client': 'DELETE',
  'renew-secret': 'ACTION',
  'read-secret': 'ACTION',
  'clear-login-failures': 'ACTION',
  'logout-all': 'ACTION',
};

const typeOf: ReadonlyMap<string, string> = new Map(
  Object.entries(userEventTypes).map(([type, event]) => [event, type]),
);

export function userEvent(row: TrailEvent) {
  const type = typeOf.get(row.event) ?? row.event;
  const session = /^session\/(.+)$/.exec(row.resource)?.[1];
  return {
    id: String(row.seq),
    time: Date.parse(row.occurredAt),
    type,
    realmId: realmName,
    ...(row.actorId === null ? {} : { userId: row.actorId }),
    ...(session === undefined ? {} : { sessionId: session }),
    ipAddress: row.ipAddress,
    ...(type.endsWith('_ERROR') ? { error: String(row.metadata.reason ?? row.event) } : {}),
    details: { username: row.actorName, ...detailsOf(row) },
  };
}

export function adminEvent(row: TrailEvent) {
  const kind = adminKinds.find(({ event, resource }) => event === row.event && row.resource.startsWith(resource));
  const type = kind?.type ?? 'REALM';
  const name = row.resource.slice(row.resource.indexOf('/') + 1);
  const path = { USER: `users/${name}`, CLIENT: `clients/${name}`, REALM: '' }[type];
  return {
    id: String(row.seq),
    time: Date.parse(row.occurredAt),
    realmId: realmName,
    authDetails: {
      realmId: realmName,
      ...(row.actorId === null ? {} : { userId: row.actorId }),
      ipAddress: row.ipAddress,
    },
    operationType: operationOf(row, kind),
    resourceType: type,
    resourcePath: path,
    details: detailsOf(row),
  };
}

function operationOf(row: TrailEvent, kind: AdminKind | undefined): Operation {
  return operationOfAct[String(row.metadata.act)] ?? kind?.operation ?? 'UPDATE';
}

function detailsOf({ metadata }: TrailEvent): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, String(value)]));
}

/** A resource of the trail by Keycloak's path; undefined of any other text. */
export function resourceAt(path: string): string | undefined {
  const [, kind, name] = /^(users|clients)\/([\w.-]+)$/.exec(path) ?? [];
  if (kind === undefined || name === undefined) return undefined;
  return (kind === 'users' ? prefixes.USER : prefixes.CLIENT) + name;
}

/** An instant of a filter, as the contract takes it; a day is meant to its end where a period ends. */
export function momentOf(text: string | undefined, edge: 'from' | 'to'): Date | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return new Date(Number(text));
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  return new Date(isDay && edge === 'to' ? `${text}T23:59:59.999Z` : text);
}
