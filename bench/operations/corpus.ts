/** Rows of the bench of operations, as the platform stores them, made by the server. */
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/platform/db/database.ts';
import type { ModuleMigrations } from '../../apps/server/src/platform/db/migrate.ts';

export const rows = 1_000_000;

/** Positions by time and observations with text: what most of an installation's database is. */
export const modules: readonly ModuleMigrations[] = [
  {
    name: 'medida',
    migrations: [
      {
        id: '0001-medida',
        sql: `
          create table medida.positions (
            ship_id integer not null, at timestamptz not null, lon double precision not null, lat double precision not null,
            speed_knots real, course real, source text not null, primary key (ship_id, at)
          ) partition by range (at);
          create table medida.positions_a partition of medida.positions for values from ('2026-01-01') to ('2026-01-04');
          create table medida.positions_b partition of medida.positions for values from ('2026-01-04') to ('2026-02-01');
          create index positions_at on medida.positions (at);
          create table medida.events (
            id bigint generated always as identity primary key, at timestamptz not null, kind text not null,
            details jsonb not null);
          create index events_at on medida.events (at desc);`,
      },
    ],
  },
];

/** One million rows: nine in ten of them positions. */
export async function fillCorpus(database: Database): Promise<void> {
  const db = database.for<Record<never, never>>();
  await sql`
    insert into medida.positions
    select n % 500, '2026-01-01'::timestamptz + (n / 500) * interval '5 minutes', 8 + (n % 977) / 160.0,
      -17 + (n % 1301) / 108.0, (n % 180) / 10.0, n % 360, case n % 3 when 0 then 'ais' else 'vms' end
    from generate_series(0, ${sql.lit((rows * 9) / 10 - 1)}) n`.execute(db);
  await sql`
    insert into medida.events (at, kind, details)
    select '2026-01-01'::timestamptz + n * interval '1 second', 'tipo ' || n % 12,
      jsonb_build_object('navio', n % 500, 'texto', md5(n::text), 'valor', n / 7.0)
    from generate_series(1, ${sql.lit(rows / 10)}) n`.execute(db);
  await sql`vacuum analyze medida.positions, medida.events`.execute(db);
}
