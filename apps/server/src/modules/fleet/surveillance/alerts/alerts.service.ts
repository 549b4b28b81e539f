import type { BodyOf, DataOf, QueryOf } from '@kianda/contract';
import {
  alertSteps,
  type listAlertGroups,
  type listVesselAlerts,
  type listVesselEvents,
  type stepVesselAlert,
  type stepVesselAlerts,
  type VesselAlert,
  type vesselAlertDetail,
} from '@kianda/contract/fleet/surveillance/alerts.contract';
import { dayMs } from '@kianda/geo';
import { listPageOf } from '../../../../platform/db/list-query.ts';
import type { Actor } from '../audit.service.ts';
import type { Ship, Violation } from '../detection/violation.ts';
import type { StepRow } from '../surveillance.tables.ts';
import type { AlertContext } from './alert-context.ts';
import { createGrowthNotice } from './alert-growth.ts';
import { annulAlerts, raiseAlerts } from './alert-raising.ts';
import { findAlert, stepAlert, stepAlerts } from './alert-steps.ts';
import { alertViewOf, alertViews, eventViews, groupViews } from './alert-views.ts';
import type { EventFilter } from './events.repository.ts';

type PageQuery = { readonly page: number; readonly pageSize: number };

export type AlertService = ReturnType<typeof createAlertService>;

/** Alerts: raised by rules, taken by people from state to state, annulled where late reports undo their event. */
export function createAlertService(context: AlertContext) {
  const { repository, vesselEvents, tracks, clock } = context;
  const raising = { ...context, tellGrowth: createGrowthNotice(context) };

  return {
    /** Raises or updates alerts for violations; answers how many are new. */
    raise: (violations: readonly Violation[], ships: ReadonlyMap<string, Ship>): Promise<number> =>
      raiseAlerts(raising, violations, ships),

    /** Annuls the open alerts of events that late reports undid. */
    annul: (eventKeys: readonly string[]): Promise<void> => annulAlerts(context, eventKeys),

    async page(query: QueryOf<typeof listVesselAlerts>): Promise<DataOf<typeof listVesselAlerts>> {
      const { rows, total } = await repository.alertPage(listPageOf(query), await factsOf(context, query));
      return pageOf(await alertViews(context, rows), total, query);
    },

    /** The same list by vessel. */
    async groups(query: QueryOf<typeof listAlertGroups>): Promise<DataOf<typeof listAlertGroups>> {
      const { rows, total } = await repository.groupPage(listPageOf(query), await factsOf(context, query));
      return pageOf(await groupViews(context, rows), total, query);
    },

    async detail(id: string): Promise<DataOf<typeof vesselAlertDetail>> {
      const row = await findAlert(context, id);
      const [alert, event, steps] = await Promise.all([
        alertViewOf(context, row),
        vesselEvents.event(row.event_key),
        repository.steps(id),
      ]);
      const [view = null] = event === undefined ? [] : await eventViews(context, [event]);
      return { alert, event: view, steps: steps.map(stepView), allowed: [...alertSteps[row.state]] };
    },

    /** Throws `conflict` where the state of the alert changed meanwhile or does not allow the step. */
    step: (id: string, body: BodyOf<typeof stepVesselAlert>, actor: Actor): Promise<VesselAlert> =>
      stepAlert(context, id, body, actor),

    /** Takes each alert as far as its state allows; the reasons of the others are those of a single step. */
    steps: (body: BodyOf<typeof stepVesselAlerts>, actor: Actor): Promise<DataOf<typeof stepVesselAlerts>> =>
      stepAlerts(context, body, actor),

    /** Seed of the simulation that any of the last day's violations of areas comes from; null where all were heard. */
    async violationSeed(): Promise<number | null> {
      const shipIds = await repository.simulatedInAreas(new Date(clock.nowMs() - dayMs));
      const ships = shipIds.length === 0 ? [] : await tracks.ships([...new Set(shipIds)]);
      return ships.find(({ simulated_seed }) => simulated_seed !== null)?.simulated_seed ?? null;
    },

    async events(filter: EventFilter, query: PageQuery): Promise<DataOf<typeof listVesselEvents>> {
      const { rows, total } = await vesselEvents.eventPage(filter, offsetOf(query), query.pageSize);
      return pageOf(await eventViews(context, rows), total, query);
    },
  };
}

/** Shorter texts are in the marks of too many vessels. */
const leastMark = 3;

async function factsOf({ tracks, clock }: AlertContext, { search = '' }: { readonly search?: string | undefined }) {
  const text = search.trim();
  return {
    now: new Date(clock.nowMs()),
    mentioned: text.length < leastMark ? [] : await tracks.shipsMentioned(text),
  };
}

const offsetOf = ({ page, pageSize }: PageQuery): number => (page - 1) * pageSize;

function pageOf<T>(data: T[], total: number, query: PageQuery) {
  const { page, pageSize } = query;
  return { data, total, page, pageSize, hasNext: offsetOf(query) + data.length < total, hasPrev: page > 1 };
}

const stepView = (step: StepRow) => ({
  seq: step.seq,
  at: step.at.toISOString(),
  actor: step.actor,
  from: step.from_state,
  to: step.to_state,
  note: step.note,
});
