import type { Endpoint } from '@kianda/contract';
import { servicePrefixes } from '@kianda/contract';
import type { ControlledService } from '@kianda/contract/operations/services/services.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Platform } from '../../../platform/module.ts';
import { type ServiceDefinition, serviceDefinitions } from './definitions.rules.ts';

export type ServicesAudit = { record(entry: AuditEntry): Promise<unknown> };
export type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

type StoppedRow = { id: string; stopped_at: Date; stopped_by: string; reason: string };
type Tables = { 'services.stopped': StoppedRow };

/** Other processes learn of a change by the event; should it be missed, within this time. */
const refreshMs = 5_000;

export type ServiceControl = ReturnType<typeof createServiceControl>;

/** Which services are stopped, in every process alike: the state is in the database. */
export function createServiceControl(options: {
  platform: Platform;
  audit: ServicesAudit;
  /** Makes the jobs wait for which it is true. */
  setPaused: (isPaused: (jobName: string) => boolean) => Promise<void>;
}) {
  const { platform, audit, setPaused } = options;
  const { clock, events, log } = platform;
  const db = platform.database.for<Tables>();
  let stopped = new Map<string, StoppedRow>();
  let timer: NodeJS.Timeout | null = null;
  let unsubscribe: (() => void) | null = null;

  const isStopped = (id: string): boolean => stopped.has(id);

  function isPaused(jobName: string): boolean {
    return serviceDefinitions.some(
      ({ id, jobs }) => stopped.has(id) && jobs.some((beginning) => jobName.startsWith(beginning)),
    );
  }

  async function refresh(): Promise<void> {
    const rows = await db.selectFrom('services.stopped').selectAll().execute();
    const next = new Map(rows.map((row) => [row.id, row]));
    const changed = next.size !== stopped.size || rows.some(({ id }) => !stopped.has(id));
    stopped = next;
    if (changed) await setPaused(isPaused);
  }

  function known(id: string): ServiceDefinition {
    const definition = serviceDefinitions.find((entry) => entry.id === id);
    if (definition === undefined) throw new AppError('not_found', { detail: `Não existe o serviço «${id}».` });
    return definition;
  }

  function view(definition: ServiceDefinition): ControlledService {
    const { id, name, description, service, refusal, effects } = definition;
    const row = stopped.get(id);
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

  async function record(actor: Actor, act: 'start' | 'stop' | 'restart', id: string, reason = ''): Promise<void> {
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

  async function changed(): Promise<void> {
    await refresh();
    events.publish({ channel: 'services', type: 'services.changed', payload: {} });
  }

  function controllable(id: string): ServiceDefinition {
    const definition = known(id);
    if (definition.refusal !== null) throw new AppError('service_protected', { detail: definition.refusal });
    return definition;
  }

  return {
    isStopped,
    known,
    view,
    list: (): ControlledService[] => serviceDefinitions.map(view),

    /** Whether the endpoints of a service of the contract answer `service_stopped`. */
    isPrefixStopped(service: Endpoint['service']): boolean {
      if (stopped.size === 0) return false;
      return serviceDefinitions.some((definition) => definition.service === service && stopped.has(definition.id));
    },

    async stop(id: string, reason: string, actor: Actor): Promise<ControlledService> {
      const definition = controllable(id);
      const row = { id, stopped_at: new Date(clock.nowMs()), stopped_by: actor.principal.email, reason };
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('services.stopped')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if ((numInsertedOrUpdatedRows ?? 0n) > 0n) await record(actor, 'stop', id, reason);
      await changed();
      return view(definition);
    },

    async start(id: string, actor: Actor): Promise<ControlledService> {
      const definition = controllable(id);
      const { numDeletedRows } = await db.deleteFrom('services.stopped').where('id', '=', id).executeTakeFirst();
      if (numDeletedRows > 0n) await record(actor, 'start', id);
      await changed();
      return view(definition);
    },

    /** Its running jobs go back to the queue and begin anew; its endpoints answer again at once. */
    async restart(id: string, actor: Actor): Promise<ControlledService> {
      const definition = controllable(id);
      const { jobs } = definition;
      await db.deleteFrom('services.stopped').where('id', '=', id).execute();
      if (jobs.length > 0) {
        await setPaused((name) => isPaused(name) || jobs.some((beginning) => name.startsWith(beginning)));
      }
      stopped.delete(id);
      await setPaused(isPaused);
      await record(actor, 'restart', id);
      await changed();
      return view(definition);
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
