import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { spoolOf } from '../../../../platform/db/embedded/archive.ts';
import type { BackupContext } from '../backups.context.ts';
import type { Cluster, InstantRepository } from './instant.repository.ts';

export type ArchiveDependencies = Pick<BackupContext, 'platform' | 'targets' | 'key' | 'note'> & {
  readonly settings: () => Promise<Parameters<BackupContext['targets']['secondOf']>[0]>;
  readonly instants: InstantRepository;
  /** Whether the server is the platform's own, whose folders are within reach. */
  readonly isEmbedded: boolean;
};

export type ArchiveContext = ArchiveDependencies & {
  readonly state: {
    /** Instants before which everything lies in a segment or an earlier one, by segment, until the segment is archived. */
    readonly marks: Map<string, Date>;
    /** Cluster whose list of segments was compared with the main target. */
    adoptedSystemId: string | null;
    lastMarkMs: number | null;
    /** Whether the stop for want of disk space was noted. */
    isFullNoted: boolean;
  };
};

export const spoolFolder = ({ dataFolder }: Cluster): string => spoolOf(dirname(dataFolder));

/** Whether a file exists. */
export function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
