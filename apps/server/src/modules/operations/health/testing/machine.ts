import { tmpdir } from 'node:os';
import { createContents } from '../../../../platform/db/contents.ts';
import type { Platform } from '../../../../platform/module.ts';
import { createDisks } from '../../../../platform/process/disk.ts';

/** The folder, the disks and the database that a health module watches, without a reserve. */
export const monitoredMachine = ({ clock, database, log }: Platform) => ({
  dataDir: tmpdir(),
  disks: createDisks({ folders: { data: tmpdir(), objects: tmpdir() }, reserveBytes: () => 0, clock }),
  contents: createContents({ database, log }),
});
