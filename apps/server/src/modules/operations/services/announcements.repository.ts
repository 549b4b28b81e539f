import type {
  Incident,
  IncidentSeverity,
  IncidentState,
  Maintenance,
} from '@kianda/contract/operations/services/announcements.contract';
import type { Generated, Selectable } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

type IncidentRow = {
  id: string;
  title: string;
  severity: IncidentSeverity;
  services: string[];
  started_at: Date;
  resolved_at: Date | null;
};
type UpdateRow = {
  seq: Generated<string>;
  id: string;
  incident_id: string;
  state: IncidentState;
  text: string;
  written_at: Date;
  written_by: string;
};
type MaintenanceRow = {
  id: string;
  title: string;
  text: string;
  services: string[];
  from_at: Date;
  to_at: Date;
  written_at: Date;
  written_by: string;
};
type Tables = {
  'services.incidents': IncidentRow;
  'services.incident_updates': UpdateRow;
  'services.maintenances': MaintenanceRow;
};

type NewUpdate = Omit<UpdateRow, 'seq' | 'incident_id'>;

const connect = (database: Database) => database.for<Tables>();
type Db = ReturnType<typeof connect>;

async function withUpdates(db: Db, rows: readonly IncidentRow[]): Promise<Incident[]> {
  if (rows.length === 0) return [];
  const updates = await db
    .selectFrom('services.incident_updates')
    .selectAll()
    .where(
      'incident_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('seq', 'desc')
    .execute();
  const byIncident = Map.groupBy(updates, (update) => update.incident_id);
  return rows.map((row) => incidentOf(row, byIncident.get(row.id) ?? []));
}

function incidentTable(db: Db) {
  return {
    /** Open incidents, and incidents that ended after `since`; newest first. */
    async incidents(since: Date): Promise<Incident[]> {
      const rows = await db
        .selectFrom('services.incidents')
        .selectAll()
        .where((eb) => eb.or([eb('resolved_at', 'is', null), eb('resolved_at', '>=', since)]))
        .orderBy('started_at', 'desc')
        .orderBy('id')
        .limit(500)
        .execute();
      return withUpdates(db, rows);
    },

    async incident(id: string): Promise<Incident | null> {
      const row = await db.selectFrom('services.incidents').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : ((await withUpdates(db, [row]))[0] ?? null);
    },

    createIncident: (row: IncidentRow, update: NewUpdate) =>
      db.transaction().execute(async (store) => {
        await store.insertInto('services.incidents').values(row).execute();
        await store
          .insertInto('services.incident_updates')
          .values({ ...update, incident_id: row.id })
          .execute();
      }),

    /** False when there is no such incident. */
    async editIncident(id: string, set: Pick<IncidentRow, 'title' | 'severity' | 'services'>): Promise<boolean> {
      const result = await db.updateTable('services.incidents').set(set).where('id', '=', id).executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Adds an update and opens or closes the incident with it, in one transaction; false where there is no such incident. */
    addUpdate: (incidentId: string, update: NewUpdate): Promise<boolean> =>
      db.transaction().execute(async (store) => {
        const { numUpdatedRows } = await store
          .updateTable('services.incidents')
          .set({ resolved_at: update.state === 'resolved' ? update.written_at : null })
          .where('id', '=', incidentId)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await store
          .insertInto('services.incident_updates')
          .values({ ...update, incident_id: incidentId })
          .execute();
        return true;
      }),

    async deleteIncident(id: string): Promise<boolean> {
      const result = await db.deleteFrom('services.incidents').where('id', '=', id).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

function maintenanceTable(db: Db) {
  return {
    /** Maintenances that had not ended by `since`, with those to come; newest first. */
    async maintenances(since: Date): Promise<Maintenance[]> {
      const rows = await db
        .selectFrom('services.maintenances')
        .selectAll()
        .where('to_at', '>=', since)
        .orderBy('from_at', 'desc')
        .orderBy('id')
        .limit(500)
        .execute();
      return rows.map(maintenanceOf);
    },

    async maintenance(id: string): Promise<Maintenance | null> {
      const row = await db.selectFrom('services.maintenances').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : maintenanceOf(row);
    },

    async createMaintenance(row: MaintenanceRow): Promise<void> {
      await db.insertInto('services.maintenances').values(row).execute();
    },

    async editMaintenance({ id, ...set }: MaintenanceRow): Promise<boolean> {
      const result = await db.updateTable('services.maintenances').set(set).where('id', '=', id).executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    async deleteMaintenance(id: string): Promise<boolean> {
      const result = await db.deleteFrom('services.maintenances').where('id', '=', id).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

/** Incidents and planned maintenance that operators announced. */
export function createAnnouncementsRepository(database: Database) {
  const db = connect(database);
  return { ...incidentTable(db), ...maintenanceTable(db) };
}

function incidentOf(row: IncidentRow, updates: readonly Selectable<UpdateRow>[]): Incident {
  return {
    id: row.id,
    title: row.title,
    severity: row.severity,
    services: row.services,
    state: updates[0]?.state ?? 'investigating',
    startedAt: row.started_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    updates: updates.map(({ id, state, text, written_at, written_by }) => ({
      id,
      at: written_at.toISOString(),
      by: written_by,
      state,
      text,
    })),
  };
}

function maintenanceOf(row: MaintenanceRow): Maintenance {
  return {
    id: row.id,
    title: row.title,
    text: row.text,
    services: row.services,
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    writtenAt: row.written_at.toISOString(),
    by: row.written_by,
  };
}
