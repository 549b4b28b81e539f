import type { QueryOf } from '@kianda/contract';
import * as links from '@kianda/contract/people/identity/access-links.contract';
import * as keys from '@kianda/contract/people/identity/api-keys.contract';
import * as sessions from '@kianda/contract/people/identity/user-sessions.contract';
import { userSessionResource } from '@kianda/contract/people/identity/user-sessions.resource';
import * as contract from '@kianda/contract/people/identity/users.contract';
import { userResource } from '@kianda/contract/people/identity/users.resource';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { type Answer, type Bindings, bind } from '../../../../platform/http/bind.ts';
import { type ListRecorder, listExport } from '../../../../platform/http/list-file.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import type { IdentityService } from '../identity.service.ts';
import type { Origin } from '../identity.types.ts';

/** Clock, and the trail in which exports of whole lists are recorded. */
export type ListingContext = { readonly clock: Clock; readonly audit: ListRecorder };

/** Endpoints of users, their sessions and keys, and of the links that open accounts. */
export function userRoutes(service: IdentityService, { clock, audit }: ListingContext): Bindings {
  const answer = <T>(data: T): Answer<T> => ({ data, provenance: ownProvenance(clock) });
  const created = <T>(data: T): Answer<T> => ({ ...answer(data), status: 201 });
  return [
    bind(contract.usersList, async (c) => answer(await service.listUsers(c.query))),
    bind(contract.usersSummary, async () => answer(await service.summary())),
    bind(contract.usersCreate, async (c) => created(await service.createUser(c.principal, c.body, origin(c)))),
    bind(contract.usersUpdate, async (c) =>
      answer(await service.updateUser(c.principal, c.params.id, c.body, origin(c))),
    ),
    bind(contract.usersDelete, async (c) => answer(await service.deleteUser(c.principal, c.params.id, origin(c)))),
    bind(contract.userHoldings, async (c) => answer(await service.holdingsOf(c.params.id))),
    bind(contract.usersResetPassword, async (c) =>
      answer(await service.resetAccess(c.principal, c.params.id, origin(c))),
    ),
    bind(contract.usersForcePassword, async (c) =>
      answer(await service.forcePasswordChange(c.principal, c.params.id, origin(c))),
    ),
    bind(contract.usersResetTotp, async (c) => answer(await service.resetTotp(c.principal, c.params.id, origin(c)))),
    bind(contract.userAccess, async (c) => answer(await service.accessOf(c.params.id))),
    bind(contract.permissionMatrix, async () => answer(await service.matrix())),
    bind(contract.usersExport, listExport(userResource, { clock, audit, severity: 'high', read: service.listUsers })),
    bind(contract.usersImportPreview, async (c) => answer(await service.previewImport(c.body.csv))),
    bind(contract.usersImport, async (c) => created(await service.importUsers(c.principal, c.body.csv, origin(c)))),
    bind(sessions.sessionsList, async (c) => answer(await service.listAllSessions(c.principal, c.query))),
    bind(sessions.sessionsExport, (c) =>
      listExport(userSessionResource, {
        clock,
        audit,
        severity: 'high',
        read: (query: QueryOf<typeof sessions.sessionsList>) => service.listAllSessions(c.principal, query),
      })(c),
    ),
    bind(sessions.sessionEnd, async (c) => answer(await service.endAnySession(c.principal, c.params.id, origin(c)))),
    bind(sessions.userEndSessions, async (c) =>
      answer(await service.endSessionsOf(c.principal, c.params.id, origin(c))),
    ),
    bind(keys.apiKeysOwn, async (c) => answer(await service.listKeys(c.principal.accountId))),
    bind(keys.apiKeyCreate, async (c) => created(await service.createKey(c.principal, c.body, origin(c)))),
    bind(keys.apiKeyRevoke, async (c) =>
      answer(await service.revokeKey(c.principal, c.params.id, origin(c), { ownOnly: true })),
    ),
    bind(keys.apiKeysAll, async (c) => answer(await service.listKeys(c.query.accountId))),
    bind(keys.apiKeyRevokeAny, async (c) =>
      answer(await service.revokeKey(c.principal, c.params.id, origin(c), { ownOnly: false })),
    ),
    bind(links.linkForgotten, async (c) => answer(service.requestRecovery(c.body.email, origin(c)))),
    bind(links.linkRead, async (c) => answer(await service.readLink(c.body.token))),
    bind(links.linkTwoStep, async (c) => answer(await service.enrolByLink(c.body.token))),
    bind(links.linkAccept, async (c) => answer(await service.acceptLink(c.body, origin(c)))),
  ];
}

function origin({ ipAddress, userAgent }: Origin): Origin {
  return { ipAddress, userAgent };
}
