import type { Migration } from '../../../platform/db/database.ts';

export const collaborationMigrations: readonly Migration[] = [
  {
    id: '0001-rooms',
    sql: `
      -- A room's document is its snapshot and the updates after it; both are Yjs updates, version 1.
      CREATE TABLE collaboration.rooms (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        topic text NOT NULL,
        access text NOT NULL CHECK (access IN ('open', 'members')),
        owner_id uuid NOT NULL,
        owner_name text NOT NULL,
        annotations integer NOT NULL DEFAULT 0,
        -- Number of the newest update, and of the newest that the snapshot holds.
        last_number integer NOT NULL DEFAULT 0,
        snapshot_number integer NOT NULL DEFAULT 0,
        snapshot bytea,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      );
      CREATE INDEX rooms_updated ON collaboration.rooms (updated_at DESC);
      CREATE TABLE collaboration.members (
        room_id uuid NOT NULL REFERENCES collaboration.rooms (id) ON DELETE CASCADE,
        account_id uuid NOT NULL,
        name text NOT NULL,
        role text NOT NULL CHECK (role IN ('editor', 'reader')),
        PRIMARY KEY (room_id, account_id)
      );
      CREATE INDEX members_account ON collaboration.members (account_id);
      CREATE TABLE collaboration.updates (
        room_id uuid NOT NULL REFERENCES collaboration.rooms (id) ON DELETE CASCADE,
        number integer NOT NULL,
        account_id uuid NOT NULL,
        content bytea NOT NULL,
        at timestamptz(3) NOT NULL,
        PRIMARY KEY (room_id, number)
      );
    `,
  },
  {
    id: '0002-discussions',
    sql: `
      -- One discussion of each subject: an annotation of a room, or a figure of the console.
      CREATE TABLE collaboration.discussions (
        id uuid PRIMARY KEY,
        subject text NOT NULL UNIQUE,
        title text NOT NULL,
        path text NOT NULL,
        room_id uuid REFERENCES collaboration.rooms (id) ON DELETE CASCADE,
        state text NOT NULL CHECK (state IN ('open', 'resolved')),
        starter_id uuid NOT NULL,
        starter_name text NOT NULL,
        started_at timestamptz(3) NOT NULL,
        last_at timestamptz(3) NOT NULL
      );
      CREATE INDEX discussions_last ON collaboration.discussions (last_at DESC);
      CREATE INDEX discussions_room ON collaboration.discussions (room_id);
      CREATE TABLE collaboration.comments (
        id uuid PRIMARY KEY,
        discussion_id uuid NOT NULL REFERENCES collaboration.discussions (id) ON DELETE CASCADE,
        author_id uuid NOT NULL,
        author_name text NOT NULL,
        text text NOT NULL,
        removed boolean NOT NULL DEFAULT false,
        mentions jsonb NOT NULL,
        at timestamptz(3) NOT NULL
      );
      CREATE INDEX comments_discussion ON collaboration.comments (discussion_id, at);
    `,
  },
  {
    id: '0003-casework',
    sql: `
      -- A verdict is on the content as it was: of another hash it no longer counts, but stays in the history.
      CREATE TABLE collaboration.reviews (
        id uuid PRIMARY KEY,
        room_id uuid NOT NULL REFERENCES collaboration.rooms (id) ON DELETE CASCADE,
        annotation uuid NOT NULL,
        content_hash text NOT NULL,
        reviewer_id uuid NOT NULL,
        reviewer_name text NOT NULL,
        verdict text NOT NULL CHECK (verdict IN ('approved', 'rejected')),
        note text NOT NULL,
        at timestamptz(3) NOT NULL
      );
      CREATE INDEX reviews_annotation ON collaboration.reviews (room_id, annotation, at DESC);
      CREATE TABLE collaboration.tasks (
        id uuid PRIMARY KEY,
        room_id uuid NOT NULL REFERENCES collaboration.rooms (id) ON DELETE CASCADE,
        title text NOT NULL,
        annotation uuid,
        assignee_id uuid,
        assignee_name text,
        due date,
        author_id uuid NOT NULL,
        author_name text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        done_at timestamptz(3),
        done_by text
      );
      CREATE INDEX tasks_room ON collaboration.tasks (room_id);
      CREATE TABLE collaboration.pictures (
        id uuid PRIMARY KEY,
        room_id uuid NOT NULL REFERENCES collaboration.rooms (id) ON DELETE CASCADE,
        content_type text NOT NULL,
        bytes bytea NOT NULL,
        author_id uuid NOT NULL,
        at timestamptz(3) NOT NULL
      );
      CREATE INDEX pictures_room ON collaboration.pictures (room_id);
    `,
  },
];
