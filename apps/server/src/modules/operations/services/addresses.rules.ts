import { servicePrefixes } from '@kianda/contract';
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
  return {
    /** Address that clients know a service by. */
    clientUrlOf(id: string): string {
      if (id === 'interfaces') return installation.interfacesUrl;
      const service = serviceDefinitions.find((entry) => entry.id === id)?.service ?? null;
      const prefix = service === null ? '' : (prefixes[service] ?? '');
      return outside[id] ?? `${installation.publicUrl}${prefix}`;
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
