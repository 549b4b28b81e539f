import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { forgetSwap, readSwap } from '../../../../platform/db/embedded/swap.ts';
import type { Platform } from '../../../../platform/module.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import type { BackupContext } from '../backups.context.ts';
import { putAuditMarks, readAuditMarks, stampOf } from '../engine/swap.ts';
import type { Archiver } from './archiver.ts';
import type { InstantNote } from './previous-data.ts';

/** Moves the trail's marks that are newer than the instant: they would say that its end was cut off. */
async function removeNewerMarks(storage: ObjectStorage, instant: string): Promise<void> {
  const early = new Set<string>();
  for await (const { key, modifiedAt } of storage.list('audit/checkpoints/')) if (modifiedAt <= instant) early.add(key);
  const marks = (await readAuditMarks(storage)).filter(({ key }) => early.has(key));
  await putAuditMarks(storage, marks, stampOf(Date.parse(instant)));
}

/** Records the recovery that this start put in place, once, in the audit trail and the log. */
export async function recordRecovery(options: {
  platform: Platform;
  archiver: Archiver;
  note: BackupContext['note'];
  audit: { record(entry: AuditEntry): Promise<void> };
}): Promise<void> {
  const { platform, archiver, note, audit } = options;
  const home = await archiver.homeOfServer();
  const done = home === null ? null : await readSwap(home);
  if (home === null || done === null) return;
  const { base, instant, actor, reason, aside } = JSON.parse(done.note) as InstantNote;
  await removeNewerMarks(platform.storage, instant);
  await note(
    'warn',
    base,
    `Base de dados reposta no instante ${instant} por ${actor.name}. A anterior ficou guardada na pasta ${aside}.`,
  );
  await audit.record({
    event: 'system.backup.restored',
    severity: 'critical',
    actorId: actor.id,
    actorName: actor.name,
    resource: `backup/instante/${instant}`,
    ipAddress: '',
    userAgent: '',
    metadata: { base, razao: reason, anterior: aside },
  });
  await forgetSwap(home);
}
