import type { DataOf } from '@kianda/contract';
import type { listVesselEvents, VesselAlert } from '@kianda/contract/fleet/surveillance/alerts.contract';
import type { AlertGroup } from '@kianda/contract/fleet/surveillance/alerts.resource';
import { typeOf } from '../detection/violation.ts';
import { shipLabel } from '../ship-label.rules.ts';
import type { AlertRow, EventRow } from '../surveillance.tables.ts';
import type { AlertContext } from './alert-context.ts';
import type { AlertGroupRow } from './alert-list.repository.ts';
import { detailsAt } from './event-details.ts';

/** Alerts as they are answered, with the names of their ships and areas. */
export async function alertViews(context: AlertContext, rows: readonly AlertRow[]): Promise<VesselAlert[]> {
  const [names, areas] = await Promise.all([
    shipNames(
      context,
      rows.flatMap(({ ship_ids }) => ship_ids),
    ),
    context.registry.areas(),
  ]);
  const areaNames = new Map(areas.map(({ id, name }) => [id, name]));
  return rows.map((row) => alertView(row, names, areaNames));
}

/** An alert as it is answered. */
export async function alertViewOf(context: AlertContext, row: AlertRow): Promise<VesselAlert> {
  const [view] = await alertViews(context, [row]);
  if (view === undefined) throw new Error(`alert ${row.id}: no view of it`);
  return view;
}

/** Events as they are answered, with the names of their ships. */
export async function eventViews(
  context: AlertContext,
  rows: readonly EventRow[],
): Promise<DataOf<typeof listVesselEvents>['data']> {
  const names = await shipNames(
    context,
    rows.flatMap(({ ship_ids }) => ship_ids),
  );
  const nowMs = context.clock.nowMs();
  return rows.map((row) => eventView(row, names, nowMs));
}

/** Vessels with alerts as they are answered. */
export async function groupViews(context: AlertContext, rows: readonly AlertGroupRow[]): Promise<AlertGroup[]> {
  const names = await shipNames(
    context,
    rows.flatMap(({ ship_id }) => ship_id ?? []),
  );
  return rows.map((row) => ({
    vessel: row.ship_id === null ? null : (namesOf([row.ship_id], names)[0] ?? null),
    alerts: row.alerts,
    severity: row.severity,
    lastRaisedAt: row.raised_at.toISOString(),
    simulated: row.simulated,
  }));
}

async function shipNames({ tracks }: AlertContext, ids: readonly number[]): Promise<ShipNames> {
  const unique = [...new Set(ids)];
  const rows = unique.length === 0 ? [] : await tracks.ships(unique);
  return new Map(
    rows.map((ship) => {
      const { id, ship_name: name, shown_flag: flag } = ship;
      return [id, { id, name: shipLabel({ ...ship, name }), flag }];
    }),
  );
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
    endedAt: row.event_ended_at?.toISOString() ?? null,
    raisedAt: row.raised_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    simulated: row.simulated,
  };
}

function eventView(row: EventRow, names: ShipNames, nowMs: number): DataOf<typeof listVesselEvents>['data'][number] {
  return {
    key: row.key,
    kind: row.kind,
    vessels: namesOf(row.ship_ids, names),
    start: row.started_at.toISOString(),
    end: row.ended_at?.toISOString() ?? null,
    location: { lat: row.lat, lon: row.lon },
    preset: row.preset,
    details: detailsAt(row, nowMs),
    state: row.state,
    revision: row.revision,
    updatedAt: row.updated_at.toISOString(),
  };
}
