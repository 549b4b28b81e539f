import { servicePrefixes } from '@kianda/contract';
import type { Config } from '../config/env.ts';
import type {
  ExternalServiceId,
  ExternalServiceSettings,
  ExternalServicesSettings,
} from '../modules/open/external-services/index.ts';
import type { ExternalStorageSettings } from '../modules/open/storage/index.ts';

/** The address of a service that is not this installation's own; null for the built-in one. */
function outsideUrl(config: Config, id: keyof Config['services']): string | null {
  const url = config.services[id];
  return url === `${config.publicUrl}${servicePrefixes[id]}` ? null : url;
}

/** Addresses of the services that are not this installation's own, by id. */
export function outsideUrls(config: Config): Readonly<Record<keyof Config['services'], string | null>> {
  const ids = Object.keys(config.services) as (keyof Config['services'])[];
  return Object.fromEntries(ids.map((id) => [id, outsideUrl(config, id)])) as Record<
    (typeof ids)[number],
    string | null
  >;
}

/** What the services elsewhere take of the settings. */
export function outsideOptions(config: Config): Pick<ExternalServicesSettings, 'publicUrl' | 'services'> {
  const settingsOf = (id: ExternalServiceId): ExternalServiceSettings | null => {
    const baseUrl = outsideUrl(config, id);
    return baseUrl === null ? null : { baseUrl, credentials: config.serviceCredentials[id] };
  };
  return {
    publicUrl: config.publicUrl,
    services: {
      stac: settingsOf('stac'),
      features: settingsOf('features'),
      monitor: settingsOf('monitor'),
      identity: settingsOf('identity'),
      workflow: settingsOf('workflow'),
    },
  };
}

/** The storage that settings point at a MinIO or another S3; null: the platform's own. */
export function storageElsewhere(config: Config, userAgent: () => string): ExternalStorageSettings | null {
  const baseUrl = outsideUrl(config, 'storage');
  if (baseUrl === null) return null;
  const { accessKey = '', secretKey = '' } = config.serviceCredentials.storage;
  return { baseUrl, accessKey, secretKey, region: config.storageRegion, userAgent };
}
