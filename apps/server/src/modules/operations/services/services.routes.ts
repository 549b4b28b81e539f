import {
  clientInfo,
  listServices,
  probeService,
  restartService,
  servicesHistory,
  startService,
  stopService,
  type TestedServiceId,
  testedServiceIds,
  testServices,
  workflowServices,
} from '@kianda/contract/operations/services/services.contract';
import { nowIso } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { Platform } from '../../../platform/module.ts';
import type { ServiceControl } from './control.service.ts';
import { serviceDefinitions } from './definitions.rules.ts';
import { probe } from './probe.client.ts';
import { features, specs } from './services.texts.ts';
import type { Installation } from './services.types.ts';
import type { Status, StatusHealth } from './status.service.ts';

const probeTimeoutMs = 5_000;

type RouteDependencies = {
  readonly platform: Platform;
  readonly control: ServiceControl;
  readonly installation: Installation;
  /** Address at which a service is checked; null for a service without one. */
  readonly addressOf: (id: string) => string | null;
  /** Address at which a service of the test view is asked, and the one that a person opens. */
  readonly testedAddress: (id: TestedServiceId) => { readonly asked: string; readonly opened: string };
  readonly health: () => StatusHealth;
  readonly status: Status;
};

/** Outcome of the last check of a service without an address. */
function lastCheck(id: string, { registry }: Pick<StatusHealth, 'registry'>) {
  const checked = registry.components.find((component) => component.id === id);
  const status = checked?.report.state ?? ('offline' as const);
  return {
    id,
    url: '',
    status,
    httpStatus: null,
    totalMs: checked?.report.latencyMs ?? 0,
    steps: [
      {
        step: 'content' as const,
        ok: status !== 'offline',
        ms: checked?.report.latencyMs ?? null,
        detail: checked?.report.detail ?? 'Ainda sem verificações',
      },
    ],
  };
}

function controlBindings({ control, platform }: RouteDependencies): Bindings {
  const provenance = () => ownProvenance(platform.clock);
  return [
    bind(listServices, async () => ({ data: { services: control.list() }, provenance: provenance() })),
    bind(startService, async (c) => ({
      data: await control.start(c.params.id, c),
      provenance: provenance(),
      message: 'Serviço iniciado.',
    })),
    bind(stopService, async (c) => ({
      data: await control.stop(c.params.id, c.body.reason, c),
      provenance: provenance(),
      message: 'Serviço parado.',
    })),
    bind(restartService, async (c) => ({
      data: await control.restart(c.params.id, c),
      provenance: provenance(),
      message: 'Serviço reiniciado.',
    })),
  ];
}

function probeBindings(dependencies: RouteDependencies): Bindings {
  const { control, addressOf, testedAddress, health, status } = dependencies;
  const { clock } = dependencies.platform;
  return [
    bind(probeService, async ({ params, signal }) => {
      const { id } = control.known(params.id);
      const url = addressOf(id);
      if (url === null) return { data: lastCheck(id, health()), provenance: ownProvenance(clock) };
      const limit = AbortSignal.any([signal, AbortSignal.timeout(probeTimeoutMs)]);
      const result = await probe(url, limit);
      return { data: { id, url, ...result, steps: [...result.steps] }, provenance: ownProvenance(clock) };
    }),
    bind(testServices, async ({ signal }) => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(probeTimeoutMs)]);
      const services = await Promise.all(
        testedServiceIds.map(async (id) => {
          const { asked, opened } = testedAddress(id);
          const { steps, ...result } = await probe(asked, limit);
          return { id, url: opened, ...result, steps: [...steps] };
        }),
      );
      return { data: { services }, provenance: ownProvenance(clock) };
    }),
    bind(servicesHistory, async ({ query }) => {
      const { components, countedAtMs } = await status.history(query.days);
      const labels = new Map(health().registry.components.map(({ id, label }) => [id, label]));
      const services = components.map((entry) => ({
        ...entry,
        name: labels.get(entry.id) ?? entry.id,
        days: [...entry.days],
      }));
      return { data: { services }, provenance: ownProvenance(clock, new Date(countedAtMs).toISOString()) };
    }),
  ];
}

/** States of the services by their last check; a stopped service is unhealthy at once. */
function createStates({ control, health }: Pick<RouteDependencies, 'control' | 'health'>) {
  const stateOf = (id: string): 'healthy' | 'unhealthy' | 'unknown' => {
    if (control.isStopped(id)) return 'unhealthy';
    const checked = health().registry.components.find((component) => component.id === id);
    if (checked === undefined) return 'unknown';
    return checked.report.state === 'offline' ? 'unhealthy' : 'healthy';
  };
  return {
    stateOf,
    overall(): 'CRITICAL' | 'WARNING' | 'HEALTHY' {
      const down = serviceDefinitions.filter(({ id }) => stateOf(id) === 'unhealthy');
      if (down.some(({ priority }) => priority === 'critical')) return 'CRITICAL';
      return down.length > 0 ? 'WARNING' : 'HEALTHY';
    },
  };
}

const clientStatuses = { CRITICAL: 'offline', WARNING: 'degraded', HEALTHY: 'online' } as const;

function clientInfoView({ publicUrl, interfacesUrl, supportEmail, operatorName, version }: Installation) {
  return {
    success: true as const,
    message: `Bem-vindo à plataforma ${operatorName}.`,
    company: operatorName,
    version,
    description: specs.description,
    features: [...features],
    accessPoints: {
      console: publicUrl,
      api: `${publicUrl}/admin-api`,
      stac: `${publicUrl}/stac`,
      features: `${publicUrl}/features`,
      interfaces: interfacesUrl,
    },
    technicalSpecs: {
      region: specs.region,
      standards: specs.standards,
      authentication: specs.authentication,
      formats: specs.formats,
      updates: specs.updates,
      apiVersion: version,
    },
    contact: { email: supportEmail, website: publicUrl, support: supportEmail },
  };
}

/** Bodies of the workflow service, in its own shape. */
function workflowBindings(dependencies: RouteDependencies): Bindings {
  const { control, installation, platform } = dependencies;
  const { clock } = platform;
  const { stateOf, overall } = createStates(dependencies);
  return [
    bind(clientInfo, async () => ({
      body: { ...clientInfoView(installation), status: clientStatuses[overall()], timestamp: nowIso(clock) },
      provenance: ownProvenance(clock),
    })),
    bind(workflowServices, async () => ({
      body: {
        success: true,
        overall: overall(),
        services: serviceDefinitions.map((definition) => {
          const { prefix } = control.view(definition);
          const url = prefix === null ? null : `${installation.publicUrl}${prefix}`;
          const port = url === null ? null : new URL(url).port;
          return {
            name: definition.name,
            port: port === null || port === '' ? null : Number(port),
            url,
            type: definition.type,
            priority: definition.priority,
            description: definition.description,
            status: prefix === null ? 'internal' : 'available',
            clientAccess: prefix !== null,
            state: stateOf(definition.id),
          };
        }),
        timestamp: nowIso(clock),
      },
      provenance: ownProvenance(clock),
    })),
  ];
}

/** Endpoints of the services: control, checks, and what clients read. */
export function serviceBindings(dependencies: RouteDependencies): Bindings {
  return [...controlBindings(dependencies), ...probeBindings(dependencies), ...workflowBindings(dependencies)];
}
