import type { Migration } from '../../../platform/db/database.ts';

export const diagnosticsMigrations: readonly Migration[] = [
  {
    id: '0001-logs',
    sql: `
      CREATE TABLE diagnostics.logs (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL,
        level smallint NOT NULL,
        module text NOT NULL,
        message text NOT NULL,
        request_id text,
        instance text NOT NULL,
        details jsonb NOT NULL,
        searched text NOT NULL,
        -- Everything but letters and digits parts words: else 'surveillance.detect' would be one that nobody finds.
        words tsvector GENERATED ALWAYS AS
          (to_tsvector('simple', regexp_replace(searched, '[^[:alnum:]]+', ' ', 'g'))) STORED
      );
      CREATE INDEX logs_at ON diagnostics.logs (at);
      CREATE INDEX logs_level ON diagnostics.logs (level, id);
      CREATE INDEX logs_module ON diagnostics.logs (module, id);
      CREATE INDEX logs_request ON diagnostics.logs (request_id) WHERE request_id IS NOT NULL;
      CREATE INDEX logs_words ON diagnostics.logs USING gin (words);
    `,
  },
];
