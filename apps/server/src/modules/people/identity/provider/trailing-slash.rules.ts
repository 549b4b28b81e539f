import { servicePrefixes } from '@kianda/contract';

const prefix = `${servicePrefixes.identity}/`;

/** Address without the slash that Keycloak's clients put at the end of lists; of any other service as it came. */
export function withoutTrailingSlash(url: string): string {
  if (!url.startsWith(prefix)) return url;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  return path.length > prefix.length && path.endsWith('/') ? path.slice(0, -1) + url.slice(path.length) : url;
}
