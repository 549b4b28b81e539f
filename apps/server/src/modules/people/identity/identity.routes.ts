import * as contract from '@kianda/contract/people/identity/identity.contract';
import { mySettings, saveMySettings } from '@kianda/contract/people/identity/settings.contract';
import { type Answer, type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { IdentityService } from './identity.service.ts';
import type { Origin } from './identity.types.ts';
import { type ListingContext, userRoutes } from './users/users.routes.ts';

/** Endpoints of the module. */
export function identityRoutes(service: IdentityService, listing: ListingContext): Bindings {
  const { clock } = listing;
  const answer = <T>(data: T): Answer<T> => ({ data, provenance: ownProvenance(clock) });
  return [
    bind(contract.authLogin, async (c) => answer(await service.signIn(c.body, origin(c)))),
    bind(contract.authRefresh, async (c) => answer(await service.refresh(c.body.refreshToken, origin(c)))),
    bind(contract.authLogout, async (c) =>
      answer({ endedSessions: await service.signOut(c.principal, c.body.refreshToken, origin(c)) }),
    ),
    bind(contract.authLogoutAll, async (c) =>
      answer({ endedSessions: await service.signOutEverywhere(c.principal, origin(c)) }),
    ),
    bind(contract.authMe, async (c) => answer(await service.account(c.principal))),
    bind(contract.authPassword, async (c) => answer(await service.changePassword(c.principal, c.body, origin(c)))),
    bind(contract.authTotpEnrol, async (c) =>
      answer(await service.enrolTotp(c.principal, c.body.currentPassword, origin(c))),
    ),
    bind(contract.authTotpConfirm, async (c) => answer(await service.confirmTotp(c.principal, c.body.code, origin(c)))),
    bind(contract.authTotpDisable, async (c) => answer(await service.disableTotp(c.principal, c.body, origin(c)))),
    bind(contract.authSessions, async (c) => answer({ sessions: await service.listSessions(c.principal) })),
    bind(contract.authEndSession, async (c) =>
      answer({ endedSessions: await service.endSession(c.principal, c.params.id, origin(c)) }),
    ),
    bind(contract.authMethods, async () => {
      const { label } = service.oidc;
      return answer({ local: true as const, oidc: label === null ? null : { label } });
    }),
    bind(contract.authOidcStart, async (c) => ({ location: await service.oidc.begin(c.query.challenge) })),
    bind(contract.authOidcCallback, async (c) => ({ location: await service.oidc.finish(c.query, origin(c)) })),
    bind(contract.authOidcExchange, async (c) =>
      answer(await service.oidc.exchange(c.body.code, c.body.verifier, origin(c))),
    ),
    bind(mySettings, async (c) => answer(await service.settings(c.principal, c.params.scope))),
    bind(saveMySettings, async (c) => answer(await service.saveSettings(c.principal, c.params.scope, c.body))),
    ...userRoutes(service, listing),
  ];
}

function origin({ ipAddress, userAgent }: Origin): Origin {
  return { ipAddress, userAgent };
}
