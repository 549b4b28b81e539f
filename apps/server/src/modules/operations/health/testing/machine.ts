import { tmpdir } from 'node:os';
import { createContents } from '../../../../platform/db/contents.ts';
import type { Platform } from '../../../../platform/module.ts';
import { createDisk } from '../../../../platform/process/disk.ts';

/** The folder, the disk and the database that a health module watches, without a reserve. */
export const watchedMachine = ({ clock, database, log }: Platform) => ({
  dataDir: tmpdir(),
  disk: createDisk({ folder: tmpdir(), reserveBytes: () => 0, clock }),
  contents: createContents({ database, log }),
});
