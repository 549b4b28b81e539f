import type { RunContext } from '../backups.context.ts';
import { type BackupLock, withBackupLock } from '../engine/lock.ts';
import { type BaseRequest, copyBases, isBaseDue, makeBase } from './bases.service.ts';
import { type InstantContext, readChain } from './instant.context.ts';
import { drillInstant, type InstantRequest, removePreviousData, restoreInstant } from './recoveries.service.ts';
import { gapsOf, windowsOf } from './windows.ts';

export type InstantOperations = ReturnType<typeof createInstantOperations>;

/** State of the archive: base copies, windows of instants, gaps and totals. */
async function readStatus(context: InstantContext) {
  const { instants, archiver } = context;
  const cluster = await archiver.cluster();
  const { rows, islands, spans, reaches } = await readChain(context);
  return {
    cluster,
    rows,
    windows: windowsOf(reaches),
    gaps: gapsOf(spans, islands),
    totals: await instants.totals(),
    waiting: await archiver.waiting(),
    failure: archiver.failure(),
  };
}

/** Base copies and recoveries to an instant, each operation under its lock. */
export function createInstantOperations(dependencies: Omit<InstantContext, 'adoption'>) {
  const context: InstantContext = { ...dependencies, adoption: { isDone: false } };
  const { url } = context.platform.database;
  const lockFor = (doing: BackupLock['doing'], { signal, progress }: RunContext): BackupLock => ({
    ...{ stores: ['bases'], mode: 'alone', doing, signal },
    onWait: (message) => progress(null, message),
  });
  return {
    status: () => readStatus(context),
    isBaseDue: () => isBaseDue(context),
    copyBases: (run: RunContext) => copyBases(context, run),
    removePrevious: () => removePreviousData(context),

    makeBase: (request: BaseRequest, run: RunContext) =>
      withBackupLock(url, lockFor('base', run), () => makeBase(context, request, run)),

    drill: (instant: Date, run: RunContext) =>
      withBackupLock(url, { ...lockFor('drill', run), mode: 'beside' }, () => drillInstant(context, instant, run)),

    restore: (request: InstantRequest, run: RunContext) =>
      withBackupLock(url, { ...lockFor('restore', run), stores: ['backups', 'bases'] }, () =>
        restoreInstant(context, request, run),
      ),
  };
}
