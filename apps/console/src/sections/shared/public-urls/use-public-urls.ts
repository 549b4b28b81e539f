import { checkFrame } from '@kianda/contract/open/interfaces/interfaces.contract';
import { formatMilliseconds } from '@kianda/format';
import type { StatusTone } from '@kianda/ui';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { usePlatform } from '../use-platform.ts';
import { publicUrlTexts as texts } from './texts.pt.ts';

export type PublicUrl = {
  readonly label: string;
  readonly url: string;
  readonly tone: StatusTone;
  readonly state: string;
  /** Why, where it cannot be reached. */
  readonly reason?: string;
};

/** Addresses of this installation. Whether one that is not this page answers is judged by the server. */
export function usePublicUrls(): readonly PublicUrl[] | undefined {
  const platform = usePlatform();
  const interfacesUrl = platform.sourced?.value.interfacesUrl.replace(/\/$/, '');
  const docsUrl = interfacesUrl === undefined ? '' : `${interfacesUrl}/api-docs.html`;
  const { origin } = window.location;
  const openApiUrl = `${origin}/admin-api/openapi.json`;
  const docs = useEndpoint(checkFrame, { query: { url: docsUrl } }, { enabled: docsUrl !== '', refetchSeconds: 300 });
  const openApi = useEndpoint(checkFrame, { query: { url: openApiUrl } }, { refetchSeconds: 300 });
  if (interfacesUrl === undefined) return undefined;
  const here = { tone: 'good', state: texts.here } as const;
  return [
    { label: texts.app, url: `${origin}/`, ...here },
    { label: texts.admin, url: `${origin}/?section=dashboard`, ...here },
    { label: texts.docs, url: docsUrl, ...reachability(docs) },
    { label: texts.openApi, url: openApiUrl, ...reachability(openApi) },
  ];
}

function reachability(check: ReturnType<typeof useEndpoint<typeof checkFrame>>): Omit<PublicUrl, 'label' | 'url'> {
  const { sourced } = check;
  if (sourced === undefined) {
    if (check.error === null) return { tone: 'unknown', state: texts.checking };
    return { tone: 'unknown', state: texts.notChecked, reason: check.error.message };
  }
  const { status, latencyMs, message } = sourced.value;
  if (status !== null && status < 400) return { tone: 'good', state: texts.reachable(formatMilliseconds(latencyMs)) };
  return { tone: 'bad', state: texts.unreachable, reason: message };
}
