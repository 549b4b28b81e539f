import { randomUUID } from 'node:crypto';
import { alertRules } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { hourMs } from '@kianda/geo';
import { type AlertDecision, type AlertMemory, decideAlert } from '@kianda/science/vessels/alerting';
import type { AlertMessage, DeliverAlert } from '../../../../platform/alert-message.ts';
import type { Ship, Violation } from '../detection/violation.ts';
import type { AlertRow } from '../surveillance.tables.ts';
import { type AlertContext, announceAlert, isOpen } from './alert-context.ts';
import type { GrowthNotice } from './alert-growth.ts';

type Store = Parameters<DeliverAlert>[1];

const policy = { coolDownMs: 6 * hourMs, reopenMs: hourMs };
/** Name of the platform itself in the steps of an alert. */
const platformName = 'Kianda';

const undoneNote = 'Posições que chegaram depois desfizeram o evento.';

/** Dependencies of raising alerts. */
export type RaisingContext = AlertContext & { readonly tellGrowth: GrowthNotice };

/** Raises or updates alerts for violations; answers how many are new. */
export async function raiseAlerts(
  context: RaisingContext,
  violations: readonly Violation[],
  ships: ReadonlyMap<string, Ship>,
): Promise<number> {
  const { repository } = context;
  if (violations.length === 0) return 0;
  const latest = await repository.latestByKey([...new Set(violations.map(({ key }) => key))]);
  const before = new Map(latest.map((row) => [row.key, row]));
  let raised = 0;
  for (const violation of violations.toSorted((a, b) => a.cause.startMs - b.cause.startMs)) {
    if (!(await raiseOrUpdate(context, violation, before.get(violation.key), ships))) continue;
    raised += 1;
    const [row] = await repository.latestByKey([violation.key]);
    if (row !== undefined) before.set(row.key, row);
  }
  return raised;
}

/** Annuls the open alerts of events that late reports undid. */
export async function annulAlerts(context: AlertContext, eventKeys: readonly string[]): Promise<void> {
  if (eventKeys.length === 0) return;
  const { repository, clock } = context;
  const now = () => new Date(clock.nowMs());
  for (const alert of await repository.alertsOfEvents(eventKeys)) {
    if (alert.state === 'confirmed') {
      await noteUndone(context, alert);
      continue;
    }
    const note = undoneNote;
    const row = await repository.change({
      id: alert.id,
      from: alert.state,
      columns: { state: 'annulled', updated_at: now() },
      step: { at: now(), actor: platformName, from_state: alert.state, to_state: 'annulled', note },
      also: delivery(context, alert, 'annulled', note),
    });
    if (row !== undefined) announceAlert(context, 'alert.annulled', row);
  }
}

/** A person's confirmation is never taken back by a machine: the alert is marked, and people decide. */
async function noteUndone(context: AlertContext, alert: AlertRow): Promise<void> {
  const at = new Date(context.clock.nowMs());
  const row = await context.repository.change({
    id: alert.id,
    from: alert.state,
    columns: { updated_at: at },
    step: {
      at,
      actor: platformName,
      from_state: alert.state,
      to_state: alert.state,
      note: `${undoneNote} A confirmação, feita por uma pessoa, mantém-se: reveja-a.`,
    },
  });
  if (row !== undefined) announceAlert(context, 'alert.updated', row);
}

/** Answers whether a new alert was raised. */
async function raiseOrUpdate(
  context: RaisingContext,
  violation: Violation,
  before: AlertRow | undefined,
  ships: ReadonlyMap<string, Ship>,
): Promise<boolean> {
  const { repository, clock } = context;
  const decision = decideAlert(violation.cause, memoryOf(before), policy, clock.nowMs());
  if (decision === 'update' && before !== undefined) {
    const columns = columnsOf(violation, clock.nowMs());
    const row = await repository.change({ id: before.id, from: before.state, columns, step: null });
    if (row !== undefined) context.tellGrowth(before, row);
    return false;
  }
  if (decision !== ('raise' satisfies AlertDecision)) return false;
  const row = newAlert(violation, ships, clock.nowMs());
  const step = {
    at: new Date(clock.nowMs()),
    actor: platformName,
    from_state: null,
    to_state: 'new' as const,
    note: row.description,
  };
  if (!(await repository.insertAlert(row, step, delivery(context, row, 'raised', row.description)))) return false;
  announceAlert(context, 'alert.raised', row);
  return true;
}

function newAlert(violation: Violation, ships: ReadonlyMap<string, Ship>, nowMs: number): AlertRow {
  const { cause } = violation;
  return {
    id: randomUUID(),
    key: violation.key,
    rule: violation.rule,
    ship_ids: cause.vesselIds.map(Number),
    area_id: violation.areaId,
    state: 'new',
    assignee_id: null,
    assignee_name: null,
    due_at: null,
    snoozed_until: null,
    event_at: new Date(cause.startMs),
    raised_at: new Date(nowMs),
    simulated: violation.simulated ?? cause.vesselIds.every((id) => ships.get(id)?.simulated === true),
    ...columnsOf(violation, nowMs),
  };
}

/** Hands an alert over for delivery in the transaction that writes it. */
const delivery =
  ({ deliver }: AlertContext, row: AlertRow, change: AlertMessage['change'], description: string) =>
  async (store: Store): Promise<void> => {
    await deliver?.(messageOf(row, change, description), store);
  };

function messageOf(row: AlertRow, change: AlertMessage['change'], description: string): AlertMessage {
  return {
    key: `vessel-alert/${row.id}/${change}`,
    change,
    source: 'vessels',
    severity: row.severity,
    alertId: row.id,
    group: `vessels/${row.rule}/${row.ship_ids.toSorted((a, b) => a - b).join('+') || row.key}`,
    title: alertRules[row.rule],
    description,
    at: row.event_at.toISOString(),
    path: `/?section=global-fishing-watch&alert=${row.id}`,
    simulated: row.simulated,
  };
}

function memoryOf(row: AlertRow | undefined): AlertMemory | null {
  if (row === undefined) return null;
  return {
    openAlertId: isOpen(row.state) ? row.id : null,
    lastEventKey: row.event_key,
    lastEndedMs: row.event_ended_at?.getTime() ?? null,
    lastRaisedMs: row.raised_at.getTime(),
    snoozedUntilMs: row.snoozed_until?.getTime() ?? null,
  };
}

/** Columns that change whenever the same violation is found again. */
function columnsOf({ cause, severity, description }: Violation, nowMs: number) {
  return {
    severity,
    description,
    lon: cause.position?.[0] ?? null,
    lat: cause.position?.[1] ?? null,
    event_key: cause.key,
    last_at: new Date(cause.lastMs),
    event_ended_at: cause.endMs === null ? null : new Date(cause.endMs),
    updated_at: new Date(nowMs),
  };
}
