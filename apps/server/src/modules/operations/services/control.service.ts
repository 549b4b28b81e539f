import type { Endpoint } from '@kianda/contract';
import { servicePrefixes } from '@kianda/contract';
import type { ControlledService } from '@kianda/contract/operations/services/services.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Platform } from '../../../platform/module.ts';
import { type ServiceDefinition, serviceDefinitions } from './definitions.rules.ts';
import { createStoppedServicesRepository, type StoppedRow } from './stopped-services.repository.ts';

export type ServicesAudit = { record(entry: AuditEntry): Promise<unknown> };
export type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

/** Processes learn of a change by its event; should they miss the event, within this time. */
const refreshMs = 5_000;

type ControlDependencies = {
  readonly platform: Platform;
  readonly audit: ServicesAudit;
  /** Pauses the jobs for which it is true. */
  readonly setPaused: (isPaused: (jobName: string) => boolean) => Promise<void>;
};
type Act = 'start' | 'stop' | 'restart';

export type ServiceControl = ReturnType<typeof createServiceControl>;

/** Throws `not_found`. */
function knownService(id: string): ServiceDefinition {
  const definition = serviceDefinitions.find((entry) => entry.id === id);
  if (definition === undefined) throw new AppError('not_found', { detail: `Não existe o serviço «${id}».` });
  return definition;
}

/** Throws `not_found` or `service_protected`. */
function stoppableService(id: string): ServiceDefinition {
  const definition = knownService(id);
  if (definition.refusal !== null) throw new AppError('service_protected', { detail: definition.refusal });
  return definition;
}

function viewOf(definition: ServiceDefinition, row: StoppedRow | undefined): ControlledService {
  const { id, name, description, service, refusal, effects } = definition;
  const prefixes: Readonly<Record<string, string>> = servicePrefixes;
  return {
    id,
    name,
    description,
    prefix: service === null ? null : (prefixes[service] ?? null),
    stoppable: refusal === null,
    refusal,
    effects: [...effects],
    stopped: row === undefined ? null : { at: row.stopped_at.toISOString(), by: row.stopped_by, reason: row.reason },
  };
}

/** The stopped services as this process knows them, and the pause of their jobs. */
function createStoppedServices({ platform, setPaused }: ControlDependencies) {
  const { events, log } = platform;
  const repository = createStoppedServicesRepository(platform.database);
  let stopped = new Map<string, StoppedRow>();
  let timer: NodeJS.Timeout | null = null;
  let unsubscribe: (() => void) | null = null;

  const isPaused = (jobName: string): boolean =>
    serviceDefinitions.some(({ id, jobs }) => stopped.has(id) && jobs.some((prefix) => jobName.startsWith(prefix)));

  async function refresh(): Promise<void> {
    const rows = await repository.all();
    const next = new Map(rows.map((row) => [row.id, row]));
    const hasChanged = next.size !== stopped.size || rows.some(({ id }) => !stopped.has(id));
    stopped = next;
    if (hasChanged) await setPaused(isPaused);
  }

  return {
    repository,
    row: (id: string): StoppedRow | undefined => stopped.get(id),

    /** Whether the endpoints of a service of the contract answer `service_stopped`. */
    isPrefixStopped(service: Endpoint['service']): boolean {
      if (stopped.size === 0) return false;
      return serviceDefinitions.some((definition) => definition.service === service && stopped.has(definition.id));
    },

    async announce(): Promise<void> {
      await refresh();
      events.publish({ channel: 'services', type: 'services.changed', payload: {} });
    },

    /** Sends the running jobs of a service back to the queue, and lets them begin anew. */
    async restartJobs({ id, jobs }: ServiceDefinition): Promise<void> {
      if (jobs.length > 0) {
        await setPaused((name) => isPaused(name) || jobs.some((prefix) => name.startsWith(prefix)));
      }
      stopped.delete(id);
      await setPaused(isPaused);
    },

    async begin(): Promise<void> {
      await refresh();
      const again = () => {
        refresh().catch((error: unknown) => log.warn({ err: error }, 'estado dos serviços por ler'));
      };
      unsubscribe = events.subscribe((event) => {
        if (event.channel === 'services') again();
      });
      timer = setInterval(again, refreshMs);
      timer.unref();
    },

    end(): void {
      if (timer !== null) clearInterval(timer);
      unsubscribe?.();
    },
  };
}

/** Stops and starts services. The state is in the database, so that it is the same in every process. */
export function createServiceControl(dependencies: ControlDependencies) {
  const { platform, audit } = dependencies;
  const stopped = createStoppedServices(dependencies);
  const { repository } = stopped;
  const view = (definition: ServiceDefinition): ControlledService => viewOf(definition, stopped.row(definition.id));

  async function record(actor: Actor, act: Act, id: string, reason = ''): Promise<void> {
    const { principal, ipAddress, userAgent } = actor;
    await audit.record({
      event: act === 'stop' ? 'system.stop' : 'system.start',
      severity: 'high',
      actorId: principal.accountId,
      actorName: principal.email,
      resource: `service/${id}`,
      ipAddress,
      userAgent,
      metadata: { act, ...(reason === '' ? {} : { reason }) },
    });
  }

  return {
    isStopped: (id: string): boolean => stopped.row(id) !== undefined,
    known: knownService,
    view,
    list: (): ControlledService[] => serviceDefinitions.map(view),
    isPrefixStopped: stopped.isPrefixStopped,
    begin: stopped.begin,
    end: stopped.end,

    async stop(id: string, reason: string, actor: Actor): Promise<ControlledService> {
      const definition = stoppableService(id);
      const at = new Date(platform.clock.nowMs());
      const isNew = await repository.add({ id, stopped_at: at, stopped_by: actor.principal.email, reason });
      if (isNew) await record(actor, 'stop', id, reason);
      await stopped.announce();
      return view(definition);
    },

    async start(id: string, actor: Actor): Promise<ControlledService> {
      const definition = stoppableService(id);
      if (await repository.remove(id)) await record(actor, 'start', id);
      await stopped.announce();
      return view(definition);
    },

    /** Running jobs go back to the queue and begin anew; the endpoints answer again at once. */
    async restart(id: string, actor: Actor): Promise<ControlledService> {
      const definition = stoppableService(id);
      await repository.remove(id);
      await stopped.restartJobs(definition);
      await record(actor, 'restart', id);
      await stopped.announce();
      return view(definition);
    },
  };
}
