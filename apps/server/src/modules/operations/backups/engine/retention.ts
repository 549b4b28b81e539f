/** A backup as the retention rule sees it. */
export type RetentionCandidate = {
  readonly name: string;
  readonly isGood: boolean;
  readonly startedAtMs: number;
  /** Earlier backups whose files it needs. */
  readonly requires: readonly string[];
};

const dayMs = 86_400_000;

/**
 * Names of the backups that are past their time, oldest first. Never the newest good one, nor one that a backup that
 * stays needs; a failed one goes with its time alone.
 */
export function pastRetention(backups: readonly RetentionCandidate[], retentionDays: number, nowMs: number): string[] {
  const limitMs = nowMs - retentionDays * dayMs;
  const newestFirst = backups.toSorted((a, b) => b.startedAtMs - a.startedAtMs);
  const last = newestFirst.find(({ isGood }) => isGood);
  const staying = newestFirst.filter((backup) => backup.startedAtMs >= limitMs || backup === last);
  const needed = new Set(staying.filter(({ isGood }) => isGood).flatMap(({ requires }) => requires));
  return newestFirst
    .filter((backup) => !staying.includes(backup) && !needed.has(backup.name))
    .map(({ name }) => name)
    .toReversed();
}

/** Names of good backups that need files of `name`. */
export function dependants(backups: readonly RetentionCandidate[], name: string): string[] {
  return backups.filter(({ isGood, requires }) => isGood && requires.includes(name)).map((backup) => backup.name);
}
