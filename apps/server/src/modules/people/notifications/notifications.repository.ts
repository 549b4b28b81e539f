import type { Database } from '../../../platform/db/database.ts';
import { deviceQueries } from './devices.repository.ts';
import { noticeQueries } from './notices.repository.ts';
import type { NotificationTables } from './notifications.types.ts';
import { parcelQueries } from './parcels.repository.ts';
import { preferenceQueries } from './preferences.repository.ts';

/** The only SQL that touches the `notifications` schema. */
export function createNotificationRepository(database: Database) {
  const db = database.for<NotificationTables>();
  return { ...noticeQueries(db), ...preferenceQueries(db), ...deviceQueries(db), ...parcelQueries(db) };
}

export type NotificationRepository = ReturnType<typeof createNotificationRepository>;
