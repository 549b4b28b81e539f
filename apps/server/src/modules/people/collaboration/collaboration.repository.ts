import type { Database } from '../../../platform/db/database.ts';
import { caseworkQueries } from './casework.repository.ts';
import { discussionQueries } from './discussions.repository.ts';
import { documentQueries } from './documents.repository.ts';
import { roomQueries } from './rooms.repository.ts';

/** The only SQL that touches the `collaboration` schema. */
export function createCollaborationRepository(database: Database) {
  const db = database.for<Record<never, never>>();
  return { ...roomQueries(db), ...documentQueries(db), ...discussionQueries(db), ...caseworkQueries(db) };
}

export type CollaborationRepository = ReturnType<typeof createCollaborationRepository>;
