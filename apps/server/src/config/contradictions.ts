import {
  type NamedSettings,
  type ServiceId,
  type Settings,
  serviceCredentials,
  serviceCredentialVariable,
  serviceIds,
  serviceVariable,
} from './settings.ts';

/** Settings that are right one by one and wrong together. */
export function contradictions(s: Settings): readonly string[] {
  const problems: string[] = [];
  const together = (first: keyof Settings, second: keyof Settings): void => {
    if ((s[first] === null) !== (s[second] === null)) problems.push(`${first} e ${second} definem-se em conjunto.`);
  };
  together('KIANDA_OIDC_ISSUER', 'KIANDA_OIDC_CLIENT_ID');
  together('KIANDA_ADMIN_EMAIL', 'KIANDA_ADMIN_PASSWORD');
  together('KIANDA_S3_ACCESS_KEY', 'KIANDA_S3_SECRET_KEY');
  together('KIANDA_SMTP_URL', 'KIANDA_SMTP_FROM');
  together('KIANDA_ASSISTANT_MODEL_URL', 'KIANDA_ASSISTANT_MODEL');
  together('KIANDA_COPERNICUS_USERNAME', 'KIANDA_COPERNICUS_PASSWORD');
  if (s.KIANDA_S3_BUCKET === null && s.KIANDA_S3_ENDPOINT !== null) {
    problems.push('KIANDA_S3_ENDPOINT precisa de KIANDA_S3_BUCKET.');
  }
  const listens = s.KIANDA_AIS_TCP_LISTEN !== null || s.KIANDA_AIS_UDP_LISTEN !== null;
  if (listens && s.KIANDA_AIS_ALLOWED_ADDRESSES.length === 0) {
    problems.push('KIANDA_AIS_TCP_LISTEN e KIANDA_AIS_UDP_LISTEN precisam de KIANDA_AIS_ALLOWED_ADDRESSES.');
  }
  if (s.KIANDA_PORT !== 0 && s.KIANDA_PORT === s.KIANDA_INTERFACES_PORT) {
    problems.push(`KIANDA_PORT e KIANDA_INTERFACES_PORT não podem ser a mesma (${s.KIANDA_PORT}).`);
  }
  return problems;
}

/** A service elsewhere that asks who is asking answers nothing without a credential: better not to start. */
const neededCredentials = {
  identity: ['clientId', 'clientSecret'],
  storage: ['accessKey', 'secretKey'],
} as const satisfies Partial<Record<ServiceId, readonly string[]>>;

export function serviceContradictions(named: NamedSettings): readonly string[] {
  return serviceIds.flatMap((id) => {
    const url = serviceVariable(id);
    const isSet = (name: string) => named[serviceCredentialVariable(id, name)] != null;
    const needed: readonly string[] =
      id in neededCredentials ? neededCredentials[id as keyof typeof neededCredentials] : [];
    const problems: string[] = [];
    if (named[url] == null && serviceCredentials[id].some(isSet)) {
      const given = serviceCredentials[id].filter(isSet).map((name) => serviceCredentialVariable(id, name));
      problems.push(`${given.join(', ')}: falta ${url}.`);
    }
    if (named[url] != null && !needed.every(isSet)) {
      const names = needed.map((name) => serviceCredentialVariable(id, name));
      problems.push(`${url} precisa de ${names.join(' e ')}.`);
    }
    return problems;
  });
}
