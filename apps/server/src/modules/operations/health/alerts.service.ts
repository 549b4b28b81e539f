import { randomUUID } from 'node:crypto';
import type { DataOf, QueryOf } from '@kianda/contract';
import type { AlertDetail, AlertStepKind, alertHistory } from '@kianda/contract/operations/alerts/casework.contract';
import type { AlertType } from '@kianda/contract/operations/alerts/rules.contract';
import type { AlertHandling, PlatformAlert } from '@kianda/contract/operations/health/health.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { QueryExecutorProvider } from 'kysely';
import type { AlertMessage, DeliverAlert } from '../../../platform/alert-message.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { listPageOf, pageAnswer } from '../../../platform/db/list-query.ts';
import type { EventBus } from '../../../platform/events/events.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { AlertRepository, AlertRow, AlertStep, NewAlert } from './alerts.repository.ts';

/** A platform alert's severity in the scale of everything that is delivered. */
export const deliverySeverity = { info: 'low', warning: 'medium', error: 'high', critical: 'critical' } as const;

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

export type AlertDeliveries = (alertId: string) => Promise<AlertDetail['deliveries']>;
type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

type AlertDependencies = {
  readonly repository: AlertRepository;
  /** Delivers outside the console; absent: alerts stay in the console. */
  readonly deliver?: DeliverAlert | undefined;
  /** Whether a rule and object are silenced now. */
  readonly isSilenced?: ((rule: string, subject: string) => Promise<boolean>) | undefined;
  /** Name of an active account that may handle alerts; null of any other. */
  readonly accountName?: ((id: string) => Promise<string | null>) | undefined;
  /** Deliveries of an alert. */
  readonly deliveries?: AlertDeliveries | undefined;
  readonly audit?: { record(entry: AuditEntry): Promise<unknown> } | undefined;
  readonly events: EventBus;
  readonly clock: Clock;
};
type AlertContext = AlertDependencies & {
  readonly now: () => Date;
  readonly isAlertSilenced: (row: Pick<AlertRow, 'rule' | 'subject'>) => Promise<boolean>;
  readonly announce: (type: string, payload: Record<string, unknown>) => void;
  /** Delivers the end of an alert to the recipients of the alert itself, by the channels of the same severity. */
  readonly deliverEnd: (row: AlertRow, store: QueryExecutorProvider) => Promise<void>;
};

const missingAlert = () => new AppError('not_found', { detail: 'Este alerta não existe.' });
const closedAlert = () => new AppError('conflict', { detail: 'Este alerta já está resolvido.' });

const groupOf = ({ rule, subject }: Pick<AlertRow, 'rule' | 'subject'>): string => `platform/${rule}/${subject}`;

function endMessage(row: AlertRow, resolvedAt: Date, delivered: AlertType): AlertMessage {
  const minutes = Math.max(1, Math.round((resolvedAt.getTime() - row.raised_at.getTime()) / 60_000));
  return {
    key: `platform-alert/${row.id}/resolved`,
    change: 'resolved',
    source: 'platform',
    severity: deliverySeverity[delivered],
    alertId: row.id,
    group: groupOf(row),
    title: row.title,
    description: `Durou ${minutes} min. ${row.message} (${row.source})`,
    at: resolvedAt.toISOString(),
    path: `/?section=auto-alerts&alert=${row.id}`,
    simulated: false,
  };
}

function raisedMessage(row: AlertRow, now: Date): AlertMessage {
  const isFirst = row.delivered_type === null;
  return {
    key: isFirst ? `platform-alert/${row.id}/raised` : `platform-alert/${row.id}/${row.type}`,
    change: 'raised',
    source: 'platform',
    severity: deliverySeverity[row.type],
    alertId: row.id,
    group: groupOf(row),
    title: row.title,
    description: `${row.message} (${row.source})`,
    at: (isFirst ? row.raised_at : now).toISOString(),
    path: `/?section=auto-alerts&alert=${row.id}`,
    simulated: false,
  };
}

function createContext(dependencies: AlertDependencies): AlertContext {
  const { deliver, isSilenced, events, clock } = dependencies;
  const isAlertSilenced: AlertContext['isAlertSilenced'] = async ({ rule, subject }) =>
    (await isSilenced?.(rule, subject)) ?? false;
  return {
    ...dependencies,
    now: () => new Date(clock.nowMs()),
    isAlertSilenced,
    announce: (type, payload) => events.publish({ channel: 'alerts', type, payload }),
    async deliverEnd(row, store) {
      const { delivered_type: delivered, resolved_at: resolvedAt } = row;
      if (!row.tells_end || delivered === null || resolvedAt === null || (await isAlertSilenced(row))) return;
      await deliver?.(endMessage(row, resolvedAt, delivered), store);
    },
  };
}

