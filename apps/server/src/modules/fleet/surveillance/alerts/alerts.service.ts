import { randomUUID } from 'node:crypto';
import type { BodyOf, DataOf } from '@kianda/contract';
import {
  type AlertState,
  alertRules,
  alertSteps,
  type listVesselAlerts,
  type listVesselEvents,
  type stepVesselAlert,
  type VesselAlert,
  type vesselAlertDetail,
} from '@kianda/contract/fleet/surveillance/alerts.contract';
import { dayMs, hourMs } from '@kianda/geo';
import { type AlertDecision, type AlertMemory, decideAlert } from '@kianda/science/vessels/alerting';
import type { AlertMessage, DeliverAlert } from '../../../../platform/alert-message.ts';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { EventBus } from '../../../../platform/events/events.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { TrackReader } from '../../vessels/index.ts';
import { type Actor, recordAct, type SurveillanceAudit } from '../audit.service.ts';
import { type Ship, typeOf, type Violation } from '../detection/violations.ts';
import type { RegistryRepository } from '../registry/registry.repository.ts';
import type { AlertRow, EventRow } from '../surveillance.tables.ts';
import { type AlertFilter, type AlertRepository, type EventFilter, openStates } from './alerts.repository.ts';

type Store = Parameters<DeliverAlert>[1];
type PageQuery = { readonly page: number; readonly pageSize: number };

const policy = { coolDownMs: 6 * hourMs, reopenMs: hourMs };
/** Whoever the platform itself is in the steps of an alert. */
const platformName = 'Kianda';

const isOpen = (state: AlertState): boolean => (openStates as readonly AlertState[]).includes(state);

export type AlertService = ReturnType<typeof createAlertService>;

