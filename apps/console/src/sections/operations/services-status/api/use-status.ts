import type { DataOf } from '@kianda/contract';
import { servicesStatus } from '@kianda/contract/operations/health/health.contract';
import { serviceNames } from '@kianda/contract/operations/services/service-names';
import {
  type ControlledService,
  clientInfo,
  listServices,
  mainServices,
  servicesHistory,
} from '@kianda/contract/operations/services/services.contract';
import { type ServiceCondition, servicesCondition } from '@kianda/contract/operations/services/status-page.contract';
import { type EndpointResult, useEndpoint } from '../../../../client/use-endpoint.ts';
import { useLinkTargets } from '../../../../client/use-link-targets.ts';

export type History = DataOf<typeof servicesHistory>['services'][number];
export type ServiceCardView = {
  readonly id: string;
  readonly name: string;
  readonly state: ServiceCondition;
  readonly detail: string;
  readonly responseMs: number | null;
  readonly checkedAt: string | null;
  readonly history: History | undefined;
  readonly isHistoryLoading: boolean;
  readonly control: ControlledService | undefined;
  /** Address that 'Acessar' opens; null for a service without one. */
  readonly href: string | null;
  /** Address that the browser requests when it checks by itself. */
  readonly checkHref: string | null;
};

const names: Readonly<Record<string, string>> = serviceNames;
const states = { online: 'operational', warning: 'degraded', offline: 'down' } as const;

const paths: Readonly<Record<string, { readonly open: string; readonly check: string }>> = {
  console: { open: '/', check: '/login' },
  'admin-api': { open: '/admin-api/openapi.json', check: '/admin-api/health' },
  stac: { open: '/stac', check: '/stac' },
  features: { open: '/features/collections?f=html', check: '/features/conformance' },
  identity: {
    open: '/identity/realms/kianda/.well-known/openid-configuration',
    check: '/identity/realms/kianda',
  },
  monitor: { open: '/monitor/healthcheck', check: '/monitor/healthcheck' },
  workflow: { open: '/workflow/services', check: '/workflow/client-info' },
};

/** Pages of the interfaces' own origin. */
const interfacePages: Readonly<Record<string, string>> = { interfaces: '', 'stac-browser': '/stac_oceanographic.html' };

/** State, history and control of every service, joined by its id. */
export function useStatus() {
  const status = useEndpoint(servicesStatus, {});
  const history = useEndpoint(servicesHistory, {}, { refetchSeconds: 300 });
  const controls = useEndpoint(listServices, {});
  const client = useEndpoint(clientInfo, {}, { refetchSeconds: 60 });
  const condition = useEndpoint(servicesCondition, {});
  const targets = useLinkTargets();

  const checked = status.sourced?.value.services ?? [];
  const cardOf = (id: string): ServiceCardView => {
    const found = checked.find((service) => service.id === id);
    const judged = condition.sourced?.value.services.find((service) => service.id === id);
    const isJudged = judged !== undefined && judged.state !== 'unknown';
    const own = paths[id];
    const outside = targets?.serviceUrls[id];
    const page = interfacePages[id];
    const href =
      page === undefined
        ? (outside ?? own?.open ?? null)
        : targets === undefined
          ? null
          : `${targets.interfacesUrl}${page}`;
    return {
      id,
      name: names[id] ?? found?.name ?? id,
      state: isJudged ? judged.state : found === undefined ? 'unknown' : states[found.status],
      // The last check knows nothing of a slow day, an incident or a maintenance.
      detail: isJudged && judged.state !== 'operational' ? judged.reason : (found?.description ?? ''),
      responseMs: found?.responseTime ?? null,
      checkedAt: found?.lastCheck ?? null,
      history: history.sourced?.value.services.find((entry) => entry.id === id),
      isHistoryLoading: history.sourced === undefined && history.failure === null,
      control: controls.sourced?.value.services.find((entry) => entry.id === id),
      href,
      checkHref: outside === undefined ? (own?.check ?? null) : null,
    };
  };
  const others = checked.map(({ id }) => id).filter((id) => !(mainServices as readonly string[]).includes(id));
  return {
    status,
    client,
    publicPage: condition.sourced?.value.publicPage ?? null,
    main: mainServices.map(cardOf),
    others: others.map(cardOf),
    refresh: () => {
      for (const result of [status, history, controls, client, condition] as readonly Pick<
        EndpointResult<unknown>,
        'refresh'
      >[]) {
        result.refresh();
      }
    },
  };
}
