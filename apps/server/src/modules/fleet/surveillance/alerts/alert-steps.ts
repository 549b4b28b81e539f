import type { BodyOf, DataOf } from '@kianda/contract';
import {
  type AlertState,
  alertSteps,
  type stepVesselAlert,
  type stepVesselAlerts,
  type VesselAlert,
} from '@kianda/contract/fleet/surveillance/alerts.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import { type Actor, recordAct } from '../audit.service.ts';
import type { AlertRow } from '../surveillance.tables.ts';
import { type AlertContext, announceAlert, isOpen } from './alert-context.ts';
import { alertViewOf } from './alert-views.ts';

type StepInput = BodyOf<typeof stepVesselAlert>;

const uniqueViolation = '23505';
const changedMeanwhile = 'Entretanto, outra pessoa mudou este alerta. Veja o estado atual.';

/** Throws `not_found`. */
export async function findAlert({ repository }: AlertContext, id: string): Promise<AlertRow> {
  const row = await repository.alert(id);
  if (row === undefined) throw new AppError('not_found', { detail: 'O alerta não existe.' });
  return row;
}

/** Takes an alert a step further. Throws `conflict` where its state changed meanwhile or does not allow the step. */
export async function stepAlert(
  context: AlertContext,
  id: string,
  body: StepInput,
  actor: Actor,
): Promise<VesselAlert> {
  const before = await findAlert(context, id);
  const { to, note } = body;
  if (before.state !== body.from) throw new AppError('conflict', { detail: changedMeanwhile });
  if (to !== undefined && !alertSteps[before.state].includes(to)) {
    throw new AppError('conflict', { detail: 'Esse passo não é possível a partir do estado atual.' });
  }
  const columns = await changedColumns(context, body);
  const step = {
    at: new Date(context.clock.nowMs()),
    actor: actor.principal.name,
    from_state: before.state,
    to_state: to ?? null,
    note,
  };
  const row = await refusingSecondOpen(before, to, () =>
    context.repository.change({ id, from: before.state, columns, step }),
  );
  if (row === undefined) throw new AppError('conflict', { detail: changedMeanwhile });
  await recordAct(context.audit, actor, {
    event: 'data.modify',
    severity: to === 'false_positive' || to === 'closed' ? 'high' : 'medium',
    resource: `vessel-alert/${id}`,
    metadata: { from: before.state, to: to ?? before.state, note, assignee: row.assignee_name },
  });
  announceAlert(context, 'alert.updated', row);
  return alertViewOf(context, row);
}

/** Takes several alerts a step further, one after the other: each has its own place in the audit. */
export async function stepAlerts(
  context: AlertContext,
  { alerts, to, note }: BodyOf<typeof stepVesselAlerts>,
  actor: Actor,
): Promise<DataOf<typeof stepVesselAlerts>> {
  const changed: string[] = [];
  const refused: { id: string; reason: string }[] = [];
  for (const { id, from } of alerts) {
    try {
      await stepAlert(context, id, { from, to, note }, actor);
      changed.push(id);
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'conflict' && error.code !== 'not_found')) throw error;
      refused.push({ id, reason: error.message });
    }
  }
  return { changed, refused };
}

async function changedColumns(
  context: AlertContext,
  { to, assigneeId, dueAt, snoozedUntil }: StepInput,
): Promise<Partial<AlertRow>> {
  const columns: Partial<AlertRow> = { updated_at: new Date(context.clock.nowMs()) };
  if (to !== undefined) columns.state = to;
  if (assigneeId !== undefined) Object.assign(columns, await assigneeColumns(context, assigneeId));
  if (dueAt !== undefined) columns.due_at = dueAt === null ? null : new Date(dueAt);
  if (snoozedUntil !== undefined) columns.snoozed_until = snoozedUntil === null ? null : new Date(snoozedUntil);
  return columns;
}

async function assigneeColumns({ accountName }: AlertContext, id: string | null) {
  if (id === null) return { assignee_id: null, assignee_name: null };
  const name = await accountName(id);
  if (name === null) {
    const message = 'essa conta não existe ou não pode tratar alertas';
    throw new AppError('validation_failed', { issues: [{ path: 'body.assigneeId', message }] });
  }
  return { assignee_id: id, assignee_name: name };
}

/** A closed alert that is taken up again must not stand beside another open one of its key. */
async function refusingSecondOpen<T>(
  before: AlertRow,
  to: AlertState | undefined,
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const reopens = to !== undefined && isOpen(to) && !isOpen(before.state);
    if (!reopens || !(error instanceof Error && 'code' in error && error.code === uniqueViolation)) throw error;
    throw new AppError('conflict', { detail: 'Já há um alerta aberto sobre a mesma embarcação, regra e área.' });
  }
}
