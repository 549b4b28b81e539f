import type { ConnectorSettings } from '../core/port.ts';

/** The provider's own addresses: `stac` has the metadata bucket, `arco` the data buckets. */
export const CMEMS_URLS = {
  config: 'https://s3.waw3-1.cloudferro.com/mdl-metadata/clientsConfigV1.json',
  stac: 'https://s3.waw4-1.cloudferro.com',
  arco: 'https://s3.waw3-1.cloudferro.com',
} as const;

const PROVIDER_HOST = /^(s3\.[a-z0-9-]+\.cloudferro\.com|stac\.marine\.copernicus\.eu)$/;

/** Address of the configuration file, which is the first request of a run. */
export function configUrl(settings: ConnectorSettings): string {
  return settings.extraBaseUrls?.config ?? CMEMS_URLS.config;
}

/**
 * Moves an address from the provider's answers to another base; this is the only place that does. Configuration,
 * catalogue and items carry absolute addresses of the provider; when the operator sets another `stac` (bucket
 * `mdl-metadata…`) or `arco` (every other bucket) base, the address keeps its path and query and takes that base.
 * Addresses of other hosts stay unchanged: the client's list of hosts decides about them.
 */
export function rewriteHref(href: string, settings: ConnectorSettings): string {
  const url = new URL(href);
  if (!PROVIDER_HOST.test(url.hostname)) return href;
  const key = url.hostname.startsWith('stac.') || url.pathname.startsWith('/mdl-metadata') ? 'stac' : 'arco';
  const base = settings.extraBaseUrls?.[key] ?? CMEMS_URLS[key];
  if (base === CMEMS_URLS[key]) return href;
  return `${base.replace(/\/+$/, '')}${url.pathname}${url.search}`;
}
