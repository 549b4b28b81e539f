import type { Migration } from '../../../platform/db/database.ts';

export const copernicusMigrations: readonly Migration[] = [
  {
    id: '0001-probes',
    sql: `
      -- What each interface of Copernicus Data Space answered when it was asked how it is.
      CREATE TABLE copernicus.probes (
        api text NOT NULL,
        at timestamptz NOT NULL,
        ok boolean NOT NULL,
        products integer,
        response_ms double precision,
        error text,
        -- Of the identity service alone: never a token, only how long it lasts.
        token_expires_at timestamptz,
        token_refresh_until timestamptz,
        simulated_seed bigint,
        PRIMARY KEY (api, at)
      );
    `,
  },
];
