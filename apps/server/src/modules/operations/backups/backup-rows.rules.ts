import type { BodyOf } from '@kianda/contract';
import type { createBackup } from '@kianda/contract/operations/backups/backups.contract';
import type { BackupRow } from './backups.repository.ts';
import type { Manifest } from './engine/manifest.ts';
import type { RetentionCandidate } from './engine/retention.ts';

type Kind = BackupRow['kind'];
type RowDetails = Partial<BackupRow> & { readonly key_fingerprint: string };

/** A backup as the retention rule sees it. */
export const retentionCandidate = (row: BackupRow): RetentionCandidate => ({
  name: row.name,
  isGood: row.state === 'completed',
  startedAtMs: row.started_at.getTime(),
  requires: row.requires,
});

/** Kind that is made where another was requested, and why: no backup holds only the files or only the database. */
export function madeKind(requested: BodyOf<typeof createBackup>['type']): { type: Kind; note: string | null } {
  if (requested === 'full' || requested === 'incremental') return { type: requested, note: null };
  const part = requested === 'files' ? 'só dos ficheiros' : 'só da base de dados';
  const note = `Não se fazem cópias ${part}: os registos e os ficheiros são do mesmo instante. É feita uma completa.`;
  return { type: 'full', note };
}

/** First name of the pattern `20261122-033000-completa` that is not taken: a second backup of one second gets `-2`. */
export function freeBackupName(startedAt: string, kind: Kind, taken: ReadonlySet<string>): string {
  const [day = '', time = ''] = startedAt.split('T');
  const stem = `${day}-${time.slice(0, 8).replaceAll(':', '')}-${kind === 'full' ? 'completa' : 'incremental'}`;
  let name = stem;
  for (let number = 2; taken.has(name); number += 1) name = `${stem}-${number}`;
  return name;
}

/** Row of a completed backup, from its manifest. */
export function completedRow(manifest: Manifest, details: RowDetails): BackupRow {
  return {
    name: manifest.name,
    kind: manifest.kind,
    state: 'completed',
    trigger: 'schedule',
    actor: 'Kianda',
    base: manifest.base,
    requires: manifest.requires,
    started_at: new Date(manifest.startedAt),
    ended_at: new Date(manifest.endedAt),
    marked_at: new Date(manifest.mark.at),
    mark_lsn: manifest.mark.lsn,
    stored_bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
    row_count: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    table_count: manifest.tables.length,
    object_count: manifest.objects.length,
    checksum: null,
    error: null,
    verified_at: null,
    verify_error: null,
    drilled_at: null,
    drill_passed: null,
    ...details,
  };
}

/** Row of a backup that begins now and has nothing to count yet. */
export function runningRow(
  begun: { name: string; kind: Kind; base: string | null; startedAt: Date },
  details: RowDetails,
): BackupRow {
  const { name, kind, base, startedAt } = begun;
  return {
    name,
    kind,
    state: 'running',
    trigger: 'schedule',
    actor: 'Kianda',
    base,
    requires: [],
    started_at: startedAt,
    ended_at: null,
    marked_at: null,
    mark_lsn: null,
    stored_bytes: null,
    row_count: null,
    table_count: null,
    object_count: null,
    checksum: null,
    error: null,
    verified_at: null,
    verify_error: null,
    drilled_at: null,
    drill_passed: null,
    ...details,
  };
}
