import { dayMs } from '@kianda/geo';
import type { ConfiguredConnector } from '../connectors.types.ts';
import type { OperationsRepository } from '../operations/operations.repository.ts';
import type { RuleTally } from './quality.types.ts';
import { rowsTally } from './run-rules.ts';

/** Runs of a stream that the number of rows is compared with. */
const comparedMs = 28 * dayMs;

/**
 * Saves the tallies of a run's quality rules, with that of its number of rows beside the stream's usual one where the
 * kind of record has such a rule.
 */
export function createQualitySaver(
  repository: Pick<OperationsRepository, 'rowsOfRuns' | 'saveQuality'>,
  connectors: ReadonlyMap<string, ConfiguredConnector>,
) {
  return async (
    run: { readonly connectorId: string; readonly streamId: string; readonly runId: string },
    tallies: readonly RuleTally[],
    at: Date,
  ): Promise<void> => {
    const streams = connectors.get(run.connectorId)?.connector.streams;
    const kind = streams?.find(({ id }) => id === run.streamId)?.recordKind;
    const since = new Date(at.getTime() - comparedMs);
    const { rows, earlier } = await repository.rowsOfRuns(run.connectorId, run.streamId, run.runId, since);
    const usual = kind === undefined ? null : rowsTally(kind, rows, earlier);
    await repository.saveQuality(run, usual === null ? tallies : [...tallies, usual], at);
  };
}
