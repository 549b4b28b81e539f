import { servicePrefixes } from '@kianda/contract';
import type { Config } from '../config/config.ts';
import type {
  ExternalServiceId,
  ExternalServiceSettings,
  ExternalServicesSettings,
} from '../modules/open/external-services/index.ts';
import type { ExternalStorageSettings } from '../modules/open/storage/index.ts';

/** Address of an external service; null for the built-in one. */
function externalUrl(config: Config, id: keyof Config['services']): string | null {
  const url = config.services[id];
  return url === `${config.publicUrl}${servicePrefixes[id]}` ? null : url;
}

/** Addresses of external services, by id. */
export function externalUrls(config: Config): Readonly<Record<keyof Config['services'], string | null>> {
  const ids = Object.keys(config.services) as (keyof Config['services'])[];
  return Object.fromEntries(ids.map((id) => [id, externalUrl(config, id)])) as Record<
    (typeof ids)[number],
    string | null
  >;
}

/** Settings of external services. */
export function externalServiceOptions(config: Config): Pick<ExternalServicesSettings, 'publicUrl' | 'services'> {
  const settingsOf = (id: ExternalServiceId): ExternalServiceSettings | null => {
    const baseUrl = externalUrl(config, id);
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

/** A MinIO or another S3 that settings point at; null for the built-in storage. */
export function externalStorage(config: Config, userAgent: () => string): ExternalStorageSettings | null {
  const baseUrl = externalUrl(config, 'storage');
  if (baseUrl === null) return null;
  const { accessKey = '', secretKey = '' } = config.serviceCredentials.storage;
  return { baseUrl, accessKey, secretKey, region: config.storageRegion, userAgent };
}
