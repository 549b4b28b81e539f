import type { Migration } from '../../../platform/db/database.ts';

export const infrastructureMigrations: readonly Migration[] = [
  {
    id: '0001-places-and-proposals',
    sql: `
      CREATE TABLE infrastructure.places (
        id uuid PRIMARY KEY,
        -- Of a place that the platform came with: it is brought in once.
        reference text UNIQUE,
        kind text NOT NULL CHECK (kind IN ('port', 'village', 'plant')),
        name text NOT NULL,
        zone text NOT NULL,
        lon double precision NOT NULL,
        lat double precision NOT NULL,
        population integer,
        note text NOT NULL,
        source text NOT NULL,
        version integer NOT NULL DEFAULT 1,
        updated_at timestamptz NOT NULL,
        updated_by text NOT NULL,
        retired boolean NOT NULL DEFAULT false
      );
      CREATE INDEX places_shown ON infrastructure.places (name) WHERE NOT retired;

      -- What was proposed, and what became of it: together they are the history of a place.
      CREATE TABLE infrastructure.proposals (
        id uuid PRIMARY KEY,
        act text NOT NULL CHECK (act IN ('create', 'change', 'retire')),
        place_id uuid REFERENCES infrastructure.places (id),
        base_version integer,
        fields jsonb,
        reason text NOT NULL,
        state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'accepted', 'refused')),
        proposer_id uuid NOT NULL,
        proposer_name text NOT NULL,
        proposed_at timestamptz NOT NULL,
        reviewer_id uuid,
        reviewer_name text,
        reviewed_at timestamptz,
        review_note text,
        CHECK (reviewer_id IS NULL OR reviewer_id <> proposer_id)
      );
      CREATE INDEX proposals_pending ON infrastructure.proposals (proposed_at) WHERE state = 'pending';
      CREATE INDEX proposals_place ON infrastructure.proposals (place_id, proposed_at DESC);
    `,
  },
];
