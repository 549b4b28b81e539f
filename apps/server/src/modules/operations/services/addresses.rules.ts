import { servicePrefixes } from '@kianda/contract';
import type { TestedServiceId } from '@kianda/contract/operations/services/services.contract';
import { serviceDefinitions } from './definitions.rules.ts';
import type { Installation } from './services.types.ts';

const prefixes: Readonly<Record<string, string | undefined>> = servicePrefixes;

/** Addresses of the services: for clients, and for the checks of this process. */
export function createAddresses(options: {
  installation: Installation;
  ownUrl: string;
  outside: Readonly<Record<string, string | null>>;
}) {
  const { installation, ownUrl, outside } = options;
  const { publicUrl, interfacesUrl } = installation;
  /** Below this process, and below the address that people know. */
  const both = (asked: string, opened = asked) => ({ asked: `${ownUrl}${asked}`, opened: `${publicUrl}${opened}` });
  return {
    /** Address at which a service of the test view is asked, and the one that a person opens: a page, never a 404. */
    testedAddress(id: TestedServiceId): { readonly asked: string; readonly opened: string } {
      const page = `${interfacesUrl}/index.html`;
      const all = {
        'admin-api': both('/admin-api/health'),
        stac: both('/stac'),
        interfaces: { asked: page, opened: page },
        console: both('/'),
        cache: both('/admin-api/cache/stats', '/?section=cache-redis'),
        storage: both('/storage/', '/?section=storage'),
        analytics: both('/admin-api/usage/report', '/?section=advanced-analysis'),
        security: both('/admin-api/security/checks', '/?section=security'),
      } as const satisfies Record<TestedServiceId, unknown>;
      return all[id];
    },
    /** Address that clients know a service by; null for a part that has none of its own, like the database. */
    clientUrlOf(id: string): string | null {
      if (id === 'console') return publicUrl;
      if (id === 'interfaces') return interfacesUrl;
      if (id === 'stac-browser') return `${interfacesUrl}/stac_oceanographic.html`;
      const service = serviceDefinitions.find((entry) => entry.id === id)?.service ?? null;
      const prefix = service === null ? undefined : prefixes[service];
      return outside[id] ?? (prefix === undefined ? null : `${publicUrl}${prefix}`);
    },
    /** Address at which a service is checked; null for a service without one. */
    addressOf(id: string): string | null {
      if (id === 'console') return `${ownUrl}/`;
      if (id === 'interfaces') return `${installation.interfacesUrl}/config.json`;
      const definition = serviceDefinitions.find((entry) => entry.id === id);
      const outsideUrl = outside[id] ?? null;
      if (definition === undefined) return null;
      if (outsideUrl !== null) return `${outsideUrl}${definition.outsideProbePath}`;
      const prefix = definition.service === null ? undefined : prefixes[definition.service];
      return prefix === undefined ? null : `${ownUrl}${prefix}${definition.probePath}`;
    },
  };
}
