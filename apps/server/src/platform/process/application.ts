import type { Config } from '../../config/config.ts';
import type { SettingDefinition } from '../../config/describe.ts';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../db/database.ts';
import type { DistributedEvents } from '../events/distributed.ts';
import type { Logger, LogLevel } from '../log/log.ts';
import type { LogTap } from '../log/tap.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import type { DiskProbe } from './disk.ts';

/** Resources that `main.ts` opened for the application; `main.ts` closes the database. */
export type ApplicationParts = {
  readonly config: Config;
  /** Every setting and where its value comes from. */
  readonly settings: readonly SettingDefinition[];
  readonly database: Database;
  /** Address of the simulated providers; null where the real ones are used. */
  readonly simulatorUrl: string | null;
  readonly log: Logger;
  /** Where the log's lines wait to be kept; absent: they are written out only. */
  readonly logTap?: LogTap;
  /** Takes who is asked at every line which levels are written out; absent: they stay as they were at the start. */
  readonly setLogLevel?: (level: () => LogLevel) => void;
  readonly clock: Clock;
  /** Ends this process so that its supervisor starts it again; absent without a supervisor. */
  readonly restart?: () => void;
  readonly storage: ObjectStorage;
  /** Where the embedded server keeps its cluster; absent: the database is another server's. */
  readonly databaseFolder?: string;
  /** Receives the lines that the operator reads during the start; absent where they are not shown. */
  readonly say?: (line: string) => void;
  /** How a disk is read; absent: from the file system. */
  readonly diskProbe?: DiskProbe;
  /** False: jobs run when they are asked for, and none begins by the clock. */
  readonly isScheduled?: boolean;
  /** Not started yet: its table comes with the migrations. */
  readonly events: DistributedEvents;
};

export type Application = {
  listen(): Promise<{ readonly url: string; readonly interfacesUrl: string }>;
  /** Everything serves: what `/readyz` answers with 200. */
  readonly ready: Promise<void>;
  /** Only when it was created by this very start; a null password is the one the operator set. */
  readonly firstAdministrator: { readonly email: string; readonly oneTimePassword: string | null } | null;
  /** Named steps go to `enter`. */
  close(enter?: (step: string) => void): Promise<void>;
};

/** Migrates, composes the modules and binds the routes; `app.ts` exports one. */
export type CreateApp = (parts: ApplicationParts) => Promise<Application>;
