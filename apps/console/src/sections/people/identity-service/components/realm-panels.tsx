import type { DataOf } from '@kianda/contract';
import { type listRealms, realmUserCount } from '@kianda/contract/people/identity/keycloak.contract';
import { formatCount, formatDuration, formatNumber, UNKNOWN } from '@kianda/format';
import { FactList, Panel } from '@kianda/ui';
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { type EndpointResult, useEndpoint } from '../../../../client/use-endpoint.ts';
import { useLinkTargets } from '../../../../client/use-link-targets.ts';
import { identityTexts } from '../texts.pt.ts';

const texts = identityTexts.realm;

type Realms = DataOf<typeof listRealms>;
type Realm = Realms[number];

/** Every realm with the rules that hold in it. */
export function RealmPanels({ realms }: { readonly realms: EndpointResult<Realms> }) {
  const [first] = realms.sourced?.value ?? [];
  return (
    <Panel
      title={first === undefined ? identityTexts.views.realms : first.realm}
      description={first?.displayName}
      source={realms}
    >
      {(value) => value.map((realm) => <RealmFacts key={realm.id} realm={realm} />)}
    </Panel>
  );
}

function RealmFacts({ realm }: { readonly realm: Realm }) {
  const targets = useLinkTargets();
  const count = useEndpoint(realmUserCount, { params: { realm: realm.realm } }, { refetchSeconds: 60 }).sourced?.value;
  const base = targets?.serviceUrls.identity ?? '/identity';
  const seconds = (name: string) => {
    const value = realm[name];
    return typeof value === 'number' ? formatDuration(value) : UNKNOWN;
  };
  const is = (name: string) => (realm[name] === true ? identityTexts.yes : identityTexts.no);
  const failures = realm.failureFactor;
  const blocked =
    realm.bruteForceProtected === true && typeof failures === 'number'
      ? texts.failures(formatCount(failures, ...texts.attempts))
      : is('bruteForceProtected');
  const items: readonly (readonly [string, ReactNode])[] = [
    [texts.enabled, realm.enabled ? identityTexts.yes : identityTexts.no],
    [texts.accounts, formatNumber(count, { maxDecimals: 0 })],
    [texts.registration, is('registrationAllowed')],
    [texts.accessToken, seconds('accessTokenLifespan')],
    [texts.idle, seconds('ssoSessionIdleTimeout')],
    [texts.lifespan, seconds('ssoSessionMaxLifespan')],
    [texts.bruteForce, blocked],
    [texts.rotation, is('revokeRefreshToken')],
    [texts.password, policyText(realm.passwordPolicy)],
    [texts.discovery, <Address key="oidc" href={`${base}/realms/${realm.realm}/.well-known/openid-configuration`} />],
    [texts.console, <span key="admin" className="k-mono">{`${base}/admin/realms/${realm.realm}`}</span>],
  ];
  return <FactList items={items} />;
}

/** The rule of passwords in words; one that is written in the notation of Keycloak otherwise stands as it is. */
function policyText(policy: unknown): string {
  if (typeof policy !== 'string') return UNKNOWN;
  const length = /^length\((\d+)\)$/.exec(policy)?.[1];
  return length === undefined ? policy : texts.passwordLength(length);
}

function Address({ href }: { readonly href: string }) {
  return (
    <Anchor href={href} target="_blank" rel="noopener" className="k-mono" style={{ overflowWrap: 'anywhere' }}>
      {href}
    </Anchor>
  );
}
