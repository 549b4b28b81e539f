import type { Endpoint } from '@kianda/contract';
import { servicePrefixes } from '@kianda/contract';
import { formatPlainNumber } from '@kianda/format';
import type { HealthCheck, Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { healthModule, serviceStanding } from '../health/index.ts';
import { announcementBindings } from './announcements.routes.ts';
import { createAnnouncements } from './announcements.service.ts';
import { createServiceControl, type ServicesAudit } from './control.service.ts';
import { serviceDefinitions } from './definitions.rules.ts';
import { type ProbeResult, probe } from './probe.client.ts';
import { serviceMigrations } from './services.migrations.ts';
import { serviceBindings } from './services.routes.ts';
import type { Installation } from './services.types.ts';
import { createStatus, type Status, type StatusHealth } from './status.service.ts';
import { statusBindings } from './status-page/status.routes.ts';

export type Services = Module & {
  /** Whether the endpoints of a service of the contract answer `service_stopped`. */
  readonly isPrefixStopped: (service: Endpoint['service']) => boolean;
  /** What clients reach a checked component by, and whether an operator stopped it, as it is now. */
  readonly standingOf: (componentId: string) => ServiceStanding;
};

export type ServiceStanding = {
  readonly url: string;
  /** Whether settings point it at a service that is not the platform's. */
  readonly isOutside: boolean;
  /** Who stopped it and why, in Portuguese; null while it runs. */
  readonly stopped: string | null;
};

/** The platform's services under their operators' control: state, checks, start and stop, and what clients are told. */
export function createServices(options: {
  platform: Platform;
  audit: ServicesAudit;
  setPaused: (isPaused: (jobName: string) => boolean) => Promise<void>;
  installation: Installation;
  /** Where this process reaches the platform's own services. */
  ownUrl: string;
  /** Addresses of real services that stand in for the built-in ones, by id. */
  outside: Readonly<Record<string, string | null>>;
  /** Known only once the checks of every module are. */
  health: () => StatusHealth;
  /** Whether the status page is open to whoever asks. */
  statusPublic: () => boolean;
}): Services {
  const { platform, installation, ownUrl, outside, health } = options;
  const control = createServiceControl(options);
  const announcements = createAnnouncements({ ...options, onChange });
  let unsubscribe: (() => void) | null = null;
  const status: Status = createStatus({ platform, control, announcements, health });

  /** Other processes learn of it by the event. */
  function onChange(): void {
    status.forget();
    platform.events.publish({ channel: 'services', type: 'services.changed', payload: {} });
  }

  function clientUrlOf(id: string): string {
    if (id === 'interfaces') return installation.interfacesUrl;
    const service = serviceDefinitions.find((entry) => entry.id === id)?.service ?? null;
    const prefixes: Readonly<Record<string, string | undefined>> = servicePrefixes;
    const prefix = service === null ? '' : (prefixes[service] ?? '');
    return outside[id] ?? `${installation.publicUrl}${prefix}`;
  }

  function addressOf(id: string): string | null {
    if (id === 'console') return `${ownUrl}/`;
    if (id === 'interfaces') return `${installation.interfacesUrl}/config.json`;
    const definition = serviceDefinitions.find((entry) => entry.id === id);
    const beside = outside[id] ?? null;
    if (definition === undefined) return null;
    if (beside !== null) return `${beside}${definition.outsideProbePath}`;
    const prefixes: Readonly<Record<string, string | undefined>> = servicePrefixes;
    const prefix = definition.service === null ? undefined : prefixes[definition.service];
    return prefix === undefined ? null : `${ownUrl}${prefix}${definition.probePath}`;
  }

  const checks = serviceDefinitions
    // What is checked under another name already.
    .filter(({ id }) => id !== 'database' && id !== 'admin-api')
    .flatMap((definition): HealthCheck[] => {
      const url = addressOf(definition.id);
      // No address and nothing to run: there is nothing to check.
      if (url === null && definition.jobs.length === 0) return [];
      return [
        {
          id: definition.id,
          label: definition.name,
          async check(signal) {
            const { stopped } = control.view(definition);
            if (stopped !== null) {
              return { state: 'offline', detail: `Parado por ${stopped.by}`, latencyMs: null };
            }
            if (url === null) return { state: 'online', detail: 'Em funcionamento', latencyMs: 0 };
            const result = await probe(url, signal);
            const last = result.steps.findLast(({ ok }) => !ok) ?? result.steps.find(({ step }) => step === 'http');
            return { state: result.status, detail: detailOf(result, last?.detail ?? ''), latencyMs: result.totalMs };
          },
        },
      ];
    });

  return {
    name: 'services',
    migrations: serviceMigrations,
    bindings: [
      ...serviceBindings({ platform, control, installation, addressOf, clientUrlOf, health, status }),
      ...announcementBindings(announcements, platform.clock),
      ...statusBindings({ clock: platform.clock, status, site: installation, isPublic: options.statusPublic }),
    ],
    health: checks,
    isPrefixStopped: control.isPrefixStopped,
    standingOf(id) {
      const definition = serviceDefinitions.find((entry) => entry.id === id);
      const stopped = definition === undefined ? null : control.view(definition).stopped;
      const reason = stopped === null || stopped.reason === '' ? '' : `: ${stopped.reason}`;
      return {
        url: clientUrlOf(id),
        isOutside: outside[id] != null,
        stopped: stopped === null ? null : `Parado por ${stopped.by}${reason}`,
      };
    },
    async start() {
      await control.begin();
      unsubscribe = platform.events.subscribe(({ channel }) => {
        if (channel === 'services') status.forget();
      });
    },
    async stop() {
      unsubscribe?.();
      control.end();
    },
  };
}

/** What went wrong, or that it took long: an answer that is fine by itself says nothing of a warning. */
function detailOf({ status, steps, totalMs }: ProbeResult, detail: string): string {
  const isSlow = status === 'warning' && steps.every(({ ok }) => ok);
  return isSlow ? `Demorou ${formatPlainNumber(totalMs / 1000)} s a responder` : detail;
}

type ServiceSettings = Pick<
  Parameters<typeof createServices>[0],
  'installation' | 'ownUrl' | 'outside' | 'statusPublic'
>;

export const servicesModule = defineModule({
  name: 'services',
  needs: { audit: auditModule, health: healthModule },
  settings: settingsOf<ServiceSettings>(),
  fills: { standing: serviceStanding },
  offers: ['isPrefixStopped'],
  create({ platform, jobs, settings, needs: { audit, health } }) {
    const services = createServices({
      ...{ platform, audit, ...settings },
      setPaused: jobs.setPaused,
      health: () => health,
    });
    const { standingOf, isPrefixStopped } = services;
    return { manifest: services, offers: services, fills: { standing: { standingOf, isStopped: isPrefixStopped } } };
  },
});
