import type { BackupContext } from '../backups.context.ts';
import { BackupError } from '../engine/errors.ts';
import type { Archiver } from './archiver.ts';
import type { BaseRow, Cluster, InstantRepository } from './instant.repository.ts';
import { type BaseSpan, serviceClientsOf } from './windows.ts';

export type InstantContext = BackupContext & {
  readonly instants: InstantRepository;
  readonly archiver: Archiver;
  /** `linux-x64`: base copies are of use on such machines alone. */
  readonly machine: string;
  /** Whether this process has compared the list of base copies with the main target. */
  readonly adoption: { isDone: boolean };
};

/** The part of the journal that a completed base copy needs; none where it is not completed. */
export function spansOfRow(row: BaseRow): BaseSpan[] {
  const { name, system_id: systemId, timeline, first_number: first, last_number: last, stopped_at: stoppedAt } = row;
  if (row.state !== 'completed' || first === null || last === null || stoppedAt === null) return [];
  return [{ name, systemId, timeline, first, last, stoppedAtMs: stoppedAt.getTime() }];
}

/** Base copies, archived runs of the journal, and the windows of instants that they make together. */
export async function readChain({ instants }: Pick<InstantContext, 'instants'>) {
  const [rows, islands] = await Promise.all([instants.bases(), instants.islands()]);
  const spans = rows.flatMap(spansOfRow);
  return { rows, islands, spans, reaches: serviceClientsOf(spans, islands) };
}

/** The cluster whose journal is archived. Throws `refused` where none is. */
export async function archivedCluster({ archiver }: Pick<InstantContext, 'archiver'>): Promise<Cluster> {
  const cluster = await archiver.cluster();
  if (cluster !== null) return cluster;
  throw new BackupError('refused', 'O diário não está a ser arquivado: defina KIANDA_WAL_ARCHIVE=on e reinicie.');
}
