import type { Migration } from '../../../platform/db/database.ts';

export const assistantMigrations: readonly Migration[] = [
  {
    id: '0001-conversations',
    sql: `
      CREATE TABLE assistant.conversations (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        title text NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );
      CREATE INDEX conversations_owner ON assistant.conversations (owner_id, updated_at DESC);
      CREATE TABLE assistant.turns (
        id uuid PRIMARY KEY,
        conversation_id uuid NOT NULL REFERENCES assistant.conversations (id) ON DELETE CASCADE,
        seq integer NOT NULL,
        turn jsonb NOT NULL,
        -- How the rules read the question: the next one may go on from it.
        frame jsonb,
        UNIQUE (conversation_id, seq)
      );
    `,
  },
];
