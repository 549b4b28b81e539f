import { userAgent } from '@kianda/connectors';
import { servicePrefixes } from '@kianda/contract';
import type { Config } from '../config/env.ts';
import type { createOutsideServices, OutsideId, OutsideSettings } from '../modules/outside/index.ts';

/** The address of a service that is not this installation's own; null for the built-in one. */
export function outsideUrl(config: Config, id: keyof Config['services']): string | null {
  const url = config.services[id];
  return url === `${config.publicUrl}${servicePrefixes[id]}` ? null : url;
}

/** What the services elsewhere take of the settings. */
export function outsideOptions(
  config: Config,
  version: string,
): Pick<Parameters<typeof createOutsideServices>[0], 'publicUrl' | 'userAgent' | 'services'> {
  const settingsOf = (id: OutsideId): OutsideSettings | null => {
    const baseUrl = outsideUrl(config, id);
    return baseUrl === null ? null : { baseUrl, credentials: config.serviceCredentials[id] };
  };
  return {
    publicUrl: config.publicUrl,
    userAgent: userAgent(version, config.operator.supportEmail ?? config.publicUrl),
    services: {
      stac: settingsOf('stac'),
      features: settingsOf('features'),
      monitor: settingsOf('monitor'),
      identity: settingsOf('identity'),
    },
  };
}