/** Alerts as rules and checks raise and end them. */
function alertLife({ repository, deliver, isAlertSilenced, announce, deliverEnd, now }: AlertContext) {
  return {
    /** Raises or updates an alert. A silenced alert is delivered if it still lasts when the silence ends. */
    async raise(alert: Omit<NewAlert, 'id' | 'at'> & { readonly at?: Date }): Promise<void> {
      const outcome = await repository.raise({ at: now(), ...alert, id: randomUUID() }, async (row, store) => {
        if (await isAlertSilenced(row)) return false;
        await deliver?.(raisedMessage(row, now()), store);
        return true;
      });
      if (outcome === null) return;
      const { row, isNew, hasChanged } = outcome;
      if (isNew) announce('alert.raised', { id: row.id, title: row.title, severity: row.type });
      if (hasChanged) announce('alert.updated', { id: row.id, severity: row.type });
    },

    /** Closes the open alerts of a rule whose subject is not among those still affected. */
    async resolveOthers(rule: string, affected: readonly string[], at: Date = now()): Promise<void> {
      for (const subject of await repository.resolveOthers(rule, affected, at, deliverEnd))
        announce('alert.resolved', { rule, subject });
    },

    /** Closes the open alert of one object. */
    async resolveOne(rule: string, subject: string, at: Date): Promise<void> {
      if (await repository.resolveOne(rule, subject, at, deliverEnd)) announce('alert.resolved', { rule, subject });
    },
  };
}

function alertReading({ repository, deliveries: deliveriesOf, isAlertSilenced, now }: AlertContext) {
  return {
    /** Open alerts, the gravest first. */
    open: (limit: number) => repository.openAlerts(limit),
    counts: () => repository.alertCounts(now()),
    list: async (limit: number): Promise<PlatformAlert[]> => (await repository.alerts(limit)).map(alertOf),
    async history(query: QueryOf<typeof alertHistory>): Promise<DataOf<typeof alertHistory>> {
      const { rows, total } = await repository.page(listPageOf(query));
      return pageAnswer(rows.map(alertOf), total, query);
    },

    /** Throws `not_found`. */
    async detail(id: string, mayReadDelivery: boolean): Promise<AlertDetail> {
      const row = await repository.alert(id);
      if (row === undefined) throw missingAlert();
      const [steps, deliveries, isSilenced] = await Promise.all([
        repository.steps(id),
        deliveriesOf?.(id) ?? [],
        isAlertSilenced(row),
      ]);
      return {
        ...alertOf(row),
        rule: row.rule,
        subject: row.subject,
        acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
        acknowledgedBy: steps.find(({ kind }) => kind === 'acknowledged')?.actor ?? null,
        isSilenced,
        steps: steps.map(({ at, ...step }) => ({ at: at.toISOString(), ...step })),
        deliveries: mayReadDelivery ? deliveries : deliveries.map((delivery) => ({ ...delivery, lastError: null })),
      };
    },
  };
}

/** Steps that people take on an alert, each recorded in the audit trail. */
function alertHandling({ repository, accountName, audit, announce, deliverEnd, now }: AlertContext) {
  const stepBy = ({ principal }: Actor, kind: AlertStepKind, note: string | null): AlertStep => ({
    ...{ at: now(), kind, type: null, value: null, threshold: null, actor: principal.name, note },
  });

  async function record({ principal, ipAddress, userAgent }: Actor, change: string, id: string): Promise<void> {
    await audit?.record({
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

  /** Throws `not_found`, and `conflict` where the alert has ended already. */
  async function handle(id: string, change: Parameters<AlertRepository['handle']>[1]): Promise<void> {
    if ((await repository.alert(id)) === undefined) throw missingAlert();
    if ((await repository.handle(id, change)) === undefined) throw closedAlert();
    announce('alert.updated', { id });
  }

  return {
    /** Throws `not_found`. */
    async acknowledge(id: string, note: string | null, actor: Actor): Promise<PlatformAlert> {
      const row = await repository.acknowledge(id, actor.principal.accountId, stepBy(actor, 'acknowledged', note));
      if (row === undefined) throw missingAlert();
      await record(actor, 'acknowledge', id);
      announce('alert.acknowledged', { id });
      return alertOf(row);
    },
    /** Throws `not_found`. */
    async comment(id: string, note: string, actor: Actor): Promise<void> {
      if ((await repository.alert(id)) === undefined) throw missingAlert();
      await repository.addStep(id, stepBy(actor, 'comment', note));
      announce('alert.updated', { id });
    },
    /** Begins an investigation; an alert without an assignee goes to the caller. Throws `not_found` or `conflict`. */
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
      const name = accountId === null ? null : ((await accountName?.(accountId)) ?? null);
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
    /** Throws `not_found`, and `conflict` where it has ended already. */
    async resolve(id: string, note: string, actor: Actor): Promise<void> {
      if ((await repository.alert(id)) === undefined) throw missingAlert();
      if ((await repository.resolve(id, stepBy(actor, 'resolved', note), deliverEnd)) === undefined)
        throw closedAlert();
      await record(actor, 'resolve', id);
      announce('alert.resolved', { id });
    },
  };
}

/** Life of the platform's alerts: one for each rule and object, delivered once in each severity, until it ends. */
export function createAlertService(dependencies: AlertDependencies) {
  const context = createContext(dependencies);
  return { ...alertLife(context), ...alertReading(context), ...alertHandling(context) };
}

export type AlertService = ReturnType<typeof createAlertService>;
