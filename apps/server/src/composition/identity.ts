import type { IdentityConfig } from '../modules/people/identity/index.ts';
import type { Setup } from './setup.ts';

/** Settings of accounts and sign-in. */
export function identityConfig({ config, masterKey, userAgent }: Setup): IdentityConfig {
  const { oidc } = config;
  return {
    get twoStepRoles() {
      return config.twoStepRoles;
    },
    get twoStepGraceDays() {
      return config.twoStepGraceDays;
    },
    masterKey,
    publicUrl: config.publicUrl,
    outgoing: { userAgent, allowPrivateHosts: config.allowedPrivateHosts },
    firstAdministrator: config.administrator,
    oidc:
      oidc === null
        ? null
        : {
            issuer: oidc.issuer,
            clientId: oidc.clientId,
            clientSecret: oidc.clientSecret,
            scopes: oidc.scopes,
            get label() {
              return oidc.name;
            },
            get newAccountRole() {
              return oidc.newAccountRole;
            },
          },
  };
}
