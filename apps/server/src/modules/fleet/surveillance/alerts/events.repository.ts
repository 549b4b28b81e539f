import type { Bbox } from '@kianda/geo';
import { type Kysely, sql } from 'kysely';
import type { EventKind, EventRow, SurveillanceTables } from '../surveillance.tables.ts';
import { containsShip } from './holds-ship.ts';

export type EventFilter = {
  readonly kind: EventKind | null;
  readonly shipId: number | null;
  readonly from: Date | null;
  readonly to: Date | null;
};

/** Events of vessels: the only SQL that touches them. */
export function createEventRepository(db: Kysely<SurveillanceTables>) {
  return { ...eventQueries(db), ...eventWrites(db) };
}

export type EventRepository = ReturnType<typeof createEventRepository>;

function eventQueries(db: Kysely<SurveillanceTables>) {
  const events = ({ kind, shipId, from, to }: EventFilter) => {
    let query = db.selectFrom('surveillance.events');
    if (kind !== null) query = query.where('kind', '=', kind);
    if (from !== null) query = query.where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', from)]));
    if (to !== null) query = query.where('started_at', '<=', to);
    return shipId === null ? query : query.where(containsShip(shipId));
  };

  return {
    /** Kinds of the valid events that began after an instant. */
    eventStarts: (after: Date) =>
      db
        .selectFrom('surveillance.events')
        .select(['kind', 'started_at'])
        .where('started_at', '>', after)
        .where('state', '=', 'valid')
        .execute(),
    /** Places of valid fishing events that began since an instant. */
    async fishingPlaces(since: Date): Promise<readonly (readonly [lon: number, lat: number])[]> {
      const rows = await db
        .selectFrom('surveillance.events')
        .select(['lon', 'lat'])
        .where('kind', '=', 'fishing')
        .where('state', '=', 'valid')
        .where('started_at', '>', since)
        .execute();
      return rows.map(({ lon, lat }) => [lon, lat] as const);
    },
    event: (key: string) => db.selectFrom('surveillance.events').selectAll().where('key', '=', key).executeTakeFirst(),
    async eventPage(filter: EventFilter, offset: number, limit: number) {
      const rows = await events(filter)
        .selectAll()
        .orderBy('started_at', 'desc')
        .orderBy('key')
        .offset(offset)
        .limit(limit)
        .execute();
      const counted = await events(filter)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirst();
      return { rows, total: Number(counted?.total ?? 0) };
    },
    /** Events of these ships that began in a window; a new detection is compared with them. */
    eventsBegunIn: (shipIds: readonly number[], from: Date, to: Date): Promise<EventRow[]> =>
      db
        .selectFrom('surveillance.events')
        .selectAll()
        .where(sql<boolean>`ship_ids && ${sql.val([...shipIds])}::integer[]`)
        .where('started_at', '>=', from)
        .where('started_at', '<=', to)
        .execute(),
    /** Valid events that began in a box and touch a period. */
    eventsAt: ([west, south, east, north]: Bbox, from: Date, to: Date): Promise<EventRow[]> =>
      db
        .selectFrom('surveillance.events')
        .selectAll()
        .where('state', '=', 'valid')
        .where('lon', '>=', west)
        .where('lon', '<=', east)
        .where('lat', '>=', south)
        .where('lat', '<=', north)
        .where('started_at', '<', to)
        .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', from)]))
        .orderBy('started_at')
        .execute(),
    /** The ships among these that have an open gap event. */
    async openGaps(shipIds: readonly number[]): Promise<ReadonlySet<number>> {
      const rows = await db
        .selectFrom('surveillance.events')
        .select('ship_ids')
        .where('kind', '=', 'gap')
        .where('state', '=', 'valid')
        .where('ended_at', 'is', null)
        .where(sql<boolean>`ship_ids && ${sql.val([...shipIds])}::integer[]`)
        .execute();
      return new Set(rows.flatMap(({ ship_ids }) => ship_ids));
    },
  };
}

const eventWrites = (db: Kysely<SurveillanceTables>) => ({
  async saveEvents(rows: readonly EventRow[]): Promise<void> {
    for (let start = 0; start < rows.length; start += 500) {
      await db
        .insertInto('surveillance.events')
        .values(rows.slice(start, start + 500))
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((eb) => ({
            started_at: eb.ref('excluded.started_at'),
            ended_at: eb.ref('excluded.ended_at'),
            lon: eb.ref('excluded.lon'),
            lat: eb.ref('excluded.lat'),
            preset: eb.ref('excluded.preset'),
            details: eb.ref('excluded.details'),
            state: eb.ref('excluded.state'),
            revision: eb.ref('excluded.revision'),
            updated_at: eb.ref('excluded.updated_at'),
          })),
        )
        .execute();
    }
  },
});
