import type { Kysely, RawBuilder } from 'kysely';
import type { BinaryRow } from './binary-rows.ts';

/** One PostgreSQL, embedded or external. Modules see only their own schema through `for`. */
export type Database = {
  /** Kysely typed by a module's own tables (`'ocean.grid_slices'`: schema-qualified names). */
  for<Tables>(): Kysely<Tables>;
  /**
   * Rows of a query in PostgreSQL's binary form, for columns of many bytes: the driver gets them as hexadecimal text
   * otherwise, twice as long. The query takes no parameters: its values are `sql.lit`.
   */
  binaryRows(query: RawBuilder<unknown>): Promise<BinaryRow[]>;
  /**
   * Runs what reads much and writes nothing on the replica, where there is one that keeps up. `lagMs`: how far behind it was;
   * null where the database itself was read.
   */
  reads<T>(act: () => Promise<T>): Promise<{ readonly value: T; readonly lagMs: number | null }>;
  readonly url: string;
  /** Server version number, e.g. 180004. */
  readonly serverVersion: number;
  readonly hasPostgis: boolean;
  /** Connections this process holds, and who waits for one. */
  pool(): { readonly open: number; readonly idle: number; readonly waiting: number; readonly max: number };
  close(): Promise<void>;
};

/** SQL applied once, in order, in a transaction. Never edited once landed: the checksum is verified at start. */
export type Migration = {
  /** `0001-accounts`: sorts in order of application. */
  readonly id: string;
  readonly sql: string;
  /** Applied only where the server has PostGIS (views of the `gis` schema). */
  readonly requiresPostgis?: boolean;
};