/** Alerts: raised by rules, taken by people from state to state, annulled where late reports undo their event. */
export function createAlertService(options: {
  repository: AlertRepository;
  registry: RegistryRepository;
  tracks: Pick<TrackReader, 'ships'>;
  /** Name of an account that may act on alerts; null where there is none. */
  accountName(id: string): Promise<string | null>;
  clock: Clock;
  events: EventBus;
  audit: SurveillanceAudit;
  /** Tells people outside the console; absent: nobody is told. */
  deliver?: DeliverAlert | undefined;
}) {
  const { repository, registry, tracks, clock, events, audit } = options;
  const now = () => new Date(clock.nowMs());
  const announce = (type: string, row: AlertRow): void =>
    events.publish({
      channel: 'alerts',
      type,
      payload: { id: row.id, rule: row.rule, severity: row.severity, state: row.state, description: row.description },
    });

  /** Hands an alert over for delivery, in the transaction that writes it. */
  const telling = (row: AlertRow, change: AlertMessage['change'], description: string) => async (store: Store) => {
    await options.deliver?.(messageOf(row, change, description), store);
  };

  /** Answers whether a new alert was raised. */
  async function tell(violation: Violation, before: AlertRow | undefined, ships: ReadonlyMap<string, Ship>) {
    const { cause } = violation;
    const decision = decideAlert(cause, memoryOf(before), policy, clock.nowMs());
    if (decision === 'update' && before !== undefined) {
      const row = await repository.change(before.id, before.state, { ...columnsOf(violation, clock.nowMs()) }, null);
      if (row !== undefined) announce('alert.updated', row);
      return false;
    }
    if (decision !== ('raise' satisfies AlertDecision)) return false;
    const row: AlertRow = {
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
      raised_at: now(),
      simulated: cause.vesselIds.every((id) => ships.get(id)?.simulated === true),
      ...columnsOf(violation, clock.nowMs()),
    };
    const step = { at: now(), actor: platformName, from_state: null, to_state: 'new' as const, note: row.description };
    if (!(await repository.insertAlert(row, step, telling(row, 'raised', row.description)))) return false;
    announce('alert.raised', row);
    return true;
  }

  async function views(rows: readonly AlertRow[]): Promise<VesselAlert[]> {
    const [names, areas] = await Promise.all([shipNames(rows.flatMap(({ ship_ids }) => ship_ids)), registry.areas()]);
    const areaNames = new Map(areas.map(({ id, name }) => [id, name]));
    return rows.map((row) => alertView(row, names, areaNames));
  }

  async function shipNames(ids: readonly number[]) {
    const unique = [...new Set(ids)];
    const rows = unique.length === 0 ? [] : await tracks.ships(unique);
    return new Map(
      rows.map(({ id, ship_name, mmsi, flag }) => [id, { id, name: ship_name ?? mmsi?.toString() ?? null, flag }]),
    );
  }

  async function find(id: string): Promise<AlertRow> {
    const row = await repository.alert(id);
    if (row === undefined) throw new AppError('not_found', { detail: 'O alerta não existe.' });
    return row;
  }

  return {
    /** How many new alerts were raised. */
    async raise(violations: readonly Violation[], ships: ReadonlyMap<string, Ship>): Promise<number> {
      if (violations.length === 0) return 0;
      const latest = await repository.latestByKey([...new Set(violations.map(({ key }) => key))]);
      const before = new Map(latest.map((row) => [row.key, row]));
      let raised = 0;
      for (const violation of violations.toSorted((a, b) => a.cause.startMs - b.cause.startMs)) {
        if (!(await tell(violation, before.get(violation.key), ships))) continue;
        raised += 1;
        const [row] = await repository.latestByKey([violation.key]);
        if (row !== undefined) before.set(row.key, row);
      }
      return raised;
    },

    /** Open alerts of events that late reports undid. */
    async annul(eventKeys: readonly string[]): Promise<void> {
      if (eventKeys.length === 0) return;
      for (const alert of await repository.alertsOfEvents(eventKeys)) {
        const note = 'Posições que chegaram depois desfizeram o evento.';
        const step = { at: now(), actor: platformName, from_state: alert.state, to_state: 'annulled' as const, note };
        const row = await repository.change(
          alert.id,
          alert.state,
          { state: 'annulled', updated_at: now() },
          step,
          telling(alert, 'annulled', note),
        );
        if (row !== undefined) announce('alert.annulled', row);
      }
    },

    async page(filter: AlertFilter, { page, pageSize }: PageQuery): Promise<DataOf<typeof listVesselAlerts>> {
      const offset = (page - 1) * pageSize;
      const { rows, total } = await repository.alertPage(filter, offset, pageSize);
      const data = await views(rows);
      return { data, total, page, pageSize, hasNext: offset + rows.length < total, hasPrev: page > 1 };
    },

    async detail(id: string): Promise<DataOf<typeof vesselAlertDetail>> {
      const row = await find(id);
      const [[alert], event, steps] = await Promise.all([
        views([row]),
        repository.event(row.event_key),
        repository.steps(id),
      ]);
      if (alert === undefined) throw new Error(`alert ${id}: no view of it`);
      return {
        alert,
        event: event === undefined ? null : eventView(event, await shipNames(event.ship_ids)),
        steps: steps.map((step) => ({
          seq: step.seq,
          at: step.at.toISOString(),
          actor: step.actor,
          from: step.from_state,
          to: step.to_state,
          note: step.note,
        })),
        allowed: [...alertSteps[row.state]],
      };
    },

    /** Throws `conflict` where somebody else was quicker or the step is not one of this state. */
    async step(id: string, body: BodyOf<typeof stepVesselAlert>, actor: Actor): Promise<VesselAlert> {
      const before = await find(id);
      const { to, note, assigneeId, dueAt, snoozedUntil } = body;
      if (before.state !== body.from) {
        throw new AppError('conflict', { detail: 'Entretanto, outra pessoa mudou este alerta. Veja o estado atual.' });
      }
      if (to !== undefined && !alertSteps[before.state].includes(to)) {
        throw new AppError('conflict', { detail: 'Esse passo não é possível a partir do estado atual.' });
      }
      const change: Partial<AlertRow> = { updated_at: now() };
      if (to !== undefined) change.state = to;
      if (assigneeId !== undefined) Object.assign(change, await assigneeColumns(assigneeId));
      if (dueAt !== undefined) change.due_at = dueAt === null ? null : new Date(dueAt);
      if (snoozedUntil !== undefined) change.snoozed_until = snoozedUntil === null ? null : new Date(snoozedUntil);
      const step = {
        at: now(),
        actor: actor.principal.name,
        from_state: before.state,
        to_state: to ?? null,
        note,
      };
      const row = await reopening(before, to, () => repository.change(id, before.state, change, step));
      if (row === undefined) {
        throw new AppError('conflict', { detail: 'Entretanto, outra pessoa mudou este alerta. Veja o estado atual.' });
      }
      await recordAct(audit, actor, {
        event: 'data.modify',
        severity: to === 'false_positive' || to === 'closed' ? 'high' : 'medium',
        resource: `vessel-alert/${id}`,
        metadata: { from: before.state, to: to ?? before.state, note, assignee: row.assignee_name },
      });
      announce('alert.updated', row);
      const [view] = await views([row]);
      if (view === undefined) throw new Error(`alert ${id}: no view of it`);
      return view;
    },

    /** Seed of the simulation that one of these ships comes from; null where all were heard. */
    async simulatedSeed(shipIds: readonly number[]): Promise<number | null> {
      if (shipIds.length === 0) return null;
      const ships = await tracks.ships([...new Set(shipIds)]);
      return ships.find(({ simulated_seed }) => simulated_seed !== null)?.simulated_seed ?? null;
    },

    /** Seed of the simulation that any of the last day's violations of areas comes from; null where all were heard. */
    async violationSeed(): Promise<number | null> {
      return this.simulatedSeed(await repository.simulatedInAreas(new Date(clock.nowMs() - dayMs)));
    },

    async events(filter: EventFilter, { page, pageSize }: PageQuery): Promise<DataOf<typeof listVesselEvents>> {
      const offset = (page - 1) * pageSize;
      const { rows, total } = await repository.eventPage(filter, offset, pageSize);
      const names = await shipNames(rows.flatMap(({ ship_ids }) => ship_ids));
      const data = rows.map((row) => eventView(row, names));
      return { data, total, page, pageSize, hasNext: offset + rows.length < total, hasPrev: page > 1 };
    },
  };

  async function assigneeColumns(id: string | null) {
    if (id === null) return { assignee_id: null, assignee_name: null };
    const name = await options.accountName(id);
    if (name === null) {
      const message = 'essa conta não existe ou não pode tratar alertas';
      throw new AppError('validation_failed', { issues: [{ path: 'body.assigneeId', message }] });
    }
    return { assignee_id: id, assignee_name: name };
  }
}

