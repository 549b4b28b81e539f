import { randomUUID } from 'node:crypto';
import type { DataOf, QueryOf } from '@kianda/contract';
import type { AlertDetail, AlertStepKind, alertHistory } from '@kianda/contract/operations/alerts/desk.contract';
import type { AlertType } from '@kianda/contract/operations/alerts/rules.contract';
import type { AlertHandling, PlatformAlert } from '@kianda/contract/operations/health/health.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { QueryExecutorProvider } from 'kysely';
import type { DeliverAlert } from '../../../platform/alert-message.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { EventBus } from '../../../platform/events/events.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { AlertRepository, AlertRow, AlertStep, NewAlert } from './alerts.repository.ts';

/** A platform alert's severity in the scale of everything that is delivered. */
export const deliverySeverity = { info: 'low', warning: 'medium', error: 'high', critical: 'critical' } as const;

export type AlertDeliveries = (alertId: string) => Promise<AlertDetail['deliveries']>;
type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

/** Life of the platform's alerts, whoever raises them: one a rule and object, told once in each severity, until it is over. */
export function createAlertService(options: {
  repository: AlertRepository;
  /** Tells people outside the console; absent: nobody is told. */
  deliver?: DeliverAlert | undefined;
  /** Whether people asked not to be told of a rule and object for now. */
  isSilenced?: ((rule: string, subject: string) => Promise<boolean>) | undefined;
  /** Name of an active account that may handle alerts; null of any other. */
  accountName?: ((id: string) => Promise<string | null>) | undefined;
  /** What went out about an alert. */
  deliveries?: AlertDeliveries | undefined;
  audit?: { record(entry: AuditEntry): Promise<unknown> } | undefined;
  events: EventBus;
  clock: Clock;
}) {
  const { repository, deliver, events, clock } = options;
  const now = () => new Date(clock.nowMs());
  const isSilenced = async (row: Pick<AlertRow, 'rule' | 'subject'>): Promise<boolean> =>
    (await options.isSilenced?.(row.rule, row.subject)) ?? false;
  const announce = (type: string, payload: Record<string, unknown>) =>
    events.publish({ channel: 'alerts', type, payload });
  const missing = () => new AppError('not_found', { detail: 'Este alerta não existe.' });
  const stepBy = ({ principal }: Actor, kind: AlertStepKind, note: string | null): AlertStep => ({
    at: now(),
    kind,
    type: null,
    value: null,
    threshold: null,
    actor: principal.name,
    note,
  });

  async function record({ principal, ipAddress, userAgent }: Actor, change: string, id: string): Promise<void> {
    await options.audit?.record({
      event: 'data.modify',
      severity: 'low',
      actorId: principal.accountId,
      actorName: principal.email,
      resource: `alert/${id}`,
      ipAddress,
      userAgent,
      metadata: { change },
    });
  }

  /** Told to those who were told of it, in the same severity so that the same channels take it, and to nobody else. */
  async function tellEnd(row: AlertRow, store: QueryExecutorProvider): Promise<void> {
    if (!row.tells_end || row.delivered_type === null || row.resolved_at === null || (await isSilenced(row))) return;
    const lasted = Math.max(1, Math.round((row.resolved_at.getTime() - row.raised_at.getTime()) / 60_000));
    await deliver?.(
      {
        key: `platform-alert/${row.id}/resolved`,
        change: 'resolved',
        source: 'platform',
        severity: deliverySeverity[row.delivered_type],
        alertId: row.id,
        title: row.title,
        description: `Durou ${lasted} min. ${row.message} (${row.source})`,
        at: row.resolved_at.toISOString(),
        path: `/?section=auto-alerts&alert=${row.id}`,
        simulated: false,
      },
      store,
    );
  }

  /** Throws `not_found`, and `conflict` where it is over already. */
  async function handle(id: string, change: Parameters<AlertRepository['handle']>[1]): Promise<void> {
    if ((await repository.alert(id)) === undefined) throw missing();
    if ((await repository.handle(id, change)) === undefined) {
      throw new AppError('conflict', { detail: 'Este alerta já está resolvido.' });
    }
    announce('alert.updated', { id });
  }

  async function detail(id: string, mayReadDelivery: boolean): Promise<AlertDetail> {
    const row = await repository.alert(id);
    if (row === undefined) throw missing();
    const [steps, deliveries, silenced] = await Promise.all([
      repository.steps(id),
      options.deliveries?.(id) ?? [],
      isSilenced(row),
    ]);
    return {
      ...alertOf(row),
      rule: row.rule,
      subject: row.subject,
      acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
      acknowledgedBy: steps.find(({ kind }) => kind === 'acknowledged')?.actor ?? null,
      isSilenced: silenced,
      steps: steps.map(({ at, ...step }) => ({ at: at.toISOString(), ...step })),
      deliveries: mayReadDelivery ? deliveries : deliveries.map((one) => ({ ...one, lastError: null })),
    };
  }

  return {
    detail,

    /** Raises, or brings up to date. Told outside unless silenced; a silence that ends while it lasts lets it be told then. */
    async raise(alert: Omit<NewAlert, 'id' | 'at'> & { readonly at?: Date }): Promise<void> {
      const outcome = await repository.raise({ at: now(), ...alert, id: randomUUID() }, async (row, store) => {
        if (await isSilenced(row)) return false;
        await deliver?.(
          {
            key:
              row.delivered_type === null ? `platform-alert/${row.id}/raised` : `platform-alert/${row.id}/${row.type}`,
            change: 'raised',
            source: 'platform',
            severity: deliverySeverity[row.type],
            alertId: row.id,
            title: row.title,
            description: `${row.message} (${row.source})`,
            at: (row.delivered_type === null ? row.raised_at : now()).toISOString(),
            path: `/?section=auto-alerts&alert=${row.id}`,
            simulated: false,
          },
          store,
        );
        return true;
      });
      if (outcome === null) return;
      const { row, isNew, hasChanged } = outcome;
      if (isNew) announce('alert.raised', { id: row.id, title: row.title, severity: row.type });
      if (hasChanged) announce('alert.updated', { id: row.id, severity: row.type });
    },

    /** Closes the open alerts of a rule whose subject is not among those still affected. */
    async resolveOthers(rule: string, affected: readonly string[], at: Date = now()): Promise<void> {
      for (const subject of await repository.resolveOthers(rule, affected, at, tellEnd))
        announce('alert.resolved', { rule, subject });
    },

    /** Closes the open alert of one object. */
    async resolveOne(rule: string, subject: string, at: Date): Promise<void> {
      if (await repository.resolveOne(rule, subject, at, tellEnd)) announce('alert.resolved', { rule, subject });
    },

    counts: () => repository.alertCounts(now()),
    list: async (limit: number): Promise<PlatformAlert[]> => (await repository.alerts(limit)).map(alertOf),
    async history(query: QueryOf<typeof alertHistory>): Promise<DataOf<typeof alertHistory>> {
      const { rows, total } = await repository.page(query);
      const { page, pageSize } = query;
      return { data: rows.map(alertOf), total, page, pageSize, hasNext: page * pageSize < total, hasPrev: page > 1 };
    },

    /** Throws `not_found`. */
    async acknowledge(id: string, note: string | null, actor: Actor): Promise<PlatformAlert> {
      const row = await repository.acknowledge(id, actor.principal.accountId, stepBy(actor, 'acknowledged', note));
      if (row === undefined) throw missing();
      await record(actor, 'acknowledge', id);
      announce('alert.acknowledged', { id });
      return alertOf(row);
    },
    /** Throws `not_found`. */
    async comment(id: string, note: string, actor: Actor): Promise<void> {
      if ((await repository.alert(id)) === undefined) throw missing();
      await repository.addStep(id, stepBy(actor, 'comment', note));
      announce('alert.updated', { id });
    },
    /** Takes it into investigation, by whoever asks unless somebody has it. Throws `not_found` or `conflict`. */
    async investigate(id: string, note: string | null, actor: Actor): Promise<void> {
      const { accountId, name } = actor.principal;
      await handle(id, (before) => ({
        columns: {
          investigating_at: before.investigating_at ?? now(),
          acknowledged_at: before.acknowledged_at ?? now(),
          acknowledged_by: before.acknowledged_by ?? accountId,
          ...(before.assignee_id === null ? { assignee_id: accountId, assignee_name: name } : {}),
        },
        steps: before.investigating_at === null || note !== null ? [stepBy(actor, 'investigating', note)] : [],
      }));
      await record(actor, 'investigate', id);
    },
    /** Throws `not_found`, `conflict` or `validation_failed` for an account that may not handle alerts. */
    async assign(id: string, accountId: string | null, actor: Actor): Promise<void> {
      const name = accountId === null ? null : ((await options.accountName?.(accountId)) ?? null);
      if (accountId !== null && name === null) {
        const message = 'essa conta não existe ou não pode tratar alertas';
        throw new AppError('validation_failed', { issues: [{ path: 'body.accountId', message }] });
      }
      await handle(id, (before) => ({
        columns: { assignee_id: accountId, assignee_name: name },
        steps: before.assignee_id === accountId ? [] : [stepBy(actor, 'assigned', name ?? 'Ninguém')],
      }));
      await record(actor, 'assign', id);
    },
    /** Throws `not_found`, and `conflict` where it is over already. */
    async resolve(id: string, note: string, actor: Actor): Promise<void> {
      if ((await repository.alert(id)) === undefined) throw missing();
      if ((await repository.resolve(id, stepBy(actor, 'resolved', note), tellEnd)) === undefined) {
        throw new AppError('conflict', { detail: 'Este alerta já está resolvido.' });
      }
      await record(actor, 'resolve', id);
      announce('alert.resolved', { id });
    },
  };
}

export type AlertService = ReturnType<typeof createAlertService>;

function handlingOf(row: AlertRow): AlertHandling {
  if (row.resolved_at !== null) return 'resolved';
  if (row.investigating_at !== null) return 'investigating';
  return row.acknowledged_at === null ? 'new' : 'acknowledged';
}

function alertOf(row: AlertRow): PlatformAlert {
  return {
    id: row.id,
    type: row.type satisfies AlertType,
    title: row.title,
    message: row.message,
    source: row.source,
    timestamp: row.raised_at.toISOString(),
    acknowledged: row.acknowledged_at !== null,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    state: handlingOf(row),
    assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee_name ?? 'Conta sem nome' },
    metadata: row.metadata,
  };
}
