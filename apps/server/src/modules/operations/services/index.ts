import type { Endpoint } from '@kianda/contract';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { healthModule, type OperatingStatus, operatingStatus } from '../health/index.ts';
import { createAddresses } from './addresses.rules.ts';
import { announcementBindings } from './announcements.routes.ts';
import { createAnnouncements } from './announcements.service.ts';
import { createServiceControl, type ServicesAudit } from './control.service.ts';
import { serviceDefinitions } from './definitions.rules.ts';
import { serviceChecks } from './services.checks.ts';
import { serviceMigrations } from './services.migrations.ts';
import { serviceBindings } from './services.routes.ts';
import type { Installation } from './services.types.ts';
import { createStatus, type Status, type StatusHealth } from './status.service.ts';
import { statusBindings } from './status-page/status.routes.ts';

export type Services = Module & {
  /** Whether the endpoints of a service of the contract answer `service_stopped`. */
  readonly isPrefixStopped: (service: Endpoint['service']) => boolean;
  /** Address of a checked component for clients, and whether an operator stopped it, as it is now. */
  readonly operatingStatusOf: (componentId: string) => OperatingStatus;
};

/** The platform's services under their operators' control: state, checks, start and stop, and the status page. */
export function createServices(options: {
  platform: Platform;
  audit: ServicesAudit;
  setPaused: (isPaused: (jobName: string) => boolean) => Promise<void>;
  queue: Pick<JobQueue, 'list'>;
  installation: Installation;
  /** Address at which this process reaches the platform's own services. */
  ownUrl: string;
  /** Addresses of real services that stand in for the built-in ones, by id. */
  outside: Readonly<Record<string, string | null>>;
  /** Known only once the checks of every module are declared. */
  health: () => StatusHealth;
  /** Whether the status page is open without a session. */
  statusPublic: () => boolean;
}): Services {
  const { platform, installation, ownUrl, outside, health } = options;
  const control = createServiceControl(options);
  const announcements = createAnnouncements({ ...options, onChange });
  let unsubscribe: (() => void) | null = null;
  const status: Status = createStatus({ platform, control, announcements, health });

  /** Announces a change: other processes learn of it by the event. */
  function onChange(): void {
    status.forget();
    platform.events.publish({ channel: 'services', type: 'services.changed', payload: {} });
  }

  const addresses = createAddresses({ installation, ownUrl, outside });

  return {
    name: 'services',
    migrations: serviceMigrations,
    bindings: [
      ...serviceBindings({ platform, control, installation, ...addresses, health, status }),
      ...announcementBindings(announcements, platform.clock),
      ...statusBindings({ clock: platform.clock, status, site: installation, isPublic: options.statusPublic }),
    ],
    health: serviceChecks({
      ...{ control, addressOf: addresses.addressOf, clock: platform.clock },
      queue: options.queue,
    }),
    isPrefixStopped: control.isPrefixStopped,
    operatingStatusOf(id) {
      const definition = serviceDefinitions.find((entry) => entry.id === id);
      const stopped = definition === undefined ? null : control.view(definition).stopped;
      const reason = stopped === null || stopped.reason === '' ? '' : `: ${stopped.reason}`;
      return {
        url: addresses.clientUrlOf(id),
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

type ServiceSettings = Pick<
  Parameters<typeof createServices>[0],
  'installation' | 'ownUrl' | 'outside' | 'statusPublic'
>;

export const servicesModule = defineModule({
  name: 'services',
  needs: { audit: auditModule, health: healthModule },
  settings: settingsOf<ServiceSettings>(),
  fills: { operatingStatus },
  offers: ['isPrefixStopped'],
  create({ platform, jobs, settings, needs: { audit, health } }) {
    const services = createServices({
      ...{ platform, audit, ...settings },
      setPaused: jobs.setPaused,
      queue: jobs,
      health: () => health,
    });
    const { operatingStatusOf, isPrefixStopped } = services;
    return {
      manifest: services,
      offers: services,
      fills: { operatingStatus: { statusOf: operatingStatusOf, isStopped: isPrefixStopped } },
    };
  },
});