/** A closed alert that is taken up again must not stand beside another open one of its key. */
async function reopening<T>(before: AlertRow, to: AlertState | undefined, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const reopens = to !== undefined && isOpen(to) && !isOpen(before.state);
    if (!reopens || !(error instanceof Error && 'code' in error && error.code === '23505')) throw error;
    throw new AppError('conflict', { detail: 'Já há um alerta aberto sobre a mesma embarcação, regra e área.' });
  }
}

function messageOf(row: AlertRow, change: AlertMessage['change'], description: string): AlertMessage {
  return {
    key: `vessel-alert/${row.id}/${change}`,
    change,
    source: 'vessels',
    severity: row.severity,
    alertId: row.id,
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

/** What changes with every telling of the same alert. */
function columnsOf({ cause, severity, description }: Violation, nowMs: number) {
  return {
    severity,
    description,
    lon: cause.position[0],
    lat: cause.position[1],
    event_key: cause.key,
    last_at: new Date(cause.endMs ?? nowMs),
    event_ended_at: cause.endMs === null ? null : new Date(cause.endMs),
    updated_at: new Date(nowMs),
  };
}

type ShipNames = ReadonlyMap<number, { id: number; name: string | null; flag: string | null }>;
const namesOf = (ids: readonly number[], names: ShipNames) =>
  ids.map((id) => names.get(id) ?? { id, name: null, flag: null });

function alertView(row: AlertRow, names: ShipNames, areas: ReadonlyMap<string, string>): VesselAlert {
  return {
    id: row.id,
    rule: row.rule,
    type: typeOf(row.rule),
    severity: row.severity,
    description: row.description,
    location: row.lon === null || row.lat === null ? null : { lat: row.lat, lon: row.lon },
    vesselCount: row.ship_ids.length,
    vessels: namesOf(row.ship_ids, names),
    area: row.area_id === null ? null : { id: row.area_id, name: areas.get(row.area_id) ?? 'Área eliminada' },
    state: row.state,
    assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee_name ?? 'Conta sem nome' },
    dueAt: row.due_at?.toISOString() ?? null,
    snoozedUntil: row.snoozed_until?.toISOString() ?? null,
    timestamp: row.event_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    raisedAt: row.raised_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    simulated: row.simulated,
  };
}

function eventView(row: EventRow, names: ShipNames): DataOf<typeof listVesselEvents>['data'][number] {
  return {
    key: row.key,
    kind: row.kind,
    vessels: namesOf(row.ship_ids, names),
    start: row.started_at.toISOString(),
    end: row.ended_at?.toISOString() ?? null,
    location: { lat: row.lat, lon: row.lon },
    preset: row.preset,
    details: row.details,
    state: row.state,
    revision: row.revision,
    updatedAt: row.updated_at.toISOString(),
  };
}
