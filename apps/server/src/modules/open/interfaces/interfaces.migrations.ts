import type { Migration } from '../../../platform/db/database.ts';

export const interfaceMigrations: readonly Migration[] = [
  {
    id: '0001-last-access',
    sql: `
      CREATE TABLE interfaces.accesses (
        interface_id text PRIMARY KEY,
        last_accessed timestamptz NOT NULL,
        openings integer NOT NULL
      );
    `,
  },
  {
    id: '0002-hub',
    sql: `
      -- When a person last opened an interface, and those that the person keeps at hand.
      CREATE TABLE interfaces.visits (
        account_id uuid NOT NULL,
        interface_id text NOT NULL,
        last_accessed timestamptz(3) NOT NULL,
        PRIMARY KEY (account_id, interface_id)
      );
      CREATE TABLE interfaces.favourites (
        account_id uuid NOT NULL,
        interface_id text NOT NULL,
        PRIMARY KEY (account_id, interface_id)
      );

      -- The last look at each page and the files that it names.
      CREATE TABLE interfaces.page_checks (
        interface_id text PRIMARY KEY,
        state text NOT NULL CHECK (state IN ('good', 'caution', 'bad')),
        detail text NOT NULL,
        checked_at timestamptz(3) NOT NULL
      );
      CREATE TABLE interfaces.pictures (
        interface_id text PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('photograph', 'drawing')),
        image text NOT NULL,
        made_at timestamptz(3) NOT NULL
      );

      -- Files of the ministry's portal as last generated, and the reports that someone published in it.
      CREATE TABLE interfaces.site_files (
        path text PRIMARY KEY,
        media_type text NOT NULL,
        body text NOT NULL,
        generated_at timestamptz(3) NOT NULL
      );
      CREATE TABLE interfaces.published_reports (
        report_id uuid PRIMARY KEY,
        name text NOT NULL,
        -- Text of the report as it was when it was published.
        body text NOT NULL,
        published_at timestamptz(3) NOT NULL,
        published_by text NOT NULL
      );
    `,
  },
];
