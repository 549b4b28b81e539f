import type { Connector } from '../../../shared/connectors/fallback.ts';
import type { LiveRun } from '../../../shared/connectors/live-runs.ts';

/** Properties of every view of an open connector. */
export type ViewProps = {
  readonly connector: Connector;
  readonly runs: readonly LiveRun[];
  /** May start and cancel runs, test, plan history and discard rows. */
  readonly mayRun: boolean;
  /** May change schedule, cursors and credentials. */
  readonly mayConfigure: boolean;
};
