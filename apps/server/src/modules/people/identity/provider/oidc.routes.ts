import * as contract from '@kianda/contract/people/identity/oidc.contract';
import type { Bindings } from '../../../../platform/http/bind.ts';
import type { IdentityContext } from '../core/identity-context.ts';
import { consentBindings } from './oidc-consent.routes.ts';
import { metadataBindings } from './oidc-metadata.routes.ts';
import type { OidcRealm } from './oidc-realm.ts';
import { tokenBindings } from './oidc-token.routes.ts';

/** The realm for outside programs: OpenID Connect with code and PKCE, client credentials, refresh. */
export function oidcBindings(context: IdentityContext): Bindings {
  const { publicUrl } = context.config;
  const issuer = `${publicUrl}/identity/realms/${contract.realmName}`;
  const realm: OidcRealm = { context, issuer, publicUrl, protocol: `${issuer}/protocol/openid-connect` };
  return [...metadataBindings(realm), ...consentBindings(realm), ...tokenBindings(realm)];
}
