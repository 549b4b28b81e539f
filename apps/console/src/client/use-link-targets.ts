import { platformInfo } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { useMemo } from 'react';
import type { LinkTargets } from './links.ts';
import { useEndpoint } from './use-endpoint.ts';

/** Where links lead in this installation; undefined until the server has said. */
export function useLinkTargets(): LinkTargets | undefined {
  const info = useEndpoint(platformInfo, {}, { refetchSeconds: 0 }).sourced?.value;
  return useMemo(() => {
    if (info === undefined) return undefined;
    return { interfacesUrl: info.interfacesUrl, serviceUrls: info.serviceUrls, consoleUrl: window.location.origin };
  }, [info]);
}
